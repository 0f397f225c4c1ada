package deliver

import (
	"context"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// editable is how old a message may be that is still edited again and again: Discord lets messages older than an hour be
// edited a few times only (30046).
const editable = 55 * time.Minute

// aged tells whether a message has become too old for many edits. Ids say when they were given out.
func (d *Cards) aged(id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	return err == nil && d.Now().Sub(time.UnixMilli(n>>22+rest.Epoch)) > editable
}

// closed ends a card that is too old to be edited: it is reduced to its content without buttons, and says that it continues below.
// If Discord refuses even that edit, the card continues below all the same.
func (d *Cards) closed(ctx context.Context, p assistant.Place, id string, c bots.Card) error {
	err := d.redraw(ctx, p, id, components.Continued(c))
	if err != nil && !rest.RefusedWith(err, rest.CodeOldEdits) {
		return err
	}
	return &bots.MovedError{Err: err}
}
