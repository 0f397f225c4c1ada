package install

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

const (
	rotateEarly  = 2 * time.Hour // of the twelve that a token lives
	rotateLease  = time.Minute
	rotateWithin = 15 * time.Second       // well within the lease: who comes after a lost hold finds the call over
	rotatePoll   = 100 * time.Millisecond // how often who waits for another's rotation looks
	rotateSaves  = 20
)

// rotated returns the install with an unexpired token. Refresh tokens are single-use: the lease holder refreshes and stores the
// result before using it. Others go on with the current token, and wait only if it has expired.
//
// What cannot be helped: a process that dies between Slack's answer and its being saved takes the new tokens with it.
// That is why tokens rotate early. The old one still serves then, and once it has ended the app has to be installed again.
func (g *Registry) rotated(ctx context.Context, in assistant.Install) (assistant.Install, error) {
	for g.due(in.Tokens) {
		c, held, err := g.Installs.StartRotation(ctx, in, rotateEarly, rotateLease)
		if err != nil {
			return in, fmt.Errorf("rotate: %w", err)
		}
		in = c.Install
		switch {
		case held:
			return g.rotate(context.WithoutCancel(ctx), c)
		case g.Now().Before(in.Tokens.Expires):
			return in, nil
		}
		timer := time.NewTimer(rotatePoll)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return in, fmt.Errorf("wait for another's rotation: %w", ctx.Err())
		}
	}
	return in, nil
}

// due tells whether tokens should be rotated.
func (g *Registry) due(t assistant.Tokens) bool {
	return t.Refresh != "" && !t.Expires.IsZero() && !g.Now().Before(t.Expires.Add(-rotateEarly))
}

// rotate exchanges the refresh token under the lease.
func (g *Registry) rotate(ctx context.Context, c assistant.InstallClaim) (assistant.Install, error) {
	within, cancel := context.WithTimeout(ctx, rotateWithin)
	defer cancel()
	r, err := slackapi.RefreshOAuthV2TokenContext(within, g.HTTPClient, g.ClientID, g.ClientSecret, c.Install.Tokens.Refresh,
		slackapi.OAuthOptionAPIURL(g.APIURL))
	if err == nil && (r.AccessToken == "" || r.RefreshToken == "" || r.ExpiresIn <= 0) {
		err = errors.New("the answer has no tokens")
	}
	if err != nil {
		return g.notRotated(ctx, c, err)
	}
	fresh := assistant.Tokens{Access: r.AccessToken, Refresh: r.RefreshToken, Life: time.Duration(r.ExpiresIn) * time.Second}
	if err := g.saveRotated(ctx, c, fresh); err != nil {
		return c.Install, err
	}
	in := c.Install
	fresh.At = g.Now()
	fresh.Expires = fresh.At.Add(fresh.Life)
	in.Tokens = fresh
	return in, nil
}

// saveRotated stores new tokens. There is no other copy of them, so it retries while the database is away for a moment.
func (g *Registry) saveRotated(ctx context.Context, c assistant.InstallClaim, fresh assistant.Tokens) error {
	ctx, cancel := context.WithTimeout(ctx, rotateLease-rotateWithin)
	defer cancel()
	var err error
	for range rotateSaves {
		err = g.Installs.FinishRotation(ctx, c, fresh)
		if err == nil || errors.Is(err, assistant.ErrFenced) {
			break
		}
		timer := time.NewTimer(time.Second)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
	}
	if err != nil {
		return fmt.Errorf("save rotated tokens: %w", err)
	}
	return nil
}

// notRotated handles a failed refresh. The old token serves on while it is valid; if Slack has ended the install, or no way to
// a token is left, the install is revoked.
func (g *Registry) notRotated(ctx context.Context, c assistant.InstallClaim, err error) (assistant.Install, error) {
	in := c.Install
	good, why := g.Now().Before(in.Tokens.Expires), ""
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok {
		why = said.Err
	}
	g.Log.ErrorContext(ctx, "slack tokens not rotated", slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()),
		slog.Bool("good", good), slog.Any("err", err))
	switch why {
	case "token_revoked", "account_inactive":
		good = false
	case "invalid_refresh_token":
	default:
		if !good {
			return in, fmt.Errorf("rotate: %w", err)
		}
	}
	if good {
		return in, nil
	}
	if err := g.Installs.RevokeInstall(ctx, c); err != nil {
		return in, fmt.Errorf("revoke: %w", err)
	}
	return in, fmt.Errorf("rotate, %s: %w", why, assistant.ErrNotFound)
}
