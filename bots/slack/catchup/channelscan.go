package catchup

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	elsewhereLimit = 1000 // channels of a workspace
	elsewherePage  = 200
	elsewherePages = 10 // of each kind: pages may be short, or empty
)

// kind is a kind of channel, with the scope that it takes to list those that the bot is in.
type kind struct{ name, scope string }

func channelKinds() []kind {
	return []kind{{"public_channel", "channels:read"}, {"private_channel", "groups:read"}, {"mpim", "mpim:read"}, {"im", "im:read"}}
}

// elsewhere lists the channels that the bot is in, besides those known: somebody may have mentioned it there first while
// nobody listened. Slack does not tell when something was said in a channel last, so there is no newest first: the kinds take
// turns, and the time there is decides how far it goes.
//
// An installation from before the scopes for it were asked for goes on without: the log says which ones to add, and trying
// again would bring nothing.
func (x *reader) elsewhere(ctx context.Context, team string, since time.Time, known []spot, logger *slog.Logger) ([]spot, error) {
	w, err := x.spaces.Workspace(ctx, team)
	if err != nil {
		return nil, err
	}
	besides := map[string]bool{"": true}
	for _, s := range known {
		besides[s.Channel] = true
	}
	var lists [][]string
	var missing []string
	for _, k := range channelKinds() {
		ids, err := x.members(ctx, w, k.name)
		if refused, ok := errors.AsType[*bots.RefusedError](err); ok && refused.Reason == "missing_scope" {
			missing = append(missing, k.scope)
			continue
		}
		if err != nil {
			return nil, err
		}
		lists = append(lists, ids)
	}
	if len(missing) > 0 {
		logger.WarnContext(ctx, "slack: first mentions in channels where nobody has talked with it yet are not looked for: add these scopes and install the app again",
			slog.String("scopes", strings.Join(missing, " ")))
	}
	var out []spot
	for _, id := range inTurns(lists) {
		if !besides[id] && len(out) < elsewhereLimit {
			besides[id] = true
			p := assistant.Place{Surface: assistant.SurfaceSlack, Space: team, Channel: id}
			out = append(out, spot{Place: p, after: payload.Timestamp(x.youngest(since))})
		}
	}
	return out, nil
}

// members lists the channels of a kind that the bot is in.
func (x *reader) members(ctx context.Context, w *workspace.Workspace, kind string) ([]string, error) {
	ask := &slackapi.GetConversationsForUserParameters{Types: []string{kind}, ExcludeArchived: true, Limit: elsewherePage, TeamID: w.Listed()}
	var out []string
	for range elsewherePages {
		var page []slackapi.Channel
		err := x.patiently(ctx, w, "users.conversations", func(ctx context.Context) (err error) {
			page, ask.Cursor, err = w.Client.GetConversationsForUserContext(ctx, ask)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, c := range page {
			if !c.IsUserDeleted && c.User != "USLACKBOT" {
				out = append(out, c.ID)
			}
		}
		if ask.Cursor == "" || len(out) >= elsewhereLimit {
			break
		}
	}
	return out, nil
}

// inTurns takes one of each list after the other.
func inTurns(lists [][]string) []string {
	var out []string
	for i := 0; ; i++ {
		before := len(out)
		for _, l := range lists {
			if i < len(l) {
				out = append(out, l[i])
			}
		}
		if len(out) == before {
			return out
		}
	}
}
