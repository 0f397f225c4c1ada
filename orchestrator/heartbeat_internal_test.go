package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// ward is where replicas are watched over: it answers, hangs or fails as a test says.
type ward struct {
	mu    sync.Mutex
	hangs bool // until the caller gives up
	lost  bool // said once
	freed assistant.Waiting
	beats int
	left  bool
}

// Beat implements life.
func (w *ward) Beat(ctx context.Context, _ time.Duration) (bool, assistant.Waiting, error) {
	w.mu.Lock()
	hangs := w.hangs
	w.beats++
	w.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return false, assistant.Waiting{}, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	lost, freed := w.lost, w.freed
	w.lost, w.freed = false, assistant.Waiting{}
	return lost, freed, nil
}

// Leave implements life.
func (w *ward) Leave(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = true
	return nil
}

func (w *ward) set(f func(w *ward)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w)
}

// hinted is a queue that keeps the hints it is given.
type hinted struct {
	queue.Queue

	mu    sync.Mutex
	hints []queue.Token
}

// Hint implements [queue.Queue].
func (h *hinted) Hint(_ context.Context, k queue.Kind, t assistant.TenantID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hints = append(h.hints, queue.Token{Kind: k, Tenant: t})
	return nil
}

// beating runs a heartbeat within a bubble.
func beating(t *testing.T, test func(t *testing.T, h *Heartbeat, w *ward, q *hinted)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w, q := &ward{}, &hinted{}
		h := NewHeartbeat(w, q, time.Now, slog.New(slog.DiscardHandler), nil)
		ctx, end := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = h.Run(ctx) })
		synctest.Wait()
		test(t, h, w, q)
		end()
		running.Wait()
		if !w.left {
			t.Error("it has not left")
		}
	})
}

func nothing() error { return nil }

func TestAReplicaBeatsOnceASecond(t *testing.T) {
	beating(t, func(t *testing.T, _ *Heartbeat, w *ward, _ *hinted) {
		time.Sleep(time.Minute)
		synctest.Wait()
		if w.beats < 60 || w.beats > 62 {
			t.Errorf("%d beats in a minute", w.beats)
		}
	})
}

func TestWorkInHandEndsWhereItsReplicaWasTakenForDead(t *testing.T) {
	beating(t, func(t *testing.T, h *Heartbeat, w *ward, _ *hinted) {
		ctx, done := h.while(t.Context())
		defer done()
		time.Sleep(time.Minute)
		if ctx.Err() != nil {
			t.Fatal("ended while its replica lives")
		}
		w.set(func(w *ward) { w.lost = true })
		time.Sleep(beatEvery)
		synctest.Wait()
		if !errors.Is(context.Cause(ctx), assistant.ErrFenced) {
			t.Errorf("goes on: %v", context.Cause(ctx))
		}
		next, done := h.while(t.Context())
		defer done()
		time.Sleep(time.Minute)
		if next.Err() != nil {
			t.Errorf("what was begun afterwards ended too")
		}
	})
}

// Who has not got through begins nothing outside a second before anybody may go on in its place, and goes on itself when it
// was only the database that stood still.
func TestNothingOutsideBeginsWhileABeatDoesNotGetThrough(t *testing.T) {
	beating(t, func(t *testing.T, h *Heartbeat, w *ward, _ *hinted) {
		begin := func() (time.Duration, error) {
			began := time.Now()
			err := h.Steady(t.Context(), nothing)
			return time.Since(began), err
		}
		if took, err := begin(); took != 0 || err != nil {
			t.Fatalf("a living one waited %s: %v", took, err)
		}
		w.set(func(w *ward) { w.hangs = true })
		time.Sleep(silence - time.Millisecond)
		var took time.Duration
		var err error
		var waiting sync.WaitGroup
		waiting.Go(func() { took, err = begin() })
		time.Sleep(5 * time.Second) // the database stalls
		w.set(func(w *ward) { w.hangs = false })
		waiting.Wait()
		if took < 5*time.Second || err != nil {
			t.Errorf("it began after %s: %v", took, err)
		}
	})
}

// A process that was stopped between its intent and what follows it may be gone on for by the time that it wakes.
func TestNothingOutsideFollowsAWriteOfAnEarlierLife(t *testing.T) {
	beating(t, func(t *testing.T, h *Heartbeat, w *ward, _ *hinted) {
		err := h.Steady(t.Context(), func() error {
			w.set(func(w *ward) { w.lost = true })
			time.Sleep(2 * beatEvery)
			return nil
		})
		if !errors.Is(err, assistant.ErrFenced) {
			t.Errorf("it began: %v", err)
		}
		refused := errors.New("refused")
		if err := h.Steady(t.Context(), func() error { return refused }); !errors.Is(err, refused) {
			t.Errorf("the write's failure became %v", err)
		}
	})
}

func TestWhatTheDeadLeftIsHintedFor(t *testing.T) {
	beating(t, func(t *testing.T, _ *Heartbeat, w *ward, q *hinted) {
		w.set(func(w *ward) {
			w.freed = assistant.Waiting{
				Turns: []assistant.TenantID{"a", "a", "b"}, Tasks: []assistant.TenantID{"a"}, Deliveries: []assistant.TenantID{"b"}, Rescued: 5,
			}
		})
		time.Sleep(beatEvery)
		synctest.Wait()
		if len(q.hints) != 5 || q.hints[0] != (queue.Token{Kind: queue.Turns, Tenant: "a"}) || q.hints[4] != (queue.Token{Kind: queue.Deliveries, Tenant: "b"}) {
			t.Errorf("hints: %v", q.hints)
		}
	})
}

func TestAProcessAloneNeedsNoHeartbeat(t *testing.T) {
	var h *Heartbeat
	ctx, done := h.while(t.Context())
	done()
	if ctx.Err() != nil || h.Steady(t.Context(), nothing) != nil || h.Run(t.Context()) != nil {
		t.Error("a nil heartbeat is in the way")
	}
}
