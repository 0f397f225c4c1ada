package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// calls keeps who was called about what waits.
type calls interface {
	Summons(ctx context.Context, due assistant.Timer) (assistant.Summons, error)
	Call(ctx context.Context, due assistant.Timer, step assistant.CallStep, reminder assistant.Message) (taken bool, said []assistant.Message, err error)
	Announce(ctx context.Context, due assistant.Timer, who []assistant.PersonID, next time.Time) error
	Telling(ctx context.Context, due assistant.Timer) (assistant.Telling, error)
	Tell(ctx context.Context, due assistant.Timer, step assistant.TellStep) (taken bool, err error)
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

// tell takes the next step to tell somebody, where they want to hear of it, what came of work that they did not ask for just now. What
// is not there any more is told to nobody.
func (s timers) tell(ctx context.Context, t assistant.Timer) error {
	a, err := s.calls.Telling(ctx, t)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return fmt.Errorf("tell: %w", err)
	}
	var step assistant.TellStep
	if err == nil {
		step = background.NextTelling(a, s.now())
	}
	taken, err := s.calls.Tell(ctx, t, step)
	if err != nil {
		return fmt.Errorf("tell: %w", err)
	}
	if taken && step.Call != nil {
		s.hints.place(ctx, t.Tenant)
	}
	return nil
}

// announce has people told, where they are reached while they look at nothing, that something waits which was asked for just now: those
// who are reminded of it later, by the same timer.
func (s timers) announce(ctx context.Context, t assistant.Timer, a assistant.Summons) error {
	who, err := s.awaited(ctx, t, a)
	if err == nil {
		err = s.calls.Announce(ctx, t, who, a.RemindAt)
	}
	if err != nil {
		return fmt.Errorf("announce: %w", err)
	}
	return nil
}

// awaited are those who are to decide what waits, as far as anybody knows them.
func (s timers) awaited(ctx context.Context, t assistant.Timer, a assistant.Summons) ([]assistant.PersonID, error) {
	reminders, err := s.reminders(ctx, t, a)
	if err != nil {
		return nil, err
	}
	var out []assistant.PersonID
	for _, m := range reminders {
		if b, ok := m.Body.(assistant.Reminded); ok && b.Person != "" && !slices.Contains(out, b.Person) {
			out = append(out, b.Person)
		}
	}
	return out, nil
}
