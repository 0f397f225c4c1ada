package bots

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Inbox is the way in, the same for every surface. Both verbs return only after what they were told is durable.
type Inbox interface {
	// Receive takes what a person said, changed or took back. A key seen before is answered with Known and writes nothing.
	Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error)
	// Act takes a decision, an answer, a stop, a retry or an undo. It authorises the person; the first valid act on a
	// subject wins, and later ones get a Note to be shown to that person alone.
	Act(ctx context.Context, act assistant.Act) (assistant.Outcome, error)
}
