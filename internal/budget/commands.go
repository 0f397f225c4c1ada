package budget

import (
	"bytes"
	"context"
	"net"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// Commands counts what goes to Redis over a client's connections, also over those of clients that are made from its options.
type Commands struct {
	mu    sync.Mutex
	names []string
}

// Watch gives a client like c whose commands are counted.
func (n *Commands) Watch(c *redis.Client) *redis.Client {
	o := *c.Options()
	dial := o.Dialer
	o.Dialer = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &counted{Conn: conn, commands: n}, nil
	}
	o.PushNotificationProcessor = nil // belongs to the client it was made for
	return redis.NewClient(&o)
}

// Take gives what was sent since it was last called, by name, without what a connection begins with.
func (n *Commands) Take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := n.names
	n.names = nil
	return out
}

// counted is a connection whose requests are read along.
type counted struct {
	net.Conn

	commands *Commands
	rest     []byte
}

// Write implements net.Conn.
func (c *counted) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	for {
		name, size := command(c.rest)
		if size == 0 {
			return c.Conn.Write(p)
		}
		c.rest = c.rest[size:]
		if name == "hello" || name == "client" {
			continue
		}
		c.commands.mu.Lock()
		c.commands.names = append(c.commands.names, name)
		c.commands.mu.Unlock()
	}
}

// command reads the request that b begins with; its size is 0 while it is not whole.
func command(b []byte) (name string, size int) {
	parts, at := header(b, 0, '*')
	for i := range parts {
		length, from := header(b, at, '$')
		if from == 0 || from+length+2 > len(b) {
			return "", 0
		}
		if i == 0 {
			name = strings.ToLower(string(b[from : from+length]))
		}
		at = from + length + 2
	}
	return name, at
}

// header reads a number behind its mark; the offset after it is 0 where it is not whole.
func header(b []byte, at int, mark byte) (n, after int) {
	if at >= len(b) || b[at] != mark {
		return 0, 0
	}
	end := bytes.Index(b[at:], []byte("\r\n"))
	if end < 0 {
		return 0, 0
	}
	n, err := strconv.Atoi(string(b[at+1 : at+end]))
	if err != nil {
		return 0, 0
	}
	return n, at + end + 2
}
