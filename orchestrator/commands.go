package orchestrator

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// commands are words that code alone reads and obeys: what is done without asking, and to be asked again. They give no right, they can only
// take one back, so they need no model and do not wait for who is at work (decision 0076).
type commands struct{ standings standings }

// take does what the turn's words say where they are surely a command, and answers them; done is false for all others.
func (c *commands) take(ctx context.Context, t *turn, text string) (done bool, err error) {
	if unasked(t.cause().Body) {
		return false, nil // a background task commands nothing
	}
	return c.standsBack(ctx, t, text)
}

// mayCommand tells from a message alone whether it may be a command that is to be done at once, whoever is at work.
func mayCommand(m assistant.Message) bool {
	said, ok := m.Body.(assistant.Said)
	if !ok || len(said.Files) > 0 || unasked(said) || pressed(said) || strings.TrimSpace(m.Content) == "" {
		return false
	}
	_, command := agents.ReadStanding(m.Content)
	return command
}
