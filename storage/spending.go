package storage

import (
	"context"
	"hash/fnv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const spendingSlots = 16

func dayOf(now time.Time) int64 { return now.Unix() / int64((24 * time.Hour).Seconds()) }

// spend queues counting model calls for the day, unless they are recorded already; it comes before recording them.
func (t *tx) spend(tenant assistant.TenantID, slot string, now time.Time, calls []assistant.ModelCall) {
	for _, c := range calls {
		used := assistant.Spending{}.Plus(c)
		if c.Counted || used.Tokens == 0 && used.Micros == 0 {
			continue
		}
		const fresh = ` * (1 - (select count(*) from model_calls where tenant_id = $1 and key = $6))`
		t.exec(`insert into spending (tenant_id, day, slot, tokens, micros, person_id) values ($1, $2, $3, $4`+fresh+`, $5`+fresh+`, $7)
			on conflict (tenant_id, day, slot) do update set tokens = spending.tokens + excluded.tokens, micros = spending.micros + excluded.micros`,
			tenant, dayOf(now), slotOf(slot, c.Person), used.Tokens, used.Micros, c.Key, string(c.Person))
	}
}

// slotOf is the row of a day that a call is counted in: a person has one of their own, and what is nobody's is spread over some.
func slotOf(otherwise string, p assistant.PersonID) int64 {
	h := fnv.New64a()
	if p == "" {
		_, _ = h.Write([]byte(otherwise))
		return int64(h.Sum64() % spendingSlots) // few
	}
	_, _ = h.Write([]byte(p))
	return reserving + 1 + int64(h.Sum64()>>2) // two bits are gone
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

// Spending returns what the tenant has spent today and its limits, and the same for a person if one is named.
func (d Spending) Spending(ctx context.Context, tenant assistant.TenantID, of assistant.PersonID) (assistant.Spending, error) {
	var s spent
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		s = spent{}
		t.spent(&s, tenant, of)
		return nil
	})
	if err != nil {
		return assistant.Spending{}, named(err, "read spending")
	}
	out, err := s.spending()
	return out, named(err, "read spending")
}

// spent is what a tenant has spent, as read from the rows.
type spent struct {
	settings []byte
	now      time.Time
	tokens   int64
	micros   int64
	toldBy   assistant.MessageID
	lost     int64 // reserved today and never settled in time
	reserved int64 // put aside by the living, also yesterday
	own      assistant.OwnSpending
}

// spent queues reading what the tenant, and a person of it, have spent today.
func (t *tx) spent(s *spent, tenant assistant.TenantID, of assistant.PersonID) {
	const (
		today = `:micros / ` + microsOfDay
		sum   = `from spending p where p.tenant_id = n.tenant_id and p.day = ` + today
	)
	t.need(assistant.ErrNotFound, []any{&s.settings, &s.now, &s.tokens, &s.micros, &s.toldBy, &s.lost, &s.reserved}, `select n.settings, :now,
			cast((select coalesce(sum(p.tokens), 0) `+sum+`) as bigint), cast((select coalesce(sum(p.micros), 0) `+sum+`) as bigint),
			coalesce((select max(p.told_by) `+sum+`), ''),
			cast((select coalesce(sum(r.micros), 0) from reserves r where r.tenant_id = n.tenant_id and r.day = `+today+` and r.lease_until <= :now) as bigint),
			cast((select coalesce(sum(r.micros), 0) from reserves r where r.tenant_id = n.tenant_id and r.lease_until > :now) as bigint)
		from tenants n where n.tenant_id = $1`, tenant)
	if of == "" {
		return
	}
	var role assistant.Role
	t.each(func(scan func(...any) error) error {
		err := scan(&role, &s.own.Tokens, &s.own.Micros, &s.own.Reserved)
		s.own.Held = role != assistant.RoleAdmin
		return err
	}, `select `+tables.Role+`, cast((select coalesce(sum(o.tokens), 0) from spending o where o.tenant_id = p.tenant_id and o.day = `+today+` and o.person_id = $3) as bigint),
			cast((select coalesce(sum(o.micros), 0) from spending o where o.tenant_id = p.tenant_id and o.day = `+today+` and o.person_id = $3) as bigint),
			cast((select coalesce(sum(r.micros), 0) from reserves r where r.tenant_id = p.tenant_id and r.person_id = $3 and (r.day = `+today+` or r.lease_until > :now)) as bigint)
		from persons p where p.tenant_id = $1 and p.id = $2`, tenant, of, string(of))
}

func (s *spent) spending() (assistant.Spending, error) {
	set, err := assistant.ReadSettings(s.settings)
	return assistant.Spending{Tokens: s.tokens, Micros: s.micros + s.lost, Reserved: s.reserved, Own: s.own, ToldBy: s.toldBy, Bounds: set, Now: s.now}, err
}

// TellSpending tells whether it is for the answer to that message to say that the day's budget is nearly used up: one is
// chosen each day, and stays so when it is answered again.
func (d Spending) TellSpending(ctx context.Context, tenant assistant.TenantID, by assistant.MessageID) (bool, error) {
	var chosen assistant.MessageID
	err := d.in(ctx, mode{tenant: tenant, given: valid(by)}, func(t *tx) error {
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
	return err == nil && chosen == by, named(err, "tell of spending")
}
