package ingest

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"slices"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	beforeWithin = 1200 * time.Millisecond // of the time that Slack leaves for an answer
	beforePage   = 200                     // messages
	beforeTries  = 9                       // of pages of its end
	beforeEnough = 20                      // messages of the end
	beforeNearer = 16                      // times, each try
	beforeNamed  = 60                      // of the newest messages: no more of them fit
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
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, beforeWithin)
	defer cancel()
	ms, unread, err := i.thread(ctx, w, in.Place, upto, inclusive)
	if err != nil {
		i.Log.WarnContext(ctx, "slack thread not read", slog.Any("err", err))
		return noteUnheard, nil
	}
	return bots.Transcript(beforeHead, i.lines(ctx, w, ms), unread), nil
}

// lines are messages as they are told, each with who wrote it. Where there are hundreds only some are: who wrote the others is not
// asked for, since it takes a call of each of them.
func (i *Ingest) lines(ctx context.Context, w *workspace.Workspace, ms []slackapi.Message) (lines []string) {
	for n, m := range ms {
		said, by := bots.OneLine(blocks.Spoken(m.Text, "")), ""
		if n == 0 || len(ms)-n <= beforeNamed {
			said = bots.OneLine(i.called(ctx, w.Who().Team, blocks.Spoken(m.Text, ""), blocks.Mentioned(m.Text, "")))
			by = i.author(ctx, w, m)
		}
		if said != "" {
			lines = append(lines, by+": "+said)
		}
	}
	return lines
}

// thread reads a thread up to a message; of a long one, the beginning and the newest part. What cannot be read in time is left out,
// and unread says so.
func (i *Ingest) thread(ctx context.Context, w *workspace.Workspace, p assistant.Place, upto string, inclusive bool) (ms []slackapi.Message, unread bool, err error) {
	ask := &slackapi.GetConversationRepliesParameters{ChannelID: p.Channel, Timestamp: p.Thread, Latest: upto, Inclusive: inclusive, Limit: beforePage}
	head, more, err := i.page(ctx, w, ask)
	if err != nil || !more || len(head) < 2 {
		return head, more && err == nil, err
	}
	newest, err := i.newest(ctx, w, ask, head)
	if err != nil {
		i.Log.WarnContext(ctx, "slack thread not read to its end", slog.Any("err", err))
	}
	if len(newest) == 0 {
		return head, true, nil
	}
	return append(head[:1:1], newest...), true, nil
}

// newest reads the end of a thread whose first page is known. Slack returns what is newer than a given time, oldest first, so
// newest searches for the time after which there is at most a page: first assuming that people always talked as fast as at the
// beginning, then moving toward the end, or away from it if hardly anything comes. An error comes with what was read.
func (i *Ingest) newest(ctx context.Context, w *workspace.Workspace, ask *slackapi.GetConversationRepliesParameters, head []slackapi.Message) (ms []slackapi.Message, err error) {
	begun, ends := payload.Moment(ask.Timestamp), payload.Moment(ask.Latest)
	all, paged := ends.Sub(begun).Seconds(), payload.Moment(head[len(head)-1].Timestamp).Sub(begun).Seconds()
	few, many := 0.0, all // seconds before the end in which hardly anything was said, and too much
	whole := false        // what was read goes up to the end
	back := all - paged*float64(head[0].ReplyCount-beforePage/2)/float64(len(head)-1)
	for range beforeTries {
		if back <= few || back >= many {
			if back = many / beforeNearer; few > 0 {
				back = math.Sqrt(few * many)
			}
		}
		ask.Oldest = payload.Timestamp(ends.Add(-time.Duration(back * float64(time.Second))))
		page, more, err := i.page(ctx, w, ask)
		if err != nil {
			return ms, err
		}
		page = slices.DeleteFunc(page, func(m slackapi.Message) bool { return m.Timestamp == ask.Timestamp }) // it comes whatever is asked
		if !more {
			if few = back; len(page) > 0 {
				ms, whole = page, true
			}
			if len(page) >= beforeEnough {
				return ms, nil
			}
			continue
		}
		if many = back; !whole {
			ms = page
		}
	}
	return ms, nil
}

// page reads a page of a thread up to a message.
func (i *Ingest) page(ctx context.Context, w *workspace.Workspace, ask *slackapi.GetConversationRepliesParameters) (ms []slackapi.Message, more bool, err error) {
	const method = "conversations.replies"
	if err := w.Pace.Hold(method); err != nil {
		return nil, false, err
	}
	ms, more, _, err = w.Client.GetConversationRepliesContext(ctx, ask)
	// Slack gives the root whatever the bounds are.
	ms = slices.DeleteFunc(ms, func(m slackapi.Message) bool {
		return m.Timestamp > ask.Latest || m.Timestamp == ask.Latest && !ask.Inclusive
	})
	return ms, more, w.Answered(ctx, method, err)
}

// author returns the name of a message's author.
func (i *Ingest) author(ctx context.Context, w *workspace.Workspace, m slackapi.Message) string {
	if m.BotID != "" || m.User == "" {
		return cmp.Or(m.Username, "an app")
	}
	return cmp.Or(bots.OneLine(i.People.Named(ctx, w.Who().Team, m.User)), "@"+m.User)
}
