package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// fireHook lets a background task begin with the events that its hook was told of: from there on it is as by the clock.
func (s timers) fireHook(ctx context.Context, due assistant.Timer) error {
	fired, err := s.agenda.FireHook(ctx, due)
	if errors.Is(err, assistant.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("fire hook: %w", err)
	}
	if len(fired.Messages) > 0 {
		s.hints.appended(ctx, due.Tenant, due.Conversation, fired.Messages)
		s.hints.mail(ctx, due.Tenant)
	}
	return nil
}
