package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// LastHeard tells when something last happened in a conversation of a surface; surfaces without any are not in it.
func (d Places) LastHeard(ctx context.Context, tenant assistant.TenantID) (map[assistant.Surface]time.Time, error) {
	out := map[assistant.Surface]time.Time{}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(out)
		t.each(func(scan func(...any) error) error {
			var s assistant.Surface
			var at time.Time
			err := scan(&s, &at)
			out[s] = at
			return err
		}, `select p.surface, max(c.updated_at) from places p join assistant_conversations c on c.id = p.conversation_id where p.tenant_id = $1 group by p.surface`, tenant)
		return nil
	})
	return out, named(err, "look what was heard")
}
