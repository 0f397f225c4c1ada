package deliver

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// reached is a place as Discord knows it: of somebody's direct messages their channel, which is opened here. Whoever takes none
// refuses it, and is called in another way.
func (d *Cards) reached(ctx context.Context, p assistant.Place) (assistant.Place, error) {
	user, ok := p.Direct()
	if !ok {
		return p, nil
	}
	if !rest.IsID(user) {
		return p, &bots.RefusedError{Reason: "no user", Closed: true, Err: fmt.Errorf("%q is no user of Discord", user)}
	}
	channel, err := d.API.DirectTo(ctx, user)
	if err != nil {
		return p, err
	}
	return assistant.Place{Surface: p.Surface, Channel: channel}, nil
}
