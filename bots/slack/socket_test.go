package slack_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// listening is a bot on sockets, with both of them open.
func listening(t *testing.T) (*fakeslack.Server, *slack.Bot, *inbox) {
	t.Helper()
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.SigningSecret, c.AppToken = in, in, in, in, "", "xapp-fake"
	})
	fake.ConnectSocket()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := bot.Listen(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		cancel()
		done.Wait()
	})
	both(t, fake)
	return fake, bot, in
}

func both(t *testing.T, fake *fakeslack.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := fake.Wait(ctx, func() bool { return fake.Links() == 2 }); err != nil {
		t.Fatalf("%d sockets: %v", fake.Links(), err)
	}
}

func TestOverSocketsEverythingIsAsOverHTTP(t *testing.T) {
	fake, bot, in := listening(t)
	in.runs = []assistant.RunView{runView("r1", "One", "U1")}
	root, a, err := fake.Mention(t.Context(), "C1", "", "U1", "hello")
	if err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	if _, a, err := fake.Say(t.Context(), "C1", root, "U2", "me too"); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	if d := cmp.Diff([]string{"said: hello", "said: me too"}, in.texts()); d != "" {
		t.Error(d)
	}
	ts, err := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "plan_approve", ""); err != nil || !a.OK() || len(in.acts) != 1 {
		t.Errorf("%d %v, %d acts", a.Status, err, len(in.acts))
	}
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "plan_edit", ""); err != nil || !a.OK() || len(fake.Views()) != 1 {
		t.Fatal(a.Status, err)
	}
	in.note = "Bob was faster."
	if a, err := fake.Submit(t.Context(), fake.Views()[0], map[string]string{"changes": "x"}); err != nil || !strings.Contains(string(a.Body), "Bob was faster.") {
		t.Errorf("the form's answer did not come with the acknowledgement: %s %v", a.Body, err)
	}
	if got := told(t, fake, "U1", "tasks"); !strings.Contains(got, "1 run is at work") {
		t.Error(got)
	}
}

func TestWhatIsNotUnderstoodIsAcknowledgedAllTheSame(t *testing.T) {
	fake, _, in := listening(t)
	for kind, payload := range map[string]string{
		"events_api":     `{"type":"event_callback","team_id":"T1","event":{"type":"invented_tomorrow","blocks":[{"type":7}]}}`,
		"interactive":    `{"type":"invented","team":{"id":"T1"},"user":{"id":"U1"}}`,
		"slash_commands": `[]`,
		"invented":       `{}`,
	} {
		if a, err := fake.Envelope(t.Context(), kind, json.RawMessage(payload)); err != nil || !a.OK() || a.Took > fakeslack.AckWithin {
			t.Errorf("%s: %d after %v, %v", kind, a.Status, a.Took, err)
		}
	}
	malformed := `{"type":"event_callback","team_id":"T1","event":{"type":"app_mention","channel":"C1","user":"U1","ts":"1.000001","text":"hi","blocks":[{"type":"rich_text","elements":7}]}}`
	if a, err := fake.Envelope(t.Context(), "events_api", json.RawMessage(malformed)); err != nil || !a.OK() || len(in.texts()) != 1 {
		t.Errorf("a message with a malformed block is lost: %d %v", a.Status, err)
	}
}

func TestWhatCouldNotBeStoredIsNotAcknowledged(t *testing.T) {
	fake, _, in := listening(t)
	in.mu.Lock()
	in.err = errors.New("away")
	in.mu.Unlock()
	if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello"); err != nil || a.Status != 503 {
		t.Errorf("%d %v", a.Status, err)
	}
	in.mu.Lock()
	in.err = nil
	in.mu.Unlock()
	if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "again"); err != nil || !a.OK() || len(in.texts()) != 1 {
		t.Errorf("%d %v", a.Status, err)
	}
}

func TestNothingIsLostWhileSocketsComeAndGo(t *testing.T) {
	fake, _, in := listening(t)
	for i, trouble := range []func(){
		func() { fake.Disconnect("warning") }, func() { fake.Disconnect("link_disabled") },
		func() { fake.Disconnect("refresh_requested") }, fake.Cut, func() { fake.Disconnect("refresh_requested") },
		func() {
			fake.Fault("apps.connections.open", fakeslack.Fault{Status: 500}, fakeslack.Fault{Error: "internal_error"})
			fake.Cut()
		},
	} {
		trouble()
		for j := range 5 {
			if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", fmt.Sprintf("%d/%d", i, j)); err != nil || !a.OK() {
				t.Fatalf("trouble %d, message %d: %d %v", i, j, a.Status, err)
			}
		}
		both(t, fake)
	}
	if n := len(in.texts()); n != 30 {
		t.Errorf("%d messages of 30", n)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

func TestOneSocketServesWhileSlackSaysThatThereAreTooMany(t *testing.T) {
	for _, reason := range []string{"too_many_websockets", "link_disabled", "invented"} {
		fake, _, in := listening(t)
		fake.DisconnectOne(fake.Links()-1, reason)
		for i := range 5 {
			if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", strconv.Itoa(i)); err != nil || !a.OK() {
				t.Fatalf("%s, message %d: %d %v", reason, i, a.Status, err)
			}
		}
		if n := len(in.texts()); n != 5 {
			t.Errorf("%s: %d messages of 5", reason, n)
		}
		if v := fake.Violations(); len(v) > 0 {
			t.Error(v)
		}
	}
}

func TestABotThatMayNotConnectWaitsAndEndsCleanly(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.AppToken = "xapp-other" })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- bot.Listen(ctx) }()
	waiting, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	if err := fake.Wait(waiting, func() bool { return fake.Calls("apps.connections.open") == 2 }); err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-waiting.Done():
		t.Error("it goes on")
	}
}
