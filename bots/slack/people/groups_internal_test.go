package people

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// One workspace for which Slack is slow holds up nobody of another, and is asked once by all who wait.
func TestAWorkspaceThatIsSlowHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		asked := map[string]int{}
		g := newGroups(func(ctx context.Context, team string) (map[string][]string, error) {
			mu.Lock()
			asked[team]++
			mu.Unlock()
			if team == "TSLOW" {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return map[string][]string{"U1": {"S1"}}, nil
		}, time.Now)
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if got := g.of(t.Context(), "TSLOW", "U1"); len(got) != 0 {
					t.Errorf("nobody knows, and yet: %v", got)
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		if got := g.of(t.Context(), "TQUICK", "U1"); len(got) != 1 || time.Since(start) > 0 {
			t.Errorf("%v after %s", got, time.Since(start))
		}
		all.Wait()
		if took := time.Since(start); took > Wait || asked["TSLOW"] != 1 || asked["TQUICK"] != 1 {
			t.Errorf("after %s they were asked %v", took, asked)
		}
	})
}
