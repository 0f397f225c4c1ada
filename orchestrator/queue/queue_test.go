package queue_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

var _ queue.Queue = (*queue.Redis)(nil)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	noisy = assistant.TenantID("noisy")
	quiet = assistant.TenantID("quiet")
	soon  = 10 * time.Second       // what must happen happens well within it
	none  = 150 * time.Millisecond // what must not happen has not by then
)

// onBoth runs a law on a real Redis and on the embedded one.
func onBoth(t *testing.T, law func(t *testing.T, c redis.UniversalClient)) {
	t.Run("embedded", func(t *testing.T) {
		c, stop, err := queue.Embedded()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		law(t, c)
	})
	t.Run("redis", func(t *testing.T) { law(t, client(t, startRedis(t))) })
}

// quick are settings under which every repair happens within a test's patience.
func quick(consumer string) queue.Config {
	return queue.Config{
		Consumer: consumer, Shards: 2, Cap: 4,
		Idle: 100 * time.Millisecond, Mend: 50 * time.Millisecond, Block: 200 * time.Millisecond,
	}
}

func hint(t *testing.T, q queue.Queue, tenant assistant.TenantID) {
	t.Helper()
	if err := q.Hint(t.Context(), queue.Turns, tenant); err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, tokens <-chan queue.Token) queue.Token {
	t.Helper()
	select {
	case token, open := <-tokens:
		if !open {
			t.Fatal("the tokens ended")
		}
		return token
	case <-time.After(soon):
		t.Fatal("no token came")
		return queue.Token{}
	}
}

func takeNone(t *testing.T, tokens <-chan queue.Token) {
	t.Helper()
	select {
	case token := <-tokens:
		t.Fatalf("got %+v, want no token", token)
	case <-time.After(none):
	}
}

func end(t *testing.T, q queue.Queue, token queue.Token) {
	t.Helper()
	if err := q.Done(t.Context(), token, false); err != nil {
		t.Fatal(err)
	}
}

func pass(t *testing.T, q queue.Queue, token queue.Token) {
	t.Helper()
	if err := q.Done(t.Context(), token, true); err != nil {
		t.Fatal(err)
	}
}

func TestHintIsTakenOnceAndEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		q := queue.New(c, quick("one"))
		tokens := q.Tokens(t.Context(), queue.Turns)
		hint(t, q, quiet)
		got := take(t, tokens)
		if got.Tenant != quiet || got.Kind != queue.Turns || got.ID == "" {
			t.Fatalf("got %+v", got)
		}
		end(t, q, got)
		end(t, q, got) // a second time, as a reclaimed token's other holder does
		end(t, q, queue.Token{Kind: queue.Turns, Tenant: quiet})
		takeNone(t, tokens)
		if keys := c.Keys(t.Context(), "*:n").Val(); len(keys) > 0 {
			t.Errorf("counters left behind: %v", keys)
		}
	})
}

func TestKindsAreApart(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		q := queue.New(c, quick("one"))
		turns, tasks := q.Tokens(t.Context(), queue.Turns), q.Tokens(t.Context(), queue.Tasks)
		if err := q.Hint(t.Context(), queue.Tasks, quiet); err != nil {
			t.Fatal(err)
		}
		if got := take(t, tasks); got.Kind != queue.Tasks {
			t.Errorf("got %+v, want one of tasks", got)
		}
		takeNone(t, turns)
	})
}

func TestTenantHasNoMoreThanItsShare(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Idle = time.Hour // nothing is reclaimed while it is counted
		q := queue.New(c, cfg)
		for range 100 {
			hint(t, q, noisy)
		}
		tokens := q.Tokens(t.Context(), queue.Turns)
		var held []queue.Token
		for range cfg.Cap {
			held = append(held, take(t, tokens))
		}
		takeNone(t, tokens)
		end(t, q, held[0])
		again := take(t, tokens) // 96 were refused: the token goes on, once
		end(t, q, again)
		takeNone(t, tokens)
		hint(t, q, noisy)
		take(t, tokens)
		hint(t, q, noisy)
		takeNone(t, tokens)
	})
}

// A refused hint is not lost while the tenant has tokens out, however long they stay out, and neither when they are gone.
func TestARefusedHintIsATokenThatGoesOn(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Idle = time.Hour
		q := queue.New(c, cfg)
		for range cfg.Cap {
			hint(t, q, noisy)
		}
		tokens := q.Tokens(t.Context(), queue.Turns)
		var held []queue.Token
		for range cfg.Cap {
			held = append(held, take(t, tokens))
		}
		hint(t, q, noisy)
		takeNone(t, tokens) // for long enough to be recounted
		for _, token := range held {
			end(t, q, token)
		}
		end(t, q, take(t, tokens))
		takeNone(t, tokens)

		for range cfg.Cap + 1 {
			hint(t, q, noisy)
		}
		for shard := range cfg.Shards { // the tokens get lost, and what is known of them does not
			c.Del(t.Context(), fmt.Sprintf("aisteam:{turns:%d}", shard))
		}
		deadline := time.After(soon)
		for {
			select {
			case token := <-tokens:
				if token.Tenant == noisy {
					return
				}
			case <-deadline:
				t.Fatal("the refused hint is lost")
			}
		}
	})
}

// A token that is not at its end waits behind those of others, counts as before, and is not doubled by a second holder.
func TestATokenThatGoesOnIsTheLast(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Shards, cfg.Idle, cfg.Cap, cfg.Mend = 1, time.Hour, 2, time.Hour // nothing is mended
		q := queue.New(c, cfg)
		tokens := q.Tokens(t.Context(), queue.Turns)
		hint(t, q, noisy)
		first := take(t, tokens)
		hint(t, q, quiet)
		pass(t, q, first)
		other, again := take(t, tokens), take(t, tokens)
		if other.Tenant != quiet || again.Tenant != noisy || again.ID == first.ID {
			t.Fatalf("got %+v and then %+v", other, again)
		}
		pass(t, q, first) // whoever held it until it was reclaimed: what it saw is worth a token of its own
		more := take(t, tokens)
		if more.Tenant != noisy {
			t.Fatalf("got %+v", more)
		}
		pass(t, q, first) // and no more than the tenant's share
		takeNone(t, tokens)
		for _, token := range []queue.Token{other, again, more} {
			end(t, q, token)
		}
		end(t, q, take(t, tokens)) // for the one that was refused
		takeNone(t, tokens)
		if keys := c.Keys(t.Context(), "*:n").Val(); len(keys) > 0 {
			t.Errorf("counters left behind: %v", keys)
		}
	})
}

func TestKindMayHaveItsOwnShare(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Idle, cfg.Caps = time.Hour, map[queue.Kind]int{queue.Turns: 1}
		q := queue.New(c, cfg)
		hint(t, q, noisy)
		hint(t, q, noisy)
		tokens := q.Tokens(t.Context(), queue.Turns)
		take(t, tokens)
		takeNone(t, tokens)
	})
}

// A tenant that floods is ahead of a quiet one by its share, whatever it has waiting.
func TestFloodDelaysQuietTenantByOneShareOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Shards, cfg.Idle = 1, time.Hour // both in one shard: the worst case
		q := queue.New(c, cfg)
		for range 1000 {
			hint(t, q, noisy)
		}
		hint(t, q, quiet)
		tokens := q.Tokens(t.Context(), queue.Turns)
		for turn := 1; ; turn++ {
			token := take(t, tokens)
			if token.Tenant == quiet {
				break
			}
			if turn > cfg.Cap {
				t.Fatalf("turn %d is still the noisy tenant's, whose share is %d", turn, cfg.Cap)
			}
			pass(t, q, token)
		}
	})
}

func TestReplicasShareTheTokens(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("a")
		cfg.Idle = time.Hour
		a := queue.New(c, cfg)
		cfg.Consumer = "b"
		b := queue.New(c, cfg)
		fromA, fromB := a.Tokens(t.Context(), queue.Turns), b.Tokens(t.Context(), queue.Turns)
		const tenants = 40
		for i := range tenants {
			hint(t, a, assistant.TenantID(fmt.Sprint("tenant-", i)))
		}
		seen := make(map[assistant.TenantID]bool)
		for range tenants {
			var token queue.Token
			select {
			case token = <-fromA:
			case token = <-fromB:
			case <-time.After(soon):
				t.Fatalf("%d of %d tokens came", len(seen), tenants)
			}
			if seen[token.Tenant] {
				t.Fatalf("%s came twice", token.Tenant)
			}
			seen[token.Tenant] = true
		}
	})
}

func TestFlushedRedisIsMended(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		q := queue.New(c, quick("one"))
		tokens := q.Tokens(t.Context(), queue.Turns)
		hint(t, q, noisy)
		take(t, tokens)
		if err := c.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		hint(t, q, quiet) // into a stream without a group
		if got := take(t, tokens); got.Tenant != quiet {
			t.Errorf("got %+v, want the quiet tenant's", got)
		}
	})
}

func TestDeadHoldersTokenIsHandedOutAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		dying, die := context.WithCancel(t.Context())
		dead := queue.New(c, quick("dead"))
		hint(t, dead, quiet)
		lost := take(t, dead.Tokens(dying, queue.Turns))
		die()

		living := queue.New(c, quick("living"))
		got := take(t, living.Tokens(t.Context(), queue.Turns))
		if got != lost {
			t.Errorf("got %+v, want the dead holder's %+v", got, lost)
		}
	})
}

func TestLostDecrementIsHealed(t *testing.T) {
	for _, busy := range []bool{false, true} {
		t.Run(fmt.Sprintf("busy=%v", busy), func(t *testing.T) {
			onBoth(t, func(t *testing.T, c redis.UniversalClient) {
				cfg := quick("one")
				cfg.Shards, cfg.Idle = 1, time.Hour
				q := queue.New(c, cfg)
				tokens := q.Tokens(t.Context(), queue.Turns)
				if busy { // another tenant's token keeps the shard from being empty
					hint(t, q, noisy)
					take(t, tokens)
				}
				if err := c.HSet(t.Context(), "aisteam:{turns:0}:n", string(quiet), cfg.Cap).Err(); err != nil {
					t.Fatal(err)
				}
				deadline := time.After(soon)
				for {
					hint(t, q, quiet)
					select {
					case token := <-tokens:
						if token.Tenant != quiet {
							t.Fatalf("got %+v, want the quiet tenant's", token)
						}
						return
					case <-time.After(20 * time.Millisecond):
					case <-deadline:
						t.Fatal("the tenant stays at its cap")
					}
				}
			})
		})
	}
}

func TestEndingContextInterruptsBlockedReader(t *testing.T) {
	onBoth(t, func(t *testing.T, c redis.UniversalClient) {
		cfg := quick("one")
		cfg.Block = time.Hour
		ctx, cancel := context.WithCancel(t.Context())
		q := queue.New(c, cfg)
		tokens := q.Tokens(ctx, queue.Turns)
		hint(t, q, quiet)
		take(t, tokens) // the reader is in its loop; it blocks again
		cancel()
		select {
		case _, open := <-tokens:
			if open {
				t.Error("got a token, want the end")
			}
		case <-time.After(soon):
			t.Error("the reader still blocks")
		}
	})
}
