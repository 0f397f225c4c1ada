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
		if c.Counted || used.Tokens == 0 && used.Micros == 0 {
			continue
		}
		const fresh = ` * (1 - (select count(*) from model_calls where tenant_id = $1 and key = $6))`
		t.exec(`insert into spending (tenant_id, day, slot, tokens, micros) values ($1, $2, $3, $4`+fresh+`, $5`+fresh+`)
			on conflict (tenant_id, day, slot) do update set tokens = spending.tokens + excluded.tokens, micros = spending.micros + excluded.micros`,
			tenant, dayOf(now), int64(h.Sum32()%spendingSlots), used.Tokens, used.Micros, c.Key)
	}
}

// Spend counts a model call that no conversation's turn does, takes away what was put aside for it, and records it where it says what
// conversation it was for.
func (d Spending) Spend(ctx context.Context, tenant assistant.TenantID, c assistant.ModelCall) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var now time.Time
		t.need(assistant.ErrNotFound, []any{&now}, `select :now from tenants where tenant_id = $1`, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if c.Conversation != "" {
			t.modelCalls(head{tenant: tenant, conversation: c.Conversation, now: now}, []assistant.ModelCall{c})
		} else {
			t.spend(tenant, c.Key, now, []assistant.ModelCall{c})
		}
		if c.Reserve != "" {
			t.exec(`delete from reserves where id = $1 and tenant_id = $2`, c.Reserve, tenant)
		}
		return nil
	})
	return named(err, "count a model call")
}

// Spending gives what the tenant has spent today, and what it may.
func (d Spending) Spending(ctx context.Context, tenant assistant.TenantID) (assistant.Spending, error) {
	var s spent
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		s = spent{}
		t.spent(&s, tenant)
		return nil
	})
	if err != nil {
		return assistant.Spending{}, named(err, "read spending")
	}
	out, err := s.spending()
	return out, named(err, "read spending")
}

// spent is what a tenant has spent, as it is read.
type spent struct {
	settings []byte
	now      time.Time
	tokens   int64
	micros   int64
	toldBy   assistant.MessageID
	lost     int64 // put aside today by somebody who has not told in time what became of it
	reserved int64 // put aside by the living, also yesterday
}

// spent queues reading what the tenant has spent today.
func (t *tx) spent(s *spent, tenant assistant.TenantID) {
	const (
		today = `:micros / ` + microsOfDay
		of    = `from spending p where p.tenant_id = n.tenant_id and p.day = ` + today
	)
	t.need(assistant.ErrNotFound, []any{&s.settings, &s.now, &s.tokens, &s.micros, &s.toldBy, &s.lost, &s.reserved}, `select n.settings, :now,
			cast((select coalesce(sum(p.tokens), 0) `+of+`) as bigint), cast((select coalesce(sum(p.micros), 0) `+of+`) as bigint),
			coalesce((select max(p.told_by) `+of+`), ''),
			cast((select coalesce(sum(r.micros), 0) from reserves r where r.tenant_id = n.tenant_id and r.day = `+today+` and r.lease_until <= :now) as bigint),
			cast((select coalesce(sum(r.micros), 0) from reserves r where r.tenant_id = n.tenant_id and r.lease_until > :now) as bigint)
		from tenants n where n.tenant_id = $1`, tenant)
}

func (s *spent) spending() (assistant.Spending, error) {
	set, err := assistant.ReadSettings(s.settings)
	return assistant.Spending{Tokens: s.tokens, Micros: s.micros + s.lost, Reserved: s.reserved, ToldBy: s.toldBy, Bounds: set, Now: s.now}, err
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
