package bots

import (
	"sync"
	"time"
)

// Doubts counts how often in a row a platform has not accepted a token. Once is not for good: tokens rotate, and platforms
// have bad minutes. What was to be shown waits, longer each time, and the operator hears of it once it lasts.
// The zero value has none. It is safe for concurrent use.
type Doubts struct {
	Most time.Duration // the longest wait; 5 minutes

	mu    sync.Mutex
	known map[string]*doubt
}

type doubt struct {
	n     int
	since time.Time
	told  bool
}

const (
	doubtsTell  = 5                // in a row, and
	doubtsFor   = 30 * time.Second // over so long, are told
	doubtsMost  = 5 * time.Minute  // the longest wait
	doubtsLimit = 10_000           // tokens
)

// Again counts one more, and says how long to wait; tell says that it has lasted now, once.
func (d *Doubts) Again(token string, now time.Time) (wait time.Duration, tell bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= doubtsLimit {
		d.known = map[string]*doubt{}
	}
	k := d.known[token]
	if k == nil {
		k = &doubt{since: now}
		d.known[token] = k
	}
	most := d.Most
	if most <= 0 {
		most = doubtsMost
	}
	wait = min(time.Second<<min(k.n, 9), most)
	k.n++
	if !k.told && k.n >= doubtsTell && now.Sub(k.since) >= doubtsFor {
		k.told, tell = true, true
	}
	return wait, tell
}

// Misses counts what has gone wrong again, by what it is about. The zero value knows of nothing. It is safe for concurrent use.
type Misses struct {
	mu    sync.Mutex
	known map[string]int
}

// Miss counts one more, and says how many there were.
func (m *Misses) Miss(about string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= doubtsLimit {
		m.known = map[string]int{}
	}
	m.known[about]++
	return m.known[about]
}

// Of says how many there were.
func (m *Misses) Of(about string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[about]
}

// Clear forgets them: the token was accepted. had tells whether there were any, once.
func (d *Doubts) Clear(token string) (had bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, had = d.known[token]
	delete(d.known, token)
	return had
}
