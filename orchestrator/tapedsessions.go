package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// sessionSeen is an agent's session as it is recorded: without its messages, of which it is kept how many there were. A message that is kept never
// changes, and a record of all of them, in each turn that goes on with the session, would grow with the square of it.
type sessionSeen struct {
	Value assistant.AgentSession
	Found bool
	Kept  int // messages; 0 in what was recorded before they were left out
}

// tapedSession reads an agent's session through a tape. Where it is played, the messages are read where they are kept.
func tapedSession(
	ctx context.Context, on *tape.Tape, what, of string, t assistant.TenantID, kept sessions, read func() (assistant.AgentSession, bool, error),
) (assistant.AgentSession, bool, error) {
	var messages []assistant.AgentMessage
	seen, err := tape.Through(on, tape.Read, what, of, func() (r sessionSeen, err error) {
		r.Value, r.Found, err = read()
		messages, r.Kept, r.Value.Messages = r.Value.Messages, len(r.Value.Messages), nil
		return r, err
	})
	s := seen.Value
	if err != nil || seen.Kept == 0 {
		return s, seen.Found, err
	}
	if on.Playing() {
		whole, _, err := kept.AgentSession(ctx, t, s.ID)
		if err != nil {
			return s, false, fmt.Errorf("read what session %s was given: %w", s.ID, err)
		}
		messages = whole.Messages[:min(seen.Kept, len(whole.Messages))]
	}
	s.Messages = messages
	return s, seen.Found, nil
}
