package slack

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// ingest takes what people say into their conversations, however it came: over HTTP, over a socket, or read back.
type ingest struct {
	Inbox     bots.Inbox
	Threads   Threads
	people    *people
	indicator *indicator
	voice     *voice
	directs   *directs
	revisions *revisions
	guests    *guestsTold
	Log       *slog.Logger
	Now       func() time.Time
}

func (i *ingest) take(ctx context.Context, w *workspace, a payload.Arrival) payload.Answer {
	if a.IfKnown {
		known, err := i.Threads.Known(ctx, w.tenant, a.In.Place)
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
		a.In.From = i.people.whole(ctx, a.In.From)
	}
	if a.In.Change == assistant.ChangeSaid && !a.IfKnown {
		var err error
		_, ts, _ := strings.Cut(a.In.ExternalID, "/")
		if a.In.Before, err = i.before(ctx, w, a.In, ts, false); err != nil {
			return payload.Unavailable(ctx, i.Log, err)
		}
	}
	out := i.receive(ctx, w, a.In)
	if out.Outcome == bots.AckTaken || out.Outcome == bots.AckRepeated {
		i.revisions.taken(a.In)
	}
	if p := a.In.Place; out.Outcome == bots.AckTaken && a.In.ExternalID == p.Channel+"/"+p.Thread && strings.HasPrefix(p.Channel, "D") {
		out.Then = func(ctx context.Context) { i.indicator.entitle(ctx, w, p, a.In.Text) }
	}
	return out
}

// receive tells the inbox what somebody said.
func (i *ingest) receive(ctx context.Context, w *workspace, in assistant.Inbound) payload.Answer {
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
		i.directs.put(in.Place.Space, in.From.External, in.Place.Channel)
		i.indicator.heard(ctx, in.Place)
		return payload.Answer{Outcome: bots.AckTaken}
	}
}

// turnAway tells a guest, alone and once in a while, why their words were not taken.
func (i *ingest) turnAway(w *workspace, in assistant.Inbound) payload.Answer {
	out := payload.Answer{Outcome: bots.AckRefused}
	if !i.guests.due(nameKey{in.Place.Space, in.From.External}, i.Now()) {
		return out
	}
	p := assistant.ProblemOf(assistant.ErrGuest)
	out.Then = func(ctx context.Context) {
		c := clicked{at: w, Click: payload.Click{From: in.From, Where: blocks.Origin{Channel: in.Place.Channel}}}
		if in.ExternalID != in.Place.Channel+"/"+in.Place.Thread {
			c.Where.Thread = in.Place.Thread
		}
		i.voice.whisper(ctx, c, p.Message+" "+p.Recovery)
	}
	return out
}

// guestsTold remembers who has been told lately that they are a guest.
type guestsTold struct {
	when *bots.Memory[nameKey, time.Time]
}

const guestsLimit = 10_000

func newGuestsTold() *guestsTold { return &guestsTold{bots.NewMemory[nameKey, time.Time](guestsLimit)} }

// due tells whether somebody is to be told, and notes it.
func (g *guestsTold) due(who nameKey, now time.Time) (due bool) {
	g.when.Change(who, func(was time.Time, told bool) time.Time {
		if due = !told || now.Sub(was) >= guestTold; due {
			return now
		}
		return was
	})
	return due
}

const guestTold = time.Hour // so long a guest is not told again that they are one
