package queue_test

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers/own"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// startRedis gives the test a Redis of its own, to stop and to stall. What it held is gone when it stops.
func startRedis(t *testing.T) *own.Server {
	t.Helper()
	s, err := own.StartRedis(t.Context(), own.Options{})
	if errors.Is(err, own.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop() })
	return s
}

func client(t *testing.T, s *own.Server) redis.UniversalClient {
	t.Helper()
	c, err := queue.Open(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func stall(t *testing.T, s *own.Server, with syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(s.PID(), with); err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(soon); time.Now().Before(deadline); <-tick.C {
		if is() {
			return
		}
	}
	t.Fatalf("waited in vain until %s", what)
}

func TestRedisGoesAwayAndComesBack(t *testing.T) {
	s := startRedis(t)
	q := queue.New(client(t, s), quick("one"))
	tokens, news := q.Tokens(t.Context(), queue.Turns), q.Listen(t.Context(), talk)
	hint(t, q, noisy)
	take(t, tokens)

	if err := s.Crash(); err != nil {
		t.Fatal(err)
	}
	if err := q.Hint(t.Context(), queue.Turns, quiet); err == nil {
		t.Error("a hint to nobody succeeded")
	}
	if !q.Away() {
		t.Error("nobody has noticed that redis is away")
	}
	began := time.Now()
	for range 1000 {
		if err := q.Hint(t.Context(), queue.Turns, quiet); err == nil {
			t.Fatal("a hint to nobody succeeded")
		}
	}
	if took := time.Since(began); took > soon/2 {
		t.Errorf("1000 hints to nobody took %v", took)
	}

	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "redis is back", func() bool { return !q.Away() })
	hint(t, q, quiet)
	if got := take(t, tokens); got.Tenant != quiet {
		t.Errorf("got %+v, want the quiet tenant's", got)
	}
	// A listener may miss what was said meanwhile, but is told to look.
	eventually(t, "the listener hears again", func() bool {
		_ = q.Publish(t.Context(), assistant.News{Conversation: talk})
		return len(news) > 0
	})
}

func TestNobodyWaitsForRedisThatHangs(t *testing.T) {
	s := startRedis(t)
	q := queue.New(client(t, s), quick("one"))
	hint(t, q, quiet)
	stall(t, s, syscall.SIGSTOP)
	began := time.Now()
	err := q.Hint(t.Context(), queue.Turns, quiet)
	if err == nil || !q.Away() {
		t.Errorf("hint to a redis that hangs: %v, away %v", err, q.Away())
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("the hint took %v", took)
	}
	if err := q.Hint(t.Context(), queue.Turns, quiet); !errors.Is(err, queue.ErrAway) {
		t.Errorf("the next hint: %v, want %v at once", err, queue.ErrAway)
	}
	stall(t, s, syscall.SIGCONT)
	eventually(t, "redis is back", func() bool { return q.Hint(t.Context(), queue.Turns, quiet) == nil })
}

// Half an hour of a token's life with the real settings, on a clock that jumps.
func TestTokenOutlivesHolderOnlyByIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, stop, err := queue.Embedded()
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
		dying, die := context.WithCancel(t.Context())
		dead := queue.New(c, queue.Config{Consumer: "dead"})
		hint(t, dead, quiet)
		lost := <-dead.Tokens(dying, queue.Turns)
		die()
		began := time.Now()

		ctx, cancel := context.WithCancel(t.Context())
		living := queue.New(c, queue.Config{Consumer: "living"})
		tokens := living.Tokens(ctx, queue.Turns)
		if got := <-tokens; got != lost {
			t.Errorf("got %+v, want %+v", got, lost)
		}
		if waited := time.Since(began); waited < 10*time.Second || waited > 13*time.Second {
			t.Errorf("reclaimed after %v, want 10 s", waited)
		}
		cancel()
		for range tokens {
		}
	})
}
