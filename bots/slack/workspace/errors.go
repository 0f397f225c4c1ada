package workspace

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

// NotThere sorts why a place's workspace could not be had: never without an install, later where it could not be looked up.
func NotThere(err error) error {
	if errors.Is(err, assistant.ErrNotFound) {
		return &bots.RefusedError{Reason: "not_installed", Closed: true, Opens: true, Err: err}
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		return later
	}
	return &bots.LaterError{After: 5 * time.Second, Err: err}
}

// Refusals sorts what Slack answers to the calls of all workspaces, and notes what lasts.
type Refusals struct {
	Log      *slog.Logger
	Now      func() time.Time
	Limited  func(method string) // a 429 by Slack
	Lost     func()              // a private word that could not be said
	Failures bots.Failures       // nil: what Slack refuses is in the log alone
	Reopens  Reopens             // nil: what waits for a good token waits for its time

	doubts *bots.Doubts
}

// Reopens lets what waits for a workspace's token be shown at once.
type Reopens interface {
	// OpenSpace makes ready whatever waits to be tried again in a space.
	OpenSpace(ctx context.Context, t assistant.TenantID, surface assistant.Surface, space string) error
}

// doubtedMost bounds how long a call that waits for a valid token waits until the next try. Slack does not lock out clients that
// keep asking.
const doubtedMost = 10 * time.Second

// NewRefusals returns one that has refused nothing yet.
func NewRefusals(c Refusals) *Refusals {
	c.doubts = &bots.Doubts{Most: doubtedMost}
	return &c
}

// accepted notes that a workspace's token is good. Where it was not before, everything that waits there is tried at once.
func (c *Refusals) accepted(ctx context.Context, w *Workspace) {
	if !c.doubts.Clear(w.Who().Team) || c.Reopens == nil {
		return
	}
	c.Log.InfoContext(ctx, "slack accepts the token again", slog.String("tenant", string(w.Tenant)), slog.String("team", w.Who().Team))
	if err := c.Reopens.OpenSpace(ctx, w.Tenant, assistant.SurfaceSlack, w.Who().Team); err != nil {
		c.Log.WarnContext(ctx, "what waits for the token is not tried at once", slog.String("tenant", string(w.Tenant)), slog.Any("err", err))
	}
}

// Answered sorts what Slack said to a call into what the courier knows: later, never, or unknown.
func (w *Workspace) Answered(ctx context.Context, method string, err error) error {
	return w.calls.sorted(ctx, w, method, err)
}

func (c *Refusals) sorted(ctx context.Context, w *Workspace, method string, err error) error {
	if err == nil {
		c.accepted(ctx, w)
		return nil
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		return later
	}
	if limited, ok := errors.AsType[*slackapi.RateLimitedError](err); ok {
		after := min(max(limited.RetryAfter, time.Second), limitedMost)
		w.Pace.putOff(method, after)
		c.Limited(method)
		return &bots.LaterError{After: after, Err: err}
	}
	if status, ok := errors.AsType[slackapi.StatusCodeError](err); ok {
		switch {
		case status.Code == http.StatusTooManyRequests:
			c.Limited(method)
			return &bots.LaterError{After: 5 * time.Second, Err: err}
		case status.Code == http.StatusGatewayTimeout:
			return &bots.SilentError{Err: fmt.Errorf("slack %s: %w", method, err)}
		case status.Code >= http.StatusInternalServerError:
			return fmt.Errorf("slack %s: %w", method, err)
		case status.Code == http.StatusUnauthorized:
			return c.doubted(ctx, w, "401", err)
		default:
			return &bots.RefusedError{Reason: status.Status, Closed: status.Code != http.StatusBadRequest && status.Code != http.StatusRequestEntityTooLarge, Err: err}
		}
	}
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok {
		switch said.Err {
		case "ratelimited", "rate_limited":
			c.Limited(method)
			return &bots.LaterError{After: 5 * time.Second, Err: err}
		case "internal_error", "fatal_error", "service_unavailable", "request_timeout":
			return fmt.Errorf("slack %s: %w", method, err) // it may have been done
		case "invalid_auth", "not_authed", "token_expired":
			return c.doubted(ctx, w, said.Err, err)
		default:
			return &bots.RefusedError{Reason: said.Err, Closed: closing(said.Err), Opens: opens(said.Err), Err: err}
		}
	}
	if _, number := errors.AsType[*strconv.NumError](err); number { // a 429 whose Retry-After is a date
		c.Limited(method)
		return &bots.LaterError{After: 5 * time.Second, Err: err}
	}
	return &bots.SilentError{Err: fmt.Errorf("slack %s: %w", method, err)}
}

// doubted postpones a call whose token Slack rejected: that may pass, or the token may have been replaced by then. If it lasts, the
// operator is told.
func (c *Refusals) doubted(ctx context.Context, w *Workspace, code string, err error) error {
	wait, tell := c.doubts.Again(w.Who().Team, c.Now())
	if tell {
		c.Log.ErrorContext(ctx, "slack does not accept the token, again and again", slog.String("tenant", string(w.Tenant)), slog.String("team", w.Who().Team), slog.String("reason", code))
		c.Failed(ctx, w.Tenant, assistant.Failure{What: "token", Code: code, Outcome: string(bots.OutcomeLater)})
	}
	return &bots.LaterError{After: wait, Err: err}
}

// Failed notes what Slack did not take, where no courier does.
func (c *Refusals) Failed(ctx context.Context, t assistant.TenantID, f assistant.Failure) {
	f.Place.Surface = assistant.SurfaceSlack
	if f.Outcome == string(bots.OutcomeGivenUp) {
		c.Lost()
	}
	bots.NoteFailure(ctx, c.Failures, c.Log, t, f)
}

// opens are the refusals of a place that somebody may open again: let the bot in, take the channel out of the archive, install the
// app, give it its rights.
func opens(code string) bool {
	switch code {
	case "channel_not_found", "not_in_channel", "is_archived", "is_inactive", "account_inactive", "token_revoked", "org_login_required",
		"ekm_access_denied", "team_access_not_granted", "access_denied", "missing_scope", "no_permission", "two_factor_setup_required",
		"restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_locked", "messages_tab_disabled":
		return true
	default:
		return false
	}
}

// closing are the refusals that are not about what was to be shown: of the place, of the message, of the app. Showing it
// otherwise would be refused just the same.
func closing(code string) bool {
	switch code {
	case "channel_not_found", "not_in_channel", "is_archived", "is_inactive", "thread_not_found", "user_not_found", "user_not_in_channel",
		"account_inactive", "token_revoked", "org_login_required", "ekm_access_denied", "team_access_not_granted", "access_denied",
		"missing_scope", "no_permission", "not_allowed_token_type", "two_factor_setup_required", "team_not_found", "team_added_to_org",
		"restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel", "restricted_action_non_threadable_channel",
		"restricted_action_thread_locked", "cannot_reply_to_message", "cannot_dm_bot", "user_disabled", "messages_tab_disabled", "user_is_restricted",
		"message_not_found", "cant_update_message", "edit_window_closed", "expired_trigger_id", "trigger_expired", "exchanged_trigger_id", "unknown_method":
		return true
	default:
		return false
	}
}
