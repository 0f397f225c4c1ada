package slack

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

// rotated gives the install with a token that is good for some time. A refresh token is good for one use: it is used by
// who holds it, once, and what it gave is durable before it is. Others go on with the token there is and wait only when
// that one has ended.
//
// What cannot be helped: a process that dies between Slack's answer and its being saved takes the new tokens with it.
// That is why tokens rotate early. The old one still serves then, and once it has ended the app has to be installed again.
func (g *registry) rotated(ctx context.Context, in assistant.Install) (assistant.Install, error) {
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
func (g *registry) due(t assistant.Tokens) bool {
	return t.Refresh != "" && !t.Expires.IsZero() && !g.Now().Before(t.Expires.Add(-rotateEarly))
}

// rotate uses the refresh token that it holds.
func (g *registry) rotate(ctx context.Context, c assistant.InstallClaim) (assistant.Install, error) {
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

// saveRotated keeps new tokens. There is no other copy of them, so a database that is away for a moment is waited for.
func (g *registry) saveRotated(ctx context.Context, c assistant.InstallClaim, fresh assistant.Tokens) error {
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

// notRotated sorts why there are no new tokens. While the old one is good it serves on; where Slack has ended the install,
// or there is no way left to a token, it has ended here too.
func (g *registry) notRotated(ctx context.Context, c assistant.InstallClaim, err error) (assistant.Install, error) {
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
