package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// approvalByWords takes yes or no as the decision on the conversation's only pending approval. A no may say why.
func (r *runs) approvalByWords(ctx context.Context, t *turn, a assistant.ApprovalRecord, intent agents.Intent, note string) error {
	if !assistant.MayDecide(t.sit.Person, t.sit.Settings, a.RequestedBy) {
		t.reply(t.words().Say(notYours(t.sit.Settings)), false)
		return nil
	}
	decided := assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected, Hash: a.Hash, Note: note}
	if intent == agents.ReplyYes {
		decided.Verdict, decided.Note = assistant.VerdictApproved, ""
	}
	t.run, t.decided[a.ID] = a.Run, decided
	t.say("approval", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: decisionText(decided.Verdict, t.sit.Person.Name, t.words()), Run: a.Run, Body: decided,
	})
	return r.onApproval(ctx, t, decided, a)
}

// approvalDecided handles a decision that came by a click, or that time made.
func (r *runs) approvalDecided(ctx context.Context, t *turn, b assistant.ApprovalDecided) error {
	a, err := r.works.Approval(ctx, t.claim.Tenant, b.Approval)
	if err != nil {
		return fmt.Errorf("read approval %s: %w", b.Approval, err)
	}
	return r.onApproval(ctx, t, b, a)
}

// onApproval lets a declined task end; an approved one has been made ready by the decision itself.
func (r *runs) onApproval(ctx context.Context, t *turn, b assistant.ApprovalDecided, a assistant.ApprovalRecord) error {
	if a.Run == "" {
		return nil
	}
	if err := r.turnTo(ctx, t, a.Run); err != nil {
		return err
	}
	if b.Verdict == assistant.VerdictApproved {
		t.doing.move(assistant.ActivityExecuting)
		return t.Think(ctx, assistant.Chief, assistant.PhaseExecution, t.words().Say("Hans passed the approval on; the task goes on."))
	}
	if err := r.unstage(ctx, t, a.Approval); err != nil {
		return err
	}
	tasks := append([]assistant.Task(nil), t.sit.Tasks...)
	for i := range tasks {
		if tasks[i].ID != a.Task || tasks[i].Status.Ended() {
			continue
		}
		tasks[i].Status = assistant.TaskCancelled
		words := t.words().Say("Not done, because it was declined: %s", tasks[i].Summary)
		if b.Verdict == assistant.VerdictExpired {
			words = t.words().Say("Not done, because nobody decided in time: %s", tasks[i].Summary)
		}
		t.say("declined", assistant.Message{
			Agent: tasks[i].Owner, Kind: assistant.KindStatus, Content: words, Run: tasks[i].Run,
			Body: assistant.TaskFinished{Run: tasks[i].Run, Task: a.Task, Status: assistant.TaskCancelled, Result: assistant.Result{Summary: words}},
		})
	}
	return r.next(ctx, t, *t.sit.Run, tasks)
}
