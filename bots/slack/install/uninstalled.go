package install

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// ending is an event that says that the app may no longer do something.
type ending struct {
	Type   string `json:"type"`
	Tokens struct {
		Bot []string `json:"bot"`
	} `json:"tokens"`
	Teams []string `json:"team_ids"`
}

// Ended takes such an event; false says that it is none.
func (g *Registry) Ended(ctx context.Context, env payload.Envelope) (payload.Answer, bool) {
	var ev ending
	if g.Installs == nil || env.Type != "event_callback" || json.Unmarshal(env.Event, &ev) != nil {
		return payload.Answer{}, false
	}
	switch {
	case ev.Type == "app_uninstalled", ev.Type == "tokens_revoked" && len(ev.Tokens.Bot) > 0:
		return g.uninstalled(ctx, env), true
	case ev.Type == "tokens_revoked":
		return payload.Ignored(ctx, g.Log, "a person's token"), true
	case ev.Type == "team_access_revoked":
		return g.left(ctx, env, ev.Teams), true
	default:
		return payload.Answer{}, false
	}
}

// uninstalled ends the install that an event is about. One that was made since the event is another.
func (g *Registry) uninstalled(ctx context.Context, env payload.Envelope) payload.Answer {
	enterprise, team := env.Workspace()
	if env.Whole() {
		team = ""
	}
	in, _, err := g.Installs.InstallOf(ctx, enterprise, team)
	switch {
	case errors.Is(err, assistant.ErrNotFound), err == nil && in.Whole() != env.Whole(), err == nil && env.App != "" && env.App != in.App:
		return payload.Ignored(ctx, g.Log, "no such install")
	case err != nil:
		return payload.Unavailable(ctx, g.Log, err)
	case env.Time > 0 && !in.Tokens.At.Before(time.Unix(env.Time+1, 0)):
		return payload.Ignored(ctx, g.Log, "installed anew since")
	}
	defer g.forget(in)
	if err := g.Installs.RevokeInstall(ctx, assistant.InstallClaim{Install: in}); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return payload.Unavailable(ctx, g.Log, err) // also while its tokens are being rotated: Slack asks again
	}
	g.Log.InfoContext(ctx, "slack app uninstalled", slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()))
	return payload.Answer{Outcome: bots.AckTaken}
}

const teamsAtOnce = 1000 // workspaces in one event

// left ends what an organisation's install may do in some of its workspaces.
func (g *Registry) left(ctx context.Context, env payload.Envelope, left []string) payload.Answer {
	enterprise, _ := env.Workspace()
	if enterprise == "" {
		enterprise = env.Enterprise
	}
	if enterprise == "" || len(left) > teamsAtOnce {
		return payload.Ignored(ctx, g.Log, "incomplete event")
	}
	for _, team := range left {
		if err := g.Installs.LeaveSpace(ctx, enterprise, team); err != nil {
			return payload.Unavailable(ctx, g.Log, err)
		}
		g.teams.Forget(team)
	}
	return payload.Answer{Outcome: bots.AckTaken}
}
