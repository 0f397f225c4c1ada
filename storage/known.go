package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Known tells whether the place is bound to a conversation already, so that a reply there needs no mention.
func (d *DB) Known(ctx context.Context, tenant assistant.TenantID, p assistant.Place) (bool, error) {
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		var one int64
		found = t.one([]any{&one}, `select 1 from places
			where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and thread = $5`,
			tenant, p.Surface, p.Space, p.Channel, p.Thread)
		return nil
	})
	if err != nil {
		return false, named(err, "look up a place on %s", p.Surface)
	}
	return found.rows > 0, nil
}
