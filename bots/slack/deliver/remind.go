package deliver

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

var _ bots.Pager = (*Reminders)(nil)

// Reminders call people: directly, and with a mention where Slack takes no direct message.
type Reminders struct {
	Spaces   *install.Registry
	Sender   *Sender
	Drawings *Drawings
	Directs  *Directs
	Log      *slog.Logger
}

// Remind implements [bots.Pager]. If Slack refuses the direct message, Remind mentions the person in the thread instead; a thread
// in direct messages needs no mention.
//
// A direct message is posted to the user's id, for which chat:write is enough; opening the channel would take another scope. The
// channel's id is learned from an answer, from what the person wrote there, or from the list of channels. If an answer was lost and
// the channel is unknown, the message cannot be looked for. The thread then says it once without a mention, so that nobody is
// called twice.
func (n *Reminders) Remind(ctx context.Context, p assistant.Place, c bots.ReminderCard, to assistant.Identity, nonce string, again bool) (string, error) {
	w, err := n.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", workspace.NotThere(err)
	}
	r, m := n.Drawings.Of(ctx, w), mark{Nonce: nonce}
	switch {
	case strings.HasPrefix(p.Channel, "D"):
		return n.Sender.say(ctx, w, p, r.Reminder(c, bots.Calling{Theirs: true}), m)
	case !isUser(to.External):
		return n.Sender.say(ctx, w, p, r.Reminder(c, bots.Calling{}), m)
	}
	if again {
		channel, known, err := n.Directs.lookUp(ctx, w, p.Space, to.External)
		if err != nil {
			return "", err
		}
		if !known {
			return n.Sender.say(ctx, w, p, r.Reminder(c, bots.Calling{}), m)
		}
		if channel != "" {
			if ts, err := inDirect(ctx, w, channel, nonce); err != nil || ts != "" {
				return ts, err
			}
		}
	}
	if err := w.Pace.Hold("chat.postMessage"); err != nil {
		return "", err // before Slack is asked for a link
	}
	directly := assistant.Place{Surface: p.Surface, Space: p.Space, Channel: to.External}
	channel, ts, err := n.Sender.sayIn(ctx, w, directly, r.Reminder(c, bots.Calling{Theirs: true, Link: n.opens(ctx, w, p, c)}), m)
	if ts != "" {
		n.Directs.Put(p.Space, to.External, channel)
	}
	if _, refused := errors.AsType[*bots.RefusedError](err); !refused {
		return ts, err
	}
	n.Log.InfoContext(ctx, "slack takes no direct message, so the reminder is a mention", slog.Any("err", err))
	return n.Sender.say(ctx, w, p, r.Reminder(c, bots.Calling{Theirs: true, Mention: to.External}), m)
}

// inDirect looks for a message of the nonce in a channel of direct messages, as far back as a try may lie.
func inDirect(ctx context.Context, w *workspace.Workspace, channel, nonce string) (ts string, err error) {
	const method, pages = "conversations.history", 3
	cursor := ""
	for range pages {
		if err := w.Pace.Hold(method); err != nil {
			return "", err
		}
		h, err := w.Client.GetConversationHistoryContext(ctx, &slackapi.GetConversationHistoryParameters{
			ChannelID: channel, Limit: 200, Cursor: cursor, IncludeAllMetadata: true,
		})
		if err != nil {
			return "", w.Answered(ctx, method, err)
		}
		for _, m := range h.Messages {
			if k, ok := markOf(m); ok && k.Nonce == nonce {
				return m.Timestamp, nil
			}
		}
		if cursor = h.ResponseMetaData.NextCursor; !h.HasMore || cursor == "" {
			break
		}
	}
	return "", nil
}

// opens is the address of a thread, or of its conversation in the panel; "" where there is neither.
func (n *Reminders) opens(ctx context.Context, w *workspace.Workspace, p assistant.Place, c bots.ReminderCard) string {
	const method = "chat.getPermalink"
	if p.Thread != "" && w.Pace.Hold(method) == nil {
		to, err := w.Client.GetPermalinkContext(ctx, &slackapi.PermalinkParameters{Channel: p.Channel, Ts: p.Thread})
		if err == nil && strings.HasPrefix(to, "https://") && !strings.ContainsAny(to, "<>| ") {
			return to
		}
		n.Log.DebugContext(ctx, "no link to a thread", slog.Any("err", w.Answered(ctx, method, err)))
	}
	return blocks.Renderer{PublicURL: w.Panel.Now().URL}.Link("/c/" + string(c.Conversation))
}

// isUser tells whether text can be a user's id.
func isUser(text string) bool {
	return len(text) > 1 && len(text) < 32 && (text[0] == 'U' || text[0] == 'W') && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}
