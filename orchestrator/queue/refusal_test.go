package queue_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers/own"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// lines is a log that is counted.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func admin(t *testing.T, s *own.Server, commands ...string) {
	t.Helper()
	o, err := redis.ParseURL(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	defer c.Close()
	for _, command := range commands {
		var args []any
		for word := range strings.FieldsSeq(command) {
			args = append(args, word)
		}
		if err := c.Do(t.Context(), args...).Err(); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
	}
}

// as is the address with another user.
func as(t *testing.T, s *own.Server, user, password string) string {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, password)
	return u.String()
}

func processor(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// documented is the rule for the service's user that the operator's guide gives.
func documented(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "operating.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^ACL SETUSER aisteam .*$`).FindString(string(raw))
	if found == "" {
		t.Fatal("the guide has no ACL SETUSER aisteam")
	}
	return strings.ReplaceAll(found, ">PASSWORD", ">right")
}

// busily does what a service does, hinting without end, for a while, and gives what was logged and what it took.
func busily(t *testing.T, address string, cfg queue.Config, span time.Duration) (*queue.Redis, string, time.Duration) {
	t.Helper()
	var log lines
	c, err := queue.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	q := queue.New(c, cfg)
	ctx, cancel := context.WithTimeout(t.Context(), span)
	defer cancel()
	began := processor(t)
	var all sync.WaitGroup
	for _, k := range []queue.Kind{queue.Turns, queue.Tasks, queue.Deliveries} {
		tokens := q.Tokens(ctx, k)
		all.Go(func() {
			for token := range tokens {
				_ = q.Done(ctx, token, false)
			}
		})
	}
	news := q.Listen(ctx, talk)
	all.Go(func() {
		for range news {
		}
	})
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		_ = q.Hint(ctx, queue.Turns, quiet)
		_ = q.Publish(ctx, assistant.News{Conversation: talk, Draft: "so far"})
		if n%100 == 0 {
			_ = q.Ping(ctx)
		}
		<-tick.C
	}
	all.Wait()
	return q, log.text(), processor(t) - began
}

// A Redis that is there but refuses is one line that says what to do, and costs next to nothing.
func TestARefusalIsOneLineAndCostsNothing(t *testing.T) {
	const span = 3 * time.Second
	for _, c := range []struct {
		code    queue.Code
		prepare []string
		user    string
	}{
		{code: queue.CodeWrongPass, user: "aisteam", prepare: []string{"ACL SETUSER aisteam on >other ~* &* +@all"}},
		{code: queue.CodeNoAuth, prepare: []string{"CONFIG SET requirepass right"}},
		{code: queue.CodeNoPerm, user: "aisteam", prepare: []string{"ACL SETUSER aisteam on >right ~* &* +@all -xreadgroup"}},
		{code: queue.CodeNoPerm, user: "aisteam", prepare: []string{"ACL SETUSER aisteam on >right ~* resetchannels +@all"}},
		{code: queue.CodeOOM, prepare: []string{"CONFIG SET maxmemory 1"}},
		{code: queue.CodeWrongType, prepare: []string{
			"SET p:{turns:0} x", "SET p:{turns:1} x", "SET p:{tasks:0} x", "SET p:{tasks:1} x", "SET p:{deliveries:0} x", "SET p:{deliveries:1} x",
		}},
		{code: queue.CodeReadOnly, prepare: []string{"REPLICAOF 127.0.0.1 1"}},
	} {
		t.Run(string(c.code)+" "+c.user, func(t *testing.T) {
			t.Parallel()
			s := startRedis(t)
			admin(t, s, c.prepare...)
			address := s.URL()
			if c.user != "" {
				address = as(t, s, c.user, "right")
			}
			q, log, _ := busily(t, address, queue.Config{Consumer: "one", Prefix: "p", Shards: 2}, span)
			// A busy machine may let one answer come too late, which is a line of its own.
			if n := strings.Count(log, "\n") - strings.Count(log, "i/o timeout"); n != 1 || !strings.Contains(log, "code="+string(c.code)) || !strings.Contains(log, "mend=") {
				t.Errorf("%d lines in %v:\n%.2000s", n, span, log)
			}
			if q.Refuses() != c.code || !q.Away() {
				t.Errorf("refuses %q, away %v", q.Refuses(), q.Away())
			}
			if n := q.Refused(c.code); n == 0 || n > 40 {
				t.Errorf("asked in vain %d times in %v", n, span)
			}
		})
	}
}

// MISCONF is what a Redis says that cannot write its snapshots.
func TestARedisThatCannotSaveIsSaid(t *testing.T) {
	s := startRedis(t)
	o, err := redis.ParseURL(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	defer c.Close()
	if err := c.ConfigSet(t.Context(), "save", "1 1").Err(); err != nil {
		t.Fatal(err)
	}
	folder := c.ConfigGet(t.Context(), "dir").Val()["dir"]
	if err := os.Chmod(folder, 0o555); err != nil { // nobody may write there
		t.Fatal(err)
	}
	eventually(t, "a snapshot fails", func() bool {
		_ = c.Do(t.Context(), "BGSAVE").Err()
		err := c.Set(t.Context(), "y", 1, 0).Err()
		return err != nil && strings.HasPrefix(err.Error(), "MISCONF")
	})
	q, log, _ := busily(t, s.URL(), queue.Config{Consumer: "one", Shards: 2}, time.Second)
	if strings.Count(log, "\n") != 1 || q.Refuses() != queue.CodeMisconf {
		t.Errorf("refuses %q:\n%s", q.Refuses(), log)
	}
	if err := c.ConfigSet(t.Context(), "save", "").Err(); err != nil { // else it would not end before it has saved
		t.Fatal(err)
	}
}

// A wrong password costs less than a tenth of a core, what asks for it 200 times a second included.
func TestAWrongPasswordCostsNoProcessor(t *testing.T) {
	const span = 4 * time.Second
	s := startRedis(t)
	admin(t, s, "ACL SETUSER aisteam on >other ~* &* +@all")
	_, _, used := busily(t, as(t, s, "aisteam", "right"), queue.Config{Consumer: "one"}, span)
	t.Logf("%v of processor in %v", used, span)
	if used > span/10 {
		t.Errorf("%v of processor in %v", used, span)
	}
}

// What is refused is asked for again, and once it is taken the work goes on without a word of anybody.
func TestARefusalIsOverWhenItIsMended(t *testing.T) {
	s := startRedis(t)
	admin(t, s, "ACL SETUSER aisteam on >other ~* &* +@all")
	c, err := queue.Open(as(t, s, "aisteam", "right"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	q := queue.New(c, quick("one"))
	tokens := q.Tokens(t.Context(), queue.Turns)
	eventually(t, "it refuses", func() bool { return q.Refuses() == queue.CodeWrongPass })
	admin(t, s, "ACL SETUSER aisteam on >right")
	eventually(t, "hints arrive", func() bool { return q.Hint(t.Context(), queue.Turns, quiet) == nil })
	take(t, tokens)
}

// The user that the guide describes may do all that is done, on the keys and channels of the prefix alone.
func TestTheDocumentedUserIsEnough(t *testing.T) {
	s := startRedis(t)
	admin(t, s, documented(t))
	address := as(t, s, "aisteam", "right")
	q, log, _ := busily(t, address, queue.Config{Consumer: "one", Shards: 2, Idle: 100 * time.Millisecond, Mend: 50 * time.Millisecond}, 2*time.Second)
	if strings.Contains(log, "refuses") || q.Refuses() != "" {
		t.Errorf("%s %s", q.Refuses(), log)
	}
	if q, _, _ := busily(t, address, queue.Config{Consumer: "one", Prefix: "theirs", Shards: 2}, time.Second); q.Refuses() != queue.CodeNoPerm {
		t.Errorf("with another prefix it refuses %q", q.Refuses())
	}
}

// Installations that share a Redis, each under its prefix, hear nothing of each other.
func TestPrefixesKeepInstallationsApart(t *testing.T) {
	s := startRedis(t)
	ours, theirs := quick("one"), quick("one")
	ours.Prefix, theirs.Prefix = "ours", "theirs"
	a, b := queue.New(client(t, s), ours), queue.New(client(t, s), theirs)
	mine, other := a.Tokens(t.Context(), queue.Turns), b.Tokens(t.Context(), queue.Turns)
	news := b.Listen(t.Context(), talk)
	hint(t, a, quiet)
	if err := a.Publish(t.Context(), assistant.News{Conversation: talk}); err != nil {
		t.Fatal(err)
	}
	take(t, mine)
	select {
	case token := <-other:
		t.Errorf("the other got %+v", token)
	case n := <-news:
		t.Errorf("the other heard %+v", n)
	case <-time.After(none):
	}
}
