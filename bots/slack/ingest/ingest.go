package ingest

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Ingest takes what people say into their conversations, whether it comes over HTTP, over a socket, or by reading back.
type Ingest struct {
	Inbox     bots.Inbox
	Threads   known
	People    *people.People
	Indicator *deliver.Indicator
	Voice     *deliver.Voice
	Directs   *deliver.Directs
	revisions *revisions
	guests    *guestsTold
	Log       *slog.Logger
	Now       func() time.Time
}

// Take takes what a person said, edited or deleted. It does so only where people talk with the bot, never replaces a newer change
// by an older one, adds what Slack says of the author, and adds what the thread held before. Editing the bot's mention into a
// message that was not heard counts as saying it then.
func (i *Ingest) Take(ctx context.Context, w *workspace.Workspace, a payload.Arrival) payload.Answer {
	out := i.take(ctx, w, a)
	if !a.Begins || out.Outcome != bots.AckIgnored {
		return out
	}
	out = i.take(ctx, w, a.Saying())
	if out.Outcome == bots.AckTaken || out.Outcome == bots.AckRepeated {
		i.revisions.note(a.In, a.In.At)
	}
	return out
}

func (i *Ingest) take(ctx context.Context, w *workspace.Workspace, a payload.Arrival) payload.Answer {
	if a.IfKnown {
		known, err := i.Threads.Known(ctx, w.Tenant, a.In.Place)
		if err != nil {
			return payload.Unavailable(ctx, i.Log, err)
		}
		if !known {
			return payload.Answer{Outcome: bots.AckIgnored}
		}
	}
	if i.revisions.passed(a.In) {
		return payload.Answer{Outcome: bots.AckRepeated}
	}
	if a.In.Person == "" {
		a.In.From = i.People.Whole(ctx, a.In.From)
	}
	a.In.Text = i.called(ctx, w.Who().Team, a.In.Text, a.Names)
	if a.In.Change == assistant.ChangeSaid && !a.IfKnown {
		var err error
		_, ts, _ := strings.Cut(a.In.ExternalID, "/")
		if a.In.Before, err = i.Before(ctx, w, a.In, ts, false); err != nil {
			return payload.Unavailable(ctx, i.Log, err)
		}
	}
	out := i.Receive(ctx, w, a.In)
	if out.Outcome == bots.AckTaken || out.Outcome == bots.AckRepeated {
		i.revisions.taken(a.In)
	}
	if p := a.In.Place; out.Outcome == bots.AckTaken && a.In.ExternalID == p.Channel+"/"+p.Thread && strings.HasPrefix(p.Channel, "D") {
		out.Then = func(ctx context.Context) { i.Indicator.Entitle(ctx, w, p, a.In.Text) }
	}
	return out
}

// called puts what they are called in place of the ids of those whom words mention. Whoever Slack does not tell of in time stays an id.
func (i *Ingest) called(ctx context.Context, team, text string, users []string) string {
	const most = 5 // bounds the calls to Slack
	for _, user := range users[:min(len(users), most)] {
		if name := bots.OneLine(i.People.Named(ctx, team, user)); name != "" {
			text = strings.ReplaceAll(text, "@"+user, "@"+name)
		}
	}
	return text
}

// Receive passes what a person said to the inbox.
func (i *Ingest) Receive(ctx context.Context, w *workspace.Workspace, in assistant.Inbound) payload.Answer {
	got, err := i.Inbox.Receive(ctx, in)
	switch {
	case errors.Is(err, assistant.ErrGuest):
		return i.turnAway(w, in)
	case errors.Is(err, assistant.ErrNotFound):
		i.Log.WarnContext(ctx, "slack event has nowhere to go", slog.String("key", in.Key), slog.Any("err", err))
		return payload.Answer{Outcome: bots.AckIgnored}
	case errors.Is(err, assistant.ErrUnstorable): // asked again, it would come again, and reading back would never be done
		i.Log.ErrorContext(ctx, "slack event can never be stored", slog.String("key", bots.Clip(in.Key, 100)), slog.Any("err", err))
		return payload.Answer{Outcome: bots.AckMalformed}
	case err != nil:
		return payload.Unavailable(ctx, i.Log, err)
	case got.Known:
		return payload.Answer{Outcome: bots.AckRepeated}
	default:
		i.Directs.Put(in.Place.Space, in.From.External, in.Place.Channel)
		i.Indicator.Heard(ctx, in.Place)
		return payload.Answer{Outcome: bots.AckTaken}
	}
}

// turnAway tells a guest privately, and only now and then, why their words were not taken.
func (i *Ingest) turnAway(w *workspace.Workspace, in assistant.Inbound) payload.Answer {
	out := payload.Answer{Outcome: bots.AckRefused}
	if !i.guests.due(people.Account{Team: in.Place.Space, User: in.From.External}, i.Now()) {
		return out
	}
	p := assistant.ProblemOf(assistant.ErrGuest)
	out.Then = func(ctx context.Context) {
		where := blocks.Origin{Channel: in.Place.Channel}
		if in.ExternalID != in.Place.Channel+"/"+in.Place.Thread {
			where.Thread = in.Place.Thread
		}
		i.Voice.Whisper(ctx, w, in.From, where, p.Whole().String())
	}
	return out
}

// known tells which places are conversations already.
type known interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
}

// New returns one with nothing remembered yet.
func New(i Ingest) *Ingest {
	i.revisions, i.guests = newRevisions(), newGuestsTold()
	return &i
}

// KnownEdit remembers that what was read back had been edited then.
func (i *Ingest) KnownEdit(in assistant.Inbound, at time.Time) { i.revisions.note(in, at) }

// guestsTold remembers which guests were told lately that they are guests.
type guestsTold struct {
	when *bots.Memory[people.Account, time.Time]
}

const guestsLimit = 10_000

func newGuestsTold() *guestsTold {
	return &guestsTold{bots.NewMemory[people.Account, time.Time](guestsLimit)}
}

// due tells whether somebody is to be told, and notes it.
func (g *guestsTold) due(who people.Account, now time.Time) (due bool) {
	g.when.Change(who, func(was time.Time, told bool) time.Time {
		if due = !told || now.Sub(was) >= guestTold; due {
			return now
		}
		return was
	})
	return due
}

const guestTold = time.Hour // so long a guest is not told again that they are one
