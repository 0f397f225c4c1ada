package main

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// written is a database that writes at once.
type written struct{ database }

// StartCall implements database.
func (written) StartCall(_ context.Context, _ assistant.TaskClaim, c assistant.ToolCall) (assistant.ToolCall, bool, error) {
	return c, true, nil
}

// Intend implements database.
func (written) Intend(context.Context, assistant.DeliveryClaim, []assistant.Delivery, assistant.Pace) (time.Duration, error) {
	return 0, nil
}

// Beat implements database.
func (written) Beat(context.Context, time.Duration) (bool, assistant.Waiting, error) {
	return false, assistant.Waiting{}, nil
}

// Leave implements database.
func (written) Leave(context.Context) error { return nil }

// Neither a tool nor a post begins while nobody has heard from this replica, though what comes before them is written.
func TestNothingOutsideBeginsBeforeTheHeartBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{config: Config{DatabaseURL: "postgres://"}, log: slog.New(slog.DiscardHandler), parts: parts{db: written{}}}
		if err := s.openHeart(t.Context()); err != nil {
			t.Fatal(err)
		}
		for what, begin := range map[string]func(context.Context) error{
			"a call": func(ctx context.Context) error {
				_, _, err := s.db.StartCall(ctx, assistant.TaskClaim{}, assistant.ToolCall{})
				return err
			},
			"a post": func(ctx context.Context) error {
				_, err := s.db.Intend(ctx, assistant.DeliveryClaim{}, nil, assistant.Pace{})
				return err
			},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			if err := begin(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s begins: %v", what, err)
			}
			cancel()
		}
		defer s.beating(t.Context())()
		if _, err := s.db.Intend(t.Context(), assistant.DeliveryClaim{}, nil, assistant.Pace{}); err != nil {
			t.Errorf("a post of a living replica: %v", err)
		}
	})
}

func TestAnEmbeddedProcessHasNoHeartbeat(t *testing.T) {
	s := &server{parts: parts{db: written{}}}
	if err := s.openHeart(t.Context()); err != nil || s.heart != nil {
		t.Errorf("heart %v, %v", s.heart, err)
	}
	s.beating(t.Context())()
}
