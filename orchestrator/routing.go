package orchestrator

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// routing says who has a request in hand, and why: in a line of thinking, in the log of the conversation, and in the operator's.
type routing struct {
	log *slog.Logger
}

// choose says to whoever reads along who is to have it in hand, and why.
func (r *routing) choose(ctx context.Context, t *turn, agent assistant.Agent, route agents.Decision) error {
	choice := t.words().Say("Hans is choosing %s", agent.Called())
	if agent.ID == assistant.Chief {
		choice = t.words().Say("Hans answers himself")
	}
	return t.Think(ctx, assistant.Chief, assistant.PhaseRouting, because(t, choice, route.Reason))
}

// took records who has it in hand from now on, and why.
func (r *routing) took(t *turn, agent assistant.Agent, route agents.Decision) {
	words, from := "", t.sit.Conversation.Agent
	switch {
	case from == agent.ID, agent.ID == assistant.Chief, t.silent():
	case from == "" || from == assistant.Chief:
		words = t.words().Say("Hans is handing this off to %s.", agent.Called())
	default: // whom people had chosen is told why somebody else has it
		words = because(t, t.words().Say("Hans is handing this off from %s to %s", t.team.Called(from), agent.Called()), route.Reason)
	}
	r.routed(t, assistant.Routed{From: t.sit.Conversation.Agent, To: []assistant.AgentID{agent.ID}, Reason: route.Reason.String(), By: route.By}, words)
}

// because gives a choice with its reason.
func because(t *turn, choice string, reason assistant.Sentence) string {
	return t.words().Say("%s: %s.", choice, t.words().Tell(reason))
}

// routed records who answers and why. Words make it visible (seed 000 §5.3).
func (r *routing) routed(t *turn, to assistant.Routed, words string) {
	kind := assistant.KindSystem
	if words != "" {
		kind = assistant.KindStatus
	}
	t.say("routed", assistant.Message{Agent: assistant.Chief, Kind: kind, Content: words, Body: to})
	r.log.Info("routed", slog.String("conversation", string(t.claim.Conversation)), slog.Any("to", to.To), slog.String("reason", to.Reason), slog.String("by", to.By))
}

// handed records that an agent gives its work to another, in words that people read, with the next append: what follows is the
// other one's.
func (r *routing) handed(t *turn, to assistant.Routed, words, key string) {
	t.keep(assistant.Message{Key: key, Agent: to.From, Kind: assistant.KindStatus, Content: words, Body: to})
	r.log.Info("handed over", slog.String("conversation", string(t.claim.Conversation)), slog.Any("to", to.To), slog.String("reason", to.Reason))
}
