package receive

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Happens tells those who look at a channel of what happens there.
type Happens interface {
	// Watched tells whether somebody looks at it.
	Watched(ctx context.Context, t assistant.TenantID, w assistant.Watch) (bool, error)
	// Happened stores it for the tasks, once, and tells whether any of them is to be told.
	Happened(ctx context.Context, h assistant.Happening) (taken bool, err error)
	// Left says that an account has left a channel: it looks at it no more.
	Left(ctx context.Context, t assistant.TenantID, who assistant.Identity, c assistant.Channel) error
}

// reactedWithin bounds fetching the message that somebody reacted to, within the time that Slack leaves for an answer.
const reactedWithin = 1200 * time.Millisecond

// Channels takes what happens in channels, apart from what is said to the bot.
type Channels struct {
	Happens Happens // nil: nobody looks
	People  *people.People
	Log     *slog.Logger
}

// happened stores what an event reports of a channel before Slack gets its answer. If no task watches the channel, Slack is not
// queried. Each event says whether it is a stranger's, for filters and readers: a stranger is from another workspace, a guest, or
// unknown to Slack. No event gives rights, not even a member's: what a task started by events may do without asking has a named
// target (packages permits, approvals).
func (c *Channels) happened(ctx context.Context, w *workspace.Workspace, env payload.Envelope) (taken bool, err error) {
	if c.Happens == nil {
		return false, nil
	}
	found, ok := env.Happened(w.Who().User, w.Tenant)
	if !ok {
		return false, nil
	}
	for _, h := range found.All {
		watched, err := c.Happens.Watched(ctx, w.Tenant, h.Watch)
		if err != nil {
			return false, fmt.Errorf("look who watches a channel: %w", err)
		}
		if !watched {
			continue
		}
		who := c.People.Whole(ctx, found.From)
		h.Payload["name"], h.Payload["stranger"] = bots.OneLine(who.Name), people.Outsider(who) != ""
		if found.TS != "" {
			h.Payload["text"] = c.words(ctx, w, h.Watch.Channel.ID, found.TS)
		}
		one, err := c.Happens.Happened(ctx, h)
		if err != nil {
			return false, fmt.Errorf("store what happened in a channel: %w", err)
		}
		taken = taken || one
	}
	return taken, nil
}

// words are those of a message, "" where Slack does not tell them in time: what happened counts all the same.
func (c *Channels) words(ctx context.Context, w *workspace.Workspace, channel, ts string) string {
	const method = "conversations.replies"
	ctx, cancel := context.WithTimeout(ctx, reactedWithin)
	defer cancel()
	if err := w.Pace.Hold(method); err != nil {
		return ""
	}
	ms, _, _, err := w.Client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
		ChannelID: channel, Timestamp: ts, Latest: ts, Inclusive: true, Limit: 1,
	})
	if err = w.Answered(ctx, method, err); err != nil {
		c.Log.WarnContext(ctx, "slack message that somebody reacted to not read", slog.Any("err", err))
		return ""
	}
	for _, m := range ms {
		if m.Timestamp == ts {
			return blocks.Spoken(m.Text, w.Who().User)
		}
	}
	return ""
}
