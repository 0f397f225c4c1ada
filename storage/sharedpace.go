package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TakeTurn is a rate limit that all replicas share: it reserves the next turn of thing, of which there is one per interval, and
// returns how long to wait for it. A turn that is reserved and not used is lost.
func (d Replicas) TakeTurn(ctx context.Context, tenant assistant.TenantID, thing string, every time.Duration) (time.Duration, error) {
	var wait time.Duration
	err := d.in(ctx, mode{tenant: tenant, given: valid(tenant)}, func(t *tx) error {
		var free, now time.Time
		t.exec(`insert into turns (tenant_id, thing, free_at) values ($1, $2, :now) on conflict (tenant_id, thing) do nothing`, tenant, thing)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.one([]any{&free, &now}, `select free_at, :now from turns where tenant_id = $1 and thing = $2 :locked`, tenant, thing)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if free.Before(now) {
			free = now
		}
		wait = free.Sub(now)
		t.exec(`update turns set free_at = $3 where tenant_id = $1 and thing = $2`, tenant, thing, free.Add(every))
		return nil
	})
	return wait, named(err, "take the next turn of %s", thing)
}
