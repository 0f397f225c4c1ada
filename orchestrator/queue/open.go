package queue

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Open returns a client for a Redis URL (redis://, rediss:// or unix://) that gives up early: a hint is not worth waiting
// for. It connects to nothing yet; an error means that the URL makes no sense.
func Open(url string) (redis.UniversalClient, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("read redis url: %w", err)
	}
	return redis.NewClient(hasty(o)), nil
}

// Embedded starts a Redis inside the process, without a port, and returns a client for it. It keeps nothing: what a
// restart finds is an empty Redis, which is the recovery every installation needs after a flush.
func Embedded() (client redis.UniversalClient, stop func(), err error) {
	server := miniredis.NewMiniRedis()
	conn, err := server.Dial() // starts it
	if err != nil {
		return nil, nil, fmt.Errorf("start the embedded redis: %w", err)
	}
	_ = conn.Close()
	server.ClockTTL(true)
	c := redis.NewClient(hasty(&redis.Options{
		Addr:   "embedded",
		Dialer: func(context.Context, string, string) (net.Conn, error) { return server.Dial() },
	}))
	return c, func() {
		_ = c.Close()
		server.Close()
	}, nil
}

// buffer is what a connection reads and writes at once: commands are small, and connections many.
const buffer = 4 << 10

// hasty sets a client to give up early and in silence.
func hasty(o *redis.Options) *redis.Options {
	redis.SetLogger(silent{})
	o.DialTimeout = time.Second
	o.DialerRetries = 1
	o.ReadTimeout, o.WriteTimeout = patience, patience
	o.PoolTimeout = patience
	o.MaxRetries = 1
	o.ContextTimeoutEnabled = true
	o.DisableIdentity = true // one command less that a user must be allowed
	o.PoolSize = max(o.PoolSize, 32)
	o.ReadBufferSize, o.WriteBufferSize = buffer, buffer
	o.PipelineReadBufferSize, o.PipelineWriteBufferSize = buffer, buffer
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return o
}
