package own

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
)

// StartRedis starts a private, empty Redis on a free port of the loopback interface. [ErrMissing] means that this machine
// has none. Unless it is durable, what it held is gone after a Crash, as after FLUSHALL.
func StartRedis(ctx context.Context, o Options) (*Server, error) {
	path, err := lookup("redis-server", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")
	if err != nil {
		return nil, err
	}
	as, err := unprivileged("redis")
	if err != nil {
		return nil, err
	}
	dir, err := home("redis", as)
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args := []string{
		"--port", port, "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--daemonize", "no",
		"--pidfile", filepath.Join(dir, "redis.pid"), "--appendonly", "no",
	}
	if o.Durable {
		args[len(args)-1] = "yes"
	}
	for _, c := range o.Config {
		args = append(args, strings.Fields(c)...)
	}
	s := &Server{
		url: "redis://127.0.0.1:" + port, dir: dir, crash: syscall.SIGKILL, stop: syscall.SIGTERM,
		run:   func() (*process, error) { return spawn(dir, as, path, args...) },
		ready: func(ctx context.Context) error { return ping(ctx, "127.0.0.1:"+port) },
	}
	return s.launch(ctx, filepath.Join(dir, "redis.pid"))
}

func ping(ctx context.Context, addr string) error {
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer c.Close() // the answer is what counts
	if _, err := c.Write([]byte("PING\r\n")); err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	answer := make([]byte, len("+PONG"))
	if _, err := c.Read(answer); err != nil || string(answer) != "+PONG" {
		return fmt.Errorf("answered %q: %w", answer, err)
	}
	return nil
}
