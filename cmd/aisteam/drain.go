package main

import (
	"context"
	"log/slog"
	"time"
)

// longestDrain is more than any balancer needs: a replica that nobody sends to only waits.
const longestDrain = 10 * time.Minute

// drained ends later than ctx by AISTEAM_DRAIN. Between the two this replica takes whatever comes, and says on /readyz that it
// is leaving, so that a balancer sends to the others before the door is shut.
func (s *server) drained(ctx context.Context) context.Context {
	if s.config.Drain <= 0 {
		return ctx
	}
	out, end := context.WithCancel(context.WithoutCancel(ctx))
	s.leaving = ctx.Done()
	context.AfterFunc(ctx, func() {
		s.log.InfoContext(out, "leaving: what comes is still taken", slog.Duration("for", s.config.Drain))
		over := time.NewTimer(s.config.Drain)
		defer over.Stop()
		select {
		case <-over.C:
		case <-s.hooks.drained:
		}
		end()
	})
	return out
}
