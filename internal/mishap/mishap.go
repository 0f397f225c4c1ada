// Package mishap is the bad weather of the fake platforms: by chance, and the same chance for the same seed, a call is
// refused, cut off, held back, answered in half or done after everybody has given up on it. What has happened is counted.
package mishap

import (
	"fmt"
	"hash/fnv"
	"maps"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Answer is what a platform says to a call.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Write sends it.
func (a Answer) Write(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body)
}

// Call is a call that meets a mishap. Do performs it, once.
type Call struct {
	Weather
	W  http.ResponseWriter
	R  *http.Request
	Do func() Answer
}

// Kind is a kind of mishap. Of a hundred mishaps, about Share are of it when the shares add up to a hundred.
type Kind struct {
	Name  string
	Share int
	Play  func(Call)
}

// Weather is how much goes wrong. Zero lengths have defaults.
type Weather struct {
	Seed uint64
	Rate float64       // of the calls that meet a mishap
	Slow time.Duration // what is slow takes as long; 1 s
	Late time.Duration // after this a call that was cut off is done all the same; 2 s
	Hang time.Duration // an answer is held back as long, or until nobody waits for it any more; 20 s
}

// Storm lets mishaps happen.
type Storm struct {
	Weather
	kinds  []Kind
	shares int

	mu     sync.Mutex
	calls  map[string]uint64
	counts map[string]int
	late   sync.WaitGroup
}

// NewStorm returns a storm of the common kinds and those of a platform.
func NewStorm(w Weather, of ...Kind) *Storm {
	if w.Slow <= 0 {
		w.Slow = time.Second
	}
	if w.Late <= 0 {
		w.Late = 2 * time.Second
	}
	if w.Hang <= 0 {
		w.Hang = 20 * time.Second
	}
	s := &Storm{Weather: w, calls: map[string]uint64{}, counts: map[string]int{}}
	s.kinds = append(s.common(), of...)
	for _, k := range s.kinds {
		s.shares += k.Share
	}
	return s
}

// Serve answers a call, or lets it meet a mishap. The n-th call of a name meets the same with every seed.
func (s *Storm) Serve(w http.ResponseWriter, r *http.Request, name string, do func() Answer) {
	k, ok := s.strikes(name)
	if !ok {
		do().Write(w)
		return
	}
	s.Count(k.Name)
	k.Play(Call{Weather: s.Weather, W: w, R: r, Do: do})
}

func (s *Storm) strikes(name string) (Kind, bool) {
	s.mu.Lock()
	n := s.calls[name]
	s.calls[name]++
	s.mu.Unlock()
	if Chance(s.Seed, name, n) >= s.Rate {
		return Kind{}, false
	}
	at := int(Chance(s.Seed, name+" kind", n) * float64(s.shares))
	for _, k := range s.kinds {
		if at -= k.Share; at < 0 {
			return k, true
		}
	}
	return Kind{}, false
}

// Chance is a number from 0 up to 1, the same for the same seed, name and n.
func Chance(seed uint64, name string, n uint64) float64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d|%s|%d", seed, name, n)
	x := h.Sum64() // FNV is weak in its low bits, and its high ones follow the last byte: stirred
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}

// Count notes a mishap of a kind.
func (s *Storm) Count(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[kind]++
}

// Counts tells how many mishaps there were of each kind.
func (s *Storm) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.counts)
}

// Wait returns when every call that was to be done late is done.
func (s *Storm) Wait() { s.late.Wait() }

// common are the mishaps that any platform behind any proxy has.
func (s *Storm) common() []Kind {
	return []Kind{
		{"cut before it was done", 8, func(c Call) { c.Cut() }},
		{"cut after it was done", 14, func(c Call) { c.Do(); c.Cut() }},
		{"cut, and done later", 8, func(c Call) {
			s.late.Go(func() {
				time.Sleep(c.Late)
				c.Do()
			})
			c.Cut()
		}},
		{"slow to begin", 8, func(c Call) {
			time.Sleep(c.Slow)
			c.Do().Write(c.W)
		}},
		{"slow to answer", 6, func(c Call) {
			a := c.Do()
			time.Sleep(c.Slow)
			a.Write(c.W)
		}},
		{"done, never answered", 1, func(c Call) {
			c.Do()
			select {
			case <-c.R.Context().Done():
			case <-time.After(c.Hang):
			}
			c.Cut()
		}},
		{"503, not done", 8, func(c Call) { HTML(http.StatusServiceUnavailable, nil).Write(c.W) }},
		{"502, but done", 8, func(c Call) { c.Do(); HTML(http.StatusBadGateway, nil).Write(c.W) }},
		{"500, not done", 4, func(c Call) { HTML(http.StatusInternalServerError, nil).Write(c.W) }},
		{"half of the JSON", 5, func(c Call) {
			a := c.Do()
			a.Body = a.Body[:len(a.Body)/2]
			a.Write(c.W)
		}},
		{"cut within the answer", 5, func(c Call) {
			a := c.Do()
			c.W.Header().Set("Content-Length", strconv.Itoa(len(a.Body)+1))
			a.Write(c.W) // the server cuts what is shorter than it said
		}},
	}
}

// HTML is what proxies say.
func HTML(status int, more http.Header) Answer {
	h := http.Header{"Content-Type": {"text/html; charset=UTF-8"}}
	maps.Copy(h, more)
	return Answer{Status: status, Header: h, Body: []byte("<html><body><h1>" + http.StatusText(status) + "</h1></body></html>\n")}
}

// Refuse is a kind that answers instead of doing.
func Refuse(name string, share int, a Answer) Kind {
	return Kind{name, share, func(c Call) { a.Write(c.W) }}
}

// Belie is a kind that does it and answers something else.
func Belie(name string, share int, a Answer) Kind {
	return Kind{name, share, func(c Call) { c.Do(); a.Write(c.W) }}
}

// Cut ends the connection without a word, as a reset.
func (c Call) Cut() {
	conn, _, err := http.NewResponseController(c.W).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
