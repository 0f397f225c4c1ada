package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// EndTour ends that a person is offered the tour of the panel; where they put it away already, it stays so. Somebody who is not here is
// [assistant.ErrNotFound].
func (d People) EndTour(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) error {
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var me assistant.Person
			t.living(tenant, id, &me)
			if err := t.flush(ctx); err != nil {
				return err
			}
			t.exec(`update persons set tour_away_at = coalesce(tour_away_at, :now) where tenant_id = $1 and id = $2`, tenant, me.ID)
			return nil
		})
	}
	return named(err, "end the tour of person %s", id)
}

// tour queues reading whether somebody is offered the tour.
func (t *tx) tour(tenant assistant.TenantID, whose assistant.PersonID, to *assistant.Overview) {
	t.one([]any{&to.Tour}, `select p.tour_away_at is null`+tables.LivingPerson(`$2`), tenant, null(whose))
}
