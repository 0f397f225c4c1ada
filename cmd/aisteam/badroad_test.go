package main

import (
	"context"
	"fmt"
	"io"
	"log"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// badRoad is the way to a child on which, by chance, a request is lost before it arrives, turned away, or done with nobody to
// hear the answer: each a third of the share that fails. The same chance for the same seed.
type badRoad struct {
	*httptest.Server

	share float64
	to    *httputil.ReverseProxy

	mu     sync.Mutex
	chance *mrand.Rand
	count  map[string]int
}

// What may become of a request.
const (
	roadClear   = "arrived"
	roadLost    = "lost on the way"
	roadTurned  = "turned away with 503"
	roadUnheard = "done, and the answer lost"
	roadNobody  = "met no server"
)

func newBadRoad(t *testing.T, k *child, seed uint64, share float64) *badRoad {
	t.Helper()
	b := &badRoad{share: share, chance: mrand.New(mrand.NewPCG(seed, seed)), count: map[string]int{}}
	b.to = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: k.addr})
			r.Out.Host = r.In.Host
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Close { // what ends a connection there ends it here
				r.Header.Set("Connection", "close")
			}
			return nil
		},
		ErrorLog: log.New(io.Discard, "", 0), // that answers are cut off is what it is for
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) {
			b.counted(roadNobody)
			panic(http.ErrAbortHandler)
		},
	}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	t.Cleanup(b.CloseClientConnections)
	return b
}

func (b *badRoad) counted(fate string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count[fate]++
}

func (b *badRoad) fate() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	fate := roadClear
	if b.chance.Float64() < b.share {
		fate = []string{roadLost, roadTurned, roadUnheard}[b.chance.IntN(3)]
	}
	b.count[fate]++
	return fate
}

// ServeHTTP implements http.Handler.
func (b *badRoad) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch b.fate() {
	case roadLost:
		panic(http.ErrAbortHandler)
	case roadTurned:
		http.Error(w, "Nobody is in.", http.StatusServiceUnavailable)
	case roadUnheard:
		const stream = 500 * time.Millisecond // is cut off after this
		ctx, cancel := context.WithTimeout(r.Context(), stream)
		defer cancel()
		b.to.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
		panic(http.ErrAbortHandler)
	default:
		b.to.ServeHTTP(w, r)
	}
}

// report says how many requests there were and what became of them.
func (b *badRoad) report() (text string, failed float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.count[roadClear] + b.count[roadLost] + b.count[roadTurned] + b.count[roadUnheard]
	bad := all - b.count[roadClear]
	var parts []string
	for _, fate := range []string{roadLost, roadTurned, roadUnheard} {
		parts = append(parts, fmt.Sprintf("%d %s", b.count[fate], fate))
	}
	failed = float64(bad) / float64(max(all, 1))
	return fmt.Sprintf("%d requests, of which %d failed (%.1f%%): %s; %d more %s", all, bad, 100*failed, strings.Join(parts, ", "), b.count[roadNobody], roadNobody), failed
}
