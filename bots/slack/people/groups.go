package people

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/aisteam/aisteam/bots"
)

const (
	groupsKept  = 3 * time.Minute // how long a person who left a group still counts as a member
	groupsRetry = time.Minute
	groupsLimit = 10_000 // workspaces
)

// groups remembers a workspace's user groups and their members. A group that cannot be read has no members: a failure never gives
// anybody more rights.
type groups struct {
	ask    func(ctx context.Context, team string) (map[string][]string, error)
	now    func() time.Time
	known  *bots.Memory[string, members] // by team
	asking singleflight.Group            // by team: who comes meanwhile waits for the same answer, and for no other workspace's
}

type members struct {
	of    map[string][]string // the groups of a user, in order
	until time.Time
}

func newGroups(ask func(context.Context, string) (map[string][]string, error), now func() time.Time) *groups {
	return &groups{ask: ask, now: now, known: bots.NewMemory[string, members](groupsLimit)}
}

// of returns the ids of a user's groups.
func (g *groups) of(ctx context.Context, team, user string) []string {
	m, ok := g.fresh(team)
	if !ok {
		_, _, _ = g.asking.Do(team, func() (any, error) {
			if _, ok := g.fresh(team); !ok {
				g.learn(ctx, team)
			}
			return nil, nil
		})
		m, _ = g.known.Of(team)
	}
	return slices.Clone(m.of[user])
}

// fresh returns what is known of a workspace, and whether it is recent enough.
func (g *groups) fresh(team string) (members, bool) {
	m, ok := g.known.Of(team)
	return m, ok && g.now().Before(m.until)
}

// learn asks for the groups of a workspace. Others wait for the answer, so that it does not end with the one who began.
func (g *groups) learn(ctx context.Context, team string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Wait)
	defer cancel()
	of, err := g.ask(ctx, team)
	m := members{of: of, until: g.now().Add(groupsKept)}
	if err != nil {
		m = members{until: g.now().Add(groupsRetry)}
	}
	g.known.Keep(team, m)
}
