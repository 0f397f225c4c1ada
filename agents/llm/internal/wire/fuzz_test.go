package wire_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
)

// canned answers every request with the same.
type canned struct {
	status int
	header http.Header
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Header: c.header, Request: r, Body: io.NopCloser(bytes.NewReader(c.body)),
	}, nil
}

// FuzzRefusals lets a provider refuse in any way: the words are bounded and without the key, and the wait is one that can be
// waited.
func FuzzRefusals(f *testing.F) {
	for _, s := range []string{
		`{"error":{"message":"slow down","details":[{"retryDelay":"30s"},{"retryDelay":"-1h"}]}}`, `{"error":"x"}`, `{"error":{"message":"key sk-secret-key is bad"}}`, "", "<html>", `[{"error":{}}]`,
		strings.Repeat("sk-secret-key", 400), `{"error":{"message":"` + strings.Repeat("\\u00e9", 700) + `"}}`,
	} {
		for _, after := range []string{"", "7", "NaN", "-5", "1e5", "Wed, 21 Oct 2115 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT"} {
			f.Add(uint16(429), after, after, []byte(s))
		}
	}
	says := &canned{}
	now := func() time.Time { return time.Unix(1763600000, 0) }
	client := wire.NewClient(wire.Config{Provider: "test", Secret: "sk-secret-key", Transport: says, Now: now})
	f.Fuzz(func(t *testing.T, status uint16, after, ms string, body []byte) {
		if says.status = int(status); status < 300 || status > 599 {
			says.status = 400
		}
		says.header, says.body = http.Header{"Retry-After": {after}, "Retry-After-Ms": {ms}}, body
		r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "https://models.example/", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(r)
		if err == nil {
			_ = res.Body.Close()
			t.Fatalf("status %d is no error", says.status)
		}
		refused, ok := errors.AsType[*llm.StatusError](err)
		if !ok || refused.Code != says.status || refused.RetryAfter < 0 || refused.RetryAfter > time.Hour || len(refused.Message) > 500 || strings.Contains(err.Error(), "sk-secret-key") {
			t.Errorf("%+v: %v", refused, err)
		}
	})
}
