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
	atOnce  = 800              // that are opened in a second
	comeOff = 15 * time.Second // how soon a client that was cut off comes back
)

// siege is what is held open.
type siege struct {
	settings
	base         string
	conversation string
	filler       string // of bodies

	mu   sync.Mutex
	done seen
}

// seen is how long the longest half-sent body stayed open, how many were cut off, and how many streams ended.
type seen struct {
	longest    time.Duration
	cut, ended int
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

func (g *siege) saw() seen {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.done
}

// sendHalves sends all of a request but the last byte, again and again.
func (g *siege) sendHalves(ctx context.Context, i int) {
	for ctx.Err() == nil {
		begun := time.Now()
		g.sendHalf(ctx, i)
		g.mu.Lock()
		if g.done.longest = max(g.done.longest, time.Since(begun)); ctx.Err() == nil {
			g.done.cut++
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
	head := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	path, size := []string{"/slack/events", "/slack/interactions", "/slack/commands", "/login"}[i%paths], g.size
	if path == "/login" {
		size = min(size, 4000)
	}
	fakeslack.Sign(head, "not the secret", time.Now(), nil)
	g.hold(ctx, fmt.Sprintf("POST %s HTTP/1.1\r\nContent-Length: %d\r\n", path, size+1), head, g.filler[:size])
}

// follow holds a stream open on which nothing is said.
func (g *siege) follow(ctx context.Context) {
	head := http.Header{"Authorization": {"Bearer " + token}}
	g.hold(ctx, "GET /api/conversations/"+g.conversation+"/events?after=1000 HTTP/1.1\r\n", head, "")
	if ctx.Err() == nil {
		g.mu.Lock()
		g.done.ended++
		g.mu.Unlock()
	}
}

// hold sends a request and keeps its connection until it is hung up on. It costs this program next to nothing: no client, and a
// few bytes for whatever is answered.
func (g *siege) hold(ctx context.Context, request string, head http.Header, body string) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(g.base, "http://"))
	if err != nil {
		return
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	var b strings.Builder
	b.WriteString(request + "Host: x\r\n")
	_ = head.Write(&b)
	_, _ = io.WriteString(conn, b.String()+"\r\n")
	_, _ = io.WriteString(conn, body)
	for few := make([]byte, 256); ; {
		if _, err := conn.Read(few); err != nil {
			return
		}
	}
}
