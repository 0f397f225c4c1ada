package people

import (
	"context"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	channelPage  = 200
	channelPages = 20 // of one list
)

// Channel returns the channel with that name or id if both the account and the bot are in it. Other channels are not found, since
// nobody may be told of what they could not read themselves.
func (e *People) Channel(ctx context.Context, from assistant.Identity, name string) (assistant.Channel, error) {
	w, err := e.spaces.Workspace(ctx, from.Space)
	if err != nil {
		return assistant.Channel{}, err
	}
	name = strings.TrimPrefix(strings.TrimSpace(name), "#")
	found, err := channelOf(ctx, w, "", func(c slackapi.Channel) bool { return c.ID == name || strings.EqualFold(c.Name, name) })
	if err != nil {
		return assistant.Channel{}, err
	}
	if _, err = channelOf(ctx, w, from.External, func(c slackapi.Channel) bool { return c.ID == found.ID }); err != nil {
		return assistant.Channel{}, err
	}
	return assistant.Channel{Surface: assistant.SurfaceSlack, Space: from.Space, ID: found.ID, Name: found.Name}, nil
}

// channelOf looks for a channel among those that somebody is in, the bot where user is "".
func channelOf(ctx context.Context, w *workspace.Workspace, user string, is func(slackapi.Channel) bool) (slackapi.Channel, error) {
	const method = "users.conversations"
	ask := &slackapi.GetConversationsForUserParameters{
		UserID: user, Types: []string{"public_channel", "private_channel"}, ExcludeArchived: true, Limit: channelPage, TeamID: w.Listed(),
	}
	for range channelPages {
		if err := w.Pace.Hold(method); err != nil {
			return slackapi.Channel{}, err
		}
		page, cursor, err := w.Client.GetConversationsForUserContext(ctx, ask)
		if err = w.Answered(ctx, method, err); err != nil {
			return slackapi.Channel{}, err
		}
		for _, c := range page {
			if is(c) {
				return c, nil
			}
		}
		if ask.Cursor = cursor; cursor == "" {
			break
		}
	}
	return slackapi.Channel{}, assistant.ErrChannelUnknown
}
