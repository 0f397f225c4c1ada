package people

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	groupsKept  = 3 * time.Minute // so long somebody who has left a group still counts as in it
	groupsRetry = time.Minute
	groupsLimit = 10_000 // workspaces
)

// groups remembers who is in which user group of a workspace. What cannot be read is nobody's group: not knowing never
// gives anybody more rights.
type groups struct {
	ask func(ctx context.Context, team string) (map[string][]string, error)
	now func() time.Time

	mu    sync.Mutex
	known map[string]members // by team
}

type members struct {
	of    map[string][]string // the groups of a user, in order
	until time.Time
}

// of returns the ids of a user's groups.
func (g *groups) of(ctx context.Context, team, user string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	m, ok := g.known[team]
	if !ok || !g.now().Before(m.until) {
		ctx, cancel := context.WithTimeout(ctx, Wait)
		defer cancel()
		of, err := g.ask(ctx, team)
		m = members{of: of, until: g.now().Add(groupsKept)}
		if err != nil {
			m = members{until: g.now().Add(groupsRetry)}
		}
		if g.known == nil || len(g.known) >= groupsLimit {
			g.known = map[string]members{}
		}
		g.known[team] = m
	}
	return slices.Clone(m.of[user])
}
