package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	backPages = 5              // of a place
	backPage  = 100            // messages; some apps get 15
	backAge   = 72 * time.Hour // who waited longer has given up on it
)

// spot is a thread, or a channel where it says none, and what was heard there last.
type spot struct {
	assistant.Place
	after string
}

// spots are what has to be read: each channel and each thread from that time on, or from its own newest message where no
// time is known. What was heard in a place last says nothing of what came before it and was missed.
func (b *Bot) spots(heard []assistant.Inbound, since time.Time) []spot {
	oldest := slackTime(b.Now().Add(-backAge))
	var threads, channels []spot
	for _, h := range heard {
		ts, ok := strings.CutPrefix(h.ExternalID, h.Place.Channel+"/")
		if !ok || moment(ts).IsZero() || h.Place.Thread == "" {
			continue // heard elsewhere: on the panel, or by a form
		}
		if !since.IsZero() {
			ts = slackTime(since)
		}
		threads = append(threads, spot{h.Place, max(ts, oldest)})
		channel := spot{h.Place, max(ts, oldest)}
		channel.Thread = ""
		if i := slices.IndexFunc(channels, func(s spot) bool { return s.Place == channel.Place }); i >= 0 {
			channels[i].after = max(channels[i].after, channel.after)
		} else {
			channels = append(channels, channel)
		}
	}
	return append(channels, threads...)
}

// slackTime is a moment as a Slack timestamp.
func slackTime(t time.Time) string { return fmt.Sprintf("%d.%06d", t.Unix(), t.Nanosecond()/1000) }

// readBack takes what was said in a place, in order.
func (b *Bot) readBack(ctx context.Context, s spot) error {
	w, err := b.workspace(ctx, s.Space)
	if err != nil {
		return &awayError{err}
	}
	ms, err := b.said(ctx, w, s)
	if err != nil {
		return err
	}
	slices.SortFunc(ms, func(x, y slackapi.Message) int { return strings.Compare(x.Timestamp, y.Timestamp) })
	for _, m := range ms {
		if m.Timestamp <= s.after {
			continue // Slack gives a thread's root whatever the bounds are
		}
		taken, err := b.retake(ctx, w, s, m)
		if err != nil {
			return err
		}
		if taken && s.Thread == "" && m.ReplyCount > 0 { // it has begun a conversation, and that went on
			begun := spot{s.Place, m.Timestamp}
			begun.Thread = m.Timestamp
			if err := b.readBack(ctx, begun); err != nil {
				return err
			}
		}
	}
	return nil
}

// said reads the messages of a place that came after what was heard.
func (b *Bot) said(ctx context.Context, w *workspace, s spot) ([]slackapi.Message, error) {
	var all []slackapi.Message
	cursor := ""
	for range backPages {
		var ms []slackapi.Message
		var more bool
		var next string
		err := b.patiently(ctx, w, s, func(ctx context.Context) (err error) {
			if s.Thread != "" {
				ms, more, next, err = w.client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
					ChannelID: s.Channel, Timestamp: s.Thread, Oldest: s.after, Limit: backPage, Cursor: cursor,
				})
				return err
			}
			h, err := w.client.GetConversationHistoryContext(ctx, &slackapi.GetConversationHistoryParameters{
				ChannelID: s.Channel, Oldest: s.after, Limit: backPage, Cursor: cursor,
			})
			if err == nil {
				ms, more, next = h.Messages, h.HasMore, h.ResponseMetaData.NextCursor
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, ms...)
		if !more || next == "" {
			break
		}
		cursor = next
	}
	return all, nil
}

// patiently makes a call at its pace, and again where Slack puts it off.
func (b *Bot) patiently(ctx context.Context, w *workspace, s spot, call func(context.Context) error) error {
	method := "conversations.history"
	if s.Thread != "" {
		method = "conversations.replies"
	}
	for range 3 {
		err := w.pace.hold(method)
		if err == nil {
			if err := pause(ctx, w.pace.ReadBackEvery); err != nil {
				return err
			}
			err = b.answered(w, method, call(ctx))
		}
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok {
			return err
		}
		if err := pause(ctx, later.After); err != nil {
			return err
		}
	}
	return fmt.Errorf("slack %s: put off again and again", method)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait: %w", ctx.Err())
	}
}

// retake takes a message the way its event would have been taken. It tells whether it was new.
func (b *Bot) retake(ctx context.Context, w *workspace, s spot, m slackapi.Message) (bool, error) {
	raw, err := json.Marshal(m.Msg)
	if err != nil {
		return false, fmt.Errorf("read message: %w", err)
	}
	var ev event
	if err := json.Unmarshal(raw, &ev); err != nil {
		return false, fmt.Errorf("read message: %w", err)
	}
	ev.Type, ev.Channel = "message", s.Channel
	if strings.HasPrefix(s.Channel, "D") {
		ev.ChannelType = "im"
	}
	var a arrival
	a.read(ev, w.who(), s.Space)
	if a.ignored != "" {
		return false, nil
	}
	a.in.Tenant = w.tenant
	ctx, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	out := b.take(ctx, w, a)
	if out.status == http.StatusServiceUnavailable {
		return false, errors.New("what was said could not be stored")
	}
	if out.then != nil {
		b.afterwards(ctx, out.then)
	}
	return out.outcome == "taken", nil
}
