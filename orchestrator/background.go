package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// agenda keeps background tasks.
type agenda interface {
	Background(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID) (assistant.BackgroundTask, error)
	FireBackground(ctx context.Context, f assistant.Firing) (assistant.Fired, error)
	FireHook(ctx context.Context, due assistant.Timer) (assistant.Fired, error)
}

// fire lets a background task that is due begin: what it wants done enters its conversation as its owner's words, and goes the
// way of all words from there. Times that nobody was there for are made up for once: the next one lies ahead.
func (s timers) fire(ctx context.Context, due assistant.Timer) error {
	b, err := s.agenda.Background(ctx, due.Tenant, assistant.BackgroundID(due.Ref))
	if errors.Is(err, assistant.ErrNotFound) || err == nil && !b.Due.Equal(due.DueAt) {
		return nil // another replica has taken it up
	}
	if err != nil {
		return fmt.Errorf("fire: %w", err)
	}
	now := s.now()
	if now.Before(due.DueAt) {
		now = due.DueAt // the database's clock says that it is due; this process's may be behind it
	}
	fired, err := s.agenda.FireBackground(ctx, assistant.Firing{Due: due, Next: background.After(b, now)})
	if err != nil {
		return fmt.Errorf("fire: %w", err)
	}
	if len(fired.Messages) > 0 {
		s.hints.appended(ctx, due.Tenant, due.Conversation, fired.Messages)
		s.hints.mail(ctx, due.Tenant)
	}
	return nil
}

// unasked tells whether words are a background task's and not a person's own. They are a request and nothing else: no decision,
// no answer to a question.
func unasked(b assistant.Body) bool {
	said, ok := b.(assistant.Said)
	return ok && said.Background != ""
}
