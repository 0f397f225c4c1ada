package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// What asks a model, or puts the team to work, counts, by whatever door it comes: words, files, clicks, forms and single
// tasks. Deciding is never too much, and neither is stopping or taking back: nobody who is shown something has to wait
// before they may say no to it. The rule stands here and nowhere else.

// bodyAsks tells whether an act is one that counts.
func bodyAsks(b assistant.Body) bool {
	switch b := b.(type) { //nolint:gochecksumtype // the rest decide, stop, take back or are no acts
	case assistant.PlanDecided:
		return b.Verdict == assistant.VerdictChanges
	case assistant.Answered:
		return !b.Withdrawn
	case assistant.ApprovalDecided:
		return b.Verdict == assistant.VerdictChanges || b.Verdict == assistant.VerdictRejected && b.Note != ""
	case assistant.RetryRequested:
		return true
	default:
		return false
	}
}

// wordsAsk tells whether what a person said counts: it does unless it is empty, stops something, or is a yes, a no or an undo
// to something that is open for it.
func wordsAsk(v agents.Vocabulary, said assistant.Said, words assistant.Message, sit assistant.Situation) bool {
	r := rule(v, sit, words)
	if r.ruled == ruledEach || r.ruled == ruledDecided && r.subject.Kind != assistant.SubjectQuestion {
		return false
	}
	reply := v.ReadReply(words.Content)
	going := sit.Run != nil && !sit.Run.Status.Ended()
	switch reply.Intent {
	case agents.ReplyStop:
		return false
	case agents.ReplyYes:
		return sit.Plan == nil && len(sit.Approvals) == 0
	case agents.ReplyNo:
		return sit.Plan == nil && len(sit.Approvals) == 0 && !going
	case agents.ReplyUndo:
		return sit.Run == nil || going
	case agents.ReplyWords, agents.ReplyRetry, agents.ReplyDefault:
	}
	return reply.Text != "" || len(said.Files) > 0
}

// bounds are what somebody who asks is held to.
type bounds struct {
	rates    allowance
	backends backends
	now      func() time.Time
	log      *slog.Logger
	meter    *metrics.Metrics
}

// refuse counts what a person asks, and says why it is too much where it is.
func (b *bounds) refuse(ctx context.Context, t assistant.TenantID, p assistant.PersonID) *assistant.Trouble {
	if b.rates.allow(p, b.now()) {
		return nil
	}
	b.note(ctx, metrics.RuleRate, t, p)
	return &assistant.Trouble{Err: assistant.ErrTooMuch, Problem: assistant.Problem{
		Side:     assistant.SideInput,
		Message:  assistant.Say("You have asked too many things within a minute, so I have not worked on this one. Nothing was changed."),
		Recovery: assistant.Say("Please say it again in a minute."),
	}}
}

// door says why an act that asks is too much, before anything of it is written. Trying again is worth a try without a
// budget, too: not every task needs a model.
func (b *bounds) door(ctx context.Context, act assistant.Act, p assistant.PersonID) (note string) {
	if !bodyAsks(act.Body) {
		return ""
	}
	refused := b.refuse(ctx, act.Tenant, p)
	if _, retry := act.Body.(assistant.RetryRequested); refused == nil && !retry {
		_, err := b.backends.Of(act.Tenant).Purse.Open(ctx, act.Tenant, p)
		refused, _ = errors.AsType[*assistant.Trouble](err)
	}
	if refused == nil {
		return ""
	}
	return refused.Problem.Message.String() + "\n" + refused.Problem.Recovery.String()
}

// admit counts what a person said before anything of it is fetched, and gives the files that may be. What is too much is told,
// and the turn is at its end; but a decision is taken also then, without what came with it. A mail that is taken again has
// been counted.
func (b *bounds) admit(ctx context.Context, t *turn, said assistant.Said) []assistant.File {
	m := t.cause()
	if said.Background != "" {
		return said.Files // nobody has asked just now: how often tasks begin is bounded where they do
	}
	asks := wordsAsk(t.team, said, m, t.sit)
	if t.mail.Attempt > 0 || !asks && len(said.Files) == 0 {
		return said.Files
	}
	refused := b.refuse(ctx, m.Tenant, m.Person)
	switch {
	case refused == nil:
		return said.Files
	case asks:
		t.problem(refused.Problem, nil)
		t.refused = true
	default:
		t.reply(t.words().Say("I have not looked at what you attached, because you have asked a lot within a minute. Please attach it again in a minute."), false)
	}
	return nil
}

// note counts and logs a refusal: whom and by which rule, never what was said.
func (b *bounds) note(ctx context.Context, r metrics.Rule, t assistant.TenantID, p assistant.PersonID) {
	b.meter.Refused(r)
	b.log.InfoContext(ctx, "refused", slog.String("tenant", string(t)), slog.String("person", string(p)), slog.String("rule", string(r)))
}
