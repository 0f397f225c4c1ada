package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// TaskRunner does released tasks, so that the siblings of a step group spread over all replicas.
type TaskRunner struct {
	store  bench
	waits  ledger
	queue  queue.Queue
	hints  hints
	doer   doer
	limits Limits
	heart  *Heartbeat
	now    func() time.Time
	log    *slog.Logger
	meter  *metrics.Metrics
	local  <-chan queue.Token
}

// Run works until ctx ends, then lets the tasks in hand finish within the grace period; what does not finish goes on
// elsewhere from the call log.
func (r *TaskRunner) Run(ctx context.Context) error {
	work, stop := graceful(ctx, r.limits.Grace)
	defer stop()
	tokens := merge(ctx, r.queue.Tokens(ctx, queue.Tasks), r.local)
	newCrew(queue.Tasks, r.queue, r.waits, r.limits.Tasks).run(work, ctx, tokens, func(t queue.Token) bool {
		if err := r.task(work, t.Tenant); err != nil && !abandoned(work, err) {
			r.log.ErrorContext(work, "do task", slog.String("tenant", string(t.Tenant)), slog.Any("err", err))
		}
		return false
	})
	return nil
}

// task claims one of the tenant's ready tasks and does it.
func (r *TaskRunner) task(ctx context.Context, tenant assistant.TenantID) error {
	ctx, done := r.heart.while(ctx)
	defer done()
	claim, work, ok, err := r.store.ClaimTask(ctx, tenant, r.limits.Lease)
	if err != nil {
		return fmt.Errorf("claim a task of %s: %w", tenant, err)
	}
	if !ok {
		return nil
	}
	err = hold(ctx, r.limits.Lease, func(ctx context.Context) error { return r.store.RenewTask(ctx, claim, r.limits.Lease) },
		func(ctx context.Context) error { return r.do(ctx, claim, work) })
	switch {
	case err == nil:
		return nil
	case errors.Is(err, assistant.ErrFenced):
		r.meter.ClaimLost("task")
		return err
	default:
		if rerr := r.store.ReleaseTask(context.WithoutCancel(ctx), claim); rerr != nil && !errors.Is(rerr, assistant.ErrFenced) {
			err = errors.Join(err, fmt.Errorf("release task %s: %w", claim.Task, rerr))
		}
		return fmt.Errorf("task %s: %w", claim.Task, err)
	}
}

func (r *TaskRunner) do(ctx context.Context, claim assistant.TaskClaim, work assistant.TaskWork) error {
	d := &desk{runner: r, claim: claim, work: work}
	defer d.close()
	d.started(ctx)
	start := r.now()
	ending, err := r.doer.Do(ctx, d, claim, work)
	if err != nil {
		return err
	}
	r.meter.Turn("execute", r.now().Sub(start))
	lines, err := d.rest()
	if err != nil {
		return err
	}
	batch := assistant.Batch{Messages: append(lines, d.ending(ending)...)}
	if err := r.store.SettleTask(ctx, claim, ending.Call, batch); err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	r.hints.appended(ctx, claim.Tenant, claim.Conversation, batch.Messages)
	r.hints.mail(ctx, claim.Tenant)
	return nil
}
