package catchup

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/missed"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	comparePlaces = 50  // threads of a workspace, the newest
	knownLimit    = 50  // messages of a thread, the newest
	knownRows     = 250 // of a channel, to find them among

	// A message that has only just been said may be missing because Slack itself does not have it everywhere yet.
	settledAfter = time.Minute
)

// known returns the messages of a thread that may have been edited or deleted since they were heard, oldest first.
func (x *reader) known(ctx context.Context, w *workspace.Workspace, s spot) ([]missed.Known, error) {
	all, err := x.Backlog.HeardIn(ctx, w.Tenant, assistant.SurfaceSlack, s.Space, s.Channel, knownRows)
	if err != nil {
		return nil, fmt.Errorf("recall channel: %w", err)
	}
	oldest := payload.Timestamp(x.youngest(time.Time{}))
	known := missed.Of(all, knownLimit, func(k assistant.Inbound) string {
		ts := stampOf(k)
		if k.Place.Thread != s.Thread || k.Person == "" || ts < oldest && ts != s.Thread {
			return ""
		}
		return ts
	})
	slices.SortFunc(known, func(x, y missed.Known) int { return strings.Compare(x.ID, y.ID) })
	return known, nil
}

// stampOf is the timestamp of a message, "" where it was said by other means: on the panel, or by a form.
func stampOf(in assistant.Inbound) string {
	ts, ok := strings.CutPrefix(in.ExternalID, in.Place.Channel+"/")
	if !ok || payload.Moment(ts).IsZero() {
		return ""
	}
	return ts
}

// place is a thread or a channel while it is read; see [missed.Place].
type place struct {
	*reader
	spot

	w    *workspace.Workspace
	call caller
	root bool // the thread's root was among what was read, which always comes along: without it nobody knows what that is
}

// Newer implements [missed.Place].
func (p *place) Newer(ts, than string) bool { return ts > than }

// Before implements [missed.Place]. The root always comes along.
func (p *place) Before(k missed.Known) string {
	if k.ID == p.Thread {
		return ""
	}
	return payload.Timestamp(payload.Moment(k.ID).Add(-time.Microsecond))
}

// Read implements [missed.Place].
func (p *place) Read(ctx context.Context, after string) ([]missed.There[slackapi.Message], bool, error) {
	s := p.spot
	s.after = after
	ms, whole, err := p.messages(ctx, p.w, s, p.call)
	if err != nil {
		return nil, false, err
	}
	out := make([]missed.There[slackapi.Message], len(ms))
	for i, m := range ms {
		out[i] = missed.There[slackapi.Message]{ID: m.Timestamp, Message: m}
		p.root = p.root || m.Timestamp == p.Thread
	}
	return out, whole, nil
}

// Became implements [missed.Place].
func (p *place) Became(_ context.Context, k missed.Known, m slackapi.Message) (assistant.Change, error) {
	switch {
	case !p.root:
		return assistant.ChangeSaid, nil
	case m.SubType == "tombstone":
		return assistant.ChangeDeleted, nil
	case m.Edited != nil && !blocks.SameWords(m.Text, p.w.Who().User, k.Text):
		return assistant.ChangeEdited, nil
	default:
		return assistant.ChangeSaid, nil
	}
}

// Missing implements [missed.Place]: what is not among all that was read is gone.
func (p *place) Missing(_ context.Context, k missed.Known, read missed.Window) (assistant.Change, slackapi.Message, error) {
	settled := payload.Timestamp(p.Now().Add(-settledAfter))
	if p.root && k.ID > read.After && k.ID < settled && (read.Whole || k.ID < read.Last) {
		return assistant.ChangeDeleted, slackapi.Message{}, nil
	}
	return assistant.ChangeSaid, slackapi.Message{}, nil
}

// found reads what the place was found to hold as if its event had just come.
func (p *place) found(f missed.Found[slackapi.Message]) (found, error) {
	if f.What == assistant.ChangeDeleted {
		return p.gone(p.w, f.Known.Inbound), nil
	}
	ev, err := eventOf(f.Message)
	if err != nil {
		return found{}, err
	}
	if f.What == assistant.ChangeEdited {
		return p.arrived(p.w, p.spot, payload.Event{Subtype: "message_changed", Message: &ev}), nil
	}
	out := p.arrived(p.w, p.spot, ev)
	if f.Message.ReplyCount > 0 {
		out.root = f.Message.Timestamp
	}
	if ev.Edited != nil {
		out.edited = payload.Moment(ev.Edited.TS)
	}
	return out, nil
}

// gone reports a deleted message, keyed as Slack's own deletion event would be.
func (x *reader) gone(w *workspace.Workspace, k assistant.Inbound) found {
	return found{Arrival: payload.Arrival{IfKnown: true, In: assistant.Inbound{
		Tenant: w.Tenant, Place: k.Place, Person: k.Person, Change: assistant.ChangeDeleted, ExternalID: k.ExternalID,
		Key: strings.Join([]string{"slack", k.Place.Space, k.ExternalID, "deleted"}, "/"),
	}}}
}

// rootless decides what became of a thread that Slack no longer finds: if the channel does not have its root either, all of it
// was deleted.
func (x *reader) rootless(ctx context.Context, w *workspace.Workspace, s spot, known []missed.Known, call caller) ([]found, error) {
	var h *slackapi.GetConversationHistoryResponse
	err := call(ctx, w, "conversations.history", func(ctx context.Context) (err error) {
		h, err = w.Client.GetConversationHistoryContext(ctx, &slackapi.GetConversationHistoryParameters{
			ChannelID: s.Channel, Oldest: s.Thread, Latest: s.Thread, Inclusive: true, Limit: 1,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(h.Messages, func(m slackapi.Message) bool { return m.Timestamp == s.Thread }) {
		return nil, nil // nobody knows
	}
	settled := payload.Timestamp(x.Now().Add(-settledAfter))
	var out []found
	for _, k := range known {
		if k.ID < settled {
			out = append(out, x.gone(w, k.Inbound))
		}
	}
	return out, nil
}
