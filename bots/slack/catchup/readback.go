package catchup

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
	"github.com/aisteam/aisteam/bots/missed"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	backPages = 5   // of a place
	backPage  = 100 // messages; some apps get 15
)

// reader reads what Slack holds of places, and holds it against what is known.
type reader struct {
	spaces  *install.Registry
	Backlog Backlog
	Now     func() time.Time
}

// spot is a thread, or a channel where it says none, and what was heard there last.
type spot struct {
	assistant.Place
	after   string
	compare bool // known messages are compared with those in the channel
}

// spots are what has to be read: each channel and each thread from that time on, or from its own newest message where no
// time is known. What was heard in a place last says nothing of what came before it and was missed.
func (c *Catchup) spots(heard []assistant.Inbound, since time.Time) []spot {
	oldest := payload.Timestamp(c.reader.youngest(time.Time{}))
	var threads, channels []spot
	for _, h := range heard {
		newest := stampOf(h)
		if newest == "" || h.Place.Thread == "" {
			continue // heard elsewhere: on the panel, or by a form
		}
		ts := newest
		if !since.IsZero() {
			ts = payload.Timestamp(since)
		}
		threads = append(threads, spot{h.Place, max(ts, oldest), newest > oldest && len(threads) < comparePlaces})
		channel := spot{Place: h.Place, after: max(ts, oldest)}
		channel.Thread = ""
		if i := slices.IndexFunc(channels, func(s spot) bool { return s.Place == channel.Place }); i >= 0 {
			channels[i].after = max(channels[i].after, channel.after)
		} else {
			channels = append(channels, channel)
		}
	}
	return append(channels, threads...)
}

// youngest is that time, or when it begins that people still wait for an answer.
func (x *reader) youngest(t time.Time) time.Time { return missed.Within(x.Now(), t) }

// found is what a place was found to hold: something said, changed or taken back.
type found struct {
	payload.Arrival
	edited time.Time // when what was said has been changed since, zero for never
	root   string    // of the thread that it has begun, "" for none
}

// round is the reading of a workspace.
type round struct {
	listed map[assistant.Place]bool // read anyway
	others []spot                   // threads of others' that have begun meanwhile: the bot may be mentioned in them
}

const othersLimit = 200 // threads

// caller makes a call at a pace.
type caller func(ctx context.Context, w *workspace.Workspace, method string, call func(context.Context) error) error

// readBack takes, in order, what was said in a place and what became of known messages.
func (c *Catchup) readBack(ctx context.Context, s spot, r *round) error {
	w, err := c.spaces.Workspace(ctx, s.Space)
	if err != nil {
		return &awayError{err}
	}
	all, err := c.reader.visit(ctx, w, s, c.reader.patiently)
	if err != nil {
		return err
	}
	for _, f := range all {
		out, err := c.retake(ctx, w, f)
		if err != nil {
			return err
		}
		if out.Then != nil {
			out.Finish(ctx)
		}
		if s.Thread != "" || f.root == "" {
			continue
		}
		begun := spot{Place: s.Place, after: f.root}
		begun.Thread = f.root
		switch listed := r.listed[begun.Place]; {
		case out.Outcome == bots.AckTaken, out.Outcome == bots.AckRepeated && !listed: // it has begun a conversation, and that went on
			if err := c.readBack(ctx, begun, r); err != nil {
				return err
			}
		case out.Outcome == bots.AckIgnored && !listed && len(r.others) < othersLimit:
			r.others = append(r.others, begun)
		}
	}
	return nil
}

// visit reads a place. What was changed or taken back comes before what is new.
func (x *reader) visit(ctx context.Context, w *workspace.Workspace, s spot, call caller) ([]found, error) {
	var known []missed.Known
	if s.compare {
		var err error
		if known, err = x.known(ctx, w, s); err != nil {
			return nil, err
		}
	}
	at := &place{reader: x, w: w, spot: s, call: call}
	all, _, err := missed.Visit(ctx, at, s.after, known)
	if refused, ok := errors.AsType[*bots.RefusedError](err); ok && refused.Reason == "thread_not_found" && len(known) > 0 {
		return x.rootless(ctx, w, s, known, call)
	}
	if err != nil {
		return nil, err
	}
	out := make([]found, 0, len(all))
	for _, f := range all {
		one, err := at.found(f)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// eventOf is a message as an event has it.
func eventOf(m slackapi.Message) (payload.Event, error) {
	var ev payload.Event
	raw, err := json.Marshal(m.Msg)
	if err == nil {
		err = json.Unmarshal(raw, &ev)
	}
	if err != nil {
		return ev, fmt.Errorf("read message: %w", err)
	}
	return ev, nil
}

// arrived reads an event as if it had just come from a place.
func (x *reader) arrived(w *workspace.Workspace, s spot, ev payload.Event) found {
	ev.Type, ev.Channel = "message", s.Channel
	if strings.HasPrefix(s.Channel, "D") {
		ev.ChannelType = "im"
	}
	var f found
	f.Read(ev, w.Who().User, s.Space)
	f.In.Tenant = w.Tenant
	return f
}

// messages reads the messages of a place that came after what was heard. whole tells whether that is all of them.
func (x *reader) messages(ctx context.Context, w *workspace.Workspace, s spot, call caller) (all []slackapi.Message, whole bool, err error) {
	method, cursor := "conversations.history", ""
	if s.Thread != "" {
		method = "conversations.replies"
	}
	for range backPages {
		var ms []slackapi.Message
		var more bool
		var next string
		err := call(ctx, w, method, func(ctx context.Context) (err error) {
			if s.Thread != "" {
				ms, more, next, err = w.Client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
					ChannelID: s.Channel, Timestamp: s.Thread, Oldest: s.after, Limit: backPage, Cursor: cursor,
				})
				return err
			}
			h, err := w.Client.GetConversationHistoryContext(ctx, &slackapi.GetConversationHistoryParameters{
				ChannelID: s.Channel, Oldest: s.after, Limit: backPage, Cursor: cursor,
			})
			if err == nil {
				ms, more, next = h.Messages, h.HasMore, h.ResponseMetaData.NextCursor
			}
			return err
		})
		if err != nil {
			return nil, false, err
		}
		all = append(all, ms...)
		if !more || next == "" {
			return all, !more, nil
		}
		cursor = next
	}
	return all, false, nil
}

// patiently makes a call at its pace, and again where Slack puts it off.
func (x *reader) patiently(ctx context.Context, w *workspace.Workspace, method string, call func(context.Context) error) error {
	for range 3 {
		err := w.Pace.Hold(method)
		if err == nil {
			if err := pause(ctx, w.Pace.ReadBackEvery); err != nil {
				return err
			}
			err = w.Answered(ctx, method, call(ctx))
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

// retake takes what was found the way its event would have been taken.
func (c *Catchup) retake(ctx context.Context, w *workspace.Workspace, f found) (payload.Answer, error) {
	if f.Ignored != "" {
		return payload.Answer{Outcome: bots.AckIgnored}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, payload.AckWithin)
	defer cancel()
	out := c.ingest.Take(ctx, w, f.Arrival)
	if out.Status == http.StatusServiceUnavailable {
		return out, errors.New("what was said could not be stored")
	}
	if !f.edited.IsZero() {
		c.ingest.KnownEdit(f.In, f.edited)
	}
	return out, nil
}
