package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
)

// reader hands out the tokens of some shards of a kind.
type reader struct {
	q       *Redis
	kind    Kind
	streams []string
	out     chan<- Token
}

// Tokens implements [Queue]. Nobody is given a second token while the first waits to be taken, so that a busy replica
// does not sit on turns which an idle one could take. The channel is closed when ctx has ended.
func (q *Redis) Tokens(ctx context.Context, k Kind) <-chan Token {
	out := make(chan Token)
	var work sync.WaitGroup
	for _, streams := range q.split(k) {
		r := &reader{q: q, kind: k, streams: streams, out: out}
		work.Go(func() { r.read(ctx) })
		work.Go(func() { r.mend(ctx) })
	}
	go func() {
		work.Wait()
		close(out)
	}()
	return out
}

// split gives each reader its streams: all of them to one, unless a cluster keeps them on different nodes.
func (q *Redis) split(k Kind) [][]string {
	all := make([]string, q.cfg.Shards)
	for s := range all {
		all[s] = q.stream(k, s)
	}
	if _, cluster := q.client.(*redis.ClusterClient); !cluster {
		return [][]string{all}
	}
	apart := make([][]string, len(all))
	for s := range all {
		apart[s] = all[s : s+1]
	}
	return apart
}

// dedicated returns a client for one blocking reader alone. Ending a context does not interrupt a blocked XREADGROUP
// (go-redis issue 2556); closing its client does.
func (q *Redis) dedicated() (client redis.UniversalClient, own bool) {
	switch c := q.client.(type) {
	case *redis.Client:
		o := *c.Options()
		o.PushNotificationProcessor = nil // belongs to the client it was made for
		o.PoolSize, o.MinIdleConns, o.MaxConcurrentDials = 1, 0, 1
		return redis.NewClient(&o), true
	case *redis.ClusterClient:
		o := *c.Options()
		o.PoolSize, o.MinIdleConns = 2, 0
		return redis.NewClusterClient(&o), true
	default:
		return q.client, false
	}
}

// read takes new tokens until ctx ends.
func (r *reader) read(ctx context.Context) {
	client, own := r.q.dedicated()
	if own {
		// Whichever comes first; closing twice only returns an error.
		defer context.AfterFunc(ctx, func() { _ = client.Close() })()
		defer func() { _ = client.Close() }()
	}
	ready, failures := false, 0
	for ctx.Err() == nil {
		if !ready {
			if ready = r.prepare(ctx, client) == nil; !ready {
				pause(ctx, r.q.patient(failures))
				failures++
				continue
			}
		}
		tokens, err := r.next(ctx, client)
		ready = err == nil // the group may be gone; making it again is cheap
		if ready || flushed(err) {
			failures = 0
		} else {
			pause(ctx, r.q.patient(failures)) // what reads is refused otherwise than what makes groups
			failures++
		}
		for _, t := range tokens {
			if !r.give(ctx, t) {
				return
			}
		}
	}
}

// prepare makes the streams and their group where they are not there: at the very first start, and after a flush. The
// group begins at the oldest entry, so that what was issued before it is not passed over.
func (r *reader) prepare(ctx context.Context, client redis.UniversalClient) error {
	pipe := client.Pipeline()
	for _, s := range r.streams {
		pipe.XGroupCreateMkStream(ctx, s, group, "0")
	}
	made, err := pipe.Exec(ctx)
	for _, c := range made {
		if e := c.Err(); e != nil && !busy(e) {
			return r.q.saw(ctx, fmt.Errorf("create group of %s: %w", r.kind, e))
		}
	}
	if err != nil && !busy(err) { // nothing was sent: the commands have no answers of their own
		return r.q.saw(ctx, fmt.Errorf("create groups of %s: %w", r.kind, err))
	}
	return r.q.saw(ctx, nil)
}

// next waits for new tokens, at most one of each stream.
func (r *reader) next(ctx context.Context, client redis.UniversalClient) ([]Token, error) {
	streams := make([]string, 0, 2*len(r.streams))
	streams = append(streams, r.streams...)
	for range r.streams {
		streams = append(streams, ">")
	}
	found, err := client.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: group, Consumer: r.q.cfg.Consumer, Streams: streams, Count: 1, Block: r.q.cfg.Block,
	}).Result()
	if err = r.q.saw(ctx, err); err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("read tokens of %s: %w", r.kind, err)
	}
	var tokens []Token
	for _, s := range found {
		tokens = append(tokens, r.tokens(s.Messages)...)
	}
	return tokens, nil
}

func (r *reader) tokens(entries []redis.XMessage) []Token {
	var out []Token
	for _, e := range entries {
		tenant, _ := e.Values["t"].(string) // "" for an entry deleted while it was pending
		if tenant == "" {
			continue
		}
		out = append(out, Token{Kind: r.kind, Tenant: assistant.TenantID(tenant), ID: e.ID})
	}
	return out
}

// give hands a token to whoever asks next. It is false when ctx ended first; the token is then reclaimed by another
// replica once it has idled, and long before that the sweeper has found its tenant.
func (r *reader) give(ctx context.Context, t Token) bool {
	select {
	case r.out <- t:
		return true
	case <-ctx.Done():
		return false
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
