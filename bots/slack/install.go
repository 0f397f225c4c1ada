package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// Installs knows where the app is installed.
type Installs interface {
	// InstallOf gives the install that serves a workspace, and whose the workspace is. enterprise is the organisation when
	// Slack says that its install is meant.
	InstallOf(ctx context.Context, enterprise, team string) (assistant.Install, assistant.TenantID, error)
	// StartRotation holds the refresh token for whoever is about to use it; it gives the install as it is now either way.
	StartRotation(ctx context.Context, in assistant.Install, early, lease time.Duration) (c assistant.InstallClaim, held bool, err error)
	// FinishRotation keeps what it was exchanged for.
	FinishRotation(ctx context.Context, c assistant.InstallClaim, fresh assistant.Tokens) error
	// RevokeInstall ends an install, unless its tokens are others by now.
	RevokeInstall(ctx context.Context, c assistant.InstallClaim) error
	// LeaveSpace says that an organisation's install no longer serves a workspace.
	LeaveSpace(ctx context.Context, enterprise, team string) error
}

const (
	teamKept  = time.Minute // how long another replica's rotation or revocation may go unnoticed
	teamLimit = 2000
)

// teams remembers the workspaces that the app is installed in.
type teams struct {
	mu    sync.Mutex
	known map[string]knownTeam
}

type knownTeam struct {
	w     *workspace
	until time.Time
}

// installed gives a workspace that the app is installed in, with a token that is good for some time.
func (b *Bot) installed(ctx context.Context, enterprise, team string) (*workspace, error) {
	b.teams.mu.Lock()
	known, ok := b.teams.known[team]
	b.teams.mu.Unlock()
	if ok && b.Now().Before(known.until) {
		return known.w, nil
	}
	in, tenant, err := b.Installs.InstallOf(ctx, enterprise, team)
	if err == nil {
		in, err = b.rotated(ctx, in)
	}
	if errors.Is(err, assistant.ErrNotFound) {
		b.teams.mu.Lock()
		delete(b.teams.known, team)
		b.teams.mu.Unlock()
	}
	if err != nil {
		return nil, fmt.Errorf("slack workspace %s: %w", team, err)
	}
	return b.keepTeam(team, tenant, in), nil
}

// keepTeam remembers a workspace. What was learned of it, and its pace, outlive its token.
func (b *Bot) keepTeam(team string, tenant assistant.TenantID, in assistant.Install) *workspace {
	b.teams.mu.Lock()
	defer b.teams.mu.Unlock()
	old := b.teams.known[team].w
	if len(b.teams.known) >= teamLimit || b.teams.known == nil {
		b.teams.known = map[string]knownTeam{}
	}
	w := old
	if old == nil || old.tenant != tenant || !old.newerThan(in) {
		w = b.newWorkspace(tenant, identity{user: in.BotUser, bot: in.BotID, team: team}, in.Tokens.Access, &watch{bot: b, install: in})
		w.install = in
		if old != nil && old.tenant == tenant {
			w.pace = old.pace
			w.agent.Store(old.agent.Load())
		}
	}
	b.teams.known[team] = knownTeam{w: w, until: b.Now().Add(teamKept)}
	return w
}

// newerThan tells whether the workspace has the tokens of the install, or newer ones of it: who looked it up earlier may
// come to keep it later.
func (w *workspace) newerThan(in assistant.Install) bool {
	if w.install.Space() != in.Space() || w.install.App != in.App {
		return false
	}
	return w.install.Tokens.Access == in.Tokens.Access || in.Tokens.At.Before(w.install.Tokens.At)
}

// forget makes the next who asks look an install up again.
func (b *Bot) forget(in assistant.Install) {
	b.teams.mu.Lock()
	defer b.teams.mu.Unlock()
	for team, known := range b.teams.known {
		if known.w.install.Space() == in.Space() {
			delete(b.teams.known, team)
		}
	}
}

// ending is an event that says that the app may no longer do something.
type ending struct {
	Type   string `json:"type"`
	Tokens struct {
		Bot []string `json:"bot"`
	} `json:"tokens"`
	Teams []string `json:"team_ids"`
}

// ended takes such an event; false says that it is none.
func (b *Bot) ended(ctx context.Context, env payload.Envelope) (payload.Answer, bool) {
	var ev ending
	if b.Installs == nil || env.Type != "event_callback" || json.Unmarshal(env.Event, &ev) != nil {
		return payload.Answer{}, false
	}
	switch {
	case ev.Type == "app_uninstalled", ev.Type == "tokens_revoked" && len(ev.Tokens.Bot) > 0:
		return b.uninstalled(ctx, env), true
	case ev.Type == "tokens_revoked":
		return b.ignored(ctx, "a person's token"), true
	case ev.Type == "team_access_revoked":
		return b.left(ctx, env, ev.Teams), true
	default:
		return payload.Answer{}, false
	}
}

// uninstalled ends the install that an event is about. One that was made since the event is another.
func (b *Bot) uninstalled(ctx context.Context, env payload.Envelope) payload.Answer {
	enterprise, team := env.Workspace()
	if env.Whole() {
		team = ""
	}
	in, _, err := b.Installs.InstallOf(ctx, enterprise, team)
	switch {
	case errors.Is(err, assistant.ErrNotFound), err == nil && in.Whole() != env.Whole(), err == nil && env.App != "" && env.App != in.App:
		return b.ignored(ctx, "no such install")
	case err != nil:
		return b.unavailable(ctx, err)
	case env.Time > 0 && !in.Tokens.At.Before(time.Unix(env.Time+1, 0)):
		return b.ignored(ctx, "installed anew since")
	}
	defer b.forget(in)
	if err := b.Installs.RevokeInstall(ctx, assistant.InstallClaim{Install: in}); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return b.unavailable(ctx, err) // also while its tokens are being rotated: Slack asks again
	}
	b.Log.InfoContext(ctx, "slack app uninstalled", slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()))
	return payload.Answer{Outcome: bots.AckTaken}
}

const teamsAtOnce = 1000 // workspaces in one event

// left ends what an organisation's install may do in some of its workspaces.
func (b *Bot) left(ctx context.Context, env payload.Envelope, left []string) payload.Answer {
	enterprise, _ := env.Workspace()
	if enterprise == "" {
		enterprise = env.Enterprise
	}
	if enterprise == "" || len(left) > teamsAtOnce {
		return b.ignored(ctx, "incomplete event")
	}
	for _, team := range left {
		if err := b.Installs.LeaveSpace(ctx, enterprise, team); err != nil {
			return b.unavailable(ctx, err)
		}
		b.teams.mu.Lock()
		delete(b.teams.known, team)
		b.teams.mu.Unlock()
	}
	return payload.Answer{Outcome: bots.AckTaken}
}

// refused takes that Slack refused an install's token for good. An error says that it was not the last word: the token was
// not the newest one.
func (b *Bot) refused(ctx context.Context, in assistant.Install, why string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	b.forget(in)
	err := b.Installs.RevokeInstall(ctx, assistant.InstallClaim{Install: in})
	switch {
	case err == nil:
		b.Log.WarnContext(ctx, "slack refuses the token of an install, which has ended", slog.String("reason", why),
			slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()))
		return nil
	case errors.Is(err, assistant.ErrNotFound):
		return nil
	default:
		return &bots.LaterError{After: time.Second, Err: err}
	}
}
