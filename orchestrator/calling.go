package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// calls keeps who was called about what waits.
type calls interface {
	Summons(ctx context.Context, due assistant.Timer) (assistant.Summons, error)
	Call(ctx context.Context, due assistant.Timer, step assistant.CallStep, reminder assistant.Message) (taken bool, said []assistant.Message, err error)
}

// call takes the next step about something that a background task has put before people: nobody looks at the place where it
// stands, so they are sent it. What is decided where they read it is decided everywhere.
func (s timers) call(ctx context.Context, t assistant.Timer, a assistant.Summons) error {
	step := background.NextCall(a, s.now())
	b := a.Reminded
	if b.Direct = step.Direct; !b.Direct {
		b.More = 0
	}
	taken, said, err := s.calls.Call(ctx, t, step, reminder(t, b, a.Run))
	if err != nil {
		return fmt.Errorf("call: %w", err)
	}
	if taken && step.Call != nil {
		s.hints.place(ctx, t.Tenant)
	}
	s.hints.appended(ctx, t.Tenant, t.Conversation, said)
	return nil
}
