package receive_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/receive"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// FuzzREST lets Discord, or a proxy before it, answer anything: an error says whether to try again and how long to wait,
// within reason, and tells no token.
func FuzzREST(f *testing.F) {
	limited := `{"message":"You are being rate limited.","retry_after":%s,"global":true}`
	for _, after := range []string{"1.5", "0", "-1", "1e300", "null", `"1"`, "1e9"} {
		f.Add(uint16(429), "", "", "application/json", []byte(strings.Replace(limited, "%s", after, 1)))
	}
	for _, after := range []string{"65", "0.3", "-1", "NaN", "Inf", "1e308", "9223372036854775807", "Wed, 21 Oct 2015 07:28:00 GMT"} {
		f.Add(uint16(429), after, after, "text/html", []byte("<html>error code: 1015</html>"))
	}
	for _, body := range []string{
		`{"id":"1","channel_id":"2","nonce":"n","components":[{"id":536870912},{"id":1e9}]}`, `[{"id":"1","type":0,"components":[{"type":99}]},null]`,
		`{"url":"wss://gateway","shards":-1,"session_start_limit":{"remaining":1,"reset_after":-5,"max_concurrency":0}}`, `{"id":5}`, `<html>`, ``, `[[[[`,
		`{"type":11,"parent_id":"../x","name":"n"}`,
	} {
		f.Add(uint16(200), "1", "0.5", "application/json", []byte(body))
	}
	for _, body := range []string{`{"code":50007,"message":"Cannot send messages to this user"}`, `{"code":40003}`, `{"code":30046}`, `{"code":"x"}`, `oops`} {
		f.Add(uint16(400), "", "", "application/json", []byte(body))
	}
	says := &canned{}
	config := rest.Config{
		Token: "bot-token-secret", HTTPClient: &http.Client{Transport: says}, Requests: rate.Inf, Limited: func() {},
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Unix(1763600000, 0) },
	}
	f.Fuzz(func(t *testing.T, status uint16, after, reset, kind string, body []byte) {
		says.status, says.body = statusOf(status), body
		says.header = http.Header{
			"Retry-After": {after}, "X-Ratelimit-Reset-After": {reset}, "X-Ratelimit-Remaining": {after}, "X-Ratelimit-Bucket": {kind}, "Content-Type": {kind},
		}
		for _, err := range receive.Ask(context.Background(), config) {
			if err == nil {
				continue
			}
			if strings.Contains(err.Error(), "bot-token-secret") {
				t.Errorf("the error tells the token: %v", err)
			}
			if later, ok := errors.AsType[*bots.LaterError](err); ok && (later.After <= 0 || later.After > 24*time.Hour) {
				t.Errorf("wait for %s", later.After)
			}
			if len(err.Error()) > 2000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		}
	})
}

// examples are the bodies in the folder of platform examples, where it is there.
func examples() [][]byte {
	file := fakediscord.FindSchema()
	if file == "" {
		return nil
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "..", "examples", "discord", "*.json"))
	var out [][]byte
	for _, name := range names {
		if raw, err := os.ReadFile(name); err == nil {
			out = append(out, raw)
		}
	}
	return out
}

// statusOf makes a status of HTTP of any number.
func statusOf(n uint16) int {
	if n >= 100 && n < 600 {
		return int(n)
	}
	return int(n)%500 + 100
}

// canned answers every request with the same; without a status there is no network.
type canned struct {
	status int
	header http.Header
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.status == 0 {
		return nil, errors.New("no network")
	}
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Header: c.header.Clone(), Request: r,
		Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)), ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}
