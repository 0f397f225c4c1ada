package slack_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// A machine whose clock is off, or a secret that is not the app's, looks from outside as if Slack told nothing.
func TestWhyRequestsOfSlackAreRefusedIsSaidOnceInAWhile(t *testing.T) {
	for name, c := range map[string]struct {
		off    time.Duration
		secret string
		says   []string
	}{
		"the clock is an hour ahead": {time.Hour, "secret", []string{"set the clock", "ahead=1h0m"}},
		"the clock is behind":        {-30 * time.Minute, "secret", []string{"set the clock", "ahead=-"}},
		"another secret":             {0, "other", []string{"SLACK_SIGNING_SECRET"}},
		"all is well":                {time.Minute, "secret", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			now := time.Now().Add(c.off)
			_, bot, _ := withInbox(t, func(to *slack.Config) {
				to.Log, to.Now = slog.New(slog.NewTextHandler(&said, nil)), func() time.Time { return now }
			})
			knock := func() {
				body := `{"type":"url_verification","challenge":"c-1"}`
				r := httptest.NewRequest(http.MethodPost, "/slack/events", strings.NewReader(body))
				fakeslack.Sign(r.Header, c.secret, now.Add(-c.off), []byte(body))
				bot.ServeHTTP(httptest.NewRecorder(), r)
			}
			knock()
			knock()
			for _, words := range c.says {
				if !strings.Contains(said.String(), words) {
					t.Errorf("%q is missing: %s", words, said.String())
				}
			}
			lines := min(1, len(c.says))
			if n := strings.Count(said.String(), "refused"); n != lines {
				t.Errorf("said %d times: %s", n, said.String())
			}
			now = now.Add(11 * time.Minute)
			c.off += 11 * time.Minute
			if knock(); len(c.says) > 0 && strings.Count(said.String(), "refused") != 2 {
				t.Errorf("it goes on, and is said no more: %s", said.String())
			}
		})
	}
}
