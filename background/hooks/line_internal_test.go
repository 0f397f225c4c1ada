package hooks

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// batches is a store that takes its time, and notes how many it is given at once.
type batches struct {
	mu    sync.Mutex
	sizes []int
	err   error
}

func (b *batches) store(_ context.Context, es []assistant.HookEvent) ([]assistant.HookEvent, error) {
	time.Sleep(10 * time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sizes = append(b.sizes, len(es))
	for i := range es {
		es[i].Note = "stored " + es[i].Key
	}
	return es, b.err
}

func TestEventsThatComeMeanwhileAreStoredTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l line
		b := &batches{}
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				key := strconv.Itoa(i)
				got, err := l.take(t.Context(), assistant.HookEvent{Key: key}, b.store)
				if err != nil || got.Note != "stored "+key {
					t.Errorf("%s: %+v %v", key, got, err)
				}
			})
			if i == 0 {
				synctest.Wait() // the first is at work
			}
		}
		all.Wait()
		n := 0
		for _, size := range b.sizes {
			n += size
		}
		if n != 200 || len(b.sizes) != 5 || b.sizes[0] != 1 {
			t.Errorf("%v", b.sizes)
		}
		synctest.Wait()
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.working || l.waiting != nil {
			t.Error("somebody is still at work")
		}
	})
}

// Whoever hangs up costs the others nothing: what was begun for them is stored.
func TestWhoHangsUpCostsNobodyElseTheirEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l line
		b := &batches{}
		ctx, hangUp := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := l.take(ctx, assistant.HookEvent{Key: "first"}, b.store); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			if _, err := l.take(t.Context(), assistant.HookEvent{Key: "second"}, b.store); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		hangUp()
		all.Wait()
		if len(b.sizes) != 2 {
			t.Errorf("%v", b.sizes)
		}
	})
}

func TestWhatCannotBeStoredIsToldToAll(t *testing.T) {
	t.Parallel()
	var l line
	b := &batches{err: errors.New("no disk")}
	if _, err := l.take(t.Context(), assistant.HookEvent{}, b.store); !errors.Is(err, b.err) {
		t.Error(err)
	}
}
