package discord

import (
	"context"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// editable is how old a message may be that is still edited again and again: Discord lets messages older than an hour be
// edited a few times only (30046).
const editable = 55 * time.Minute

// aged tells whether a message has become too old for many edits. Ids say when they were given out.
func (b *Bot) aged(id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	return err == nil && b.Now().Sub(time.UnixMilli(n>>22+discordEpoch)) > editable
}

// closed ends a card that has become too old for its changes: what is left of it, without anything to press, says that it
// goes on below. Where Discord takes not even that, the card goes on all the same.
func (b *Bot) closed(ctx context.Context, p assistant.Place, id string, c bots.Card) error {
	err := b.redraw(ctx, p, id, components.Continued(c))
	if err != nil && !refusedWith(err, codeOldEdits) {
		return err
	}
	return &bots.MovedError{Err: err}
}
