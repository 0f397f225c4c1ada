package slack

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	bodyLimit = 1 << 20
	ackWithin = 2500 * time.Millisecond // Slack gives up after 3 s
	skew      = 5 * time.Minute
)

// Routes returns the handlers by pattern, to be put on a server's mux.
func (b *Bot) Routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"POST /slack/events":       b.route("events", b.serveEvent),
		"POST /slack/interactions": b.route("interactions", b.serveInteraction),
		"POST /slack/commands":     b.route("commands", b.serveCommand),
	}
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

// route reads and verifies a request, and serves it with the time that Slack leaves for an answer.
func (b *Bot) route(name string, serve func(ctx context.Context, w http.ResponseWriter, body []byte) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		start := b.Now()
		body, status := b.read(w, r)
		if status != 0 {
			http.Error(w, http.StatusText(status), status)
			b.Acked(name, "refused", b.Now().Sub(start))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), ackWithin)
		defer cancel()
		b.Acked(name, serve(ctx, w, body), b.Now().Sub(start))
	}
}

// read returns a body that Slack has signed, or the status to refuse it with.
func (b *Bot) read(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	if !b.signed(r.Header, body) {
		return nil, http.StatusUnauthorized
	}
	return body, 0
}

// signed tells whether Slack signed the body, within the last five minutes.
func (b *Bot) signed(h http.Header, body []byte) bool {
	at, err := strconv.ParseInt(h.Get("X-Slack-Request-Timestamp"), 10, 64)
	if err != nil || b.SigningSecret == "" || b.Now().Sub(time.Unix(at, 0)).Abs() > skew {
		return false
	}
	mac := hmac.New(sha256.New, []byte(b.SigningSecret))
	mac.Write([]byte("v0:" + itoa(at) + ":"))
	mac.Write(body)
	want := "v0=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(want), []byte(h.Get("X-Slack-Signature")))
}

// serveEvent takes an event. It returns the outcome for the metrics.
func (b *Bot) serveEvent(ctx context.Context, w http.ResponseWriter, body []byte) string {
	a, err := readEvent(body, b.who(), b.Tenant)
	if err != nil {
		http.Error(w, "malformed", http.StatusBadRequest)
		return "malformed"
	}
	if a.challenge != "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, a.challenge)
		return "challenge"
	}
	b.learn(a.bot)
	if a.ignored != "" {
		b.Log.DebugContext(ctx, "slack event ignored", slog.String("reason", a.ignored))
		return "ignored"
	}
	return b.take(ctx, w, a)
}

func (b *Bot) take(ctx context.Context, w http.ResponseWriter, a arrival) string {
	if a.ifKnown {
		known, err := b.Threads.Known(ctx, b.Tenant, a.in.Place)
		if err != nil {
			return b.unavailable(ctx, w, err)
		}
		if !known {
			return "ignored"
		}
	}
	a.in.From.Name = b.names.of(ctx, a.in.From.External)
	got, err := b.Inbox.Receive(ctx, a.in)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		b.Log.WarnContext(ctx, "slack event has nowhere to go", slog.String("key", a.in.Key), slog.Any("err", err))
		return "ignored"
	case err != nil:
		return b.unavailable(ctx, w, err)
	case got.Known:
		return "repeated"
	default:
		b.heard(ctx, a.in.Place)
		return "taken"
	}
}

// unavailable makes Slack send it again.
func (b *Bot) unavailable(ctx context.Context, w http.ResponseWriter, err error) string {
	b.Log.ErrorContext(ctx, "slack request not stored", slog.Any("err", err))
	http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
	return "unavailable"
}
