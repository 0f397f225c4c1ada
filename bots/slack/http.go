package slack

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const (
	bodyLimit = 1 << 20
	ackWithin = 2500 * time.Millisecond // Slack gives up after 3 s
	skew      = 5 * time.Minute
)

// Routes returns the handlers by pattern, to be put on a server's mux.
func (b *Bot) Routes() map[string]http.HandlerFunc {
	routes := map[string]http.HandlerFunc{
		"POST /slack/events":       b.route(bots.RouteEvents, b.event),
		"POST /slack/interactions": b.route(bots.RouteInteractions, unwrapped(formPayload, b.interaction)),
		"POST /slack/commands":     b.route(bots.RouteCommands, unwrapped(formFields, b.command)),
	}
	if b.ClientID != "" {
		routes["GET "+installPath] = b.startInstall
		routes["GET "+callbackPath] = b.finishInstall
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
func (b *Bot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	serve, ok := b.Routes()[r.Method+" "+r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	serve(w, r)
}

// route reads and verifies a request, and serves it with the time that Slack leaves for an answer. What is left to be
// done is done once Slack has its answer.
func (b *Bot) route(name bots.Route, serve func(context.Context, []byte) payload.Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		start := b.Now()
		body, status := b.read(w, r)
		if status != 0 {
			http.Error(w, http.StatusText(status), status)
			b.Acked(name, bots.AckRefused, b.Now().Sub(start))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), ackWithin)
		defer cancel()
		a := serve(ctx, body)
		a.Write(w)
		b.Acked(name, a.Outcome, b.Now().Sub(start))
		if a.Then != nil {
			_ = http.NewResponseController(w).Flush() // where it cannot be flushed, Slack waits a little longer
			b.afterwards(r.Context(), a.Then)
		}
	}
}

const afterwardsWithin = 5 * time.Second

// afterwards does what Slack need not wait for, also when its connection has gone.
func (b *Bot) afterwards(ctx context.Context, do func(context.Context)) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwardsWithin)
	defer cancel()
	do(ctx)
}

// read returns a body that Slack has signed, or the status to refuse it with. Nothing is read of a request whose headers
// say already that Slack has not signed it now.
func (b *Bot) read(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	at, ok := b.dated(r.Header)
	if !ok {
		bots.HangUp(w)
		return nil, http.StatusUnauthorized
	}
	body, vouched, status := b.Bodies.Read(w, r, bodyLimit)
	defer vouched()
	if status == 0 && !b.signed(r.Header, at, body) {
		return nil, http.StatusUnauthorized
	}
	return body, status
}

// dated tells whether the headers have the form of a signature, and one that was made within the last five minutes.
func (b *Bot) dated(h http.Header) (at int64, ok bool) {
	at, err := strconv.ParseInt(h.Get("X-Slack-Request-Timestamp"), 10, 64)
	hexed, found := strings.CutPrefix(h.Get("X-Slack-Signature"), "v0=")
	return at, err == nil && found && len(hexed) == 2*sha256.Size && b.SigningSecret != "" && b.Now().Sub(time.Unix(at, 0)).Abs() <= skew
}

// signed tells whether Slack signed the body.
func (b *Bot) signed(h http.Header, at int64, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(b.SigningSecret))
	mac.Write([]byte("v0:" + strconv.FormatInt(at, 10) + ":"))
	mac.Write(body)
	want := "v0=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(want), []byte(h.Get("X-Slack-Signature")))
}

// event takes an event.
func (b *Bot) event(ctx context.Context, body []byte) payload.Answer {
	env, err := payload.ReadEnvelope(body)
	if err != nil {
		return payload.Malformed()
	}
	if env.Type == "url_verification" {
		return payload.Answer{Text: env.Challenge, Outcome: bots.AckChallenge}
	}
	if a, ends := b.ended(ctx, env); ends {
		return a
	}
	enterprise, team := env.Workspace()
	env.Team = team
	w, err := b.workspaceIn(ctx, enterprise, team)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return b.stranger(ctx, team)
	case err != nil:
		return b.unavailable(ctx, err)
	}
	w.learn(env.Bot())
	a := env.Read(w.who().user, w.tenant)
	if a.Ignored != "" {
		return b.ignored(ctx, a.Ignored)
	}
	switch {
	case a.Opened != nil:
		if a.Opened.Tab != payload.TabHome {
			w.agent.Store(a.Opened.Tab == payload.TabMessages)
		}
		return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { b.greet(ctx, w, *a.Opened) }}
	case a.Stops:
		return b.stopped(ctx, w, a)
	default:
		return b.inOrder(ctx, w, a)
	}
}

// stranger takes what comes from a workspace that the app is not installed in: sent again, it would be no more welcome.
func (b *Bot) stranger(ctx context.Context, team string) payload.Answer {
	b.Log.WarnContext(ctx, "slack workspace not known, its event is ignored", slog.String("team", bots.Clip(team, 40)))
	return payload.Answer{Outcome: bots.AckIgnored}
}

func (b *Bot) ignored(ctx context.Context, why string) payload.Answer {
	b.Log.DebugContext(ctx, "slack event ignored", slog.String("reason", why))
	return payload.Answer{Outcome: bots.AckIgnored}
}

func (b *Bot) take(ctx context.Context, w *workspace, a payload.Arrival) payload.Answer {
	if a.IfKnown {
		known, err := b.Threads.Known(ctx, w.tenant, a.In.Place)
		if err != nil {
			return b.unavailable(ctx, err)
		}
		if !known {
			return payload.Answer{Outcome: bots.AckIgnored}
		}
	}
	if b.revisions.passed(a.In) {
		return payload.Answer{Outcome: bots.AckRepeated}
	}
	if a.In.Person == "" {
		a.In.From = b.whole(ctx, a.In.From)
	}
	if a.In.Change == assistant.ChangeSaid && !a.IfKnown {
		var err error
		_, ts, _ := strings.Cut(a.In.ExternalID, "/")
		if a.In.Before, err = b.before(ctx, w, a.In, ts, false); err != nil {
			return b.unavailable(ctx, err)
		}
	}
	out := b.receive(ctx, w, a.In)
	if out.Outcome == bots.AckTaken || out.Outcome == bots.AckRepeated {
		b.revisions.taken(a.In)
	}
	if p := a.In.Place; out.Outcome == bots.AckTaken && a.In.ExternalID == p.Channel+"/"+p.Thread && strings.HasPrefix(p.Channel, "D") {
		out.Then = func(ctx context.Context) { b.entitle(ctx, w, p, a.In.Text) }
	}
	return out
}

// receive tells the inbox what somebody said.
func (b *Bot) receive(ctx context.Context, w *workspace, in assistant.Inbound) payload.Answer {
	got, err := b.Inbox.Receive(ctx, in)
	switch {
	case errors.Is(err, assistant.ErrGuest):
		return b.turnAway(w, in)
	case errors.Is(err, assistant.ErrNotFound):
		b.Log.WarnContext(ctx, "slack event has nowhere to go", slog.String("key", in.Key), slog.Any("err", err))
		return payload.Answer{Outcome: bots.AckIgnored}
	case errors.Is(err, assistant.ErrUnstorable): // asked again, it would come again, and reading back would never be done
		b.Log.ErrorContext(ctx, "slack event can never be stored", slog.String("key", bots.Clip(in.Key, 100)), slog.Any("err", err))
		return payload.Answer{Outcome: bots.AckMalformed}
	case err != nil:
		return b.unavailable(ctx, err)
	case got.Known:
		return payload.Answer{Outcome: bots.AckRepeated}
	default:
		b.directs.put(in.Place.Space, in.From.External, in.Place.Channel)
		b.heard(ctx, in.Place)
		return payload.Answer{Outcome: bots.AckTaken}
	}
}

// unavailable makes Slack send it again. It does so three times only: after that it has to be read back.
func (b *Bot) unavailable(ctx context.Context, err error) payload.Answer {
	b.missed()
	b.Log.ErrorContext(ctx, "slack request not stored", slog.Any("err", err))
	const status = http.StatusServiceUnavailable
	return payload.Answer{Status: status, Text: http.StatusText(status), Outcome: bots.AckUnavailable}
}
