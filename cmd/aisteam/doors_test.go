package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// bodiesVar says by how long bodies must have come in a child.
const bodiesVar = "AISTEAM_TEST_BODIES"

func testBodies() bots.IntakeConfig {
	within, _ := time.ParseDuration(os.Getenv(bodiesVar))
	return bots.IntakeConfig{Within: within}
}

// halfSent connects and sends a request without the last byte of its body. What is answered, and when it ends, is read from
// the connection.
func halfSent(tb testing.TB, addr, path string, head http.Header, size int) net.Conn {
	tb.Helper()
	conn, err := (&net.Dialer{Timeout: patience}).DialContext(tb.Context(), "tcp", addr)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close() })
	var b strings.Builder
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n", path, size+1)
	_ = head.Write(&b)
	b.WriteString("\r\n" + strings.Repeat("a", size))
	_, _ = io.WriteString(conn, b.String()) // it may be hung up on already
	return conn
}

// answered is the status of an answer, 0 where the connection ended without one, and whether it ended.
func answered(tb testing.TB, conn net.Conn, within time.Duration) (status int, ended bool) {
	tb.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(within))
	raw, err := io.ReadAll(conn)
	if res, bad := http.ReadResponse(bufio.NewReader(strings.NewReader(string(raw))), nil); bad == nil {
		status = res.StatusCode
		res.Body.Close()
	}
	timeout, ok := err.(net.Error) //nolint:errorlint // it is the connection's own
	return status, !ok || !timeout.Timeout()
}

func forged(h http.Header) {
	fakeslack.Sign(h, "not the secret", time.Now(), nil)
}

// TestHalfSentBodiesAreCutAndShutNobodyOut: the small form of the run of package doors. Of each half-sent body the
// connection ends, memory is bounded, and whoever has something to say is heard meanwhile.
func TestHalfSentBodiesAreCutAndShutNobodyOut(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, bodiesVar+"=2s")
	w.child.startReady()
	w.say("What can you do?", func() {})
	before := resident(t, w.child)
	var conns []net.Conn
	for i := range 200 {
		head := http.Header{}
		path := []string{"/slack/events", "/slack/interactions", "/slack/commands", "/login"}[i%4]
		forged(head)
		conns = append(conns, halfSent(t, w.child.addr, path, head, 1<<20-2))
	}
	if _, body, err := get(t.Context(), w.child.url("/healthz")); err != nil || body != "ok\n" {
		t.Errorf("meanwhile the service says %q, %v", body, err)
	}
	w.say("And what else?", func() {})
	held := resident(t, w.child)
	for i, conn := range conns {
		if status, ended := answered(t, conn, patience); !ended {
			t.Errorf("connection %d is still open, answered %d", i, status)
		}
	}
	if grown := held - before; grown > 128<<20 {
		t.Errorf("200 MiB of half-sent bodies took %d MiB", grown>>20)
	}
}

// resident is a child's memory.
func resident(tb testing.TB, k *child) int64 {
	tb.Helper()
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(k.cmd.Process.Pid) + "/statm")
	if err != nil {
		tb.Skip("this system does not tell a process's memory")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(raw))[1], 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestWhoIsRefusedIsAnsweredBeforeTheBodyComes: nobody waits for the body of a request that is refused by its head.
func TestWhoIsRefusedIsAnsweredBeforeTheBodyComes(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, bodiesVar+"=1h")
	w.child.startReady()
	old := http.Header{}
	fakeslack.Sign(old, secret, time.Now().Add(-time.Hour), nil)
	for path, head := range map[string]http.Header{
		"/slack/events": old, "/slack/interactions": {}, "/api/assistant/chat": {}, "/panel/messages": {}, "/settings/projects": {},
		"/login": {"Sec-Fetch-Site": {"cross-site"}},
	} {
		status, ended := answered(t, halfSent(t, w.child.addr, path, head, 1000), patience)
		if !ended || (status != http.StatusUnauthorized && status != http.StatusForbidden) {
			t.Errorf("%s is answered %d, ended %v", path, status, ended)
		}
	}
}

func TestTheTokenIsPrintedToATerminalAlone(t *testing.T) {
	t.Parallel()
	k := newcomer(t, "AISTEAM_TOKEN=")
	k.startReady()
	token, err := os.ReadFile(filepath.Join(k.data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	said := k.log.text()
	if strings.Contains(said, strings.TrimSpace(string(token))) || !strings.Contains(said, filepath.Join(k.data, "token")) {
		t.Errorf("it says %s", said)
	}
	code := regexp.MustCompile(`http://\S+/\?code=\S+`).FindString(said)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 2 { // a log's reader that looks at the link uses nothing up
		if res, err := client.Get(code); err != nil || res.Body.Close() != nil || res.StatusCode != http.StatusOK || len(res.Cookies()) != 0 {
			t.Fatalf("the link is answered %v, %v", res, err)
		}
	}
	secret := strings.SplitN(code, "?code=", 2)[1]
	open := func() *http.Response {
		res, err := client.PostForm(k.url("/login"), url.Values{"code": {secret}})
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res
	}
	if first := open(); first.StatusCode != http.StatusSeeOther || len(first.Cookies()) != 1 { //nolint:bodyclose // open has closed it
		t.Errorf("the code is answered %s", first.Status)
	}
	if second := open(); second.StatusCode != http.StatusUnauthorized || len(second.Cookies()) != 0 { //nolint:bodyclose // open has closed it
		t.Errorf("the code again is answered %s", second.Status)
	}

	s := &server{}
	s.reached, s.token = assistant.PublicAt("http://x"), "the-token"
	if line, err := s.invitation(t.Context(), true); err != nil || line != "Open the panel: http://x/?token=the-token" {
		t.Errorf("a terminal is told %q, %v", line, err)
	}
	tty, err := os.Open("/dev/ptmx")
	if err != nil {
		t.Skip("this machine has no terminals")
	}
	defer tty.Close()
	if !terminal(tty) || terminal(io.Discard) {
		t.Errorf("a terminal is one: %v, nothing is one: %v", terminal(tty), terminal(io.Discard))
	}
}

func TestMetricsStandApartWhereTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	apart := freeAddr(t)
	k := newChild(t, "AISTEAM_METRICS_ADDR="+apart)
	k.startReady()
	for _, c := range []struct {
		url    string
		status int
		says   string
	}{
		{"http://" + apart + "/metrics", 200, "aisteam_"},
		{"http://" + apart + "/healthz", 200, "ok"},
		{"http://" + apart + "/readyz", 200, "ok"},
		{"http://" + apart + "/", 404, ""},
		{"http://" + apart + "/login", 404, ""},
		{k.url("/healthz"), 200, "ok"},
		{k.url("/readyz"), 200, "ok"},
		{k.url("/metrics"), 401, "Sign in"},
	} {
		status, body, err := get(t.Context(), c.url)
		if err != nil || status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%s answers %d %.100q, %v", c.url, status, body, err)
		}
	}
}

func TestReadinessIsLookedAtOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var looked atomic.Int64
		answer := true
		r := &readiness{now: time.Now, look: func(ctx context.Context) (string, bool) {
			looked.Add(1)
			return "words", answer && ctx.Err() == nil
		}}
		gone, cancel := context.WithCancel(t.Context())
		cancel() // whoever asked first has gone; the others are answered all the same
		for i := range 50 {
			go func() {
				ctx := t.Context()
				if i == 0 {
					ctx = gone
				}
				if words, ok := r.tell(ctx); words != "words" || !ok {
					t.Errorf("%q, %v", words, ok)
				}
			}()
		}
		time.Sleep(time.Second - 1)
		answer = false
		if _, ok := r.tell(t.Context()); !ok || looked.Load() != 1 {
			t.Errorf("%v after %d looks", ok, looked.Load())
		}
		time.Sleep(time.Nanosecond)
		if _, ok := r.tell(t.Context()); ok || looked.Load() != 2 {
			t.Errorf("a second later %v after %d looks", ok, looked.Load())
		}
	})
}

// TestSilentConnectionsMakeRoom: so many connections and no more, and those that only wait shut nobody out.
func TestSilentConnectionsMakeRoom(t *testing.T) {
	held, ask := make(chan struct{}), make(chan struct{})
	srv := newHTTP(t.Context(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			close(ask)
			<-held
		}
		_, _ = io.WriteString(w, "ok")
	}), slog.New(slog.DiscardHandler))
	if srv.ConnState == nil {
		t.Error("connections are not counted")
	}
	srv.ConnState = newCallers(5).changed
	srv.ReadTimeout, srv.ReadHeaderTimeout, srv.IdleTimeout = time.Hour, time.Hour, time.Hour // nothing else ends them
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = srv.Serve(l) }()
	defer srv.Close()
	dial := func(first string) net.Conn {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		_, _ = io.WriteString(conn, first)
		return conn
	}
	busy := dial("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
	<-ask
	var silent []net.Conn
	for i := range 20 {
		silent = append(silent, dial([]string{"", "GET / HT"}[i%2]))
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(r)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("whoever asks something is shut out: %v", err)
	}
	res.Body.Close()
	for i, conn := range silent[:15] {
		if _, ended := answered(t, conn, patience); !ended {
			t.Errorf("silent connection %d is still open", i)
		}
	}
	close(held)
	_ = busy.SetReadDeadline(time.Now().Add(patience))
	if n, err := busy.Read(make([]byte, 100)); n == 0 {
		t.Errorf("what was being answered was cut off: %v", err)
	}
}

// pipes is a listener to which connections come that are in no net, and go by the clock of a test alone.
type pipes struct {
	come   chan net.Conn
	closed chan struct{}
}

// Accept implements [net.Listener].
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.come:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

// Addr implements [net.Listener].
func (*pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

// TestSlowRequestsEndAndSlowAnswersDoNot: reading has an end, and what is read whole takes the time that it takes.
func TestSlowRequestsEndAndSlowAnswersDoNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		srv := newHTTP(t.Context(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				http.Error(w, "slow", http.StatusRequestTimeout)
				return
			}
			<-let
			if r.Context().Err() != nil {
				http.Error(w, "given up", http.StatusInternalServerError)
				return
			}
			_, _ = io.WriteString(w, "patience")
		}), slog.New(slog.DiscardHandler))
		if srv.ReadTimeout <= 0 || srv.ReadTimeout > 30*time.Second || srv.ReadHeaderTimeout <= 0 || srv.WriteTimeout <= 0 || srv.IdleTimeout <= 0 {
			t.Errorf("the server waits %v, %v, %v, %v", srv.ReadTimeout, srv.ReadHeaderTimeout, srv.WriteTimeout, srv.IdleTimeout)
		}
		on := &pipes{make(chan net.Conn), make(chan struct{})}
		go func() { _ = srv.Serve(on) }()
		defer srv.Close()
		asks := func(body string) net.Conn {
			ours, theirs := net.Pipe()
			on.come <- theirs
			_, _ = fmt.Fprintf(ours, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\n%s", body)
			return ours
		}
		answer := func(conn net.Conn) (int, string) {
			t.Helper()
			defer conn.Close()
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				return 0, err.Error()
			}
			defer res.Body.Close()
			return res.StatusCode, readAll(res.Body)
		}
		asked := time.Now()
		if status, body := answer(asks("half")); status != http.StatusRequestTimeout || time.Since(asked) != srv.ReadTimeout {
			t.Errorf("a slow body: %d %q after %v", status, body, time.Since(asked))
		}
		whole := asks("ten bytes.")
		time.Sleep(3 * (srv.ReadTimeout + srv.WriteTimeout)) // longer than either may take
		close(let)
		if status, body := answer(whole); status != http.StatusOK || body != "patience" {
			t.Errorf("a slow answer: %d %q", status, body)
		}
	})
}
