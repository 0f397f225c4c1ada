package catchup

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
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
func (x *reader) known(ctx context.Context, w *workspace.Workspace, s spot) ([]assistant.Inbound, error) {
	all, err := x.Backlog.HeardIn(ctx, w.Tenant, assistant.SurfaceSlack, s.Space, s.Channel, knownRows)
	if err != nil {
		return nil, fmt.Errorf("recall channel: %w", err)
	}
	oldest := payload.Timestamp(x.youngest(time.Time{}))
	all = slices.DeleteFunc(all, func(k assistant.Inbound) bool {
		ts := stampOf(k)
		return k.Place.Thread != s.Thread || k.Change == assistant.ChangeDeleted || k.Person == "" || ts == "" || ts < oldest && ts != s.Thread
	})
	all = all[:min(len(all), knownLimit)]
	slices.SortFunc(all, func(x, y assistant.Inbound) int { return strings.Compare(stampOf(x), stampOf(y)) })
	return all, nil
}

// stampOf is the timestamp of a message, "" where it was said by other means: on the panel, or by a form.
func stampOf(in assistant.Inbound) string {
	ts, ok := strings.CutPrefix(in.ExternalID, in.Place.Channel+"/")
	if !ok || payload.Moment(ts).IsZero() {
		return ""
	}
	return ts
}

// reach returns the timestamp to read a thread from so that the page covers every known message. The root always comes along.
func reach(known []assistant.Inbound, s spot) string {
	for _, k := range known {
		if ts := stampOf(k); ts != s.Thread {
			return min(s.after, payload.Timestamp(payload.Moment(ts).Add(-time.Microsecond)))
		}
	}
	return s.after
}

// changes compares the known messages of a thread with what was read of it: all of it, or its beginning.
func (x *reader) changes(w *workspace.Workspace, read spot, known []assistant.Inbound, ms []slackapi.Message, whole bool) ([]found, error) {
	there, last := map[string]slackapi.Message{}, ""
	for _, m := range ms {
		there[m.Timestamp], last = m, max(last, m.Timestamp)
	}
	if _, ok := there[read.Thread]; !ok {
		return nil, nil // nobody knows what that is
	}
	settled := payload.Timestamp(x.Now().Add(-settledAfter))
	var out []found
	for _, k := range known {
		ts := stampOf(k)
		m, ok := there[ts]
		switch {
		case ok && m.SubType == "tombstone",
			!ok && ts > read.after && ts < settled && (whole || ts < last):
			out = append(out, x.gone(w, k))
		case ok && m.Edited != nil && blocks.Spoken(m.Text, w.Who().User) != k.Text:
			ev, err := eventOf(m)
			if err != nil {
				return nil, err
			}
			out = append(out, x.arrived(w, read, payload.Event{Subtype: "message_changed", Message: &ev}))
		}
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
func (x *reader) rootless(ctx context.Context, w *workspace.Workspace, s spot, known []assistant.Inbound, call caller) ([]found, error) {
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
		if stampOf(k) < settled {
			out = append(out, x.gone(w, k))
		}
	}
	return out, nil
}
