package receive

import (
	"context"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// Standing asks Discord how an account stands: a member is in one of the servers that are served, and who is in none of them has gone.
// Where the bot itself is out of one, or every server is served, nothing is known.
func (b *Receiver) Standing(ctx context.Context, of assistant.Identity) (assistant.Standing, error) {
	bound, all, err := b.serving(ctx)
	if err != nil || all || len(bound) == 0 || !rest.IsID(of.External) {
		return assistant.StandingUnknown, err
	}
	for _, guild := range bound {
		var in struct{}
		err := b.API.Patient(ctx, rest.RouteOf(http.MethodGet, "guilds/members", guild), "guilds/"+guild+"/members/"+of.External, nil, &in)
		switch {
		case err == nil:
			return assistant.StandingMember, nil
		case !rest.RefusedWith(err, rest.CodeUnknownMember) && !rest.RefusedWith(err, rest.CodeUnknownUser):
			return assistant.StandingUnknown, fmt.Errorf("look up a member: %w", err)
		}
	}
	return assistant.StandingGone, nil
}
