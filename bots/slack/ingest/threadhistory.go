package ingest

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	beforeWithin = 1200 * time.Millisecond // of the time that Slack leaves for an answer
	beforePages  = 5                       // of 200 messages
	beforeHead   = "Said in this thread before:"
	noteUnheard  = "(What was said in this thread before could not be read.)"
)

// Before gives an inbound that begins a conversation in the middle of a thread what was said there up to the message of
// that timestamp. Not being able to read it holds nothing up; the log says so then.
func (i *Ingest) Before(ctx context.Context, w *workspace.Workspace, in assistant.Inbound, upto string, inclusive bool) (string, error) {
	if in.Place.Thread == "" || in.Place.Thread == upto && !inclusive {
		return "", nil
	}
	known, err := i.Threads.Known(ctx, w.Tenant, in.Place)
	if err != nil || known {
		return "", err //nolint:wrapcheck // the caller says what it was for
	}
	ctx, cancel := context.WithTimeout(ctx, beforeWithin)
	defer cancel()
	ms, err := i.thread(ctx, w, in.Place, upto, inclusive)
	if err != nil {
		i.Log.WarnContext(ctx, "slack thread not read", slog.Any("err", err))
		return noteUnheard, nil
	}
	lines := make([]string, 0, len(ms))
	for _, m := range ms {
		if said := bots.OneLine(i.called(ctx, w.Who().Team, blocks.Spoken(m.Text, ""), blocks.Mentioned(m.Text, ""))); said != "" {
			lines = append(lines, i.author(ctx, w, m)+": "+said)
		}
	}
	return bots.Transcript(beforeHead, lines), nil
}

// thread reads a thread from its beginning.
func (i *Ingest) thread(ctx context.Context, w *workspace.Workspace, p assistant.Place, upto string, inclusive bool) ([]slackapi.Message, error) {
	const method = "conversations.replies"
	if err := w.Pace.Hold(method); err != nil {
		return nil, err
	}
	var all []slackapi.Message
	cursor := ""
	for range beforePages {
		ms, more, next, err := w.Client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
			ChannelID: p.Channel, Timestamp: p.Thread, Latest: upto, Inclusive: inclusive, Limit: 200, Cursor: cursor,
		})
		if err != nil {
			return nil, w.Answered(ctx, method, err)
		}
		for _, m := range ms {
			// Slack gives the root whatever the bounds are.
			if m.Timestamp < upto || inclusive && m.Timestamp == upto {
				all = append(all, m)
			}
		}
		if !more || next == "" {
			break
		}
		cursor = next
	}
	return all, nil
}

// author is what somebody of a thread is called.
func (i *Ingest) author(ctx context.Context, w *workspace.Workspace, m slackapi.Message) string {
	if m.BotID != "" || m.User == "" {
		return cmp.Or(m.Username, "an app")
	}
	return cmp.Or(bots.OneLine(i.People.Named(ctx, w.Who().Team, m.User)), "@"+m.User)
}
