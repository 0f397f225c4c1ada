package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// approvalByWords takes yes or no as the decision on the conversation's only pending approval. A no may say why.
func (r *runs) approvalByWords(ctx context.Context, t *turn, a assistant.ApprovalRecord, intent agents.Intent, note string) error {
	ruled, err := r.ruleOnWords(ctx, t, a, intent, note)
	if err != nil {
		return err
	}
	if ruled.body == nil {
		t.reply(t.words().Say(ruled.note), false)
		return nil
	}
	decided, done := r.decide(t, a, ruled)
	if !done {
		return nil
	}
	return r.onApproval(ctx, t, decided, a)
}

// eachByWords takes words as decisions on several actions of one card: each is decided as if it had been alone, and the run moves on
// once all of them are.
func (r *runs) eachByWords(ctx context.Context, t *turn, said ruling) error {
	ruled := make([]approvalRuling, len(said.each))
	for i, d := range said.each {
		var err error
		if ruled[i], err = r.ruleOnWords(ctx, t, said.stood.Approvals[d.Subject], d.Intent, ""); err != nil {
			return err
		}
		if ruled[i].body == nil {
			t.reply(t.words().Say(ruled[i].note), false)
			return nil
		}
	}
	run := said.stood.Approvals[said.each[0].Subject].Run
	v, err := r.turnTo(ctx, t, run)
	if err != nil {
		return err
	}
	v.Tasks = slices.Clone(v.Tasks)
	released := false
	for i, d := range said.each {
		a := said.stood.Approvals[d.Subject]
		b, done := r.decide(t, a, ruled[i])
		if !done {
			continue
		}
		if b.Verdict == assistant.VerdictApproved {
			released = true
			continue
		}
		if err := r.decline(ctx, t, b, a, v); err != nil {
			return err
		}
	}
	if released {
		if err := r.passedOn(ctx, t); err != nil {
			return err
		}
	}
	return r.next(ctx, t, v.Run, v.Tasks)
}

// ruleOnWords rules on what words say of an action.
func (r *runs) ruleOnWords(ctx context.Context, t *turn, a assistant.ApprovalRecord, intent agents.Intent, note string) (approvalRuling, error) {
	said := assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected, Hash: a.Hash, Card: a.Card(), Note: note}
	if intent == agents.ReplyYes {
		said.Verdict, said.Note = assistant.VerdictApproved, ""
	}
	return inStead{r.named, t.claim.Tenant, r.models.now()}.ruleOn(ctx, a, said, approvals.Who{Person: t.sit.Person, From: t.cause().As}, t.sit.Settings)
}

// decide says the decision that words have made; done is false where more people have to say yes.
func (r *runs) decide(t *turn, a assistant.ApprovalRecord, ruled approvalRuling) (decided assistant.ApprovalDecided, done bool) {
	who := inSteadOf(t.sit.Person.Name, ruled.of, t.words())
	content := backedText(who, t.words())
	if decided, done = ruled.body.(assistant.ApprovalDecided); done {
		content = decisionText(decided.Verdict, who, t.words())
		t.decided[a.ID] = decided
	}
	t.run = a.Run
	t.say("approval", assistant.Message{
		Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: content, Run: a.Run, Body: ruled.body,
	})
	if !done {
		t.reply(t.words().Say("I have counted your yes: %d of %d so far. It is done once the others have approved it, too.", len(a.Yeses)+1, a.Rule.Count()), false)
	}
	return decided, done
}

// passedOn says that what was approved goes on.
func (r *runs) passedOn(ctx context.Context, t *turn) error {
	t.doing.move(assistant.ActivityExecuting)
	return t.Think(ctx, assistant.Chief, assistant.PhaseExecution, t.words().Say("Hans passed the approval on; the task goes on."))
}

// approvalDecided handles a decision that came by a click, or that time made.
func (r *runs) approvalDecided(ctx context.Context, t *turn, b assistant.ApprovalDecided) error {
	a, err := r.lookups.Approval(ctx, t.claim.Tenant, b.Approval)
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
	v, err := r.turnTo(ctx, t, a.Run)
	if err != nil {
		return err
	}
	if b.Verdict == assistant.VerdictApproved {
		return r.passedOn(ctx, t)
	}
	if b.Verdict == assistant.VerdictChanges {
		return r.anew(ctx, t, b, a, v)
	}
	v.Tasks = slices.Clone(v.Tasks)
	if err := r.decline(ctx, t, b, a, v); err != nil {
		return err
	}
	return r.next(ctx, t, v.Run, v.Tasks)
}

// decline ends the task of an approval that was refused, or that nobody decided on in time, among the given run's own.
func (r *runs) decline(ctx context.Context, t *turn, b assistant.ApprovalDecided, a assistant.ApprovalRecord, v assistant.RunView) error {
	if err := r.unstage(ctx, t, v, a.Approval); err != nil {
		return err
	}
	tasks := v.Tasks
	for i := range tasks {
		if tasks[i].ID != a.Task || tasks[i].Status.Ended() {
			continue
		}
		words, why := t.words().Say("Not done, because it was declined: %s", tasks[i].Summary), assistant.NotDoneDeclined
		if b.Verdict == assistant.VerdictExpired {
			words, why = t.words().Say("Not done, because nobody decided in time: %s", tasks[i].Summary), assistant.NotDoneExpired
		}
		tasks[i].Status, tasks[i].Result = assistant.TaskCancelled, &assistant.Result{Summary: assistant.Verbatim(words), NotDone: why}
		t.say("declined", assistant.Message{
			Agent: tasks[i].Owner, Kind: assistant.KindStatus, Content: words, Run: tasks[i].Run,
			Body: assistant.TaskFinished{Run: tasks[i].Run, Task: a.Task, Status: assistant.TaskCancelled, Result: *tasks[i].Result},
		})
	}
	return nil
}
