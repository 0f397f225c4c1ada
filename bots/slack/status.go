package slack

import (
	"context"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// statusAfter is how long an answer may take before the thread shows that it is being worked on. Quicker answers speak
// for themselves.
const statusAfter = 400 * time.Millisecond

// waiting knows the threads where somebody was heard and nothing has been shown yet.
type waiting struct {
	mu     sync.Mutex
	timers map[assistant.Place]*time.Timer
	busy   map[assistant.Place]bool // agent sessions that Slack was told are at work
}

const busyLimit = 10_000

// atWork tells whether Slack was told that the session is at work.
func (w *waiting) atWork(p assistant.Place) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy[p]
}

func (w *waiting) work(p assistant.Place, on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy == nil || len(w.busy) >= busyLimit {
		w.busy = map[assistant.Place]bool{}
	}
	if delete(w.busy, p); on {
		w.busy[p] = true
	}
}

// heard starts the wait for an answer in the thread. Slack clears a status by itself when the app posts.
func (b *Bot) heard(ctx context.Context, p assistant.Place) {
	ctx = context.WithoutCancel(ctx) // it outlives the request
	b.waiting.mu.Lock()
	defer b.waiting.mu.Unlock()
	if _, running := b.waiting.timers[p]; running {
		return
	}
	if b.waiting.timers == nil {
		b.waiting.timers = map[assistant.Place]*time.Timer{}
	}
	b.waiting.timers[p] = time.AfterFunc(statusAfter, func() {
		b.shown(p)
		b.Status(ctx, p, assistant.ActivityThinking, "")
	})
}

// shown ends the wait: the thread has something to look at.
func (b *Bot) shown(p assistant.Place) {
	b.waiting.mu.Lock()
	defer b.waiting.mu.Unlock()
	if t, ok := b.waiting.timers[p]; ok {
		t.Stop()
		delete(b.waiting.timers, p)
	}
}
