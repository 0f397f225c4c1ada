package slack

import (
	"errors"
	"fmt"
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
		return &bots.RefusedError{Reason: "not_installed", Err: err}
	}
	if later, ok := errors.AsType[*bots.LaterError](err); ok {
		return later
	}
	return &bots.LaterError{After: 5 * time.Second, Err: err}
}

// answered sorts what Slack said into what the courier knows: later, never, or unknown.
func (b *Bot) answered(w *workspace, method string, err error) error {
	if err == nil {
		return nil
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
		default:
			return &bots.RefusedError{Reason: status.Status, Err: err}
		}
	}
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok {
		switch said.Err {
		case "ratelimited", "rate_limited":
			b.Limited(method)
			return &bots.LaterError{After: 5 * time.Second, Err: err}
		case "internal_error", "fatal_error", "service_unavailable", "request_timeout":
			return fmt.Errorf("slack %s: %w", method, err) // it may have been done
		default:
			return &bots.RefusedError{Reason: said.Err, Err: err}
		}
	}
	if _, number := errors.AsType[*strconv.NumError](err); number { // a 429 whose Retry-After is a date
		b.Limited(method)
		return &bots.LaterError{After: 5 * time.Second, Err: err}
	}
	return &bots.SilentError{Err: fmt.Errorf("slack %s: %w", method, err)}
}
