// Package wire is the HTTP client under the adapters: it turns every answer that is not a success into an
// [llm.StatusError] with the provider's Retry-After, bounds what a provider may send, follows no redirect (the key would
// travel along), and keeps the key out of error texts.
package wire

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

const (
	maxBody  = 16 << 20 // of a streamed reply with all its framing
	maxError = 64 << 10 // of a refusal
	maxWords = 400      // of a refusal that are kept
	maxWait  = time.Hour

	keptIdle = 32      // connections
	buffer   = 2 << 10 // of a connection, each way
)

// ErrTooLong: the provider sent more than any reply needs.
var ErrTooLong = errors.New("the reply does not end")

// Config is what a client is made of.
type Config struct {
	Provider  string // for error texts
	Secret    Secret // never to appear in one
	Transport http.RoundTripper
	Now       func() time.Time
}

// NewClient returns an HTTP client. A nil Transport means one of its own, which is made as [http.DefaultTransport] is.
func NewClient(c Config) *http.Client {
	if c.Transport == nil {
		c.Transport = newTransport()
	}
	return &http.Client{
		Transport:     &guard{c},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// newTransport keeps more connections for the next than the default's two, since an endpoint that speaks HTTP/1.1 needs one for
// each who waits, and less memory for each: a request is written once, and an answer comes in small parts.
func newTransport() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.MaxIdleConnsPerHost = keptIdle
	t.ReadBufferSize, t.WriteBufferSize = buffer, buffer
	return t
}

type guard struct{ config Config }

// RoundTrip implements [http.RoundTripper].
func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := g.config.Transport.RoundTrip(r)
	if err != nil {
		return nil, &llm.StatusError{Provider: g.config.Provider, Host: r.URL.Host, Message: g.config.Secret.Clip(err.Error()), Err: err}
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		return nil, g.refused(r, resp)
	}
	if page := g.paged(r, resp); page != nil {
		_ = resp.Body.Close()
		return nil, page
	}
	resp.Body = &bounded{body: unpacked(resp), left: maxBody}
	return resp, nil
}

// refusal reads an error body: {"error":{"message":…}} of all providers, with Google's RetryInfo among its details, and with what
// OpenAI says that it is about, which its words do not always.
func refusal(body []byte) (words string, wait time.Duration) {
	var parsed struct {
		Error struct {
			Message string
			Param   any
			Details []struct {
				RetryDelay string `json:"retryDelay"`
			}
		}
	}
	if err := json.Unmarshal(body, &parsed); err != nil || parsed.Error.Message == "" {
		return string(body), 0
	}
	for _, d := range parsed.Error.Details {
		if delay, err := time.ParseDuration(d.RetryDelay); err == nil {
			wait = delay
		}
	}
	words = parsed.Error.Message
	if about, ok := parsed.Error.Param.(string); ok && about != "" && !strings.Contains(words, about) {
		words += " (" + about + ")"
	}
	return words, wait
}

func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond)), true
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil && s >= 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second)), true
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now), true
	}
	return 0, false
}

// bounded is a body that may not exceed its bound.
type bounded struct {
	body io.ReadCloser
	left int64
}

// Read implements [io.Reader].
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLong
	}
	n, err := b.body.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// Close implements [io.Closer].
func (b *bounded) Close() error { return b.body.Close() }

// clip bounds what is kept of a provider's words.
func clip(s string) string {
	s = s[:min(len(s), 4*maxWords)] // enough to find maxWords in, however long it is
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxWords {
		s = strings.ToValidUTF8(s[:maxWords], "") + "…"
	}
	return s
}
