package slack

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// statusAfter is how long an answer may take before the thread shows that it is being worked on. Quicker answers speak
// for themselves.
const statusAfter = 400 * time.Millisecond

const (
	statusEvery = 90 * time.Second
	statusMost  = 80 // times: two hours
)

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
	b.keepStatus(ctx, p, assistant.ActivityThinking)
}

// keepStatus shows in a while what the assistant is doing in the thread, and again for as long as a run is at work there:
// Slack clears a status after two minutes. Whether one is, is looked up each time, since another process may have ended it.
func (b *Bot) keepStatus(ctx context.Context, p assistant.Place, a assistant.Activity) {
	ctx = context.WithoutCancel(ctx) // it outlives the request
	b.waiting.mu.Lock()
	defer b.waiting.mu.Unlock()
	if _, running := b.waiting.timers[p]; running {
		return
	}
	if b.waiting.timers == nil {
		b.waiting.timers = map[assistant.Place]*time.Timer{}
	}
	left := statusMost
	var t *time.Timer
	t = time.AfterFunc(statusAfter, func() {
		b.waiting.mu.Lock()
		mine := t
		b.waiting.mu.Unlock()
		if left--; left < statusMost-1 {
			a = assistant.ActivityExecuting
			if left < 0 || !b.running(ctx, p) {
				b.waiting.drop(p, mine)
				return
			}
		}
		b.Status(ctx, p, a, "")
		b.waiting.again(p, mine)
	})
	b.waiting.timers[p] = t
}

// running tells whether a run is at work in the thread.
func (b *Bot) running(ctx context.Context, p assistant.Place) bool {
	w, err := b.workspace(ctx, p.Space)
	if err != nil || b.Work == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	runs, err := b.Work.Ongoing(ctx, w.tenant, p, 20)
	return err == nil && slices.ContainsFunc(runs, func(r assistant.RunView) bool { return r.Run.Status == assistant.RunRunning })
}

// again lets a timer run once more, unless its wait has ended meanwhile.
func (w *waiting) again(p assistant.Place, t *time.Timer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timers[p] == t {
		t.Reset(statusEvery)
	}
}

func (w *waiting) drop(p assistant.Place, t *time.Timer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timers[p] == t {
		delete(w.timers, p)
	}
}

// shown ends the wait: the thread has something to look at. It tells whether there was one.
func (b *Bot) shown(p assistant.Place) bool {
	b.waiting.mu.Lock()
	defer b.waiting.mu.Unlock()
	t, ok := b.waiting.timers[p]
	if ok {
		t.Stop()
		delete(b.waiting.timers, p)
	}
	return ok
}
