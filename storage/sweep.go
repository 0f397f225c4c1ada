package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const sweepLimit = 64

// Sweep frees every claim whose lease is over, and lists tenants that have had something ready for minWait without
// anybody taking it, at most 64 of each kind.
func (d Timers) Sweep(ctx context.Context, minWait time.Duration) (assistant.Waiting, error) {
	var w assistant.Waiting
	err := d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		w = assistant.Waiting{}
		var freed []*stmt
		for _, table := range []string{"assistant_conversations", "assistant_tasks", "places"} {
			freed = append(freed, t.exec(`update `+table+` set token = null, lease_until = null, ready_at = coalesce(ready_at, :now)
				where id in (select id from `+table+` where lease_until < :now :skip)`))
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		for _, s := range freed {
			w.Rescued += int(s.rows)
		}
		t.waiting(&w.Turns, &w.OldestTurn, "assistant_conversations", minWait)
		t.waiting(&w.Tasks, &w.OldestTask, "assistant_tasks", minWait)
		t.waiting(&w.Deliveries, &w.OldestDelivery, "places", minWait)
		return nil
	})
	return w, named(err, "sweep")
}

func (t *tx) waiting(to *[]assistant.TenantID, oldest *time.Duration, table string, minWait time.Duration) {
	*to, *oldest = nil, 0
	t.each(func(scan func(...any) error) error {
		var id assistant.TenantID
		var since, now time.Time
		err := scan(&id, &since, &now)
		*to, *oldest = append(*to, id), max(*oldest, now.Sub(since))
		return err
	}, `select tenant_id, min(ready_at), :now from `+table+` where ready_at <= :before($1) and token is null
		group by tenant_id limit `+ordinal(sweepLimit), minWait)
}

// DueTimers lists the timers that are due, taking turns between tenants and starting with each tenant's longest overdue. A tenant
// with many timers in one minute thus delays nobody. Projecting a decision removes its timer, so several replicas may see the same
// one: the first decision or reminder wins. Timers that were put off are left out until their time.
func (d Timers) DueTimers(ctx context.Context, limit int) ([]assistant.Timer, error) {
	var out []assistant.Timer
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(m *assistant.Timer) []any {
			return []any{&m.ID, &m.Tenant, &m.Conversation, &m.Kind, &m.Ref, &m.Version, &m.DueAt}
		}), `select id, tenant_id, conversation_id, kind, ref, version, due_at
			from (select d.id, d.tenant_id, d.conversation_id, d.kind, d.ref, d.version, d.due_at,
					row_number() over (partition by d.tenant_id order by d.due_at, d.id) as turn from timers d
				where d.due_at <= :now and (d.again_at is null or d.again_at <= :now)) q
			order by turn, due_at, id limit $1`, limit)
		return nil
	})
	return out, named(err, "list due timers")
}

// How long a timer that cannot speak is left alone, from the first time on.
const (
	putOffFirst = time.Second
	putOffMost  = 5 * time.Minute
)

// PutOff skips a due timer for some time because it could not be handled; each time it is put off for longer. Its due time stays,
// and a timer that was moved or removed meanwhile is not touched.
func (d Timers) PutOff(ctx context.Context, due assistant.Timer) error {
	err := d.in(ctx, mode{tenant: due.Tenant}, func(t *tx) error {
		var fails int
		found := t.one([]any{&fails}, `select fails from timers where id = $1 and tenant_id = $2 and due_at = $3 :locked`, due.ID, due.Tenant, due.DueAt)
		if err := t.flush(ctx); err != nil || found.rows == 0 {
			return err
		}
		t.exec(`update timers set fails = fails + 1, again_at = :after($3) where id = $1 and tenant_id = $2`,
			due.ID, due.Tenant, min(putOffFirst<<min(fails, 16), putOffMost))
		return nil
	})
	return named(err, "put off timer %d", due.ID)
}

func microseconds(n int64) time.Duration { return time.Duration(n) * time.Microsecond }
