package orchestrator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
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
	var g errgroup.Group
	for range r.limits.Tasks {
		g.Go(func() error {
			for token := range tokens {
				if err := r.task(work, token.Tenant); err != nil && !abandoned(work, err) {
					r.log.ErrorContext(work, "do task", slog.String("tenant", string(token.Tenant)), slog.Any("err", err))
				}
				finish(work, r.queue, r.waits, token)
			}
			return nil
		})
	}
	return g.Wait()
}

// task claims one of the tenant's ready tasks and does it.
func (r *TaskRunner) task(ctx context.Context, tenant assistant.TenantID) error {
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
	if err := d.started(ctx); err != nil {
		return err
	}
	ending, err := r.doer.Do(ctx, d, claim, work)
	if err != nil {
		return err
	}
	batch := assistant.Batch{Messages: d.ending(ending)}
	if err := r.store.SettleTask(ctx, claim, ending.Call, batch); err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	r.hints.appended(ctx, claim.Tenant, claim.Conversation, batch.Messages)
	r.hints.mail(ctx, claim.Tenant)
	return nil
}

// desk is where one task is done: it writes the task's lines and its end into the conversation's log.
type desk struct {
	runner *TaskRunner
	claim  assistant.TaskClaim
	work   assistant.TaskWork
}

func (d *desk) started(ctx context.Context) error {
	t := d.work.Task
	m := d.message("started/"+strconv.Itoa(t.Attempt+1), assistant.Message{
		Agent: t.Owner, Kind: assistant.KindStatus, Content: agents.Called(t.Owner) + " has started: " + t.Summary,
		Body: assistant.TaskStarted{Run: t.Run, Task: t.ID, Attempt: t.Attempt + 1},
	})
	return d.append(ctx, m)
}

// Think implements [executor.Journal]. The same line is shown once for a task, however often the task is taken in hand.
func (d *desk) Think(ctx context.Context, a assistant.AgentID, text string) error {
	sum := sha256.Sum256([]byte(text))
	return d.append(ctx, d.message("think/"+hex.EncodeToString(sum[:6]), assistant.Message{
		Agent: a, Kind: assistant.KindThinking, Content: text,
		Body: assistant.Thought{Phase: assistant.PhaseExecution, Group: d.work.Task.Group, Run: d.work.Run.ID, Task: d.work.Task.ID},
	}))
}

func (d *desk) append(ctx context.Context, m assistant.Message) error {
	ms := []assistant.Message{m}
	if err := d.runner.store.AppendTask(ctx, d.claim, assistant.Batch{Messages: ms}); err != nil {
		return fmt.Errorf("append to task %s: %w", d.claim.Task, err)
	}
	d.runner.hints.appended(ctx, d.claim.Tenant, d.claim.Conversation, ms)
	return nil
}

// ending is what the log is told at the task's end: that it waits for a person, or how it finished.
func (d *desk) ending(e executor.Ending) []assistant.Message {
	t := d.work.Task
	round := strconv.Itoa(t.Attempt + 1)
	if e.Waiting != nil {
		return []assistant.Message{
			d.message("approval/"+string(e.Waiting.ID), assistant.Message{
				Agent: t.Owner, Kind: assistant.KindMessage, Content: e.Waiting.Title,
				Body: assistant.ApprovalRequested{Approval: *e.Waiting},
			}),
			d.message("waiting/"+string(e.Waiting.ID), assistant.Message{
				Agent: t.Owner, Kind: assistant.KindStatus, Content: "Waiting for a person: " + e.Waiting.Title,
				Body: assistant.TaskWaiting{Run: t.Run, Task: t.ID, Approval: e.Waiting.ID},
			}),
		}
	}
	content := e.Finished.Result.Summary
	if e.Finished.Problem != nil {
		content = e.Finished.Problem.Message
	}
	return []assistant.Message{d.message("finished/"+round, assistant.Message{
		Agent: t.Owner, Kind: assistant.KindStatus, Content: content, Body: *e.Finished, Private: e.Private,
	})}
}

func (d *desk) message(label string, m assistant.Message) assistant.Message {
	m.Tenant, m.Conversation, m.Run = d.claim.Tenant, d.claim.Conversation, d.work.Run.ID
	m.Key = "task/" + string(d.claim.Task) + "/" + label
	m.Author = assistant.AuthorAssistant
	return m
}
