package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// tasksAtOnce is how many tasks one token claims at most: few enough for other replicas to get some of a group.
const tasksAtOnce = 8

// TaskRunner does released tasks, so that the siblings of a step group spread over all replicas.
type TaskRunner struct {
	store    taskClaims
	sessions sessions
	queue    queue.Queue
	doer     doer
	teams    teams
	tapes    tapes
	backends backends
	scribe   *scribe
	keeper   *keeper[assistant.TaskClaim]
	limits   Limits
	heart    *Heartbeat
	now      func() time.Time
	log      *slog.Logger
	meter    *metrics.Metrics
	local    <-chan queue.Token
}

// Run works until ctx ends, then lets the tasks in hand finish within the grace period; what does not finish goes on
// elsewhere from the call log.
func (r *TaskRunner) Run(ctx context.Context) error {
	work, stop := graceful(ctx, r.limits.Grace)
	defer stop()
	defer r.scribe.all.Wait()
	kept, end := context.WithCancel(context.WithoutCancel(ctx))
	var keeping sync.WaitGroup
	keeping.Go(func() { r.keeper.run(kept) })
	defer keeping.Wait()
	defer end()
	tokens := merge(ctx, r.queue.Tokens(ctx, queue.Tasks), r.local)
	c := &tokenWorkers{queue: r.queue, lanes: lanes.Sharing(r.limits.Tasks), log: r.log, claim: r.claim}
	c.run(work, ctx, tokens)
	return nil
}

// claim takes as many of the tenant's ready tasks in hand as there are lanes for, within bounds, and starts them all.
func (r *TaskRunner) claim(ctx context.Context, s *laneHold) (work func(), more bool, err error) {
	ctx, done := r.heart.while(ctx)
	seats := append([]*laneHold{s}, s.beside(tasksAtOnce-1)...)
	got, more, err := r.store.ClaimTasks(ctx, s.tenant, len(seats), r.limits.Lease)
	for _, free := range seats[max(1, len(got)):] {
		free.leave()
	}
	if err != nil {
		done()
		return nil, false, fmt.Errorf("claim tasks of %s: %w", s.tenant, err)
	}
	if len(got) == 0 {
		done()
		return nil, false, nil
	}
	return func() {
		defer done()
		var all sync.WaitGroup
		for i, c := range got {
			all.Go(func() {
				defer seats[i].leave()
				if err := r.task(ctx, c.Claim, c.Work); err != nil && !abandoned(ctx, err) {
					r.log.ErrorContext(ctx, "do task", slog.String("tenant", string(s.tenant)), slog.Any("err", err))
				}
			})
		}
		all.Wait()
	}, more, nil
}

// task does a claimed task.
func (r *TaskRunner) task(ctx context.Context, claim assistant.TaskClaim, work assistant.TaskWork) error {
	err := r.keeper.hold(ctx, claim, func(ctx context.Context) error { return r.do(ctx, claim, work) })
	switch {
	case err == nil:
		return nil
	case errors.Is(err, assistant.ErrFenced):
		r.meter.ClaimLost(metrics.HeldTask)
		return err
	default:
		if rerr := r.store.ReleaseTask(context.WithoutCancel(ctx), claim); rerr != nil && !errors.Is(rerr, assistant.ErrFenced) {
			err = errors.Join(err, fmt.Errorf("release task %s: %w", claim.Task, rerr))
		}
		if errors.Is(err, assistant.ErrHalted) {
			return nil // the stop's own turn ends the task, or the sweeper finds it again
		}
		return fmt.Errorf("task %s: %w", claim.Task, err)
	}
}

func (r *TaskRunner) do(ctx context.Context, claim assistant.TaskClaim, work assistant.TaskWork) error {
	by := cast{r.teams.Of(claim.Tenant), r.backends.Of(claim.Tenant)}
	d := r.taskHost(by, claim, work, r.tapes.begin(taskBeginning{Claim: claim, Work: work, Team: by.team.Hash(), Rehearsal: by.backend.Rehearsal}))
	defer d.close()
	start := r.now()
	ending, batch, err := r.untilHalted(ctx, d)
	if err != nil {
		return err
	}
	r.meter.Turn(metrics.StageExecute, r.now().Sub(start))
	r.keeper.release(claim) // it goes back with what is written now
	if err := r.scribe.write(ctx, assistant.TaskWrite{Claim: claim, Batch: batch, Call: ending.Call, Ends: true}); err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	return nil
}

// untilHalted does a task. One that changes nothing, such as a draft that a model is writing, is given up as soon as somebody says
// stop, with [assistant.ErrHalted]; what changes something is not cut off in the middle.
func (r *TaskRunner) untilHalted(ctx context.Context, d *taskHost) (executor.Ending, assistant.Batch, error) {
	if d.work.Task.Effect != assistant.EffectNone {
		return r.at(ctx, d)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var listens sync.WaitGroup
	defer listens.Wait()
	defer cancel(nil)
	listens.Go(func() {
		if listen(ctx, r.queue, d.claim.Conversation, func(ctx context.Context) *struct{} { return r.halted(ctx, d.claim) }) != nil {
			cancel(assistant.ErrHalted)
		}
	})
	return r.at(ctx, d)
}

// halted finds a stop. One that cannot be looked for is found at the next look, and by its own turn.
func (r *TaskRunner) halted(ctx context.Context, c assistant.TaskClaim) *struct{} {
	if said, err := r.store.Halted(ctx, c); err != nil || !said {
		return nil
	}
	return new(struct{})
}

// at does the task of a desk, and gives what is left to be written of it.
func (r *TaskRunner) at(ctx context.Context, d *taskHost) (executor.Ending, assistant.Batch, error) {
	if err := d.started(ctx); err != nil {
		return executor.Ending{}, assistant.Batch{}, err
	}
	if k := d.work.Task; k.Stopping && k.Effect == assistant.EffectNone { // it is to be left out, and a look or a draft leaves nothing behind
		return r.leftOut(d)
	}
	if d.work.Task.Type == loop.ToolDelegate {
		return r.executes(ctx, d)
	}
	in := r.tapes.inputs(d.tape)
	in.Team = d.team
	ending, err := r.doer.At(in).Do(ctx, d, d.claim, d.work)
	if err != nil {
		return ending, assistant.Batch{}, err
	}
	batch, err := d.ended(ending)
	return ending, batch, err
}

// leftOut ends a task that changes nothing and is to be left out. Its result says why by itself: see [assistant.Task.WhyNotDone].
func (r *TaskRunner) leftOut(d *taskHost) (executor.Ending, assistant.Batch, error) {
	k := d.work.Task
	ending := executor.Ending{Finished: &assistant.TaskFinished{
		Run: k.Run, Task: k.ID, Status: assistant.TaskCancelled, Result: assistant.Result{Summary: assistant.Say("Stopped before it started; nothing was changed")},
	}}
	batch, err := d.ended(ending)
	return ending, batch, err
}
