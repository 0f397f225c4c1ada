package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/aisteam/aisteam/storage"
)

const readyKept = time.Second

// readiness tells whether a message could be taken now. What was found is good for a second, however many ask.
type readiness struct {
	look    func(context.Context) (words string, ok bool)
	now     func() time.Time
	leaving <-chan struct{} // closed once messages are better sent elsewhere

	mu    sync.Mutex
	until time.Time
	words string
	ok    bool
}

// ServeHTTP implements http.Handler.
func (r *readiness) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	select {
	case <-r.leaving:
		http.Error(w, "leaving", http.StatusServiceUnavailable)
		return
	default:
	}
	words, ok := r.tell(req.Context())
	if !ok {
		http.Error(w, words, http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, words+"\n")
}

// tell checks unless that was done within the last second. Concurrent callers wait for the same check.
func (r *readiness) tell(ctx context.Context) (words string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until.IsZero() || !r.now().Before(r.until) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second) // it is not this one's alone
		defer cancel()
		r.words, r.ok = r.look(ctx)
		r.until = r.now().Add(readyKept)
	}
	return r.words, r.ok
}

// ready looks whether a message could be taken now.
func (s *server) ready(ctx context.Context) (words string, ok bool) {
	if err := s.db.Ready(ctx); err != nil {
		s.log.WarnContext(ctx, "not ready", slog.Any("err", err))
		return string(storage.PressureOf(err)), false
	}
	if code := s.queue.Refuses(); code != "" {
		return "ok, but Redis refuses: " + string(code), true
	}
	if err := s.queue.Ping(ctx); err != nil {
		// Redis only hints: without it the service works on at the sweeper's pace, and says so.
		return "ok, but Redis does not answer", true
	}
	return "ok", true
}
