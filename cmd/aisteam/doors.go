package main

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// These limits apply to every connection.
const (
	headWithin     = 10 * time.Second // in which a request's headers must have come
	bodyWithin     = 30 * time.Second // and its body; uploads say more, see package web
	answerWithin   = 90 * time.Second // in which an answer must have gone, from its first byte; streams say more
	keptIdle       = 2 * time.Minute  // how long a connection may be idle
	connections    = 4096
	httpGrace      = 5 * time.Second // how long open requests may take once the service is stopping
	longestHeaders = 64 << 10
)

// newHTTP makes a server that waits for nobody without end.
func newHTTP(base context.Context, routes http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: patient(routes), ReadHeaderTimeout: headWithin, ReadTimeout: bodyWithin, WriteTimeout: answerWithin, IdleTimeout: keptIdle,
		MaxHeaderBytes: longestHeaders, ConnState: newCallers(connections).changed,
		BaseContext: func(net.Listener) context.Context { return base }, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// serve answers on a listener until ctx ends; open requests then have their grace.
func (s *server) serve(ctx context.Context, on net.Listener, routes http.Handler) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	srv := newHTTP(base, routes, s.log)
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		cancel() // streams end with their request
		grace, done := context.WithTimeout(context.WithoutCancel(ctx), httpGrace)
		defer done()
		stopped <- srv.Shutdown(grace)
	}()
	if err := srv.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-stopped; err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}

// patient keeps the server's times to what they are for. The time to read ends with the last byte that is read: otherwise it
// would end requests whose answer takes long, such as streams. The time to write begins with the first byte that is written.
func patient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		if r.Body == nil || r.Body == http.NoBody {
			_ = control.SetReadDeadline(time.Time{})
		} else {
			whole := *r // the server looks at its own
			whole.Body = &wholeBody{r.Body, control}
			r = &whole
		}
		next.ServeHTTP(&timedAnswer{ResponseWriter: w, control: control}, r)
	})
}

// wholeBody lifts the time to read once it has been read to its end.
type wholeBody struct {
	io.ReadCloser
	control *http.ResponseController
}

// Read implements io.Reader.
func (b *wholeBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// timedAnswer gives an answer its time from when it begins. Whoever needs more says so after that.
type timedAnswer struct {
	http.ResponseWriter
	control *http.ResponseController
	begun   bool
}

// Unwrap is for [http.ResponseController].
func (a *timedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (a *timedAnswer) WriteHeader(status int) {
	a.begin()
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *timedAnswer) Write(p []byte) (int, error) {
	a.begin()
	return a.ResponseWriter.Write(p)
}

func (a *timedAnswer) begin() {
	if !a.begun {
		a.begun = true
		_ = a.control.SetWriteDeadline(time.Now().Add(answerWithin))
	}
}

// callers bounds the number of connections. When there are too many, the one that has been silent longest is closed: one that has
// not asked anything yet, or is idle. So idle connections lock nobody out, least of all an operator's health check. Connections
// being answered are left alone.
type callers struct {
	most int

	mu     sync.Mutex
	open   map[net.Conn]*list.Element // nil: something is being answered on it
	silent *list.List                 // of net.Conn, the longest silent first
}

func newCallers(most int) *callers {
	return &callers{most: most, open: make(map[net.Conn]*list.Element), silent: list.New()}
}

// changed is for [http.Server.ConnState].
func (c *callers) changed(conn net.Conn, now http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.open[conn]; at != nil {
		c.silent.Remove(at)
	}
	switch now {
	case http.StateNew, http.StateIdle:
		c.open[conn] = c.silent.PushBack(conn)
	case http.StateActive:
		c.open[conn] = nil
	case http.StateHijacked, http.StateClosed:
		delete(c.open, conn)
	}
	if oldest := c.silent.Front(); oldest != nil && len(c.open) > c.most {
		silent, _ := c.silent.Remove(oldest).(net.Conn)
		delete(c.open, silent)
		_ = silent.Close() // its server finds out by itself
	}
}
