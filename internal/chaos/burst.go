package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	firstBurst = 4 * time.Second
	burstEvery = 10 * time.Second
)

// bursts lets many people speak at the same moment, again and again, each of them for the first time. What they say is judged
// as everything is.
func (c *chaos) bursts(ctx context.Context, until time.Time) {
	for wait := firstBurst; ; wait = burstEvery {
		if time.Now().Add(wait).After(until) {
			return
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		var crowd sync.WaitGroup
		for range c.burst {
			t := newTalk(c, len(c.talks))
			c.talks = append(c.talks, t)
			crowd.Go(func() { t.say(ctx, fmt.Sprintf("What can you do for me? (%s/1)", t.user)) })
		}
		crowd.Wait()
	}
}
