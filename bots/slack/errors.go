package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// limitedMost is how long Slack is believed that it wants to be left alone: a longer wait is a slip of somebody's on the way.
const limitedMost = time.Hour

// notThere sorts why a place's workspace could not be had: never without an install, later where it could not be looked up.
func notThere(err error) error {
	if errors.Is(err, assistant.ErrNotFound) {
		return &bots.RefusedError{Reason: "not_installed", Closed: true, Err: err}
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		return later
	}
	return &bots.LaterError{After: 5 * time.Second, Err: err}
}

// answered sorts what Slack said into what the courier knows: later, never, or unknown.
func (b *Bot) answered(ctx context.Context, w *workspace, method string, err error) error {
	if err == nil {
		b.doubts.Clear(w.who().team)
		return nil
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		return later
	}
	if limited, ok := errors.AsType[*slackapi.RateLimitedError](err); ok {
		after := min(max(limited.RetryAfter, time.Second), limitedMost)
		w.pace.putOff(method, after)
		b.Limited(method)
		return &bots.LaterError{After: after, Err: err}
	}
	if status, ok := errors.AsType[slackapi.StatusCodeError](err); ok {
		switch {
		case status.Code == http.StatusTooManyRequests:
			b.Limited(method)
			return &bots.LaterError{After: 5 * time.Second, Err: err}
		case status.Code == http.StatusGatewayTimeout:
			return &bots.SilentError{Err: fmt.Errorf("slack %s: %w", method, err)}
		case status.Code >= http.StatusInternalServerError:
			return fmt.Errorf("slack %s: %w", method, err)
		case status.Code == http.StatusUnauthorized:
			return b.doubted(ctx, w, "401", err)
		default:
			return &bots.RefusedError{Reason: status.Status, Closed: status.Code != http.StatusBadRequest && status.Code != http.StatusRequestEntityTooLarge, Err: err}
		}
	}
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok {
		switch said.Err {
		case "ratelimited", "rate_limited":
			b.Limited(method)
			return &bots.LaterError{After: 5 * time.Second, Err: err}
		case "internal_error", "fatal_error", "service_unavailable", "request_timeout":
			return fmt.Errorf("slack %s: %w", method, err) // it may have been done
		case "invalid_auth", "not_authed", "token_expired":
			return b.doubted(ctx, w, said.Err, err)
		default:
			return &bots.RefusedError{Reason: said.Err, Closed: closing(said.Err), Err: err}
		}
	}
	if _, number := errors.AsType[*strconv.NumError](err); number { // a 429 whose Retry-After is a date
		b.Limited(method)
		return &bots.LaterError{After: 5 * time.Second, Err: err}
	}
	return &bots.SilentError{Err: fmt.Errorf("slack %s: %w", method, err)}
}

// doubted puts off what Slack did not accept the token for: that may be over in a moment, and the token may be another by then.
// What lasts is told to whoever runs the service.
func (b *Bot) doubted(ctx context.Context, w *workspace, code string, err error) error {
	wait, tell := b.doubts.Again(w.who().team, b.Now())
	if tell {
		b.Log.ErrorContext(ctx, "slack does not accept the token, again and again", slog.String("tenant", string(w.tenant)), slog.String("team", w.who().team), slog.String("reason", code))
		b.failed(ctx, w.tenant, assistant.Failure{What: "token", Code: code, Outcome: string(bots.OutcomeLater)})
	}
	return &bots.LaterError{After: wait, Err: err}
}
