package orchestrator

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// TestNobodyListensBesideWhatIsOverSoon: a look is a query, and most of what is listened beside ends before it would begin.
func TestNobodyListensBesideWhatIsOverSoon(t *testing.T) {
	for lasts, looks := range map[time.Duration]int{0: 0, listenAfter / 2: 0, 2 * listenAfter: 1, listenAfter + listenEvery + time.Second: 2} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), lasts)
			defer cancel()
			looked := 0
			listen(ctx, quiet{}, "c", func(context.Context) *struct{} {
				looked++
				return nil
			})
			if looked != looks {
				t.Errorf("beside what lasts %v there are %d looks", lasts, looked)
			}
		})
	}
}

// handedOn notes what becomes of tokens.
type handedOn struct {
	quiet

	more []bool
}

func (q *handedOn) Done(_ context.Context, _ queue.Token, more bool) error {
	q.more = append(q.more, more)
	return nil
}

// TestATokenOfAllIsOneTurn: it goes on to others as soon as something is claimed with it, and says whether there is more; a token of this
// process's own claims as long as there is.
func TestATokenOfAllIsOneTurn(t *testing.T) {
	for name, c := range map[string]struct {
		token queue.Token
		there int // conversations that are ready
		took  int
		more  bool
	}{
		"of all, and more is there":     {queue.Token{ID: "1-0", Tenant: "t"}, 3, 1, true},
		"of all, and it was the last":   {queue.Token{ID: "1-0", Tenant: "t"}, 1, 1, false},
		"our own, and more is there":    {queue.Token{Tenant: "t"}, 3, 3, false},
		"of all, where nothing is left": {queue.Token{ID: "1-0", Tenant: "t"}, 0, 0, false},
	} {
		q := &handedOn{}
		left, took := c.there, 0
		tokenWorkers := &tokenWorkers{queue: q, lanes: lanes.Sharing(8), log: slog.New(slog.DiscardHandler), claim: func(_ context.Context, s *laneHold) (func(), bool, error) {
			if left == 0 {
				return nil, false, nil
			}
			left--
			took++
			return s.leave, left > 0, nil
		}}
		var all sync.WaitGroup
		tokenWorkers.take(t.Context(), t.Context(), c.token, &all)
		all.Wait()
		if took != c.took || len(q.more) != 1 || q.more[0] != c.more {
			t.Errorf("%s: %d are taken, and the token says %v", name, took, q.more)
		}
	}
}
