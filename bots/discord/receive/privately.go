package receive

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// whispers says what one person alone reads.
type whispers struct{ Config }

// respond answers an interaction. What Discord refuses for its form is answered with its words alone, and where it refuses
// these, with a line that says so: who clicked waits for an answer.
func (w *whispers) respond(ctx context.Context, r request, answer response) error {
	path := "interactions/" + r.id + "/" + r.token + "/callback"
	return w.privately(ctx, r, wordsOf(answer), func(words string) error {
		said := answer
		if words != "" {
			said = privateWords(words)
		}
		return w.API.CallUnpaced(ctx, http.MethodPost, path, said, nil)
	})
}

// amend puts private words in the place of the answer that somebody is at it.
func (w *whispers) amend(ctx context.Context, r request, said string) error {
	path := "webhooks/" + w.ApplicationID + "/" + r.token + "/messages/@original"
	return w.privately(ctx, r, components.Escape(said, components.LimitContent), func(words string) error {
		return w.API.CallUnpaced(ctx, http.MethodPatch, path, notice{Content: cmp.Or(words, said), Flags: components.FlagSuppressEmbeds, Mentions: components.Nobody()}, nil)
	})
}

// privately is the ladder of what one person alone reads: as it is, "", then in words, then a line.
func (w *whispers) privately(ctx context.Context, r request, plain string, send func(words string) error) error {
	err := send("")
	rungs := []struct {
		how   bots.Outcome
		words string
	}{
		{bots.OutcomePlain, plain},
		{bots.OutcomeTold, bots.Told(r.words(), "Discord", w.Panel.At(ctx, place(r.guild, r.channel)))},
	}
	for _, rung := range rungs {
		no, ok := errors.AsType[*bots.RefusedError](err)
		if !ok || no.Closed {
			return err
		}
		if rung.words == "" {
			continue // a form, or what has no words: it cannot be said plainly
		}
		w.Log.WarnContext(ctx, "discord refused how a private word is drawn", slog.String("shown", string(rung.how)), slog.String("reason", no.Reason))
		err = send(rung.words)
	}
	return err
}

// wordsOf returns the words of a private answer, or "" if it has none to read.
func wordsOf(answer response) string {
	switch data := answer.Data.(type) {
	case notice:
		return components.Escape(data.Content, components.LimitContent)
	case private:
		return bots.Clip(strings.Join(components.Texts(data.Components), "\n"), components.LimitContent)
	default:
		return ""
	}
}
