package storagetest

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// turns: turns are an interval apart for all callers together, and those of another subject are independent.
func turns(_ *testing.T, w *world) {
	const every = time.Minute
	var mu sync.Mutex
	var waits []time.Duration
	var together sync.WaitGroup
	for range 4 {
		together.Go(func() {
			wait, err := w.Replicas.TakeTurn(w.ctx, w.tenant, "identify/0", every)
			w.ok(err)
			mu.Lock()
			defer mu.Unlock()
			waits = append(waits, wait)
		})
	}
	together.Wait()
	slices.Sort(waits)
	for i, wait := range waits {
		if off := wait - time.Duration(i)*every; off.Abs() > every/2 { // their clocks began a moment apart
			w.t.Errorf("turn %d comes after %v", i, wait)
		}
	}
	other, err := w.Replicas.TakeTurn(w.ctx, w.tenant, "identify/1", every)
	w.ok(err)
	equal(w, other, 0)
}
