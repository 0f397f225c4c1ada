package queue_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/orchestrator/queue"
)

// Two processes that do as much as they may do together no more than one may: in no second more than fifty.
func TestTurnsAreAllowedToAllProcessesTogether(t *testing.T) {
	const perSecond, atOnce, longest = 45, 5, time.Second
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		var mu sync.Mutex
		type turn struct{ from, to time.Time } // it is between them: the questions travel
		var turns []turn
		refused := 0
		var together sync.WaitGroup
		for _, name := range []string{"one", "two"} {
			q := queue.New(c, quick(name))
			together.Go(func() {
				for range 60 {
					before := time.Now()
					wait, err := q.Allow(t.Context(), "bot", perSecond, atOnce, longest)
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					if wait <= longest {
						turns = append(turns, turn{before.Add(wait), time.Now().Add(wait)})
					} else {
						refused++
					}
					mu.Unlock()
				}
			})
		}
		together.Wait()
		if refused == 0 || len(turns) < perSecond {
			t.Fatalf("%d turns were given and %d refused", len(turns), refused)
		}
		slices.SortFunc(turns, func(x, y turn) int { return x.from.Compare(y.from) })
		for i := range len(turns) - perSecond - atOnce {
			latest := turns[i].to
			for _, x := range turns[i : i+perSecond+atOnce+1] {
				if x.to.After(latest) {
					latest = x.to
				}
			}
			if took := latest.Sub(turns[i].from); took < time.Second {
				t.Fatalf("%d turns within %v", perSecond+atOnce+1, took)
			}
		}
		if wait, err := queue.New(c, quick("one")).Allow(t.Context(), "another bot", perSecond, atOnce, longest); wait != 0 || err != nil {
			t.Errorf("another thing is not its own: %v, %v", wait, err)
		}
	})
}

func TestWhatIsAllowedIsNotKnownWhileRedisIsAway(t *testing.T) {
	s := startRedis(t)
	q := queue.New(client(t, s), quick("one"))
	if wait, err := q.Allow(t.Context(), "bot", 45, 5, time.Second); wait != 0 || err != nil {
		t.Fatal(wait, err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for range 1000 {
		if _, err := q.Allow(t.Context(), "bot", 45, 5, time.Second); err == nil {
			t.Fatal("allowed by nobody")
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("a thousand questions to nobody took %v", took)
	}
}
