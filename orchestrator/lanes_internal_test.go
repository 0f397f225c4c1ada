package orchestrator

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// fill lets tenants enter in turns, one lane at a time, until nobody may, and counts what each has.
func fill(l *lanes, tenants int) map[assistant.TenantID]int {
	got := map[assistant.TenantID]int{}
	for more := true; more; {
		more = false
		for i := range tenants {
			t := assistant.TenantID(strconv.Itoa(i))
			if l.enter(t) {
				got[t]++
				more = true
			}
		}
	}
	return got
}

// TestTenantsShareTheLanesFairly: whoever comes finds room, and those who are there have nearly the same.
func TestTenantsShareTheLanesFairly(t *testing.T) {
	const share = 16
	for tenants := 1; tenants <= 2*share; tenants++ {
		l := newLanes(share)
		got := fill(l, tenants)
		least, most := 2*share, 0
		for i := range tenants {
			n := got[assistant.TenantID(strconv.Itoa(i))]
			least, most = min(least, n), max(most, n)
		}
		if least < 1 || most-least > 1 || most > share {
			t.Errorf("%d tenants have between %d and %d of %d lanes", tenants, least, most, 2*share)
		}
		if tenants < share && !l.enter("newcomer") {
			t.Errorf("beside %d tenants there is no room for one more", tenants)
		}
	}
}

// TestALaneThatComesFreeIsTheNextOnes: who waits goes on when somebody leaves, and not for longer than it wants.
func TestALaneThatComesFreeIsTheNextOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(1)
		if !l.enter("a") || l.enter("a") {
			t.Fatal("one tenant alone has one of two lanes")
		}
		bounded, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if l.wait(bounded, "a") {
			t.Error("it got a second lane")
		}
		if !l.wait(t.Context(), "b") {
			t.Error("another found no room")
		}
		entered := make(chan bool)
		go func() { entered <- l.wait(t.Context(), "a") }()
		synctest.Wait()
		l.leave("a")
		if !<-entered {
			t.Error("it did not get the lane that came free")
		}
	})
}

// counted is a queue of which only the numbers are of interest.
type counted struct {
	queue.Queue

	hints, dones atomic.Int64
}

func (q *counted) Hint(context.Context, queue.Kind, assistant.TenantID) error {
	q.hints.Add(1)
	return nil
}

func (q *counted) Done(context.Context, queue.Token) (bool, error) {
	q.dones.Add(1)
	return false, nil
}

// TestATokenThatFindsItsTenantAtItsShareIsNeitherLostNorChased: it is ended at once, and issued again a few times a second
// at most, and when the tenant's own work ends.
func TestATokenThatFindsItsTenantAtItsShareIsNeitherLostNorChased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, tokens, free := &counted{}, make(chan queue.Token), make(chan struct{})
		c := newCrew(queue.Turns, q, nil, 2)
		ctx, end := context.WithCancel(t.Context())
		ran := make(chan struct{})
		go func() {
			c.run(ctx, ctx, tokens, func(queue.Token) bool { <-free; return false })
			close(ran)
		}()
		for i := range 5 {
			tokens <- queue.Token{Kind: queue.Turns, Tenant: "noisy", ID: strconv.Itoa(i)}
		}
		synctest.Wait()
		if done, hints := q.dones.Load(), q.hints.Load(); done != 3 || hints != 0 {
			t.Fatalf("of five tokens %d were ended at once and %d issued again, not 3 and 0", done, hints)
		}
		free <- struct{}{}
		synctest.Wait()
		if hints := q.hints.Load(); hints != 1 {
			t.Errorf("when a turn had ended %d tokens were issued, not 1", hints)
		}
		time.Sleep(time.Minute)
		if hints := q.hints.Load(); hints != 3 {
			t.Errorf("within a minute %d tokens were issued, not the 3 that were owed", hints)
		}
		close(free)
		end()
		close(tokens)
		<-ran
	})
}
