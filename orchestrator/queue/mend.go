package queue

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	countable = 512           // tokens of a shard; longer streams are not read to be recounted
	forgotten = 1 * time.Hour // after which a reader that holds nothing is taken off the list
)

// mend sets right what deaths and losses leave behind, on every replica, once per Config.Mend until ctx ends: tokens
// whose holder died are handed out again, counters are made to agree with the streams, dead readers are forgotten.
// Nothing depends on it for long: the sweeper finds by itself what waits.
func (r *reader) mend(ctx context.Context) {
	r.forget(ctx)
	reclaimEvery := max(1, int(r.q.cfg.Idle/r.q.cfg.Mend/8)) // a holder's death is noticed an eighth of Idle late at most
	for round := 1; ; round++ {
		pause(ctx, r.q.cfg.Mend)
		if ctx.Err() != nil {
			return
		}
		if r.q.Away() {
			continue
		}
		held := r.recount(ctx)
		if round%reclaimEvery != 0 {
			continue
		}
		for _, s := range held {
			for _, t := range r.reclaim(ctx, s) {
				if !r.give(ctx, t) {
					return
				}
			}
		}
	}
}

// recount looks at every shard that holds tokens or counters, and tells which hold any. An idle installation has none, and
// pays for two small commands a shard.
func (r *reader) recount(ctx context.Context) (held []string) {
	look := r.q.client.Pipeline()
	for _, s := range r.streams {
		look.XLen(ctx, s)
		look.Exists(ctx, s+":n")
	}
	seen, err := look.Exec(ctx)
	if r.q.saw(ctx, err) != nil {
		return nil
	}
	for i, s := range r.streams {
		if size(seen[2*i]) == 0 && size(seen[2*i+1]) == 0 {
			continue
		}
		held = append(held, s)
		if err := recount.Run(ctx, r.q.client, []string{s, s + ":n"}, countable).Err(); r.q.saw(ctx, err) != nil {
			return nil
		}
	}
	return held
}

func size(c redis.Cmder) int64 {
	n, ok := c.(*redis.IntCmd)
	if !ok {
		return 0
	}
	return n.Val()
}

// reclaim takes over the tokens of a stream that were taken longer ago than any living holder keeps one.
func (r *reader) reclaim(ctx context.Context, stream string) []Token {
	entries, _, err := r.q.client.XAutoClaim(ctx, &redis.XAutoClaimArgs{
		Stream: stream, Group: group, Consumer: r.q.cfg.Consumer, MinIdle: r.q.cfg.Idle, Start: "0-0", Count: countable,
	}).Result()
	if r.q.saw(ctx, err) != nil {
		return nil // the reader makes a lost group again; away is away
	}
	return r.tokens(entries)
}

// forget removes readers of past processes from the groups.
func (r *reader) forget(ctx context.Context) {
	for _, s := range r.streams {
		readers, err := r.q.client.XInfoConsumers(ctx, s, group).Result()
		if err != nil {
			return // the next start does it
		}
		for _, c := range readers {
			if c.Pending == 0 && c.Idle > forgotten && c.Name != r.q.cfg.Consumer {
				_ = r.q.client.XGroupDelConsumer(ctx, s, group, c.Name).Err()
			}
		}
	}
}
