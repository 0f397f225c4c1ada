package receive

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

const (
	beforeWithin = 5 * time.Second
	beforePages  = 5 // of 100 messages
	headThread   = "Said in this thread before:"
	headChannel  = "Said in this channel before:"
	noteUnheard  = "(What was said in this thread before could not be read.)"
)

const kindThreadStarter = 21 // a thread's first, which refers to what it was started from

// before gives an inbound that begins a conversation what was said up to it: in the thread that it is said in, and what
// it replies to. Not being able to read it holds nothing up; the log says so then.
func (o *opener) before(ctx context.Context, p assistant.Place, at rest.Channel, upto string, to *rest.Message) (string, error) {
	known, err := o.Threads.Known(ctx, o.Tenant, p)
	if err != nil || known {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, beforeWithin)
	defer cancel()
	var ms []rest.Message
	var lines []string
	unread, head := false, headChannel
	if at.Kind.IsThread() {
		head = headThread
		if title := bots.OneLine(at.Name); title != "" && o.API.IsForum(ctx, at.Parent) {
			lines = append(lines, "(The post is titled “"+title+"”.)")
		}
		if upto != p.Channel { // a post's first message has its id
			if ms, unread, err = o.messages(ctx, p.Channel, upto); err != nil {
				o.Log.WarnContext(ctx, "discord thread not read", slog.Any("err", err))
				lines = append(lines, noteUnheard)
			}
		}
	}
	if to != nil && !slices.ContainsFunc(ms, func(m rest.Message) bool { return m.ID == to.ID }) {
		ms = append(ms, *to)
	}
	for _, m := range ms {
		if said := o.saidBy(m); said != "" {
			lines = append(lines, said)
		}
	}
	return bots.Transcript(head, lines, unread), nil
}

// messages reads the newest of what was said in a channel before a message, in order. more says that there may be older ones.
func (o *opener) messages(ctx context.Context, channel, upto string) (all []rest.Message, more bool, err error) {
	more = true
	for n := 0; more && n < beforePages; n++ {
		var page []json.RawMessage
		err := o.API.Patient(ctx, rest.ReadRoute(channel), "channels/"+channel+"/messages?limit=100&before="+upto, nil, &page)
		if err != nil {
			return nil, false, err
		}
		for _, raw := range page { // the newest comes first
			var m rest.Message
			if json.Unmarshal(raw, &m) == nil && rest.IsID(m.ID) {
				all, upto = append(all, m), m.ID
			}
		}
		more = len(page) == 100
	}
	slices.Reverse(all)
	return all, more, nil
}

// saidBy is a message as a line, "" when it says nothing.
func (o *opener) saidBy(m rest.Message) string {
	if m.Type == kindThreadStarter && m.ReplyTo != nil {
		m = *m.ReplyTo
	}
	names := make(map[string]string, len(m.Mentions))
	for _, u := range m.Mentions {
		names[u.ID] = u.Name()
	}
	said := bots.OneLine(spoken(m.Content, self{user: o.API.Me()}, names))
	if said == "" || m.Author.ID == "" {
		return ""
	}
	return cmp.Or(bots.OneLine(m.Member.Nick), bots.OneLine(m.Author.Name()), "somebody") + ": " + said
}

// beforeAsked gives a question that begins a conversation in the middle of a thread what was said there.
func (o *opener) beforeAsked(ctx context.Context, p assistant.Place, upto string) (string, error) {
	if p.Space == "" || p.Thread != "" || p.Channel == upto {
		return "", nil
	}
	at, err := o.API.Channel(ctx, p.Channel)
	if err != nil || !at.Kind.IsThread() {
		return "", nil //nolint:nilerr // a place that cannot be looked at has nothing before it
	}
	return o.before(ctx, p, at, upto, nil)
}
