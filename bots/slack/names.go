package slack

import (
	"context"
	"sync"
	"time"
)

// names remembers what users are called. Not knowing never holds anything up for long: after a failure it is not asked
// again for a minute.
type names struct {
	ask func(ctx context.Context, who nameKey) (string, error)
	now func() time.Time

	mu    sync.Mutex
	known map[nameKey]knownName
}

// nameKey is a user of a workspace.
type nameKey struct{ team, user string }

type knownName struct {
	name  string
	until time.Time
}

const (
	nameWait  = 400 * time.Millisecond // what an ack may spend on a name
	nameKept  = time.Hour
	nameRetry = time.Minute
	nameLimit = 10_000
)

func newNames(ask func(context.Context, nameKey) (string, error), now func() time.Time) *names {
	return &names{ask: ask, now: now, known: map[nameKey]knownName{}}
}

// of returns a user's name, "" when it cannot be had quickly.
func (n *names) of(ctx context.Context, team, user string) string {
	if user == "" {
		return ""
	}
	who := nameKey{team, user}
	n.mu.Lock()
	k, ok := n.known[who]
	n.mu.Unlock()
	if ok && n.now().Before(k.until) {
		return k.name
	}
	ctx, cancel := context.WithTimeout(ctx, nameWait)
	defer cancel()
	name, err := n.ask(ctx, who)
	if err != nil {
		n.keep(who, k.name, nameRetry) // an old name is better than none
		return k.name
	}
	n.keep(who, name, nameKept)
	return name
}

// keep remembers a name that was asked for or came along with a click.
func (n *names) keep(who nameKey, name string, d time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.known) >= nameLimit {
		clear(n.known)
	}
	n.known[who] = knownName{name: name, until: n.now().Add(d)}
}
