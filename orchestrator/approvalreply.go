package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// approvalByWords takes yes or no as the decision on the conversation's only pending approval. A no may say why.
func (s *Supervisor) approvalByWords(ctx context.Context, t *turn, a assistant.ApprovalRecord, intent agents.Intent, note string) error {
	decided := assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected, Hash: a.Hash, Note: note}
	if intent == agents.ReplyYes {
		decided.Verdict, decided.Note = assistant.VerdictApproved, ""
	}
	ruled := ruleOn(a, decided, approvals.Who{Person: t.sit.Person, From: t.cause().As}, t.sit.Settings, s.now())
	switch b := ruled.body.(type) { //nolint:gochecksumtype // only what a ruling gives
	case assistant.ApprovalDecided:
		decided = b
	case assistant.ApprovalBacked:
		t.run = a.Run
		t.say("approval", assistant.Message{
			Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: backedText(t.sit.Person.Name, t.words()), Run: a.Run, Body: b,
		})
		s.reply(t, t.words().Say("I have counted your yes: %d of %d so far. It is done once the others have approved it, too.", len(a.Yeses)+1, a.Rule.Count()), false)
		return nil
	default:
		s.reply(t, t.words().Say(ruled.note), false)
		return nil
	}
	t.run, t.decided[a.ID] = a.Run, decided
	t.say("approval", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: decisionText(decided.Verdict, t.sit.Person.Name, t.words()), Run: a.Run, Body: decided,
	})
	return s.onApproval(ctx, t, decided, a)
}

// approvalDecided handles a decision that came by a click, or that time made.
func (s *Supervisor) approvalDecided(ctx context.Context, t *turn, b assistant.ApprovalDecided) error {
	a, err := s.works.Approval(ctx, t.claim.Tenant, b.Approval)
	if err != nil {
		return fmt.Errorf("read approval %s: %w", b.Approval, err)
	}
	return s.onApproval(ctx, t, b, a)
}

// onApproval lets a declined task end; an approved one has been made ready by the decision itself.
func (s *Supervisor) onApproval(ctx context.Context, t *turn, b assistant.ApprovalDecided, a assistant.ApprovalRecord) error {
	if a.Run == "" {
		return nil
	}
	if err := s.turnTo(ctx, t, a.Run); err != nil {
		return err
	}
	if b.Verdict == assistant.VerdictApproved {
		t.doing.move(assistant.ActivityExecuting)
		return t.Think(ctx, assistant.Chief, assistant.PhaseExecution, t.words().Say("Hans passed the approval on; the task goes on."))
	}
	if err := s.unstage(ctx, t, a.Approval); err != nil {
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
	return s.next(ctx, t, *t.sit.Run, tasks)
}
