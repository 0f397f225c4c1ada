package slack

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

const (
	groupsKept  = 3 * time.Minute // so long somebody who has left a group still counts as in it
	groupsRetry = time.Minute
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
		ctx, cancel := context.WithTimeout(ctx, nameWait)
		defer cancel()
		of, err := g.ask(ctx, team)
		m = members{of: of, until: g.now().Add(groupsKept)}
		if err != nil {
			m = members{until: g.now().Add(groupsRetry)}
		}
		if g.known == nil || len(g.known) >= nameLimit {
			g.known = map[string]members{}
		}
		g.known[team] = m
	}
	return slices.Clone(m.of[user])
}

// askGroups asks Slack who is in which group. Groups that were switched off are not among them.
func (b *Bot) askGroups(ctx context.Context, team string) (map[string][]string, error) {
	const method = "usergroups.list"
	w, err := b.workspace(ctx, team)
	if err != nil {
		return nil, err
	}
	if err := w.pace.hold(method); err != nil {
		return nil, err
	}
	all, err := w.client.GetUserGroupsContext(ctx, slackapi.GetUserGroupsOptionIncludeUsers(true))
	if err != nil {
		err = b.answered(ctx, w, method, err)
		b.Log.DebugContext(ctx, "slack groups not read", slog.Any("err", err))
		return nil, err
	}
	of := map[string][]string{}
	for _, g := range all {
		if g.ID == "" || g.DateDelete != 0 || g.IsExternal {
			continue
		}
		for _, user := range g.Users {
			of[user] = append(of[user], g.ID)
		}
	}
	for _, ids := range of {
		slices.Sort(ids)
	}
	return of, nil
}

// whole is an account with what Slack says of it: what it is called, when it is day there, whether it is a guest's, and which groups it is in.
func (b *Bot) whole(ctx context.Context, from assistant.Identity) assistant.Identity {
	p := b.names.profile(ctx, from.Space, from.External)
	from.Name, from.Zone, from.Standing = cmp.Or(p.name, from.Name), p.zone, p.stands(from.Standing)
	from.Groups = b.groups.of(ctx, from.Space, from.External)
	return from
}
