package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	lease     = 15 * time.Second // of the product's claims
	away      = 6 * time.Second  // how long Redis is away
	lastFault = 5 * time.Second  // before people stop
)

// faults breaks something every few seconds, in a fixed order of kinds and a random one of replicas.
func (c *chaos) faults(ctx context.Context, until time.Time) {
	order := []func(context.Context, int){c.kill, c.flush, c.kill, c.stall, c.kill, c.crash, c.kill, c.absence}
	var later sync.WaitGroup
	defer later.Wait()
	for i := 0; ; i++ {
		pause := 1500*time.Millisecond + time.Duration(c.random.Int64N(int64(1500*time.Millisecond)))
		if time.Now().Add(pause).After(until.Add(-lastFault)) {
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		fault, victim := order[i%len(order)], c.random.IntN(c.replicas)
		later.Go(func() { fault(ctx, victim) })
	}
}

func (c *chaos) count(kind string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[kind]++
}

// kill ends a replica without warning and puts another in its place.
func (c *chaos) kill(ctx context.Context, i int) {
	r := c.front.get(i)
	if r == nil {
		return // its successor is still starting
	}
	c.count("kill")
	c.front.set(i, nil)
	r.Kill()
	for ctx.Err() == nil { // Postgres may be down: a replica then does not start
		successor, err := c.rig.Start(ctx, c.environment()...)
		if err == nil {
			c.front.set(i, successor)
			return
		}
		fmt.Fprintln(os.Stderr, "restart:", err)
	}
}

// stall stops a replica for longer than its claims live, then lets it go on with what it believes.
func (c *chaos) stall(ctx context.Context, i int) {
	r := c.front.get(i)
	if r == nil {
		return
	}
	c.count("stall")
	r.Pause()
	defer r.Resume()
	select {
	case <-time.After(lease + 2*time.Second):
	case <-ctx.Done():
	}
}

func (c *chaos) flush(ctx context.Context, _ int) {
	client, err := c.rig.RedisClient()
	if err != nil {
		return
	}
	defer func() { _ = client.Close() }()
	if client.FlushAll(ctx).Err() == nil {
		c.count("flush")
	}
}

// absence takes Redis, and all it held, away for a while.
func (c *chaos) absence(ctx context.Context, _ int) {
	c.count("redis away")
	_ = c.rig.Redis.Crash()
	select {
	case <-time.After(away):
	case <-ctx.Done():
	}
	if err := c.rig.Redis.Restart(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "restart redis:", err)
	}
}

// crash ends Postgres as a power cut would.
func (c *chaos) crash(ctx context.Context, _ int) {
	c.count("postgres crash")
	_ = c.rig.Postgres.Crash()
	if err := c.rig.Postgres.Restart(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "restart postgres:", err)
	}
}
