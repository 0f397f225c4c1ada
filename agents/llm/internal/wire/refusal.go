package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

const (
	maxReasons = 8               // of a refusal that are kept
	skewed     = 5 * time.Minute // between two clocks, before which it is nobody's concern
)

// refused is the error that an answer stands for which is no success.
func (g *guard) refused(r *http.Request, resp *http.Response) *llm.StatusError {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxError))
	if err != nil && len(body) == 0 {
		body = []byte(err.Error())
	}
	words, wait := refusal(body)
	if asked, ok := retryAfter(resp.Header, g.config.Now()); ok {
		wait = asked
	}
	page := html(resp.Header) || len(body) > 0 && strings.HasPrefix(strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 64)]))), "<!doctype html")
	if page {
		words = "a page for people in place of an answer"
	}
	if to := resp.Header.Get("Location"); to != "" && resp.StatusCode < 400 {
		words = "it sends us on to " + to
	}
	return &llm.StatusError{
		Provider: g.config.Provider, Host: r.URL.Host, Code: resp.StatusCode, RetryAfter: min(max(wait, 0), maxWait),
		Message: g.config.Secret.Clip(words), Reason: g.config.Secret.reasons(body), Page: page, Skew: skew(resp.Header, g.config.Now()),
	}
}

// paged is the error that a page stands for which came in place of a success: nil where it is none.
func (g *guard) paged(r *http.Request, resp *http.Response) *llm.StatusError {
	if !html(resp.Header) {
		return nil
	}
	peeked := bufio.NewReader(resp.Body)
	resp.Body = &struct {
		io.Reader
		io.Closer
	}{peeked, resp.Body}
	first, _ := peeked.Peek(1) // what cannot be read is told by whoever reads it
	if len(first) == 0 || !strings.ContainsAny(string(first), "< \r\n\t") {
		return nil // it calls itself a page, and is none
	}
	return &llm.StatusError{
		Provider: g.config.Provider, Host: r.URL.Host, Code: resp.StatusCode, Message: "a page for people in place of an answer", Page: true,
		Skew: skew(resp.Header, g.config.Now()),
	}
}

func html(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml")
}

// skew is by how much this machine's clock is ahead of the one that an answer was given by; 0 where it is little.
func skew(h http.Header, now time.Time) time.Duration {
	at, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	if by := now.Sub(at); by.Abs() >= skewed {
		return by.Round(time.Minute)
	}
	return 0
}

// reasons are the words of an error body by which programs tell refusals apart: OpenAI's code and type, Anthropic's type, Google's
// status, the reason of its ErrorInfo and the ids of the quotas that are used up. Words of other shapes are left out.
func (s Secret) reasons(body []byte) string {
	var out []string
	add := func(raw json.RawMessage) {
		var word string
		if json.Unmarshal(raw, &word) == nil && reason(word) && !s.told(word) && len(out) < maxReasons && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	type details []struct {
		Reason     json.RawMessage
		Violations []struct {
			QuotaID json.RawMessage `json:"quotaId"`
		}
	}
	var parsed struct{ Error json.RawMessage }
	var told struct {
		Code, Type, Status json.RawMessage
		Details            details
	}
	list := []struct{ Error json.RawMessage }{} // Google's, where a stream was asked for
	if json.Unmarshal(body, &parsed) != nil && json.Unmarshal(body, &list) == nil && len(list) > 0 {
		parsed = list[0]
	}
	if err := json.Unmarshal(parsed.Error, &told); err != nil {
		if _, wrong := errors.AsType[*json.UnmarshalTypeError](err); !wrong {
			return ""
		}
	}
	add(told.Code)
	add(told.Type)
	add(told.Status)
	for _, d := range told.Details {
		add(d.Reason)
		for _, v := range d.Violations {
			add(v.QuotaID)
		}
	}
	return strings.Join(out, " ")
}

// reason tells whether a word has the shape of one.
func reason(word string) bool {
	return word != "" && len(word) <= 80 && !strings.ContainsFunc(word, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && r != '.'
	})
}
