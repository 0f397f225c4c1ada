package storage

import (
	"context"
	"hash/fnv"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const spendingSlots = 16

func dayOf(now time.Time) int64 { return now.Unix() / int64((24 * time.Hour).Seconds()) }

// spend queues counting model calls for the day, unless they are recorded already; it comes before recording them.
func (t *tx) spend(tenant assistant.TenantID, slot string, now time.Time, calls []assistant.ModelCall) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(slot))
	for _, c := range calls {
		used := assistant.Spending{}.Plus(c)
		if used.Tokens == 0 && used.Micros == 0 {
			continue
		}
		const fresh = ` * (1 - (select count(*) from model_calls where tenant_id = $1 and key = $6))`
		t.exec(`insert into spending (tenant_id, day, slot, tokens, micros) values ($1, $2, $3, $4`+fresh+`, $5`+fresh+`)
			on conflict (tenant_id, day, slot) do update set tokens = spending.tokens + excluded.tokens, micros = spending.micros + excluded.micros`,
			tenant, dayOf(now), int64(h.Sum32()%spendingSlots), used.Tokens, used.Micros, c.Key)
	}
}

// Spend counts a model call that belongs to no conversation's turn.
func (d Spending) Spend(ctx context.Context, tenant assistant.TenantID, c assistant.ModelCall) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var now time.Time
		t.need(assistant.ErrNotFound, []any{&now}, `select :now from tenants where tenant_id = $1`, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.spend(tenant, c.Key, now, []assistant.ModelCall{c})
		return nil
	})
	return named(err, "count a model call")
}

// Spending gives what the tenant has spent today, and what it may.
func (d Spending) Spending(ctx context.Context, tenant assistant.TenantID) (assistant.Spending, error) {
	var s assistant.Spending
	var raw []byte
	var day int64
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		s, day = assistant.Spending{}, 0
		t.need(assistant.ErrNotFound, []any{&raw, &s.Now, &day, &s.Tokens, &s.Micros, &s.ToldBy}, `select n.settings, :now,
				coalesce(p.day, 0), cast(coalesce(sum(p.tokens), 0) as bigint), cast(coalesce(sum(p.micros), 0) as bigint), max(p.told_by)
			from tenants n left join spending p on p.tenant_id = n.tenant_id
			where n.tenant_id = $1 group by n.tenant_id, p.day order by p.day desc limit 1`, tenant)
		return nil
	})
	if err != nil {
		return assistant.Spending{}, named(err, "read spending")
	}
	if day != dayOf(s.Now) {
		s = assistant.Spending{Now: s.Now}
	}
	s.Bounds, err = assistant.ReadSettings(raw)
	return s, named(err, "read spending")
}

// TellSpending tells whether it is for the answer to that message to say that the day's budget is nearly used up: one is
// chosen each day, and stays so when it is answered again.
func (d Spending) TellSpending(ctx context.Context, tenant assistant.TenantID, by assistant.MessageID) (bool, error) {
	var chosen assistant.MessageID
	err := valid(by)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var now time.Time
			t.need(assistant.ErrNotFound, []any{&now}, `select :now from tenants where tenant_id = $1`, tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			t.exec(`insert into spending (tenant_id, day, slot, tokens, micros, told_by) values ($1, $2, 0, 0, 0, $3)
				on conflict (tenant_id, day, slot) do update set told_by = case when spending.told_by = '' then excluded.told_by else spending.told_by end`,
				tenant, dayOf(now), string(by))
			t.one([]any{&chosen}, `select told_by from spending where tenant_id = $1 and day = $2 and slot = 0`, tenant, dayOf(now))
			return nil
		})
	}
	return err == nil && chosen == by, named(err, "tell of spending")
}
