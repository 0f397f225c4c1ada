package deliver

import (
	"context"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// reopening does something once more where Discord refuses it because the thread was put away, which it does by itself after a
// while without a word: a new message brings a thread back, an edit does not. Who locked one wants nothing more to be said there,
// and there it stays refused.
func (d *Cards) reopening(ctx context.Context, p assistant.Place, do func() error) error {
	err := do()
	if !rest.RefusedWith(err, rest.CodeArchived) {
		return err
	}
	back := struct {
		Archived bool `json:"archived"`
	}{}
	again := d.API.Call(ctx, rest.RouteOf(http.MethodPatch, "channels", p.Channel), "channels/"+p.Channel, back, nil)
	switch {
	case rest.Refused(again):
		return err
	case again != nil:
		return fmt.Errorf("bring a thread back: %w", again)
	default:
		return do()
	}
}
