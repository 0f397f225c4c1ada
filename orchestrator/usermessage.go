package orchestrator

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// said handles what a person said: first as an answer to whatever is open, then as something new.
func (s *Supervisor) said(ctx context.Context, t *turn, text string) error {
	t.forGuest()
	if strings.TrimSpace(text) == "" && t.read() {
		return s.fresh(ctx, t, text)
	}
	if strings.TrimSpace(text) == "" && t.unread() {
		return nil // that is told already
	}
	if strings.TrimSpace(text) == "" && t.sit.Revised {
		return nil // it was taken back before it was read
	}
	if strings.TrimSpace(text) == "" {
		t.reply(t.words().Say("I got your message, but there are no words in it that I can read. Please tell me in a sentence what you need."), false)
		return nil
	}
	if done, err := s.commands.take(ctx, t, text); done || err != nil {
		return err
	}
	if unasked(t.mail.Message.Body) {
		return s.fresh(ctx, t, text)
	}
	if !t.guest() && pressed(t.mail.Message.Body) {
		return s.onPress(ctx, t, text)
	}
	if handled, err := s.asDecision(ctx, t, text); handled || err != nil {
		return err
	}
	if told, err := s.staff.tellsExecutors(ctx, t, text); told || err != nil {
		return err
	}
	return s.fresh(ctx, t, text)
}

// asDecision takes words as what they decide, where they do. What that needs on the stack is gone while a model is waited for.
func (s *Supervisor) asDecision(ctx context.Context, t *turn, text string) (handled bool, err error) {
	r := rule(t.team, t.sit, t.cause())
	reply := &r.choice.Reply
	if t.team.Cancels(*reply) && t.sit.Run != nil && !t.sit.Run.Status.Ended() {
		r.ruled, reply.Intent = ruledWords, agents.ReplyStop // while a run goes on, there is nothing else that it could mean
	}
	if t.guest() {
		return true, s.saidByGuest(ctx, t, text, r.choice.Reply)
	}
	return s.decides(ctx, t, r, text)
}

// fresh handles something new. The first step of the agent whom it is routed to decides what becomes of it: words, a look, changes to be
// approved, a question, a colleague's work, or a plan (decision 0074).
func (s *Supervisor) fresh(ctx context.Context, t *turn, text string) error {
	return s.staff.act(ctx, t, s.route(t, text), loop.Works)
}

// beside answers words that leave open what stands in the conversation: nothing is proposed for them.
func (s *Supervisor) beside(ctx context.Context, t *turn, text string) error {
	return s.staff.act(ctx, t, s.route(t, text), loop.Answers)
}

// route says who has words in hand that are a request of their own.
func (s *Supervisor) route(t *turn, text string) agents.Decision {
	t.doing.move(assistant.ActivityRouting)
	began := s.now()
	to := t.team.Route(agents.Context{Current: t.sit.Conversation.Agent, Text: text})
	s.meter.Turn(metrics.StageRoute, s.now().Sub(began))
	return to
}
