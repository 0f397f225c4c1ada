// Package lanes shares out between tenants what a process has little of: workers, tasks in hand, bytes of memory, requests
// that a provider allows. It is bookkeeping alone.
package lanes

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Lanes are shared among tenants. Within a tenant, callers that find no lane wait in order of arrival; between tenants, the one
// with the fewest in use goes first, and on a tie the earliest.
type Lanes struct {
	keeps  bool // room for others
	beside int  // what one tenant may use while others are at work; 0 does not bound it
	now    func() time.Time

	mu      sync.Mutex
	free    int
	used    map[assistant.TenantID]int
	waiting map[assistant.TenantID][]waiter
	came    int64         // numbers those who wait
	opens   chan struct{} // closed when a lane comes free; nil while nobody looks
	last    [2]entry      // of two tenants, newest first
}

// entry is when a tenant was given something last.
type entry struct {
	tenant assistant.TenantID
	at     time.Time
}

// recently is how long others count as being at work after they were given something.
const recently = time.Second

// waiter is somebody who waits for n lanes.
type waiter struct {
	n    int
	back bool // it was in before
	came int64
	in   chan struct{} // closed when it has them
}

// Sharing gives lanes of which one tenant alone may use so many, and which leave room for others: a tenant may begin something
// while more is free than it has in use. So one alone gets half of all there is, two get a third each, and there is room for one
// that has nothing at work, however long the others take, until as many tenants are at work as there are lanes.
func Sharing(share int) *Lanes {
	l := New(2 * share)
	l.keeps = true
	return l
}

// Beside bounds what one tenant may use while others are at work, or were a moment ago: what computes on few processors makes
// others slow long before the lanes are used up.
func (l *Lanes) Beside(n int, now func() time.Time) *Lanes {
	l.beside, l.now = n, now
	return l
}

// New gives n lanes, all of which one tenant alone may use.
func New(n int) *Lanes {
	return &Lanes{free: n, used: map[assistant.TenantID]int{}, waiting: map[assistant.TenantID][]waiter{}}
}

// Enter takes n lanes for the tenant, or tells that it has its share, or that others of it wait already. Whoever has entered
// leaves.
func (l *Lanes) Enter(t assistant.TenantID, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting[t]) > 0 || !l.may(t) {
		return false
	}
	l.take(t, n)
	return true
}

// Wait enters as soon as the tenant may, or tells that ctx ended first.
func (l *Lanes) Wait(ctx context.Context, t assistant.TenantID, n int) bool {
	return l.wait(ctx, t, n, false)
}

// Return is Wait for a caller that has had a lane before. It goes before callers of its tenant that start something new.
func (l *Lanes) Return(ctx context.Context, t assistant.TenantID, n int) bool {
	return l.wait(ctx, t, n, true)
}

func (l *Lanes) wait(ctx context.Context, t assistant.TenantID, n int, back bool) bool {
	if ctx.Err() != nil {
		return false
	}
	l.mu.Lock()
	ahead := len(l.waiting[t])
	if back {
		ahead = slices.IndexFunc(l.waiting[t], func(w waiter) bool { return !w.back })
		if ahead < 0 {
			ahead = len(l.waiting[t])
		}
	}
	if ahead == 0 && l.may(t) {
		l.take(t, n)
		l.mu.Unlock()
		return true
	}
	l.came++
	w := waiter{n: n, back: back, came: l.came, in: make(chan struct{})}
	l.waiting[t] = slices.Insert(l.waiting[t], ahead, w)
	l.mu.Unlock()
	select {
	case <-w.in:
		return true
	case <-ctx.Done():
		return !l.forget(t, w)
	}
}

// forget takes somebody off the list; false says that it was let in already.
func (l *Lanes) forget(t assistant.TenantID, w waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.waiting[t], func(o waiter) bool { return o.came == w.came })
	if i < 0 {
		return false
	}
	l.drop(t, i)
	return true
}

func (l *Lanes) drop(t assistant.TenantID, i int) {
	if l.waiting[t] = slices.Delete(l.waiting[t], i, i+1); len(l.waiting[t]) == 0 {
		delete(l.waiting, t)
	}
}

// Grow takes n more lanes for work under way, even if there are none: nobody else gets in until there are.
func (l *Lanes) Grow(t assistant.TenantID, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.take(t, n)
}

// Leave gives n lanes back.
func (l *Lanes) Leave(t assistant.TenantID, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free += n
	if l.used[t] -= n; l.used[t] == 0 {
		delete(l.used, t)
	}
	for l.admit() {
	}
	if l.opens != nil && l.free > 0 {
		close(l.opens)
		l.opens = nil
	}
}

// admit lets the next one in, or tells that nobody may come.
func (l *Lanes) admit() bool {
	var next assistant.TenantID
	found := false
	for t, ws := range l.waiting {
		if !l.may(t) {
			continue
		}
		if !found || l.used[t] < l.used[next] || l.used[t] == l.used[next] && ws[0].came < l.waiting[next][0].came {
			next, found = t, true
		}
	}
	if !found {
		return false
	}
	w := l.waiting[next][0]
	l.drop(next, 0)
	l.take(next, w.n)
	close(w.in)
	return true
}

// Open waits until there is a free lane, whosever it may be, or tells that ctx ended first.
func (l *Lanes) Open(ctx context.Context) bool {
	for {
		l.mu.Lock()
		if l.free > 0 {
			l.mu.Unlock()
			return ctx.Err() == nil
		}
		if l.opens == nil {
			l.opens = make(chan struct{})
		}
		opens := l.opens
		l.mu.Unlock()
		select {
		case <-opens:
		case <-ctx.Done():
			return false
		}
	}
}

// may tells whether the tenant may begin something. The caller holds the lock.
func (l *Lanes) may(t assistant.TenantID) bool {
	switch {
	case l.beside > 0 && l.used[t] >= l.beside && l.others(t):
		return false
	case l.keeps:
		return l.used[t] < l.free
	default:
		return l.free > 0
	}
}

// others tells whether any other tenant was given something recently.
func (l *Lanes) others(t assistant.TenantID) bool {
	other := l.last[0]
	if other.tenant == t {
		other = l.last[1]
	}
	return other.tenant != "" && l.now().Sub(other.at) < recently
}

func (l *Lanes) take(t assistant.TenantID, n int) {
	l.free -= n
	l.used[t] += n
	if l.beside == 0 {
		return
	}
	if l.last[0].tenant != t {
		l.last[1] = l.last[0]
	}
	l.last[0] = entry{tenant: t, at: l.now()}
}
