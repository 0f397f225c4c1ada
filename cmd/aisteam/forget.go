package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// forgetEvery is how often a replica looks for records that have been kept for long enough.
const forgetEvery = time.Hour

// forgets throws old records away until ctx ends.
func (s *server) forgets(ctx context.Context) error {
	tick := time.NewTicker(forgetEvery)
	defer tick.Stop()
	for {
		if err := s.forget(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "old records were not thrown away", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// forget throws away what is too old now.
func (s *server) forget(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = s.db.ForgetRecordings(ctx, assistant.RecordingsKept); err != nil {
			return err
		}
	}
	return nil
}
