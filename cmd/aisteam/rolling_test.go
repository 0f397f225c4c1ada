package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/internal/servers"
)

// balancer sends each request once, to a replica that said it was ready when it was last asked, and never again elsewhere.
type balancer struct {
	*httptest.Server

	mu       sync.Mutex
	replicas []*child
	ready    map[*child]*httputil.ReverseProxy
	busy     map[*child]int // requests that are on their way
	missed   map[*child]int // questions in a row to which a replica was not ready
	next     int
	refused  atomic.Int64
}

// How often a balancer asks, and after how many noes in a row it sends to a replica no more, as Kubernetes does.
const (
	askedEvery = 100 * time.Millisecond
	mostMissed = 3
)

func newBalancer(t *testing.T, replicas ...*child) *balancer {
	t.Helper()
	b := &balancer{replicas: replicas, ready: make(map[*child]*httputil.ReverseProxy), busy: make(map[*child]int), missed: make(map[*child]int)}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, to := b.pick()
		if to == nil {
			b.refused.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		defer b.done(c)
		to.ServeHTTP(w, r)
	}))
	t.Cleanup(b.Close)
	done := make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		tick := time.NewTicker(askedEvery)
		defer tick.Stop()
		for {
			b.ask()
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	})
	t.Cleanup(func() {
		close(done)
		asking.Wait()
	})
	return b
}

func (b *balancer) ask() {
	b.mu.Lock()
	all := append([]*child(nil), b.replicas...)
	b.mu.Unlock()
	for _, c := range all {
		ready := c.ready()
		b.mu.Lock()
		switch _, known := b.ready[c]; {
		case ready && !known:
			to := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: c.addr})
			to.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) {
				b.refused.Add(1)
				w.WriteHeader(http.StatusBadGateway)
			}
			b.ready[c] = to
		case !ready:
			b.missed[c]++
		}
		if ready {
			b.missed[c] = 0
		} else if b.missed[c] >= mostMissed {
			delete(b.ready, c)
		}
		b.mu.Unlock()
	}
}

func (b *balancer) add(c *child) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replicas = append(b.replicas, c)
}

// pick takes the ready ones in turn.
func (b *balancer) pick() (*child, *httputil.ReverseProxy) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.replicas {
		b.next++
		c := b.replicas[b.next%len(b.replicas)]
		if to := b.ready[c]; to != nil {
			b.busy[c]++
			return c, to
		}
	}
	return nil, nil
}

func (b *balancer) done(c *child) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy[c]--
}

func (b *balancer) sendsTo(c *child) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ready[c] != nil
}

// left tells whether nothing is sent to a replica any more, nor on its way there.
func (b *balancer) left(c *child) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ready[c] == nil && b.busy[c] == 0
}

// TestARollingRestartUnderLoad replaces two replicas twice while people write: every message is taken by the first door it is
// sent to, and is answered once.
func TestARollingRestartUnderLoad(t *testing.T) {
	t.Parallel()
	slack, err := rig.StartSlack(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer slack.Close()
	env := append(append(slack.Environment(), ownRedis(t)...), "DATABASE_URL="+servers.EmptiedPostgres(t), "AISTEAM_DRAIN="+patience.String())
	replicas := []*child{newChild(t, env...), newChild(t, env...)}
	for _, c := range replicas {
		c.startReady()
	}
	front := newBalancer(t, replicas...)
	eventually(t, patience, "the balancer sends to both", func() bool { return front.sendsTo(replicas[0]) && front.sendsTo(replicas[1]) })

	people := newAskers(t, slack, front.URL)
	for range 2 {
		for i, old := range replicas {
			fresh := newChild(t, env...)
			fresh.startReady()
			front.add(fresh)
			eventually(t, patience, "the balancer sends to the new one", func() bool { return front.sendsTo(fresh) })
			old.signal(syscall.SIGTERM)
			eventually(t, patience, "the balancer sends to the old one no more", func() bool { return front.left(old) })
			old.signal(syscall.SIGUSR1)
			eventually(t, patience, "the old one has gone", old.ended)
			if code := old.cmd.ProcessState.ExitCode(); code != exitClean {
				t.Errorf("an old replica ended with %d", code)
			}
			replicas[i] = fresh
		}
	}
	asked := people.stop()
	eventually(t, patience, "all are answered", func() bool { return people.answered() >= asked })
	t.Logf("%d messages over two rolling restarts, %d refused, %d sent again, %d answered, %d more than once",
		asked, front.refused.Load(), people.repeated.Load(), people.answered(), people.doubled())
	if front.refused.Load() > 0 || people.failed.Load() > 0 || people.doubled() > 0 {
		t.Errorf("%d refused, %d failed, %d answered more than once", front.refused.Load(), people.failed.Load(), people.doubled())
	}
}

// mostUnanswered is how many messages wait for an answer before nobody writes more: a slow machine is asked less, for as long as it takes.
const mostUnanswered = 100

// slackRepeats is how often Slack sends again what was not taken.
const slackRepeats = 3

// askers write one message after the other, each in a thread of its own.
type askers struct {
	quit   chan struct{}
	all    sync.WaitGroup
	asked  atomic.Int64
	failed atomic.Int64

	repeated atomic.Int64 // what a replica that was too slow did not take

	mu      sync.Mutex
	answers map[string]int
}

func newAskers(t *testing.T, slack *rig.Slack, front string) *askers {
	t.Helper()
	a := &askers{quit: make(chan struct{}), answers: make(map[string]int)}
	for person := range 4 {
		a.all.Go(func() {
			pause := time.NewTicker(100 * time.Millisecond)
			defer pause.Stop()
			for i := 0; ; i++ {
				select {
				case <-a.quit:
					return
				case <-pause.C:
				}
				if int(a.asked.Load())-a.answered() > mostUnanswered {
					continue
				}
				name := strconv.Itoa(person) + "x" + strconv.Itoa(i)
				thread := slack.NewThread("D"+name, "U"+name, func(p rig.Post) {
					if p.Answer && p.Method == "chat.postMessage" {
						a.mu.Lock()
						defer a.mu.Unlock()
						a.answers[name]++
					}
				})
				a.asked.Add(1)
				_, err := slack.Say(t.Context(), front, thread, "What can you do for me?", true)
				for again := 0; err != nil && again < slackRepeats; again++ { // as Slack does; the message is the same one
					a.repeated.Add(1)
					_, err = slack.Say(t.Context(), front, thread, "What can you do for me?", true)
				}
				if err != nil {
					a.failed.Add(1)
					t.Error(errors.Join(errors.New("a message was refused"), err))
				}
			}
		})
	}
	return a
}

func (a *askers) stop() int {
	close(a.quit)
	a.all.Wait()
	return int(a.asked.Load())
}

func (a *askers) answered() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.answers)
}

func (a *askers) doubled() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, times := range a.answers {
		if times > 1 {
			n++
		}
	}
	return n
}
