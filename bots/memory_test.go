package bots_test

import (
	"sync"
	"testing"

	"github.com/aisteam/aisteam/bots"
)

func TestAMemoryHoldsTheNewestAndNoMoreThanItMay(t *testing.T) {
	m := bots.NewMemory[int, int](8)
	for i := range 100 {
		m.Keep(i, i)
		m.Keep(i, -i) // what is known takes no more room
		if n := len(m.All()); n > 8 {
			t.Fatalf("it holds %d things", n)
		}
		for newest := max(0, i-3); newest <= i; newest++ {
			if v, ok := m.Of(newest); !ok || v != -newest {
				t.Fatalf("after %d it says of %d: %d, %v", i, newest, v, ok)
			}
		}
	}
	if _, ok := m.Of(0); ok {
		t.Error("it remembers what it had no room for")
	}
}

func TestAMemoryForgetsWhatIsOver(t *testing.T) {
	m := bots.NewMemory[int, int](6) // some of it in the older half
	for i := range 5 {
		m.Keep(i, i)
	}
	m.Forget(0)
	m.Forget(4)
	m.ForgetWhere(func(k, v int) bool { return k == 1 && v == 1 })
	for i, want := range []bool{false, false, true, true, false} {
		if _, ok := m.Of(i); ok != want {
			t.Errorf("%d is known: %v", i, ok)
		}
	}
}

func TestWhatIsRememberedIsChangedByOneAtATime(t *testing.T) {
	m := bots.NewMemory[string, int](10)
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			m.Change("n", func(was int, known bool) int {
				if known != (was > 0) {
					t.Errorf("%d is known: %v", was, known)
				}
				return was + 1
			})
		})
	}
	all.Wait()
	if n, _ := m.Of("n"); n != 100 {
		t.Errorf("%d of 100 changes", n)
	}
}
