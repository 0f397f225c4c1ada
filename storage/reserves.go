package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// microsOfDay are the microseconds of a day, in SQL.
const microsOfDay = `86400000000`

// reserveLease is how long a call of a model may take until what was put aside for it counts as spent. No request is waited for as long.
const reserveLease = 2 * time.Hour

// reserving is the row of a day's spending that is locked while somebody reserves an amount, so that no two check the budget at
// once. Nothing is counted in it.
const reserving = spendingSlots

// Reserve reserves the most that a model call may cost, and checks the limits in the same transaction: the call may be made while
// anything is neither spent nor reserved. The result contains a reserve if the call is allowed and a limit in money applies. The
// reservation stands until [Spending.Spend] counts the call. If that never happens, because a process died, it counts as spent for
// the day, since the call may have been made.
func (d Spending) Reserve(ctx context.Context, tenant assistant.TenantID, of assistant.PersonID, id assistant.ReserveID, micros int64) (assistant.Spending, error) {
	var out assistant.Spending
	err := d.in(ctx, mode{tenant: tenant, given: valid(id)}, func(t *tx) error {
		var s spent
		t.exec(`insert into spending (tenant_id, day, slot, tokens, micros) select n.tenant_id, :micros / `+microsOfDay+`, $2, 0, 0 from tenants n where n.tenant_id = $1
			on conflict (tenant_id, day, slot) do update set tokens = spending.tokens`, tenant, reserving)
		t.spent(&s, tenant, of)
		if err := t.flush(ctx); err != nil {
			return err
		}
		var err error
		if out, err = s.spending(); err != nil || out.Bounds.DailyCents <= 0 || out.Full() || out.OwnFull() {
			return err
		}
		out.Reserve = id
		t.exec(`insert into reserves (id, tenant_id, day, micros, lease_until, person_id) values ($1, $2, :micros / `+microsOfDay+`, $3, :after($4), $5)`, id, tenant, micros, reserveLease, string(of))
		t.exec(`delete from reserves where tenant_id = $1 and day < :micros / `+microsOfDay+` and lease_until <= :now`, tenant)
		return nil
	})
	return out, named(err, "put aside for a model call")
}
