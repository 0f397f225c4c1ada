package hooks

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	mostAtOnce = 64               // events in one transaction
	storedIn   = 20 * time.Second // one transaction
)

// line stores the events of a hook that come while others are being stored together, in the order in which they came: a sender
// who is quicker than the database costs it one commit for many, and nobody waits who comes alone.
//
//	event ──nobody at work──▶ stored at once, with all that wait
//	      ──somebody at work──▶ waits ──▶ stored with the next
type line struct {
	mu      sync.Mutex
	waiting []*waiter
	working bool
}

type waiter struct {
	event assistant.HookEvent
	err   error
	done  chan struct{}
}

// take stores an event, with others.
func (l *line) take(ctx context.Context, e assistant.HookEvent, store func(context.Context, []assistant.HookEvent) ([]assistant.HookEvent, error)) (assistant.HookEvent, error) {
	w := &waiter{event: e, done: make(chan struct{})}
	l.mu.Lock()
	l.waiting = append(l.waiting, w)
	begin := !l.working
	l.working = true
	l.mu.Unlock()
	if begin {
		go l.work(context.WithoutCancel(ctx), store) // whoever came first may hang up: the others wait for it
	}
	select {
	case <-w.done:
		return w.event, w.err
	case <-ctx.Done():
		return e, fmt.Errorf("wait for events to be stored: %w", ctx.Err())
	}
}

// work stores what waits until nothing does.
func (l *line) work(ctx context.Context, store func(context.Context, []assistant.HookEvent) ([]assistant.HookEvent, error)) {
	for {
		l.mu.Lock()
		now := l.waiting[:min(len(l.waiting), mostAtOnce)]
		l.waiting = l.waiting[len(now):]
		if len(now) == 0 {
			l.waiting, l.working = nil, false
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		storeAll(ctx, now, store)
	}
}

func storeAll(ctx context.Context, now []*waiter, store func(context.Context, []assistant.HookEvent) ([]assistant.HookEvent, error)) {
	ctx, cancel := context.WithTimeout(ctx, storedIn)
	defer cancel()
	es := make([]assistant.HookEvent, len(now))
	for i, w := range now {
		es[i] = w.event
	}
	got, err := store(ctx, es)
	for i, w := range now {
		if w.err = err; err == nil {
			w.event = got[i]
		}
		close(w.done)
	}
}
