package main

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// openHeart makes this process known to others on the same database, where there may be others.
func (s *server) openHeart(context.Context) error {
	if s.config.DatabaseURL == "" {
		return nil
	}
	s.heart = orchestrator.NewHeartbeat(s.db, s.queue, time.Now, s.log, s.meter)
	s.db = steady{s.db, s.heart}
	return nil
}

// beating lets the heart beat until the returned function is called, which is when all work in hand has ended: it has to
// outlive a stop's grace.
func (s *server) beating(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.heart.Run(ctx) // it says itself what it cannot do
	}()
	return func() {
		cancel()
		<-done
	}
}

// steady is the database of a process that others may take for dead: what is written before something outside begins comes
// back only while they cannot.
type steady struct {
	database
	heart *orchestrator.Heartbeat
}

// StartCall implements [executor.Ledger].
func (s steady) StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (started assistant.ToolCall, fresh bool, err error) {
	err = s.heart.Steady(ctx, func() (err error) {
		started, fresh, err = s.database.StartCall(ctx, c, call)
		return err
	})
	return started, fresh, err
}

// Intend implements [bots.DeliveryStore].
func (s steady) Intend(ctx context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery, p assistant.Pace) (wait time.Duration, err error) {
	err = s.heart.Steady(ctx, func() (err error) {
		wait, err = s.database.Intend(ctx, c, ds, p)
		return err
	})
	return wait, err
}
