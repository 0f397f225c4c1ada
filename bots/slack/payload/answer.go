package payload

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
)

// AckWithin is how long an answer may take: Slack gives up after 3 s.
const AckWithin = 2500 * time.Millisecond

// Answer is the answer to what Slack sent: the HTTP response, or the payload of a socket's acknowledgement.
type Answer struct {
	Status  int      // of HTTP; 0 is 200. 503 makes Slack send it again
	Text    string   // plain words
	Payload any      // JSON
	Outcome bots.Ack // for the metrics
	Then    func(context.Context)
}

// Malformed is the answer to what cannot be read: sent again, it would read no better.
func Malformed() Answer {
	return Answer{Status: http.StatusBadRequest, Text: "malformed", Outcome: bots.AckMalformed}
}

// Write answers a request of HTTP.
func (a Answer) Write(w http.ResponseWriter) {
	var raw []byte
	kind := "text/plain; charset=utf-8"
	if a.Payload != nil {
		var err error
		kind = "application/json"
		if raw, err = json.Marshal(a.Payload); err != nil {
			a.Status = http.StatusInternalServerError
		}
	} else {
		raw = []byte(a.Text)
	}
	if len(raw) > 0 {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(cmp.Or(a.Status, http.StatusOK))
	_, _ = w.Write(raw)
}

const finishWithin = 5 * time.Second

// Finish does what Slack need not wait for, also when its connection has gone.
func (a Answer) Finish(ctx context.Context) {
	if a.Then == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishWithin)
	defer cancel()
	a.Then(ctx)
}

// Ignored is the answer to what is not for the bot.
func Ignored(ctx context.Context, logger *slog.Logger, why string) Answer {
	logger.DebugContext(ctx, "slack event ignored", slog.String("reason", why))
	return Answer{Outcome: bots.AckIgnored}
}

// Unavailable is the answer to what could not be stored: Slack sends it again. It does so three times only, and what comes
// then no more has to be read back.
func Unavailable(ctx context.Context, logger *slog.Logger, err error) Answer {
	logger.ErrorContext(ctx, "slack request not stored", slog.Any("err", err))
	const status = http.StatusServiceUnavailable
	return Answer{Status: status, Text: http.StatusText(status), Outcome: bots.AckUnavailable}
}

// IsUnavailable tells whether it is that answer.
func (a Answer) IsUnavailable() bool { return a.Status == http.StatusServiceUnavailable }

// Respond returns the answer to a submitted form: what replaces it, or errors beside its inputs.
func Respond(v *slackapi.ViewSubmissionResponse, outcome bots.Ack) Answer {
	return Answer{Payload: v, Outcome: outcome}
}
