package rest

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots"
)

// pacer keeps to the pace and to what Discord has asked for. It never blocks: it says how long to wait, in line or before the next
// try.
type pacer struct {
	now func() time.Time
	all *rate.Limiter

	mu      sync.Mutex
	until   time.Time         // everything is put off until then
	named   map[string]string // the bucket of a route, as Discord has named it
	buckets map[string]bucket // by route or bucket, and the channel
}

// bucket is what remains of a route's rate limit.
type bucket struct {
	left  int
	until time.Time // when it is full again
}

const paceLimit = 10_000 // entries kept; those with nothing to say any more are forgotten first

func newPacer(requests rate.Limit, now func() time.Time) *pacer {
	if requests <= 0 {
		requests = 45 // of Discord's 50
	}
	return &pacer{
		now: now, all: rate.NewLimiter(requests, max(1, int(min(requests, 1e6)))),
		named: map[string]string{}, buckets: map[string]bucket{},
	}
}

// longestTurn is how long a request waits in line for its turn among all. Whoever came away to try again would be behind those
// who came since; and one that has to ask twice, to look for a post and then to post, would never find two turns free at once.
const longestTurn = 3 * time.Second

// take takes a request's turn, which comes after wait, or says when to come back: where everything is put off, the channel's
// allowance is used up, or the line is longer than patience. Who is put off has used nothing.
func (p *pacer) take(r Route, patience time.Duration) (wait time.Duration, err error) {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.until.Sub(now); d > 0 {
		return 0, &bots.LaterError{After: d}
	}
	key := p.key(r)
	b, bounded := p.buckets[key]
	if bounded = bounded && now.Before(b.until); bounded && b.left <= 0 {
		return 0, &bots.LaterError{After: b.until.Sub(now)}
	}
	turn := p.all.ReserveN(now, 1)
	if wait = turn.DelayFrom(now); wait > patience {
		turn.CancelAt(now)
		return 0, &bots.LaterError{After: wait - patience}
	}
	if bounded {
		b.left--
		p.buckets[key] = b
	}
	return wait, nil
}

// held says when to come back where everything was put off meanwhile.
func (p *pacer) held() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.until.Sub(p.now()); d > 0 {
		return &bots.LaterError{After: d}
	}
	return nil
}

// key is the bucket of a request. The caller holds the lock.
func (p *pacer) key(r Route) string {
	if name := p.named[r.name()]; name != "" {
		return name + "|" + r.major
	}
	return r.name() + "|" + r.major
}

// learn keeps what an answer says of its bucket.
func (p *pacer) learn(r Route, h http.Header) {
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
func (p *pacer) putOff(r Route, d time.Duration, everything bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	until := p.now().Add(d)
	if everything {
		p.until = until
		return
	}
	p.buckets[p.key(r)] = bucket{until: until}
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
