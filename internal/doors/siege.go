package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

const (
	paths   = 4                // in turn: three of Slack's, and the login
	atOnce  = 200              // that are opened in a second
	comeOff = 15 * time.Second // after which whoever was cut off comes again
)

// siege is what is held open.
type siege struct {
	settings
	base         string
	conversation string
	filler       string // of bodies

	mu      sync.Mutex
	longest time.Duration
	cut     int
	ended   int // streams
}

// lay opens everything, and returns once it has been open for a while. What is cut off is opened again, so that there are as
// many to the end.
func (g *siege) lay(ctx context.Context) (end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var open sync.WaitGroup
	end = func() {
		cancel()
		open.Wait()
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	tick := time.NewTicker(time.Second / atOnce)
	defer tick.Stop()
	for i := range g.bodies + g.streams {
		if i < g.bodies {
			open.Go(func() { g.sendHalves(ctx, i) })
		} else {
			open.Go(func() { g.follow(ctx) })
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return end, fmt.Errorf("lay siege: %w", ctx.Err())
		}
	}
	wait := time.NewTimer(settle)
	defer wait.Stop()
	select {
	case <-wait.C:
		return end, nil
	case <-ctx.Done():
		return end, fmt.Errorf("lay siege: %w", ctx.Err())
	}
}

// seen is how long the longest half-sent body stayed open, how many were cut off, and how many streams ended.
func (g *siege) seen() (longest time.Duration, cut, ended int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.longest, g.cut, g.ended
}

// sendHalves sends all of a request but the last byte, again and again.
func (g *siege) sendHalves(ctx context.Context, i int) {
	for ctx.Err() == nil {
		begun := time.Now()
		g.sendHalf(ctx, i)
		g.mu.Lock()
		if g.longest = max(g.longest, time.Since(begun)); ctx.Err() == nil {
			g.cut++
		}
		g.mu.Unlock()
		wait := time.NewTimer(comeOff)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
		}
	}
}

// sendHalf sends one, and waits until it is hung up on.
func (g *siege) sendHalf(ctx context.Context, i int) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(g.base, "http://"))
	if err != nil {
		return
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	head := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	path, size := []string{"/slack/events", "/slack/interactions", "/slack/commands", "/login"}[i%paths], g.size
	if path == "/login" {
		size = min(size, 4000)
	}
	fakeslack.Sign(head, "not the secret", time.Now(), nil)
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n", path, size+1)
	_ = head.Write(&b)
	_, _ = io.WriteString(conn, b.String()+"\r\n")
	_, _ = io.WriteString(conn, g.filler[:size])
	_, _ = io.Copy(io.Discard, conn)
}

// follow holds a stream open on which nothing is said.
func (g *siege) follow(ctx context.Context) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/api/conversations/"+g.conversation+"/events?after=1000", nil)
	if err != nil {
		return
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(r)
	if err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	if ctx.Err() == nil {
		g.mu.Lock()
		g.ended++
		g.mu.Unlock()
	}
}
