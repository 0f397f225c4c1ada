package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// said handles what a person said: first as an answer to whatever is open, then as something new.
func (s *Supervisor) said(ctx context.Context, t *turn, text string) error {
	t.forGuest()
	if strings.TrimSpace(text) == "" && t.read() {
		return s.answers.answer(ctx, t, t.team.Route(agents.Context{Current: t.sit.Conversation.Agent}))
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
	if begun, err := s.commands.runsNow(ctx, t, text, false); begun || err != nil {
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

// fresh handles something new: a simple answer, or work that needs a plan (seed 000 §16.1).
func (s *Supervisor) fresh(ctx context.Context, t *turn, text string) error {
	return s.freshAs(ctx, t, text, t.team.Classify(text), "rule")
}

// freshAs handles something new that is of a class, by whose word.
func (s *Supervisor) freshAs(ctx context.Context, t *turn, text string, class agents.Class, by string) error {
	t.doing.move(assistant.ActivityRouting)
	began := s.now()
	route := t.team.Route(agents.Context{Current: t.sit.Conversation.Agent, Text: text})
	if class.Kind == agents.ClassUnsure {
		t.doing.move(assistant.ActivityThinking)
		judged, err := t.team.ClassifyWithModel(ctx, s.models.asker(t), text, t.sit)
		if err != nil {
			return fmt.Errorf("classify: %w", err)
		}
		class, by = judged, "model"
		if class.Kind == agents.ClassPlanning && unasked(t.cause().Body) {
			class.Kind = agents.ClassTool // what is to be done hangs on what is found, so an agent looks first, and proposes what it finds wanting
		}
	}
	s.meter.Turn(metrics.StageRoute, s.now().Sub(began))
	if class.Kind == agents.ClassTool {
		if a, ok := s.staff.hired(t, route); ok {
			if err := s.staff.act(ctx, t, a, route); !errors.Is(err, errUnproposed) {
				return err
			}
		}
		class.Kind = agents.ClassPlanning // planning asks what is missing, or says why it cannot be
	}
	if class.Kind == agents.ClassPlanning {
		if err := t.Think(ctx, assistant.Chief, assistant.PhaseRouting, because(t, t.words().Say("Hans evaluated the request and will plan it"), class.Reason)); err != nil {
			return err
		}
		s.routing.routed(t, assistant.Routed{From: t.sit.Conversation.Agent, To: []assistant.AgentID{assistant.Chief}, Reason: class.Reason.String(), By: by}, "")
		return s.plans.begin(ctx, t)
	}
	return s.answers.answer(ctx, t, route)
}
