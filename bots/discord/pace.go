package discord

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots"
)

// Pace is how fast the bot writes and connects. Zero fields have defaults.
type Pace struct {
	Requests  rate.Limit    // a second, over everything but interactions; 45 of Discord's 50
	EditEvery time.Duration // of one card that has not reached its end; 2.5 s
	EditBurst int           // edits that need not wait; 2

	IdentifyEvery time.Duration // between the sessions that begin; Discord's 5 s
}

// pacer keeps to the pace and to what Discord has asked for. It never blocks: it says how long to wait.
type pacer struct {
	Pace
	now func() time.Time
	all *rate.Limiter

	mu      sync.Mutex
	until   time.Time            // everything is put off until then
	named   map[string]string    // the bucket of a route, as Discord has named it
	buckets map[string]bucket    // by route or bucket, and the channel
	edits   map[string]time.Time // by message: when the next edit is free, were none to come before
}

// bucket is what is left of a route's allowance.
type bucket struct {
	left  int
	until time.Time // when it is full again
}

const paceLimit = 10_000 // entries kept; those with nothing to say any more are forgotten first

func newPacer(p Pace, now func() time.Time) *pacer {
	if p.Requests <= 0 {
		p.Requests = 45
	}
	if p.EditEvery <= 0 {
		p.EditEvery = 2500 * time.Millisecond
	}
	if p.EditBurst <= 0 {
		p.EditBurst = 2
	}
	if p.IdentifyEvery <= 0 {
		p.IdentifyEvery = 5 * time.Second
	}
	return &pacer{
		Pace: p, now: now, all: rate.NewLimiter(p.Requests, max(1, int(min(p.Requests, 1e6)))),
		named: map[string]string{}, buckets: map[string]bucket{}, edits: map[string]time.Time{},
	}
}

// route is a kind of request with what Discord limits it by besides: the channel.
type route struct{ method, path, major string }

func (r route) name() string { return r.method + " " + r.path }

// take takes a request's turn, or says when to come back.
func (p *pacer) take(r route) error {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.until.Sub(now); d > 0 {
		return &bots.LaterError{After: d}
	}
	key := p.key(r)
	if b, ok := p.buckets[key]; ok && now.Before(b.until) {
		if b.left <= 0 {
			return &bots.LaterError{After: b.until.Sub(now)}
		}
		b.left--
		p.buckets[key] = b
	}
	turn := p.all.ReserveN(now, 1)
	if d := turn.DelayFrom(now); d > 0 {
		turn.CancelAt(now)
		return &bots.LaterError{After: d}
	}
	return nil
}

// key is the bucket of a request. The caller holds the lock.
func (p *pacer) key(r route) string {
	if name := p.named[r.name()]; name != "" {
		return name + "|" + r.major
	}
	return r.name() + "|" + r.major
}

// learn keeps what an answer says of its bucket.
func (p *pacer) learn(r route, h http.Header) {
	left, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, ok := seconds(h.Get("X-RateLimit-Reset-After"))
	if err != nil || !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if name := h.Get("X-RateLimit-Bucket"); name != "" {
		p.named[r.name()] = name // routes are few: this does not grow
	}
	key, until := p.key(r), now.Add(after)
	if b, ok := p.buckets[key]; ok && now.Before(b.until) && b.left < left && until.Sub(b.until).Abs() < time.Second/2 {
		return // an older answer of the same window, or others are under way
	}
	forget(p.buckets, func(b bucket) bool { return !now.Before(b.until) })
	p.buckets[key] = bucket{left: left, until: until}
}

// putOff keeps to a refusal. everything says that it was not for the route alone.
func (p *pacer) putOff(r route, d time.Duration, everything bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	until := p.now().Add(d)
	if everything {
		p.until = until
		return
	}
	p.buckets[p.key(r)] = bucket{until: until}
}

// edit takes a message's turn. A settled card only waits for Discord itself.
func (p *pacer) edit(message string, settled bool) error {
	if settled {
		return nil
	}
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	free := p.edits[message]
	if free.Before(now) {
		free = now
	}
	if d := free.Sub(now) - time.Duration(p.EditBurst-1)*p.EditEvery; d > 0 {
		return &bots.LaterError{After: d}
	}
	forget(p.edits, func(t time.Time) bool { return t.Before(now) })
	p.edits[message] = free.Add(p.EditEvery)
	return nil
}

// forget drops what has nothing to say any more once there is much of it.
func forget[V any](m map[string]V, over func(V) bool) {
	if len(m) < paceLimit {
		return
	}
	for k, v := range m {
		if over(v) {
			delete(m, k)
		}
	}
	if len(m) >= paceLimit {
		clear(m)
	}
}

// seconds reads a length of time as Discord writes it: seconds, with or without a fraction.
func seconds(text string) (time.Duration, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > limitedMost.Seconds() {
		return 0, false
	}
	return time.Duration(f * float64(time.Second)), true
}
