package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

// What people want otherwise of what a step of a plan has put before them: it goes back to whoever wrote it, and the next version is
// put before them.

// reworker says what of a run is done anew for a step that people want otherwise.
type reworker interface {
	Rework(ctx context.Context, d planning.Desk, tasks []assistant.Task, of assistant.Task, wish string) ([]assistant.Rewritten, error)
}

// wantedOtherwise makes a no that says what is wanted instead what it is: the step goes back with it. It is a no where nobody can
// write the next version; an agent who proposed the step hears it with the no.
func wantedOtherwise(a assistant.Approval, d assistant.ApprovalDecided) assistant.ApprovalDecided {
	says := strings.TrimSpace(d.Note) != ""
	switch {
	case a.Revisable && says && d.Verdict == assistant.VerdictRejected:
		d.Verdict = assistant.VerdictChanges
	case d.Verdict == assistant.VerdictChanges && (!a.Revisable || !says):
		d.Verdict = assistant.VerdictRejected
	}
	return d
}

// wordsOnShown takes own words as what is to be different about what stands there for approval, or as a no to it, where they are. A model
// reads them: the rules know yes, no and stop alone. Whatever else they are they are handled as, and what stands there stays.
func (s *Supervisor) wordsOnShown(ctx context.Context, t *turn, stood assistant.Situation, text string) error {
	judged, err := s.judge(ctx, t, text, agents.HeardOwn)
	if err != nil {
		return err
	}
	switch judged.Heard {
	case agents.HeardRevise:
		return s.wantsOtherwise(ctx, t, stood, text)
	case agents.HeardOwn, agents.HeardReply:
		return s.judgedOwn(ctx, t, text, judged)
	case agents.HeardYes, agents.HeardNo, agents.HeardStop:
	}
	if len(stood.Approvals) > 1 {
		t.reply(whichText(stood.Subjects(), t.words()), false)
		return nil
	}
	if judged.Heard == agents.HeardYes {
		t.reply(sayYesText(t.words().Tell(stood.Approvals[0].Title), t.words()), false)
		return nil
	}
	return s.runs.refused(ctx, t, stood.Approvals[0], text)
}

// wantsOtherwise has the next version written of what stands there for approval: by whoever wrote it for a plan, or by the agent at work who
// proposed it.
func (s *Supervisor) wantsOtherwise(ctx context.Context, t *turn, stood assistant.Situation, text string) error {
	if len(stood.Approvals) == 1 && !stood.Approvals[0].Revisable {
		return s.runs.refused(ctx, t, stood.Approvals[0], text)
	}
	open := slices.DeleteFunc(slices.Clone(stood.Approvals), func(a assistant.ApprovalRecord) bool { return !a.Revisable })
	switch len(open) {
	case 0:
		t.reply(whichText(stood.Subjects(), t.words()), false)
		return nil
	case 1:
		return s.runs.sendsBack(ctx, t, open[0], text)
	default:
		t.reply(t.words().Say("%d things wait here, so I do not know which one is to be different. Press “Ask for changes” on its card.", len(open)), false)
		return nil
	}
}

// sendsBack takes words as what is to be different about what stands there for approval.
func (r *runs) sendsBack(ctx context.Context, t *turn, a assistant.ApprovalRecord, words string) error {
	said := assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictChanges, Hash: a.Hash, Card: a.Card(), Note: words}
	ruled, err := inStead{r.named, t.claim.Tenant, r.models.now()}.ruleOn(ctx, a, said, approvals.Who{Person: t.sit.Person, From: t.cause().As}, t.sit.Settings)
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

// anew opens a task anew whose change people want otherwise, with whoever writes for it.
func (r *runs) anew(ctx context.Context, t *turn, b assistant.ApprovalDecided, a assistant.ApprovalRecord, v assistant.RunView) error {
	at := slices.IndexFunc(v.Tasks, func(k assistant.Task) bool { return k.ID == a.Task })
	if at < 0 || v.Tasks[at].Status.Ended() || v.Tasks[at].Approval != a.ID || v.Run.Status.Ended() {
		return nil // it went on otherwise meanwhile
	}
	if err := r.unstage(ctx, t, v, a.Approval); err != nil {
		return err
	}
	task := v.Tasks[at]
	t.doing.move(assistant.ActivityPlanning)
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseExecution, t.words().Say("Hans is giving it back with what is to be different.")); err != nil {
		return err
	}
	rewritten, err := r.reworks.Rework(ctx, planning.Desk{Team: t.team.Team, Model: r.models.asker(t), Journal: t, Now: r.models.now}, v.Tasks, task, b.Note)
	if err != nil && !errors.Is(err, errInterrupted) {
		return fmt.Errorf("rework task %s: %w", task.ID, err)
	}
	back := assistant.TaskSentBack{Run: task.Run, Task: task.ID, Rewritten: rewritten, Back: assistant.SentBack{
		Approval: a.ID, By: t.cause().Person, Words: b.Note, Shown: assistant.VersionOf(a.Preview),
	}}
	if _, said := t.cause().Body.(assistant.Said); said {
		back.Back.Message = t.cause().ID
	}
	if len(rewritten) == 1 && string(rewritten[0].Parameters) == string(task.Parameters) {
		t.reply(t.words().Say("I found nothing in “%s” to change for that, so you are asked about it as it was.", firstLine(task.Summary)), false)
	}
	t.say("sent-back", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Run: task.Run, Body: back,
		Content: t.words().Say("Given back to be written anew: %s", task.Summary),
	})
	return r.next(ctx, t, v.Run, assistant.TasksAfter(v.Tasks, back))
}

// editedWish sends back what stands there once more where the words were edited with which it was written: they say now what is wanted.
func (s *Supervisor) editedWish(ctx context.Context, t *turn, b assistant.Revised) (bool, error) {
	if b.Deleted || t.sit.Run == nil {
		return false, nil
	}
	for _, k := range t.sit.Tasks {
		if k.SentBack == nil || k.SentBack.Message != b.Message || k.Approval == "" {
			continue
		}
		at := slices.IndexFunc(t.sit.Approvals, func(a assistant.ApprovalRecord) bool { return a.ID == k.Approval })
		words := strings.TrimSpace(t.cause().Content)
		if at < 0 || words == "" || words == k.SentBack.Words || t.cause().Person != k.SentBack.By {
			continue
		}
		return true, s.runs.sendsBack(ctx, t, t.sit.Approvals[at], words)
	}
	return false, nil
}
