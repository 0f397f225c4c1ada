package slack_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

// statusLine is a Web API without a network, so that its clock can be a fake one. It keeps the statuses.
type statusLine struct {
	mu   sync.Mutex
	said []string
}

func (s *statusLine) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(r.URL.Path, "setStatus") {
		s.mu.Lock()
		s.said = append(s.said, form.Get("channel_id")+": "+form.Get("status"))
		s.mu.Unlock()
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"ok":true,"ts":"2.000001","channel":"C1"}`)),
	}, nil
}

func (s *statusLine) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.said
	s.said = nil
	return out
}

func TestAChannelsThreadShowsThatARunIsAtWorkForAsLongAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, going := &statusLine{}, &work{here: []assistant.RunView{runView("r1", "One", "U1")}}
		bot := slack.New(slack.Config{
			Token: "xoxb", APIURL: "http://slack.invalid/api/", Tenant: "tenant", Space: "T1", Work: going,
			HTTPClient: &http.Client{Transport: line},
		})
		card := bots.RunCard{Run: "r1", Title: assistant.Say("One"), Status: assistant.RunRunning}
		if _, err := bot.Post(t.Context(), place("1.000001"), card, "n"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Second)
		if d := cmp.Diff([]string{"C1: is at work…", "C1: is at work…", "C1: is at work…"}, line.take()); d != "" {
			t.Errorf("over 200 seconds: %s", d)
		}
		card.Status = assistant.RunCompleted
		if err := bot.Edit(t.Context(), place("1.000001"), "2.000001", card); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if d := cmp.Diff([]string{"C1: "}, line.take()); d != "" {
			t.Errorf("after its end: %s", d)
		}
		card.Status = assistant.RunRunning
		if err := bot.Edit(t.Context(), place("1.000001"), "2.000001", card); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		going.here = nil // another process has seen to its end
		time.Sleep(time.Hour)
		if d := cmp.Diff([]string{"C1: is at work…"}, line.take()); d != "" {
			t.Errorf("when another ends it: %s", d)
		}
	})
}
