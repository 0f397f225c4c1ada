package assistant_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func budgetOf(r *rand.Rand) assistant.Budget {
	return assistant.Budget{
		Steps: r.IntN(80), Queries: r.IntN(100), Tokens: r.IntN(300_000), Micros: r.Int64N(900_000), Time: time.Duration(r.IntN(1800)) * time.Second,
	}
}

// TestSharesComeOutOfWhatIsLeft: however many executors are fed, together they get no more than there is, and the rest is what is left.
func TestSharesComeOutOfWhatIsLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		left, wanted := budgetOf(r), r.IntN(45)
		n := left.Feeds(wanted)
		if n > wanted || n > assistant.MostDelegated {
			t.Fatalf("%d of %d wanted are fed of %+v", n, wanted, left)
		}
		if n == 0 {
			continue
		}
		share := left.Share(n)
		if !left.Holds(assistant.Budget{Steps: n * share.Steps, Queries: n * share.Queries, Tokens: n * share.Tokens, Micros: int64(n) * share.Micros, Time: share.Time}) {
			t.Fatalf("%d shares of %+v are more than %+v", n, share, left)
		}
		if share.Steps < 2 || share.Queries < 1 {
			t.Fatalf("a share of %+v comes to nothing", share)
		}
		if rest := left.Less(share, n); !left.Holds(rest) || !rest.Holds(assistant.Budget{}) {
			t.Fatalf("%+v less %d times %+v is %+v", left, n, share, rest)
		}
	}
}

// TestAPlannerLendsNoMoreThanItHas: in any order of steps, what is lent never passes what all executors may use, and at some point nobody
// is fed any more.
func TestAPlannerLendsNoMoreThanItHas(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var s assistant.Spent
		for step := 0; ; step++ {
			n := s.Left().Feeds(1 + r.IntN(12))
			if n == 0 {
				break
			}
			if step > 30 {
				t.Fatal("executors are fed for ever")
			}
			before := s.Left()
			s = s.Lends(before.Share(n), n)
			if all := assistant.BudgetOfExecutors(); !all.Holds(s.Lent) || s.Left() == before {
				t.Fatalf("lent %+v of %+v, and %+v is left of %+v", s.Lent, all, s.Left(), before)
			}
		}
	}
}

// TestAnExecutorEndsWithinItsBudget: whatever its steps take, it passes no budget by more than its last step, its leeway never grows again,
// and it is let report before it is over, unless one step alone takes all.
func TestAnExecutorEndsWithinItsBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2_000 {
		b := assistant.BudgetOfExecutors().Share(1 + r.IntN(8))
		var s assistant.Spent
		var c assistant.SessionCost
		was, last := assistant.LeewayAll, assistant.SessionCost{}
		for was != assistant.LeewayNone {
			leeway := b.Leeway(s, c)
			if leeway == assistant.LeewayNone && was < assistant.LeewayReport && last.Input < b.Tokens/4 && last.Took < b.Time/8 {
				t.Fatalf("it is over at once with %+v of %+v, having spent %+v", c, b, s)
			}
			if was = leeway; leeway == assistant.LeewayNone {
				break
			}
			last = assistant.SessionCost{Input: 500 + r.IntN(1500), Output: r.IntN(300), Micros: r.Int64N(2_000), Took: time.Duration(r.IntN(20)) * time.Second}
			c = c.Plus(last)
			s.Steps++
			s.Queries += r.IntN(4)
		}
		if s.Steps > b.Steps || c.Tokens() > b.Tokens+last.Tokens() || c.Micros > b.Micros+last.Micros || c.Took > b.Time+last.Took {
			t.Fatalf("%+v and %+v of %+v", s, c, b)
		}
	}
}

// TestLeewayGoesByWhateverIsShort names each limit by itself.
func TestLeewayGoesByWhateverIsShort(t *testing.T) {
	b := assistant.Budget{Steps: 8, Queries: 12, Tokens: 30_000, Micros: 80_000, Time: time.Minute}
	for name, c := range map[string]struct {
		spent assistant.Spent
		cost  assistant.SessionCost
		want  assistant.Leeway
	}{
		"nothing used":       {want: assistant.LeewayAll},
		"in the middle":      {assistant.Spent{Steps: 3, Queries: 5}, assistant.SessionCost{Input: 5_000, Micros: 10_000}, assistant.LeewayAll},
		"no more queries":    {assistant.Spent{Steps: 3, Queries: 12}, assistant.SessionCost{Input: 5_000}, assistant.LeewaySteps},
		"the last step":      {assistant.Spent{Steps: 7}, assistant.SessionCost{Input: 5_000}, assistant.LeewayReport},
		"few tokens":         {assistant.Spent{Steps: 2}, assistant.SessionCost{Input: 18_000}, assistant.LeewayReport},
		"little money":       {assistant.Spent{Steps: 2}, assistant.SessionCost{Micros: 60_000}, assistant.LeewayReport},
		"wrong calls":        {assistant.Spent{Steps: 2, Wrong: 4}, assistant.SessionCost{}, assistant.LeewayReport},
		"no steps":           {assistant.Spent{Steps: 8}, assistant.SessionCost{}, assistant.LeewayNone},
		"no tokens":          {assistant.Spent{Steps: 2}, assistant.SessionCost{Input: 29_000, Output: 1_000}, assistant.LeewayNone},
		"no money":           {assistant.Spent{Steps: 2}, assistant.SessionCost{Micros: 80_000}, assistant.LeewayNone},
		"no time":            {assistant.Spent{Steps: 2}, assistant.SessionCost{Took: time.Minute}, assistant.LeewayNone},
		"queries, last step": {assistant.Spent{Steps: 7, Queries: 12}, assistant.SessionCost{}, assistant.LeewayReport},
	} {
		if got := b.Leeway(c.spent, c.cost); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
