package install

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// open makes a workspace of a tenant, whose calls go through somebody.
func (g *Registry) open(tenant assistant.TenantID, me workspace.Identity, in assistant.Install, token string, through doer) *workspace.Workspace {
	panel := g.Public
	if tenant != g.Tenant {
		panel = nil // the panel is the service's own tenant's
	}
	return workspace.Open(workspace.Opening{
		Tenant: tenant, Me: me, Install: in, Panel: panel, Token: token, AppToken: g.AppToken, APIURL: g.APIURL, Through: through,
		Pace: g.Pace, Calls: g.calls, Now: g.Now,
	})
}

// Workspace gives the workspace of a team; one that the app is not in is [assistant.ErrNotFound].
func (g *Registry) Workspace(ctx context.Context, team string) (*workspace.Workspace, error) {
	return g.WorkspaceIn(ctx, "", team)
}

// WorkspaceIn is workspace for a team that Slack says an organisation's install is meant in.
func (g *Registry) WorkspaceIn(ctx context.Context, enterprise, team string) (*workspace.Workspace, error) {
	mine := g.Own.Who().Team
	switch {
	case g.Token != "" && (team == mine || mine == "" && g.Installs == nil):
		return g.Own, nil
	case g.Installs == nil:
		return nil, fmt.Errorf("slack workspace %s: %w", team, assistant.ErrNotFound)
	case g.Token != "" && mine == "":
		return nil, errors.New("slack has not said yet which workspace the token is of")
	default:
		return g.installed(ctx, enterprise, team)
	}
}

// installed gives a workspace that the app is installed in, with a token that is good for some time.
func (g *Registry) installed(ctx context.Context, enterprise, team string) (*workspace.Workspace, error) {
	known, ok := g.teams.Of(team)
	if ok && g.Now().Before(known.until) {
		return known.w, nil
	}
	in, tenant, err := g.Installs.InstallOf(ctx, enterprise, team)
	if err == nil {
		in, err = g.rotated(ctx, in)
	}
	if errors.Is(err, assistant.ErrNotFound) {
		g.teams.Forget(team)
	}
	if err != nil {
		return nil, fmt.Errorf("slack workspace %s: %w", team, err)
	}
	return g.keepTeam(team, tenant, in), nil
}

// keepTeam remembers a workspace. What was learned of it, and its pace, outlive its token.
func (g *Registry) keepTeam(team string, tenant assistant.TenantID, in assistant.Install) *workspace.Workspace {
	return g.teams.Change(team, func(was knownTeam, _ bool) knownTeam {
		w, old := was.w, was.w
		if old == nil || old.Tenant != tenant || !old.NewerThan(in) {
			w = g.open(tenant, workspace.Identity{User: in.BotUser, Bot: in.BotID, Team: team}, in, in.Tokens.Access, &watch{spaces: g, install: in})
			if old != nil && old.Tenant == tenant {
				w.Succeed(old)
			}
		}
		return knownTeam{w: w, until: g.Now().Add(teamKept)}
	}).w
}

// forget drops a cached install, so that the next call looks it up again.
func (g *Registry) forget(in assistant.Install) {
	g.teams.ForgetWhere(func(_ string, known knownTeam) bool { return known.w.Install.Space() == in.Space() })
}

// refused marks an install as revoked, because Slack refused its token for good. It returns an error if a newer token has
// been stored meanwhile.
func (g *Registry) refused(ctx context.Context, in assistant.Install, why string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	g.forget(in)
	err := g.Installs.RevokeInstall(ctx, assistant.InstallClaim{Install: in})
	switch {
	case err == nil:
		g.Log.WarnContext(ctx, "slack refuses the token of an install, which has ended", slog.String("reason", why),
			slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()))
		return nil
	case errors.Is(err, assistant.ErrNotFound):
		return nil
	default:
		return &bots.LaterError{After: time.Second, Err: err}
	}
}

// WorkspaceOf finds out which workspace an interaction is of, and the organisation when its install is meant. Forms of an
// organisation's install name no workspace: then it is the person's, when that one is known to be the organisation's.
func (g *Registry) WorkspaceOf(ctx context.Context, i *payload.Interaction) (enterprise string) {
	org := i.Enterprise.ID
	if !i.Whole || org == "" {
		return ""
	}
	switch {
	case i.Team.ID != "" && i.Team.Enterprise == org:
		return org
	case i.Team.ID != "":
		return ""
	}
	i.Team.ID = org
	if w, err := g.Workspace(ctx, i.User.Team); err == nil && w.Install.Enterprise == org {
		i.Team.ID = i.User.Team
	}
	return org
}

// Identify asks Slack who the bot is and keeps it. Events say it too, so that serving does not depend on it.
func (g *Registry) Identify(ctx context.Context) error { return g.Own.Identify(ctx, g.Space) }

// Serving lists the workspaces that an install serves, and whose they are.
type Serving interface {
	Served(ctx context.Context, limit int) ([]assistant.Served, error)
}

// Served are the workspaces to read in: that of Token, and those that the app is installed in. known tells whether that is
// all of them.
func (g *Registry) Served(ctx context.Context, from Serving) (all []assistant.Served, known bool) {
	if g.Token != "" {
		if me := g.Own.Who(); me.User == "" || me.Team == "" {
			if err := g.Identify(ctx); err != nil {
				// Until Slack has said which workspace the token is of, nobody knows which ones it is not of.
				g.Log.WarnContext(ctx, "slack not read back", slog.Any("err", err))
				return nil, false
			}
		}
		all = append(all, assistant.Served{Tenant: g.Tenant, Space: g.Own.Who().Team})
	}
	if g.Installs == nil {
		return all, true
	}
	installed, err := from.Served(ctx, teamLimit)
	if err != nil {
		g.Log.WarnContext(ctx, "slack workspaces not recalled", slog.Any("err", err))
	}
	for _, w := range installed {
		if g.Token == "" || w.Space != g.Own.Who().Team {
			all = append(all, w)
		}
	}
	return all, err == nil
}

// Installs knows where the app is installed.
type Installs interface {
	// InstallOf gives the install that serves a workspace, and whose the workspace is. enterprise is the organisation when
	// Slack says that its install is meant.
	InstallOf(ctx context.Context, enterprise, team string) (assistant.Install, assistant.TenantID, error)
	// StartRotation claims the refresh token for one caller; it returns the current install either way.
	StartRotation(ctx context.Context, in assistant.Install, early, lease time.Duration) (c assistant.InstallClaim, held bool, err error)
	// FinishRotation keeps what it was exchanged for.
	FinishRotation(ctx context.Context, c assistant.InstallClaim, fresh assistant.Tokens) error
	// RevokeInstall ends an install, unless its tokens are others by now.
	RevokeInstall(ctx context.Context, c assistant.InstallClaim) error
	// LeaveSpace says that an organisation's install no longer serves a workspace.
	LeaveSpace(ctx context.Context, enterprise, team string) error
}

const teamKept = time.Minute // how long another replica's rotation or revocation may go unnoticed

const teamLimit = 2000

// Registry knows the workspaces that the bot is in: the one of a configured token, and those that installed the app. It
// keeps their tokens fresh, and learns that an install has ended.
type Registry struct {
	Config
	Own   *workspace.Workspace // the one workspace of Token; without one it still opens sockets
	teams *bots.Memory[string, knownTeam]
	calls *workspace.Refusals
}

// Config is what it takes to reach workspaces.
type Config struct {
	Token        string
	AppToken     string
	APIURL       string
	ClientID     string
	ClientSecret string
	Space        string // the workspace of Token; "" takes what Slack says
	Public       assistant.Public
	Tenant       assistant.TenantID // of Token's workspace
	Installs     Installs           // nil: Token's workspace is the only one
	Pace         workspace.Pace
	HTTPClient   *http.Client
	Log          *slog.Logger
	Now          func() time.Time
}

// New returns a registry. It asks Slack nothing.
func New(c Config, calls *workspace.Refusals) *Registry {
	g := &Registry{Config: c, teams: bots.NewMemory[string, knownTeam](teamLimit), calls: calls}
	g.Own = g.open(c.Tenant, workspace.Identity{Team: c.Space}, assistant.Install{}, c.Token, c.HTTPClient)
	return g
}

type knownTeam struct {
	w     *workspace.Workspace
	until time.Time
}
