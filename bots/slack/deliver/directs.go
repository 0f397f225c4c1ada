package deliver

import (
	"context"
	"errors"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Directs remembers the channels of direct messages with users.
type Directs struct {
	known *bots.Memory[people.Account, string]
}

const (
	directLimit = 10_000
	directPage  = 500
	directPages = 20
)

// NewDirects returns a memory of no channels yet.
func NewDirects() *Directs { return &Directs{bots.NewMemory[people.Account, string](directLimit)} }

func (d *Directs) of(team, user string) string {
	channel, _ := d.known.Of(people.Account{Team: team, User: user})
	return channel
}

// Put keeps a channel, if it is one of direct messages.
func (d *Directs) Put(team, user, channel string) {
	if strings.HasPrefix(channel, "D") {
		d.known.Keep(people.Account{Team: team, User: user}, channel)
	}
}

// lookUp gives the channel of direct messages with a user, "" if there is none; known is whether that can be told. A process that
// has just begun remembers none, and lists those that the bot has. An installation that may not list them (im:read) does without.
func (d *Directs) lookUp(ctx context.Context, w *workspace.Workspace, team, user string) (channel string, known bool, err error) {
	const method = "users.conversations"
	ask := &slackapi.GetConversationsForUserParameters{Types: []string{"im"}, Limit: directPage, TeamID: w.Listed()}
	for range directPages {
		if channel := d.of(team, user); channel != "" {
			return channel, true, nil
		}
		if err := w.Pace.Hold(method); err != nil {
			return "", false, err
		}
		var page []slackapi.Channel
		page, ask.Cursor, err = w.Client.GetConversationsForUserContext(ctx, ask)
		if err != nil {
			err = w.Answered(ctx, method, err)
			if refused, ok := errors.AsType[*bots.RefusedError](err); ok && refused.Reason == "missing_scope" {
				return "", false, nil
			}
			return "", false, err
		}
		for _, c := range page {
			d.Put(team, c.User, c.ID)
		}
		if ask.Cursor == "" {
			return d.of(team, user), true, nil
		}
	}
	return "", false, nil
}
