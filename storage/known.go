package storage

import (
	"context"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// knownAtOnce bounds the channels of one statement.
const knownAtOnce = 100

// KnownIn tells which of a surface's messages are known: as what a person said in that channel, or as a post of ours there. The
// messages are given by channel, one each.
func (d Places) KnownIn(ctx context.Context, tenant assistant.TenantID, s assistant.Surface, messages map[string]string) (map[string]bool, error) {
	known := map[string]bool{}
	for channels := range slices.Chunk(slices.Sorted(maps.Keys(messages)), knownAtOnce) {
		n := len(channels)
		args := []any{tenant, s}
		for _, c := range channels {
			args = append(args, c)
		}
		for _, c := range channels {
			args = append(args, messages[c])
		}
		err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.each(func(scan func(...any) error) error {
				var id string
				err := scan(&id)
				known[id] = true
				return err
			}, `select m.external_id from places p join assistant_messages m on m.conversation_id = p.conversation_id
				where p.tenant_id = $1 and p.surface = $2 and p.channel in (`+list(3, n)+`) and m.external_id in (`+list(3+n, n)+`)
				union all select v.ref from places p join deliveries v on v.place_id = p.id
				where p.tenant_id = $1 and p.surface = $2 and p.channel in (`+list(3, n)+`) and v.ref in (`+list(3+n, n)+`)`, args...)
			return nil
		})
		if err != nil {
			return nil, named(err, "tell what is known of %s", s)
		}
	}
	return known, nil
}
