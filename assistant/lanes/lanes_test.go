package lanes_test

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
)

// fill lets tenants enter in turns, one lane at a time, until nobody may, and counts what each has.
func fill(l *lanes.Lanes, tenants int) map[assistant.TenantID]int {
	got := map[assistant.TenantID]int{}
	for more := true; more; {
		more = false
		for i := range tenants {
			t := assistant.TenantID(strconv.Itoa(i))
			if l.Enter(t, 1) {
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
		l := lanes.Sharing(share)
		got := fill(l, tenants)
		least, most := 2*share, 0
		for i := range tenants {
			n := got[assistant.TenantID(strconv.Itoa(i))]
			least, most = min(least, n), max(most, n)
		}
		if least < 1 || most-least > 1 || most > share {
			t.Errorf("%d tenants have between %d and %d of %d lanes", tenants, least, most, 2*share)
		}
		if tenants < share && !l.Enter("newcomer", 1) {
			t.Errorf("beside %d tenants there is no room for one more", tenants)
		}
	}
}

// TestALaneThatComesFreeIsTheNextOnes: who waits goes on when somebody leaves, and not for longer than it wants.
func TestALaneThatComesFreeIsTheNextOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lanes.Sharing(1)
		if !l.Enter("a", 1) || l.Enter("a", 1) {
			t.Fatal("one tenant alone has one of two lanes")
		}
		bounded, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if l.Wait(bounded, "a", 1) {
			t.Error("it got a second lane")
		}
		if !l.Wait(t.Context(), "b", 1) {
			t.Error("another found no room")
		}
		entered := make(chan bool)
		go func() { entered <- l.Wait(t.Context(), "a", 1) }()
		synctest.Wait()
		l.Leave("a", 1)
		if !<-entered {
			t.Error("it did not get the lane that came free")
		}
	})
}

// TestTheOrderOfThoseWhoWait: the tenant with the least in use first, then in order of arrival, but whoever was in before goes
// before those of its own tenant that begin something.
func TestTheOrderOfThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lanes.New(3)
		for range 3 {
			l.Enter("noisy", 1)
		}
		came := make(chan string, 6)
		queue := func(name string, tenant assistant.TenantID, wait func(context.Context, assistant.TenantID, int) bool) {
			go func() {
				if wait(t.Context(), tenant, 1) {
					came <- name
				}
			}()
			synctest.Wait()
		}
		queue("new 1", "noisy", l.Wait)
		queue("new 2", "noisy", l.Wait)
		queue("back 1", "noisy", l.Return)
		queue("back 2", "noisy", l.Return)
		queue("quiet 1", "quiet", l.Wait)
		queue("quiet 2", "quiet", l.Wait)
		for i, want := range []string{"quiet 1", "back 1", "back 2", "quiet 2", "new 1", "new 2"} {
			tenant := assistant.TenantID("noisy")
			if i >= 3 {
				tenant = "quiet" // of which there are two by then
			}
			if i == 5 {
				tenant = "noisy"
			}
			l.Leave(tenant, 1)
			synctest.Wait()
			select {
			case got := <-came:
				if got != want {
					t.Errorf("%d: %q came in, and not %q", i, got, want)
				}
			default:
				t.Fatalf("%d: nobody came in, and not %q", i, want)
			}
		}
	})
}

// TestWhatGrowsKeepsOthersOut: bytes that are in hand already are counted whether or not there is room, and nobody else comes
// in until there is.
func TestWhatGrowsKeepsOthersOut(t *testing.T) {
	l := lanes.Sharing(100)
	if !l.Enter("a", 10) {
		t.Fatal("there is room")
	}
	l.Grow("a", 500)
	if l.Enter("a", 1) || l.Enter("b", 1) {
		t.Error("somebody came in though more is in use than there is")
	}
	l.Leave("a", 450)
	if !l.Enter("a", 1) || !l.Enter("b", 1) {
		t.Error("there is room again")
	}
}

// TestOpenWaitsForAnyLane: as long as all are taken nobody needs to look for more to do.
func TestOpenWaitsForAnyLane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lanes.New(1)
		if !l.Open(t.Context()) || !l.Enter("a", 1) {
			t.Fatal("a lane is free")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if l.Open(ctx) {
			t.Error("no lane is free")
		}
		opened := make(chan bool)
		go func() { opened <- l.Open(t.Context()) }()
		synctest.Wait()
		l.Leave("a", 1)
		if !<-opened {
			t.Error("nobody was told of the lane that came free")
		}
	})
}

// TestWhoeverFillsTheProcessorMakesWayForOthers: a tenant alone uses its share; beside another that is at work now and then it
// uses less of it, and all of it again when the other has gone quiet.
func TestWhoeverFillsTheProcessorMakesWayForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lanes.Sharing(8).Beside(3, time.Now)
		fills := func() (n int) {
			for l.Enter("noisy", 1) {
				n++
			}
			l.Leave("noisy", n)
			return n
		}
		for i, want := range []int{8, 3, 3, 3, 8} {
			if i == 1 || i == 2 {
				if !l.Enter("quiet", 1) {
					t.Fatal("the quiet one finds no room")
				}
				l.Leave("quiet", 1)
			}
			if got := fills(); got != want {
				t.Errorf("%d: the noisy one has %d lanes, not %d", i, got, want)
			}
			time.Sleep(600 * time.Millisecond)
		}
	})
}
