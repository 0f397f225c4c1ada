package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
)

// rate stores a rating and thanks for it.
func (p *presses) rate(ctx context.Context, r request) reply {
	note, taken := p.taker.Rate(ctx, p.by(r), r.subject.Act())
	if !taken {
		return done(note)
	}
	return whisper(note, bots.AckTaken)
}
