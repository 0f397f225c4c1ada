package storage

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// replica is this process as the other replicas know it. A process that never beats is never declared dead: it holds its claims
// by their leases alone.
type replica struct {
	id    string
	beats atomic.Bool
}

// holder is the length of the prefix that all tokens of a replica share: a claim says whose it is without a column for it. The
// rest of a token is random.
const holder = len("01234567-89ab-7def-8123-")

// token draws the token of a new claim.
func (d *ledger) token() assistant.ClaimToken {
	return assistant.ClaimToken(d.replica.id[:holder] + d.ids.New()[holder:])
}

// lived is the clock by which replicas are judged: the time during which the database answered. Between two beats of any replicas
// it advances by the database's clock, but by at most $2. So after a database stalls for a minute, nobody is considered dead.
const lived = `coalesce((select p.lived + case when :micros < p.beat_at then 0 when :micros - p.beat_at > $2 then $2 else :micros - p.beat_at end
	from replicas p order by p.lived desc limit 1), 0)`

// Beat says that this replica is alive, and frees the claims of those that have not said so for the whole of silence.
// What became free so is told as what waits. lost says that this replica has itself been taken for dead since its last
// beat: what it held is somebody else's, and nothing it has in hand can be written any more.
func (d Replicas) Beat(ctx context.Context, silence time.Duration) (lost bool, freed assistant.Waiting, err error) {
	step := silence / 2
	var dead []string
	var alive *stmt
	err = d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		dead = nil
		alive = t.exec(`update replicas set lived = `+lived+`, beat_at = :micros where id = $1`, d.replica.id, step)
		t.each(tables.Into(&dead, func(id *string) []any { return []any{id} }), `select cast(id as text) from replicas where lived < (select lived from replicas where id = $1) - $2 order by id`, d.replica.id, silence)
		return nil
	})
	if err == nil && alive.rows == 0 {
		lost = d.replica.beats.Load()
		err = d.join(ctx, step)
	}
	for _, id := range dead {
		if err == nil {
			err = d.bury(ctx, id, silence, &freed)
		}
	}
	return lost, freed, named(err, "tell that this replica is alive")
}

// join makes this replica one of those that are watched.
func (d Replicas) join(ctx context.Context, step time.Duration) error {
	err := d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		t.exec(`insert into replicas (id, lived, beat_at) select $1, `+lived+`, :micros where true on conflict (id) do nothing`, d.replica.id, step)
		return nil
	})
	if err == nil {
		d.replica.beats.Store(true)
	}
	return err
}

// bury forgets a replica and frees its claims in one transaction, unless it has spoken up meanwhile: of its beat and this
// one waits for the other, and sees what came of it.
func (d Replicas) bury(ctx context.Context, id string, silence time.Duration, freed *assistant.Waiting) error {
	var now assistant.Waiting
	err := d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		now = assistant.Waiting{}
		gone := t.exec(`delete from replicas where id = $1 and lived < (select lived from replicas where id = $2) - $3`, id, d.replica.id, silence)
		if err := t.flush(ctx); err != nil || gone.rows == 0 {
			return err
		}
		t.free("assistant_conversations", id, silence, &now.Turns)
		t.free("assistant_tasks", id, silence, &now.Tasks)
		t.free("places", id, silence, &now.Deliveries)
		return nil
	})
	if err != nil {
		return err
	}
	now.Rescued = len(now.Turns) + len(now.Tasks) + len(now.Deliveries)
	freed.Turns, freed.Tasks = append(freed.Turns, now.Turns...), append(freed.Tasks, now.Tasks...)
	freed.Deliveries, freed.Rescued = append(freed.Deliveries, now.Deliveries...), freed.Rescued+now.Rescued
	return nil
}

// free queues freeing what a replica holds in a table, and tells whose it was, once for each. A row in somebody's hands at
// this moment is left to the end of its lease. What is free has been waiting since its holder fell silent, so that a sweep
// gives it out at once where the hint is lost.
func (t *tx) free(table, id string, silence time.Duration, to *[]assistant.TenantID) {
	t.each(tables.Into(to, func(of *assistant.TenantID) []any { return []any{of} }), `update `+table+` set token = null, lease_until = null, ready_at = coalesce(ready_at, :before($3))
		where id in (select id from `+table+` where lease_until is not null and token between $1 and $2 :skip) returning tenant_id`,
		id[:holder]+"000000000000", id[:holder]+"ffffffffffff", silence)
}

// Leave forgets this replica, which has given back what it held.
func (d Replicas) Leave(ctx context.Context) error {
	err := d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		t.exec(`delete from replicas where id = $1`, d.replica.id)
		return nil
	})
	if err == nil {
		d.replica.beats.Store(false)
	}
	return named(err, "leave the replicas")
}
