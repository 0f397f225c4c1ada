package orchestrator

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// stop ends what was put before people for a run that was stopped, and moves the run on to its end.
func (r *runs) stop(ctx context.Context, t *turn, run assistant.RunID) error {
	v, err := r.turnTo(ctx, t, run)
	if err != nil {
		return err
	}
	if err := r.withdrawn(ctx, t, v); err != nil {
		return err
	}
	if v.Run.Status != assistant.RunCancelled {
		return nil // it was asked for again since, whose mail comes
	}
	return r.next(ctx, t, v.Run, r.declined(t, run, v.Tasks))
}

// stopAll ends every run of the conversation that goes on, in the words of the turn: whoever says stop means all that is at work, and
// the newest run need not be the one that goes on.
func (r *runs) stopAll(ctx context.Context, t *turn) (stopped bool, err error) {
	all, err := r.ongoing.GoingOn(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, fmt.Errorf("find what goes on: %w", err)
	}
	for _, v := range all {
		if _, err := r.runByWords(ctx, t, v, agents.Reply{Intent: agents.ReplyStop}); err != nil {
			return stopped, err
		}
		stopped = true
	}
	return stopped, nil
}

// withdrawn tells the cards of what of a run is not to be decided any more, and takes away what was staged for them. Both are known
// from the log, so a turn that dies on the way is made up for by the next one that takes its mail.
func (r *runs) withdrawn(ctx context.Context, t *turn, v assistant.RunView) error {
	t.planWithdrawn(v.Run.ID)
	for _, task := range v.Tasks {
		switch {
		case task.Status == assistant.TaskInProgress, task.Status == assistant.TaskCompleted:
			continue // it ends by itself
		case task.Approval == "" && task.Attempt > 0 && task.Status == assistant.TaskCancelled:
			// Its holder died, perhaps when it had just put something up.
			if err := r.unstage(ctx, t, v, r.doer.Staged(task)); err != nil {
				return err
			}
			continue
		case task.Approval == "":
			continue
		}
		a, err := r.lookups.Approval(ctx, t.claim.Tenant, task.Approval)
		if err != nil {
			return fmt.Errorf("read approval %s: %w", task.Approval, err)
		}
		switch a.Status {
		case assistant.ApprovalRejected, assistant.ApprovalExpired, assistant.ApprovalSentBack:
			continue // that has ended what was staged already
		case assistant.ApprovalPending, assistant.ApprovalWithdrawn:
			r.withdraws(t, a.Approval)
		case assistant.ApprovalApproved:
		}
		if err := r.unstage(ctx, t, v, a.Approval); err != nil {
			return err
		}
	}
	return nil
}

func (r *runs) withdraws(t *turn, a assistant.Approval) {
	t.say("approval", assistant.Message{
		Key: "withdrawn/" + string(a.ID), Agent: assistant.Chief, Kind: assistant.KindStatus, Run: a.Run,
		Content: decisionText(assistant.VerdictWithdrawn, "", t.words()), Body: assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictWithdrawn, Card: a.Card()},
	})
}

// parked handles a task that came to wait for a person. One that is to be left out, or whose run was stopped while the question was made
// up, needs no answer: nothing of it stays open.
func (r *runs) parked(ctx context.Context, t *turn, b assistant.TaskWaiting) error {
	v, err := r.turnTo(ctx, t, b.Run)
	if err != nil {
		return err
	}
	if k, there := v.Task(b.Task); there && k.Stopping && !v.Run.Status.Ended() {
		return r.stopTask(ctx, t, assistant.StopRequested{Run: b.Run, Task: b.Task})
	}
	if v.Run.Status != assistant.RunCancelled {
		return nil
	}
	if err := r.withdrawn(ctx, t, v); err != nil {
		return err
	}
	return r.next(ctx, t, v.Run, r.declined(t, b.Run, v.Tasks))
}

// declined ends the tasks of a stopped run that came to wait for a person after the stop had ended all that were open then.
// Either turn may be first, the stop's or the question's: the run does not end before them.
func (r *runs) declined(t *turn, run assistant.RunID, all []assistant.Task) []assistant.Task {
	tasks := slices.Clone(all)
	for i := range tasks {
		if tasks[i].Status != assistant.TaskOpen {
			continue
		}
		tasks[i].Status = assistant.TaskCancelled
		words := t.words().Say("Not done, because the run was stopped: %s", tasks[i].Summary)
		t.say("declined", assistant.Message{
			Agent: tasks[i].Owner, Kind: assistant.KindStatus, Content: words, Run: run,
			Body: assistant.TaskFinished{Run: run, Task: tasks[i].ID, Status: assistant.TaskCancelled, Result: assistant.Result{Summary: assistant.Verbatim(words)}},
		})
	}
	return tasks
}

// unstage takes away what a run has put up for people to look at. Where that does not work, they are told what is left.
func (r *runs) unstage(ctx context.Context, t *turn, v assistant.RunView, a assistant.Approval) error {
	if a.Staged == "" {
		return nil
	}
	project, _ := t.sit.Focus(v.ProjectOf(a.Task))
	err := t.laneHold.aside(ctx, func() error {
		return r.doer.Unstage(ctx, t.whose(project, v.Run), a)
	})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	r.log.WarnContext(ctx, "take away what was staged", slog.String("approval", string(a.ID)), slog.Any("err", err))
	where := t.words().Say("The preview of “%s”", a.Title)
	if a.Preview.Link != "" {
		where += " (" + a.Preview.Link + ")"
	}
	t.reply(t.words().Say("%s could not be taken away. Visitors do not see it; please delete it on the site.", where), false)
	return nil
}
