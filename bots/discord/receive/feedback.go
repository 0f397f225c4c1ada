package receive

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	noteGood = "Thank you. It is good to know that this helped."
	noteBad  = "Thank you, noted. Reply here with what was wrong, and I will have another go."
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
