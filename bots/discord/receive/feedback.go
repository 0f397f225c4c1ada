package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
)

// rate takes what somebody thinks, and thanks them.
func (i *interactions) rate(ctx context.Context, r request) reply {
	note, taken := i.taker.Rate(ctx, i.by(r), r.subject.Act())
	if !taken {
		return done(note)
	}
	return whisper(note, bots.AckTaken)
}
