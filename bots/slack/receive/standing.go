package receive

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// keeps stores the standing of accounts. It ends everything of a person who loses all rights.
type keeps interface {
	KeepStanding(ctx context.Context, t assistant.TenantID, of assistant.Identity) (ended bool, err error)
}

// Standings takes who joins, leaves and changes in a workspace and its channels.
type Standings struct {
	Kept    keeps   // nil: standings are not stored
	Happens Happens // nil: nobody looks at channels
	People  *people.People
	Log     *slog.Logger
}

// told takes such an event; taken says that it was one.
func (s *Standings) told(ctx context.Context, w *workspace.Workspace, env payload.Envelope) (a payload.Answer, taken bool) {
	team := env.Team // the token's own workspace may not be known yet
	if u, ok := env.Profile(); ok && s.Kept != nil {
		of := s.People.Told(w, team, u)
		ended, err := s.Kept.KeepStanding(ctx, w.Tenant, of)
		if err != nil {
			return payload.Unavailable(ctx, s.Log, fmt.Errorf("keep how an account stands: %w", err)), true
		}
		if ended {
			s.Log.InfoContext(ctx, "rights ended with an account", slog.String("tenant", string(w.Tenant)), slog.String("surface", string(of.Surface)), slog.String("person", of.External), slog.String("rule", string(of.Standing)))
		}
		return payload.Answer{Outcome: bots.AckTaken}, true
	}
	user, channel, ok := env.LeftChannel()
	if !ok || s.Happens == nil {
		return payload.Answer{}, false
	}
	who := assistant.Identity{Surface: assistant.SurfaceSlack, Space: team, External: user}
	if err := s.Happens.Left(ctx, w.Tenant, who, assistant.Channel{Surface: assistant.SurfaceSlack, Space: team, ID: channel}); err != nil {
		return payload.Unavailable(ctx, s.Log, err), true
	}
	return payload.Answer{Outcome: bots.AckTaken}, true
}
