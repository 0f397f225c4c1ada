package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
)

// ErrAway is returned without asking Redis while it is known to be away; it is asked again ten times a second.
var ErrAway = errors.New("redis is away")

// The defaults of [Config], and what is not worth a setting.
const (
	defaultShards = 16
	defaultCap    = 16
	defaultIdle   = 10 * time.Second // a token is held while something is claimed, and no longer
	defaultBlock  = 2 * time.Second
	defaultMend   = time.Second
	defaultPrefix = "aisteam"

	group    = "g"                    // the one consumer group of every stream
	patience = 500 * time.Millisecond // for one command; a hint is worth no more
	again    = 100 * time.Millisecond // between two tries while Redis is away
)

// Config says how tokens are handed out. All replicas of an installation must agree on Shards and Prefix.
type Config struct {
	Consumer string           // this process's name among the readers; unique while it lives. Required
	Prefix   string           // of every key; "aisteam" when empty
	Shards   int              // streams per kind, 16 when zero
	Cap      int              // tokens that a tenant may have out per kind; 16 when zero
	Caps     map[Kind]int     // where a kind differs from Cap
	Idle     time.Duration    // after which a taken token counts as its holder's death, 10 s when zero
	Block    time.Duration    // how long one read waits for tokens, 2 s when zero
	Mend     time.Duration    // between two rounds of reclaiming and recounting, 1 s when zero
	Log      *slog.Logger     // discarded when nil
	Now      func() time.Time // time.Now when nil
}

// Redis is the [Queue] on Redis Streams and pub/sub.
type Redis struct {
	client redis.UniversalClient
	cfg    Config
	away   atomic.Bool
	tried  atomic.Int64 // when Redis was last asked in vain, in Unix nanoseconds
	ears   ears

	refused refusals
}

// New returns a queue over client. It starts nothing: readers and listeners live as long as their contexts. The client
// stays the caller's to close, after those have ended. It silences go-redis's own logger, which writes a line to stderr
// for every failed dial; Redis going away and coming back is logged here instead.
func New(client redis.UniversalClient, cfg Config) *Redis {
	redis.SetLogger(silent{})
	if cfg.Prefix == "" {
		cfg.Prefix = defaultPrefix
	}
	cfg.Shards = positive(cfg.Shards, defaultShards)
	cfg.Idle = positive(cfg.Idle, defaultIdle)
	cfg.Block = positive(cfg.Block, defaultBlock)
	cfg.Mend = positive(cfg.Mend, defaultMend)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Redis{client: client, cfg: cfg}
}

func positive[N int | time.Duration](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

type silent struct{}

// Printf implements go-redis's logger.
func (silent) Printf(context.Context, string, ...any) {}

// Away tells whether Redis did not answer when last asked, or refuses. The sweeper then takes over at its faster pace.
func (q *Redis) Away() bool { return q.away.Load() || q.Refuses() != "" }

// Ping asks Redis whether it is there.
func (q *Redis) Ping(ctx context.Context) error {
	if err := q.saw(ctx, q.client.Ping(ctx).Err()); err != nil {
		return fmt.Errorf("ping redis: %w", err)
	}
	return nil
}

// Hint implements [Queue].
func (q *Redis) Hint(ctx context.Context, k Kind, t assistant.TenantID) error {
	err := q.ask(ctx, func(ctx context.Context) error {
		return issue.Run(ctx, q.client, q.keys(k, q.shard(t)), string(t), q.limit(k)).Err()
	})
	if err != nil {
		return fmt.Errorf("hint %s of tenant %s: %w", k, t, err)
	}
	return nil
}

// Done implements [Queue]. A token made locally has nothing to end.
func (q *Redis) Done(ctx context.Context, t Token, more bool) error {
	if t.ID == "" {
		return nil
	}
	again := "0"
	if more {
		again = "1"
	}
	err := q.ask(ctx, func(ctx context.Context) error {
		return done.Run(ctx, q.client, q.keys(t.Kind, q.shard(t.Tenant)), string(t.Tenant), t.ID, group, q.limit(t.Kind), again).Err()
	})
	if err != nil {
		return fmt.Errorf("end token %s of tenant %s: %w", t.ID, t.Tenant, err)
	}
	return nil
}

// Publish implements [Queue].
func (q *Redis) Publish(ctx context.Context, n assistant.News) error {
	raw, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode news of conversation %s: %w", n.Conversation, err)
	}
	err = q.ask(ctx, func(ctx context.Context) error {
		return q.client.Publish(ctx, q.channel(), string(n.Conversation)+"\n"+string(raw)).Err()
	})
	if err != nil {
		return fmt.Errorf("publish news of conversation %s: %w", n.Conversation, err)
	}
	return nil
}

// ask runs a command with a bound on its time, or not at all while Redis is away and was tried a moment ago: nobody who
// has just committed to Postgres should wait for a hint.
func (q *Redis) ask(ctx context.Context, command func(context.Context) error) error {
	if _, wait := q.refused.now(); wait > 0 || q.away.Load() {
		now, last := q.cfg.Now().UnixNano(), q.tried.Load()
		if now-last < int64(max(wait, again)) || !q.tried.CompareAndSwap(last, now) {
			return ErrAway
		}
	}
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return q.saw(ctx, command(bounded))
}

// saw draws from a command's error whether Redis is there, and returns the error. What the caller's own ctx has ended
// says nothing.
func (q *Redis) saw(ctx context.Context, err error) error {
	switch {
	case err == nil || errors.Is(err, redis.Nil) || flushed(err) || busy(err):
		if q.away.CompareAndSwap(true, false) {
			q.cfg.Log.InfoContext(ctx, "redis is back")
		}
		if q.refused.over(q.cfg.Now()) {
			q.cfg.Log.InfoContext(ctx, "redis takes everything again")
		}
	case refusal(err) != "":
		q.tried.Store(q.cfg.Now().UnixNano())
		q.refusing(ctx, refusal(err), err)
	case ctx.Err() == nil:
		q.tried.Store(q.cfg.Now().UnixNano())
		if q.away.CompareAndSwap(false, true) {
			q.cfg.Log.WarnContext(ctx, "redis is away", slog.Any("err", err))
		}
	}
	return err
}

// flushed tells whether the error says that a stream or its group is gone, which creating it again mends.
func flushed(err error) bool {
	return strings.HasPrefix(err.Error(), "NOGROUP") || strings.HasPrefix(err.Error(), "UNBLOCKED")
}

func (q *Redis) limit(k Kind) int {
	switch {
	case q.cfg.Caps[k] > 0:
		return q.cfg.Caps[k]
	case q.cfg.Cap > 0:
		return q.cfg.Cap
	default:
		return defaultCap
	}
}

func (q *Redis) shard(t assistant.TenantID) int {
	h := fnv.New32a()
	h.Write([]byte(t)) // never fails
	return int(h.Sum32() % uint32(q.cfg.Shards))
}

// stream names a shard's stream; counters names the hash that counts its tokens by tenant. They share a hash tag, so that
// one script may touch both in a cluster.
func (q *Redis) stream(k Kind, shard int) string {
	return q.cfg.Prefix + ":{" + string(k) + ":" + strconv.Itoa(shard) + "}"
}

func (q *Redis) keys(k Kind, shard int) []string {
	s := q.stream(k, shard)
	return []string{s, s + ":n"}
}

func (q *Redis) channel() string { return q.cfg.Prefix + ":news" }
