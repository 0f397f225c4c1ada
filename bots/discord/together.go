package discord

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/bots"
)

// Together counts what all processes ask of Discord.
type Together interface {
	// Allow books the next turn of a thing that may be done so often a second, and a few at once, and tells how long to wait
	// for it. Where that is longer than longest nothing is booked.
	Allow(ctx context.Context, thing string, perSecond, atOnce int, longest time.Duration) (wait time.Duration, err error)
}

const (
	togetherAtOnce = 5           // with 45 a second, no second has more than Discord's 50
	togetherWait   = time.Second // is waited for a turn; what would take longer comes back later
)

// together waits for a request's turn among those of all processes. Where that cannot be told, our own pace has to do:
// Discord puts off what is too much, and whoever is put off keeps to it.
func (b *Bot) together(ctx context.Context) error {
	if b.Together == nil {
		return nil
	}
	wait, err := b.Together.Allow(ctx, "discord/"+b.ApplicationID, int(min(b.pace.Requests, 1e6)), togetherAtOnce, togetherWait)
	switch {
	case err != nil || wait <= 0:
		return nil //nolint:nilerr // see above
	case wait > togetherWait:
		return &bots.LaterError{After: wait}
	default:
		return rest(ctx, wait)
	}
}
