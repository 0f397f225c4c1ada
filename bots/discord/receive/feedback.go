package receive

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	noteGood = view.NoteGood
	noteBad  = view.NoteBad
)

// rate takes what somebody thinks. Nothing that others see changes, so that the person is told that it has arrived.
func (i *interactions) rate(ctx context.Context, r request) reply {
	body := r.subject.Act()
	if note := i.act(ctx, r, body); note != "" {
		return done(note)
	}
	if rated, ok := body.(assistant.Rated); ok && rated.Good {
		return whisper(noteGood, bots.AckTaken)
	}
	return whisper(noteBad, bots.AckTaken)
}
