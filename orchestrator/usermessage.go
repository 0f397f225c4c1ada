package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// said handles what a person said: first as an answer to whatever is open, then as something new.
func (s *Supervisor) said(ctx context.Context, t *turn, text string) error {
	t.forGuest()
	if strings.TrimSpace(text) == "" && t.read() {
		return s.answer(ctx, t, s.vocabulary.Route(agents.Context{Current: t.sit.Conversation.Agent}))
	}
	if strings.TrimSpace(text) == "" && t.unread() {
		return nil // that is told already
	}
	if strings.TrimSpace(text) == "" {
		s.reply(t, t.words().Say("I got your message, but there are no words in it that I can read. Please tell me in a sentence what you need."), false)
		return nil
	}
	if unasked(t.cause()) {
		return s.fresh(ctx, t, text)
	}
	if s.bindsChannel(t, text) {
		return nil
	}
	if handled, err := s.asDecision(ctx, t, text); handled || err != nil {
		return err
	}
	return s.fresh(ctx, t, text)
}

// asDecision takes words as what they decide, where they do. What that needs on the stack is gone while a model is waited for.
func (s *Supervisor) asDecision(ctx context.Context, t *turn, text string) (handled bool, err error) {
	r := rule(s.vocabulary, t.sit, t.cause())
	reply := &r.choice.Reply
	if agents.Cancels(*reply) && t.sit.Run != nil && !t.sit.Run.Status.Ended() {
		r.ruled, reply.Intent = ruledWords, agents.ReplyStop // while a run goes on, there is nothing else that it could mean
	}
	if t.guest() {
		return true, s.saidByGuest(ctx, t, text, r.choice.Reply)
	}
	return s.decides(ctx, t, r, text)
}

// fresh handles something new: a simple answer, or work that needs a plan (seed 000 §16.1).
func (s *Supervisor) fresh(ctx context.Context, t *turn, text string) error {
	return s.freshAs(ctx, t, text, s.vocabulary.Classify(text), "rule")
}

// freshAs handles something new that is of a class, by whose word.
func (s *Supervisor) freshAs(ctx context.Context, t *turn, text string, class agents.Class, by string) error {
	t.doing.move(assistant.ActivityRouting)
	routed := s.timed(metrics.StageRoute)
	route := s.vocabulary.Route(agents.Context{Current: t.sit.Conversation.Agent, Text: text})
	if class.Kind == agents.ClassUnsure {
		t.doing.move(assistant.ActivityThinking)
		judged, err := s.vocabulary.ClassifyWithModel(ctx, s.asker(t), text, t.sit)
		if err != nil {
			return fmt.Errorf("classify: %w", err)
		}
		class, by = judged, "model"
	}
	routed()
	if class.Kind == agents.ClassTool {
		if a, ok := s.hired(t, route); ok {
			if err := s.act(ctx, t, a, route); !errors.Is(err, errUnproposed) {
				return err
			}
		}
		class.Kind = agents.ClassPlanning // planning asks what is missing, or says why it cannot be
	}
	if class.Kind == agents.ClassPlanning {
		if err := s.thinkRouting(ctx, t, because(t, t.words().Say("Hans evaluated the request and will plan it"), class.Reason)); err != nil {
			return err
		}
		s.routed(t, assistant.Routed{From: t.sit.Conversation.Agent, To: []assistant.AgentID{assistant.Chief}, Reason: class.Reason, By: by}, "")
		t.doing.move(assistant.ActivityPlanning)
		defer s.timed(metrics.StagePlan)()
		move, err := s.planner.Begin(ctx, s.desk(t), t.sit, t.cause())
		if err != nil {
			return fmt.Errorf("begin planning: %w", err)
		}
		return s.moved(ctx, t, move)
	}
	return s.answer(ctx, t, route)
}

// because gives a choice with its reason. The rules give their reasons in English: where that is not what is spoken, only those
// are said that the catalogue has.
func because(t *turn, choice, reason string) string {
	said := t.words().Known(reason)
	if said == reason && t.words().Language() != assistant.English {
		return choice + "."
	}
	return choice + ": " + said + "."
}

func (s *Supervisor) thinkRouting(ctx context.Context, t *turn, text string) error {
	return t.Think(ctx, assistant.Chief, assistant.PhaseRouting, text)
}

// routed records who answers and why. Words make it visible (seed 000 §5.3).
func (s *Supervisor) routed(t *turn, r assistant.Routed, words string) {
	kind := assistant.KindSystem
	if words != "" {
		kind = assistant.KindStatus
	}
	t.say("routed", assistant.Message{Agent: assistant.Chief, Kind: kind, Content: words, Body: r})
	s.log.Info("routed", slog.String("conversation", string(t.claim.Conversation)), slog.Any("to", r.To), slog.String("reason", r.Reason), slog.String("by", r.By))
}

// answer lets the right agent answer directly.
func (s *Supervisor) answer(ctx context.Context, t *turn, route agents.Decision) error {
	agent := agents.MustFind(route.Agent)
	if err := s.choose(ctx, t, agent, route); err != nil {
		return err
	}
	t.doing.move(assistant.ActivityThinking)
	pictures, err := s.files.pictures(ctx, t)
	if err != nil {
		return err
	}
	said, hands, err := s.words(ctx, t, agents.Question{
		Agent: agent, Situation: t.sit, Pictures: pictures, About: t.cause(), Tools: s.handy(t), Vocabulary: s.vocabulary, OnText: s.drafts(ctx, t, agent.ID),
	})
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	for _, line := range append(said.Thoughts, hands.lines(agent)...) {
		if err := t.Think(ctx, agent.ID, assistant.PhaseExecution, line); err != nil {
			return err
		}
	}
	t.say("answer", assistant.Message{
		Agent: agent.ID, Kind: assistant.KindMessage, Content: said.Text, Body: assistant.Said{
			Rehearsal: said.Rehearsal, Files: hands.files, Note: s.vocabulary.Unchanged(t.words(), t.cause().Content, said, len(hands.files)),
		},
	})
	return nil
}

// choose says who has it in hand from now on, and why.
func (s *Supervisor) choose(ctx context.Context, t *turn, agent assistant.Agent, route agents.Decision) error {
	choice := t.words().Say("Hans is choosing %s", agent.Called())
	if agent.ID == assistant.Chief {
		choice = t.words().Say("Hans answers himself")
	}
	if err := s.thinkRouting(ctx, t, because(t, choice, route.Reason)); err != nil {
		return err
	}
	words := ""
	if from := t.sit.Conversation.Agent; from != agent.ID && agent.ID != assistant.Chief {
		words = t.words().Say("Hans is handing this off to %s.", agent.Called())
	}
	s.routed(t, assistant.Routed{From: t.sit.Conversation.Agent, To: []assistant.AgentID{agent.ID}, Reason: route.Reason, By: route.By}, words)
	return nil
}

const (
	draftEvery = 100 * time.Millisecond // paces what is shown of an answer that is still being written
	draftAfter = time.Second            // how long it may be written before surfaces show it: quick answers come whole
)

// drafts publishes the answer so far. A draft may be lost; the answer itself may not.
func (s *Supervisor) drafts(ctx context.Context, t *turn, agent assistant.AgentID) func(string) {
	var text strings.Builder
	begun := s.now()
	last := begun
	return func(delta string) {
		text.WriteString(delta)
		if now := s.now(); now.Sub(last) >= draftEvery {
			last = now
			if now.Sub(begun) >= draftAfter {
				s.drafting.offer(t.draft(agent, text.String(), s.rehearsal))
			}
			ctx, cancel := context.WithTimeout(ctx, hintPatience)
			defer cancel()
			_ = s.queue.Publish(ctx, assistant.News{
				Tenant: t.claim.Tenant, Conversation: t.claim.Conversation, Activity: assistant.ActivityThinking, Draft: text.String(),
			})
		}
	}
}

// reply lets Hans say a sentence.
func (s *Supervisor) reply(t *turn, text string, final bool) {
	t.say("reply", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{Final: final},
	})
}

// revised notes that a person changed or took back words. What was already done with them stands; nothing is done twice.
func (s *Supervisor) revised(ctx context.Context, t *turn, b assistant.Revised) error {
	if p := t.sit.Plan; p != nil && t.cause().Person != "" && t.cause().Person == p.RequestedBy {
		words := t.words().Say("You changed a message after I had read it. The plan “%s” is as it was; say what should be different and I change it.", firstLine(p.Title))
		if b.Deleted {
			words = t.words().Say("You deleted a message that I had read. The plan “%s” still stands; say no to drop it.", firstLine(p.Title))
		}
		s.reply(t, words, false)
		return nil
	}
	words := t.words().Say("Hans noted that a message was edited. What was already done with it stands; say what should be different.")
	if b.Deleted {
		words = t.words().Say("Hans noted that a message was deleted and will not use it any more.")
	}
	return t.Think(ctx, assistant.Chief, assistant.PhaseRouting, words)
}
