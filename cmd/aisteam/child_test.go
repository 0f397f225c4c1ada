package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/servers"
)

const testToken = "a-token-for-tests-only"

// patience is how long what has to come is waited for. It is no measure of the machine, on whose slowest day everything still comes
// in time: how quick something is, the bench says.
const patience = 3 * time.Minute

// child is the command as a process of its own, which a test may kill and start again on the same address and data.
type child struct {
	tb   testing.TB
	addr string
	data string
	env  []string
	log  logFile
	cmd  *exec.Cmd
	gone chan struct{} // closed when the process has ended
	as   *http.Client  // somebody else who is signed in, as whom its API is asked; nil for the owner
}

// logFile keeps what a child says, to be shown when its test fails.
type logFile struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// text is what it has said.
func (l *logFile) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// newChild prepares a child whose embedded database is up to date; start starts it. Variables in env come on top of an environment of
// its own.
func newChild(tb testing.TB, env ...string) *child {
	tb.Helper()
	c := newcomer(tb, env...)
	if err := servers.EmbeddedIn(c.data); err != nil { // on Postgres nobody looks at it
		tb.Fatal(err)
	}
	return c
}

// newcomer prepares a child that has never been started before.
func newcomer(tb testing.TB, env ...string) *child {
	tb.Helper()
	c := &child{tb: tb, addr: freeAddr(tb), data: filepath.Join(tb.TempDir(), "data")}
	c.env = append([]string{
		childVar + "=1", "GOGC=400", "AISTEAM_ADDR=" + c.addr, "AISTEAM_DATA=" + c.data, "AISTEAM_TOKEN=" + testToken,
		"AI_PRIMARY_PROVIDER=rehearsal", "LOG_FORMAT=text", "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=100000", "PATH=" + os.Getenv("PATH"), "HOME=" + tb.TempDir(),
	}, env...)
	tb.Cleanup(func() {
		c.kill()
		if tb.Failed() {
			tb.Logf("the command said:\n%s", tail(c.log.buf.String(), 8000))
		}
	})
	return c
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

func freeAddr(tb testing.TB) string {
	tb.Helper()
	addr, err := servers.FreeAddress()
	if err != nil {
		tb.Fatal(err)
	}
	return addr
}

func (c *child) url(path string) string { return "http://" + c.addr + path }

// start starts the process; it does not wait for it to be ready.
func (c *child) start(env ...string) {
	c.tb.Helper()
	exe, err := os.Executable()
	if err != nil {
		c.tb.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(c.tb.Context()), exe, "serve")
	cmd.Env = append(append([]string(nil), c.env...), env...)
	cmd.Stdout, cmd.Stderr = &c.log, &c.log
	if err := cmd.Start(); err != nil {
		c.tb.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(gone)
	}()
	c.cmd, c.gone = cmd, gone
}

// startReady starts the process and waits until it takes messages.
func (c *child) startReady(env ...string) {
	c.tb.Helper()
	c.start(env...)
	eventually(c.tb, patience, "the command is ready", c.ready)
}

func (c *child) ready() bool {
	req, err := http.NewRequestWithContext(c.tb.Context(), http.MethodGet, c.url("/readyz"), nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// ended tells whether the process is gone.
func (c *child) ended() bool {
	if c.gone == nil {
		return true
	}
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

func (c *child) signal(s syscall.Signal) {
	if !c.ended() {
		_ = c.cmd.Process.Signal(s)
	}
}

func (c *child) kill() {
	if c.gone == nil {
		return
	}
	c.signal(syscall.SIGKILL)
	<-c.gone
}

// eventually looks until it is so, and fails the test when it is not in time.
func eventually(tb testing.TB, within time.Duration, what string, so func() bool) {
	tb.Helper()
	if err := until(tb.Context(), within, so); err != nil {
		tb.Fatalf("%s: %v", what, err)
	}
}

// The pauses between looks grow: what comes soon is seen soon, and a long wait costs few looks, each of which may ask a process or a
// browser that has other things to do.
const (
	firstPause   = 4 * time.Millisecond
	longestPause = 100 * time.Millisecond
)

// until looks at once, and again and again until it is so.
func until(ctx context.Context, within time.Duration, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	pause := firstPause
	again := time.NewTimer(pause)
	defer again.Stop()
	for {
		if so() {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not within %v", within)
		case <-again.C:
		}
		pause = min(pause+pause/4, longestPause)
		again.Reset(pause)
	}
}

// TestExitCodes: wrong configuration is one line that names the variable and the mend, with exit code 2.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		env  string
		says string
	}{
		{"redis without postgres", "REDIS_URL=redis://127.0.0.1:1", "DATABASE_URL"},
		{"half of slack", "SLACK_BOT_TOKEN=xoxb-1", "SLACK_SIGNING_SECRET"},
		{"an unknown provider", "AI_PRIMARY_PROVIDER=oracle", "AI_PRIMARY_PROVIDER"},
		{"a provider without its key", "AI_PRIMARY_PROVIDER=gemini", "GEMINI_API_KEY"},
		{"another provider without its key", "AI_PRIMARY_PROVIDER=anthropic", "ANTHROPIC_API_KEY"},
		{"a short token", "AISTEAM_TOKEN=abc", "AISTEAM_TOKEN"},
		{"a wrong log level", "LOG_LEVEL=loud", "LOG_LEVEL"},
		{"an api url without its slash", "SLACK_API_URL=http://127.0.0.1:1/api", "SLACK_API_URL"},
		{"a database that is no address", "DATABASE_URL=foo", "DATABASE_URL"},
		{"a model that is no address", "AI_PRIMARY_PROVIDER=openai OPENAI_BASE_URL=foo", "OPENAI_BASE_URL"},
		{"half of discord", "DISCORD_TOKEN=x", "DISCORD_APPLICATION_ID"},
		{"a discord key without its token", "DISCORD_PUBLIC_KEY=00", "DISCORD_TOKEN"},
		{"a discord server without its token", "DISCORD_GUILD_ID=12", "DISCORD_TOKEN"},
		{"a discord server by its name", "DISCORD_TOKEN=x DISCORD_APPLICATION_ID=1 DISCORD_GUILD_ID=ours", "DISCORD_GUILD_ID"},
		{"a discord api without its slash", "DISCORD_API_URL=http://127.0.0.1:1/api", "DISCORD_API_URL"},
		{"an address for metrics nobody can listen on", "AISTEAM_METRICS_ADDR=256.1.1.1:1", "AISTEAM_METRICS_ADDR"},
		{"an address nobody can listen on", "AISTEAM_ADDR=256.1.1.1:1", "AISTEAM_ADDR"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := newChild(t, append([]string{"LOG_LEVEL=error"}, strings.Fields(c.env)...)...)
			k.start()
			eventually(t, patience, "the command ends", k.ended)
			if code := k.cmd.ProcessState.ExitCode(); code != exitUsage {
				t.Errorf("exit code %d", code)
			}
			if said := strings.TrimSpace(k.log.buf.String()); strings.Count(said, "\n") > 0 || !strings.Contains(said, c.says) {
				t.Errorf("it said %q", said)
			}
		})
	}
}

// TestStopsGracefully: SIGTERM ends the command with exit code 0.
func TestStopsGracefully(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	k.signal(syscall.SIGTERM)
	eventually(t, patience, "the command ends", k.ended)
	if code := k.cmd.ProcessState.ExitCode(); code != exitClean {
		t.Errorf("exit code %d", code)
	}
}

// TestSecondProcessIsRefused: two processes on one embedded database would each believe to be alone.
func TestSecondProcessIsRefused(t *testing.T) {
	t.Parallel()
	first := newChild(t)
	first.startReady()
	second := newChild(t, "AISTEAM_DATA="+first.data)
	second.start()
	eventually(t, patience, "the second ends", second.ended)
	if code := second.cmd.ProcessState.ExitCode(); code == exitClean {
		t.Error("it went on")
	}
}
