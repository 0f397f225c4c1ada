package main

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// TestWhoLeavesTakesWhatComesForAsLongAsIsSaid: it says at once that it leaves, and ends when the time is over, or when nobody sends to it any
// more; where no time is said, at once.
func TestWhoLeavesTakesWhatComesForAsLongAsIsSaid(t *testing.T) {
	for _, c := range []struct {
		name          string
		drain, wanted time.Duration
		noticed       time.Duration // when nobody sends to it any more; 0: that is not known
	}{
		{"the time that is said", 5 * time.Second, 5 * time.Second, 0},
		{"nobody sends any more", 5 * time.Second, time.Second, time.Second},
		{"no time is said", 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &server{log: slog.New(slog.DiscardHandler)}
				s.config.Drain = c.drain
				if c.noticed > 0 {
					drained := make(chan struct{})
					time.AfterFunc(c.noticed, func() { close(drained) })
					s.hooks.drained = drained
				}
				asked, ask := context.WithCancel(t.Context())
				serving := s.drained(asked)
				began := time.Now()
				ask()
				if c.drain > 0 {
					<-s.leaving
				}
				<-serving.Done()
				if took := time.Since(began); took != c.wanted {
					t.Errorf("it has left after %v", took)
				}
			})
		})
	}
}
