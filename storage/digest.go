package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	digestOf  = 24 * time.Hour
	digestRun = 50 // that are read
)

// DayDone tells a person what was done in the last day: their own requests, and everybody's if they are an approver or an admin. A
// guest is told nothing.
func (d Runs) DayDone(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID) (assistant.DayDone, error) {
	var out assistant.DayDone
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by)}, func(t *tx) error {
		out = assistant.DayDone{}
		var me assistant.Person
		t.living(tenant, by, &me)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if me.Role == assistant.RoleGuest {
			return nil
		}
		out.Everybody = assistant.MaySee(me, "")
		t.dayDone(&out, tenant, me.ID)
		return nil
	})
	return out, named(err, "read what was done")
}

func (t *tx) dayDone(out *assistant.DayDone, tenant assistant.TenantID, me assistant.PersonID) {
	t.each(func(scan func(...any) error) error {
		r, err := scanRun(scan)
		out.Runs = append(out.Runs, r)
		return err
	}, `select `+runColumns+` from assistant_runs r where r.tenant_id = $1 and r.status in ('completed', 'failed', 'cancelled')
			and r.updated_at > :before($2) and ($3 or `+tables.Survivor(`r.requested_by`)+` = $4) order by r.updated_at desc, r.id limit $5`,
		tenant, digestOf, out.Everybody, me, digestRun)
	who := me
	if out.Everybody {
		who = ""
	}
	for _, s := range t.starts.packs {
		s.Done(packTx{t}, tenant, who, digestOf, out)
	}
	t.one([]any{&out.Cost.Tokens, &out.Cost.Micros}, `select cast(coalesce(sum(`+tables.Spent(`m`)+`), 0) as bigint), cast(coalesce(sum(m.micros), 0) as bigint)
		from model_calls m where m.tenant_id = $1 and m.created_at > :before($2)
			and ($3 or m.run_id in (select r.id from assistant_runs r where r.tenant_id = $1 and `+tables.Survivor(`r.requested_by`)+` = $4))`,
		tenant, digestOf, out.Everybody, me)
}
