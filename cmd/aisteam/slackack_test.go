package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

// TestHowLongSlackWaitsIsMeasured: every way that Slack has of sending something, over HTTP and over sockets, is seen in
// ack_seconds by its route and by what became of it.
func TestHowLongSlackWaitsIsMeasured(t *testing.T) {
	t.Parallel()
	for name, sockets := range map[string]bool{"over HTTP": false, "over sockets": true} {
		t.Run(name, func(t *testing.T) {
			var env []string
			if sockets {
				env = []string{"SLACK_SIGNING_SECRET=", "SLACK_APP_TOKEN=xapp-fake"}
			}
			w := newSlackWorld(t, env...)
			if sockets {
				w.slack.ConnectSocket()
			}
			w.child.startReady()
			calm := func() {}
			w.say("What can you do?", calm)
			answer := w.shows("the answer", calm, has("answer_rate"))
			acknowledged(t, func() (fakeslack.Answer, error) {
				return w.slack.Click(t.Context(), channel, answer.TS, asker, "answer_rate", "Good")
			})
			acknowledged(t, func() (fakeslack.Answer, error) { return w.slack.Command(t.Context(), channel, asker, "status") })
			acknowledged(t, func() (fakeslack.Answer, error) {
				return w.slack.Event(t.Context(), map[string]any{"type": "emoji_changed"})
			})
			if !sockets { // over a socket there is nothing to sign
				forge(t, w.child.url("/slack/events"))
			}
			want := []string{"events taken", "events ignored", "interactions taken", "commands taken"}
			if !sockets {
				want = append(want, "events refused")
			}
			for _, c := range want {
				route, outcome, _ := strings.Cut(c, " ")
				series := fmt.Sprintf("aisteam_ack_seconds_count{outcome=%q,route=%q,surface=\"slack\"}", outcome, route)
				eventually(t, patience, series, func() bool {
					_, page, err := get(t.Context(), w.child.url("/metrics"))
					return err == nil && strings.Contains(page, series)
				})
			}
		})
	}
}

func acknowledged(t *testing.T, send func() (fakeslack.Answer, error)) {
	t.Helper()
	if a, err := send(); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
}

// forge sends what Slack has not signed.
func forge(t *testing.T, to string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("what nobody signed is answered %d", res.StatusCode)
	}
}
