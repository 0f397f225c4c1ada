package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// stuckAfter is how long nothing has happened to a run that counts as stuck: longer than any hand-over takes.
const stuckAfter = 5 * time.Minute

// stuckRun holds for a run r that nothing would ever move on: none of its tasks is in anybody's hands or due, nobody is asked to
// decide for it, and its conversation has no mail. How long nothing has happened to it is an argument.
func stuckRun(after string) string {
	return `r.status = 'running' and r.updated_at < :before(` + after + `)
		and not exists (select 1 from assistant_tasks k where k.run_id = r.id and (k.token is not null or k.ready_at is not null))
		and not exists (select 1 from pending_actions p where p.run_id = r.id and p.status = 'pending')
		and not exists (select 1 from assistant_conversations c where c.id = r.conversation_id and (c.token is not null or c.ready_at is not null))`
}

// Backlog counts what waits, for every tenant.
func (d Health) Backlog(ctx context.Context) (assistant.Backlog, error) {
	var b assistant.Backlog
	var since, now time.Time
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		since = time.Time{}
		t.one([]any{&b.Approvals, &since, &now}, `select count(*), min(created_at), :now from pending_actions where status = 'pending'`)
		t.one([]any{&b.Conversations}, `select count(*) from assistant_conversations where ready_at <= :now and token is null`)
		const ongoing = ` from assistant_runs r where r.status in ('planning', 'running')`
		t.one([]any{&b.Runs}, `select count(*)`+ongoing)
		t.one([]any{&b.StuckRuns}, `select count(*)`+ongoing+` and `+stuckRun(`$1`), stuckAfter)
		return nil
	})
	if err == nil && !since.IsZero() {
		b.OldestApproval = now.Sub(since)
	}
	return b, named(err, "count what waits")
}
