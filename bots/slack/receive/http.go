package receive

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/catchup"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const (
	bodyLimit = 1 << 20
	skew      = 5 * time.Minute
)

// Doors takes what Slack sends over HTTP.
type Doors struct {
	Events        *Events
	Clicks        *Clicks
	Commands      *Commands
	Consent       *install.Consent // nil: the app is not installed from here
	Catchup       *catchup.Catchup
	SigningSecret string
	Bodies        *bots.Intake
	Unproven      *bots.Unproven
	Acked         func(route bots.Route, outcome bots.Ack, took time.Duration)
	Now           func() time.Time
}

// Routes returns the handlers by pattern, to be put on a server's mux.
func (d *Doors) Routes() map[string]http.HandlerFunc {
	routes := map[string]http.HandlerFunc{
		"POST /slack/events":       d.route(bots.RouteEvents, d.Events.event),
		"POST /slack/interactions": d.route(bots.RouteInteractions, unwrapped(formPayload, d.Clicks.interaction)),
		"POST /slack/commands":     d.route(bots.RouteCommands, unwrapped(formFields, d.Commands.command)),
	}
	if d.Consent != nil {
		maps.Copy(routes, d.Consent.Routes())
	}
	return routes
}

// unwrapped takes what Slack sends as a form over HTTP to what it sends as JSON over a socket.
func unwrapped(open func([]byte) ([]byte, error), serve func(context.Context, []byte) payload.Answer) func(context.Context, []byte) payload.Answer {
	return func(ctx context.Context, body []byte) payload.Answer {
		raw, err := open(body)
		if err != nil {
			return payload.Malformed()
		}
		return serve(ctx, raw)
	}
}

// formPayload is the form's JSON.
func formPayload(body []byte) ([]byte, error) {
	form, err := url.ParseQuery(string(body))
	if err != nil || form.Get("payload") == "" {
		return nil, errors.Join(payload.ErrMalformed, err)
	}
	return []byte(form.Get("payload")), nil
}

// formFields is the form's fields as JSON.
func formFields(body []byte) ([]byte, error) {
	form, err := url.ParseQuery(string(body))
	if err != nil || len(form) == 0 {
		return nil, errors.Join(payload.ErrMalformed, err)
	}
	fields := make(map[string]string, len(form))
	for k := range form {
		fields[k] = form.Get(k)
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, errors.Join(payload.ErrMalformed, err)
	}
	return raw, nil
}

// ServeHTTP serves all of the surface's routes.
func (d *Doors) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	serve, ok := d.Routes()[r.Method+" "+r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	serve(w, r)
}

// route reads and verifies a request, and serves it with the time that Slack leaves for an answer. What is left to be
// done is done once Slack has its answer.
func (d *Doors) route(name bots.Route, serve func(context.Context, []byte) payload.Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		start := d.Now()
		body, status := d.read(w, r)
		if status != 0 {
			http.Error(w, http.StatusText(status), status)
			d.Acked(name, bots.AckRefused, d.Now().Sub(start))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), payload.AckWithin)
		defer cancel()
		a := serve(ctx, body)
		if a.IsUnavailable() {
			d.Catchup.Missed() // Slack sends it three times only: after that it has to be read back
		}
		a.Write(w)
		d.Acked(name, a.Outcome, d.Now().Sub(start))
		if a.Then != nil {
			_ = http.NewResponseController(w).Flush() // where it cannot be flushed, Slack waits a little longer
			a.Finish(r.Context())
		}
	}
}

// read returns a body that Slack has signed, or the status to refuse it with. Nothing is read of a request whose headers
// say already that Slack has not signed it now.
func (d *Doors) read(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	at, ok := d.dated(r.Header)
	now := ok && d.Now().Sub(time.Unix(at, 0)).Abs() <= skew
	if ok && !now {
		d.Unproven.Dated(r.Context(), assistant.SurfaceSlack, time.Unix(at, 0))
	}
	if !now {
		bots.HangUp(w)
		return nil, http.StatusUnauthorized
	}
	body, vouched, status := d.Bodies.Read(w, r, bodyLimit)
	defer vouched()
	if status == 0 && !d.signed(r.Header, at, body) {
		d.Unproven.Signed(r.Context(), assistant.SurfaceSlack, "SLACK_SIGNING_SECRET")
		return nil, http.StatusUnauthorized
	}
	return body, status
}

// dated tells whether the headers have the form of a signature, and when that was made.
func (d *Doors) dated(h http.Header) (at int64, ok bool) {
	at, err := strconv.ParseInt(h.Get("X-Slack-Request-Timestamp"), 10, 64)
	hexed, found := strings.CutPrefix(h.Get("X-Slack-Signature"), "v0=")
	return at, err == nil && found && len(hexed) == 2*sha256.Size && d.SigningSecret != ""
}

// signed tells whether Slack signed the body.
func (d *Doors) signed(h http.Header, at int64, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(d.SigningSecret))
	mac.Write([]byte("v0:" + strconv.FormatInt(at, 10) + ":"))
	mac.Write(body)
	want := "v0=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(want), []byte(h.Get("X-Slack-Signature")))
}
