package slack_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// sent sends an event that must be acknowledged.
func sent(t *testing.T, fake *fakeslack.Server, event map[string]any) {
	t.Helper()
	if a, err := fake.Event(t.Context(), event); err != nil || !a.OK() {
		t.Fatalf("%v: %d %s %v", event, a.Status, a.Body, err)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Fatalf("rules broken:\n%s", strings.Join(v, "\n"))
	}
}

func homeText(t *testing.T, fake *fakeslack.Server, user string) string {
	t.Helper()
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": user, "channel": "D1", "tab": "home"})
	var view struct {
		Type   string          `json:"type"`
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(fake.Home(user), &view); err != nil || view.Type != "home" {
		t.Fatalf("home %s: %v", fake.Home(user), err)
	}
	return strings.Join(fakeslack.Lines(view.Blocks), "\n")
}

func TestTheHomeShowsWhatIsOnesOwn(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Public = in, in, in, in, assistant.PublicAt("https://team.example")
	})
	if got := homeText(t, fake, "U3"); !strings.Contains(got, "Nothing is running") || !strings.Contains(got, "<https://team.example|Open the panel for everything, with the settings>") {
		t.Errorf("an empty home:\n%s", got)
	}
	fake.SetLocale("U4", "de-DE")
	if got := homeText(t, fake, "U4"); !strings.Contains(got, "Es läuft nichts") || !strings.Contains(got, "|Das Panel öffnen") || strings.Contains(got, "Mention me") {
		t.Errorf("a German home:\n%s", got)
	}
	in.runs = []assistant.RunView{runView("r1", "Services", "U1", assistant.TaskOpen), runView("r2", "Secret", "U2")}
	in.waits = []assistant.Pending{{Kind: assistant.PendingPlan, Ref: "a1", Title: "Send <it>", RequestedBy: "person-U1", Conversation: "c1"}}
	in.talks = []assistant.Conversation{{ID: "c1", Title: "Our <site>", Person: "person-U1", UpdatedAt: noon}, {ID: "c2", Title: "Theirs", Person: "person-U2", UpdatedAt: noon}}
	got := homeText(t, fake, "U1")
	for _, want := range []string{
		"Waiting for you", "Send &lt;it&gt;", "<https://team.example/c/c1|Look at it and decide>", "Under way", "Services", "[Stop]",
		"Your conversations", "<https://team.example/c/c1|Our &lt;site&gt;>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the home does not show %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Secret") || strings.Contains(got, "Theirs") {
		t.Errorf("the home shows what is others':\n%s", got)
	}
	in.away = errors.New("away")
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"})
}

func TestTheFullestHomeIsValid(t *testing.T) {
	fake, _, in := withInbox(t)
	for i := range 60 {
		in.runs = append(in.runs, runView(fmt.Sprint("r", i), strings.Repeat("<&>", 200), "U1", assistant.TaskInProgress))
		in.runs[i].Tasks[0].Summary = strings.Repeat("<", 5000)
		in.waits = append(in.waits, assistant.Pending{Title: strings.Repeat("&", 900), Why: strings.Repeat("\n>", 900), RequestedBy: "person-U1"})
		in.talks = append(in.talks, assistant.Conversation{Title: strings.Repeat("&", 900), Person: "person-U1", UpdatedAt: noon})
	}
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "and 50 more") {
		t.Error(got)
	}
	for _, c := range []string{"tasks", "stop"} {
		told(t, fake, "U1", c)
	}
}

func TestBothGenerationsOfTheAssistantGetPromptsAndTitles(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in
		c.Roster = bots.Always([]assistant.Agent{{Name: "Hans", Examples: []string{"What can you do?", "x"}, Visible: true}, {Name: "Ghost", Examples: []string{"boo"}}})
	})
	const prompts = `[{"title":"What can you do?","message":"What can you do?"}]`
	sent(t, fake, map[string]any{"type": "assistant_thread_started", "assistant_thread": map[string]any{"user_id": "U1", "channel_id": "D1", "thread_ts": "1.000001", "context": map[string]any{}}})
	if got := fake.Prompts("D1", "1.000001"); got != prompts {
		t.Errorf("prompts of the older generation: %s", got)
	}
	ts, _, _ := fake.Say(t.Context(), "D1", "", "U1", "make a page\nplease")
	if title, status := fake.Session("D1", ts); title != "make a page please" || status != "" {
		t.Errorf("%q %q", title, status)
	}
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "messages"})
	if got := fake.Prompts("D1", ""); got != prompts {
		t.Errorf("prompts of the agent generation: %s", got)
	}
	ts, _, _ = fake.Say(t.Context(), "D1", "", "U1", "make two")
	if title, status := fake.Session("D1", ts); title != "make two" || status != "active" {
		t.Errorf("%q %q", title, status)
	}
	if _, a, err := fake.Say(t.Context(), "D1", ts, "U1", "and more"); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	if title, _ := fake.Session("D1", ts); title != "make two" {
		t.Errorf("a reply changed the title to %q", title)
	}
}

func TestSlacksOwnStopButtonStopsTheThreadsRuns(t *testing.T) {
	fake, bot, in := withInbox(t)
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "messages"})
	root := fake.Write("D1", "", "U1", "hi")
	dm := place(root)
	dm.Channel = "D1"
	if _, err := bot.Post(t.Context(), dm, cards()["run_running"], "n"); err != nil {
		t.Fatal(err)
	}
	if _, status := fake.Session("D1", root); status != "processing" {
		t.Errorf("while a run is at work the session is %q", status)
	}
	in.here = []assistant.RunView{runView("r1", "One", "U1"), runView("r2", "Two", "U1")}
	stop := map[string]any{"type": "agent_session_stopped", "channel": "D1", "thread_ts": root, "user": "U1", "event_ts": "1.000009"}
	in.err = errors.New("away")
	if a, err := fake.Event(t.Context(), stop); err != nil || a.Status != 503 {
		t.Errorf("not sent again: %d %v", a.Status, err)
	}
	in.err = nil
	sent(t, fake, stop)
	want := []assistant.Body{assistant.StopRequested{Run: "r1"}, assistant.StopRequested{Run: "r2"}}
	if d := cmp.Diff(want, []assistant.Body{in.acts[0].Body, in.acts[1].Body}); d != "" || in.acts[0].Key == in.acts[1].Key {
		t.Error(d, in.acts)
	}
	if _, status := fake.Session("D1", root); status != "active" {
		t.Errorf("after the stop the session is %q", status)
	}
	if _, err := bot.Post(t.Context(), dm, cards()["run_running"], "n2"); err != nil {
		t.Fatal(err)
	}
	if _, err := bot.Post(t.Context(), dm, cards()["answer"], "n3"); err != nil {
		t.Fatal(err)
	}
	if _, status := fake.Session("D1", root); status != "active" {
		t.Errorf("after an answer the session is %q", status)
	}
}

// TestSlacksOwnStopButtonStopsAnAnswerThatIsWritten: where no run goes on, it says the word.
func TestSlacksOwnStopButtonStopsAnAnswerThatIsWritten(t *testing.T) {
	fake, _, in := withInbox(t)
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "messages"})
	root := fake.Write("D1", "", "U1", "hi")
	sent(t, fake, map[string]any{"type": "agent_session_stopped", "channel": "D1", "thread_ts": root, "user": "U1", "event_ts": "1.000009"})
	got := in.received
	if len(got) == 0 || got[len(got)-1].Text != "stop" || got[len(got)-1].Place.Thread != root || len(in.acts) > 0 {
		t.Errorf("%+v %+v", got, in.acts)
	}
	if _, status := fake.Session("D1", root); status != "active" {
		t.Errorf("after the stop the session is %q", status)
	}
}

func TestTheHomeSaysWhatTheServiceGoesBy(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}, work: work{boss: "U1"}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Rehearsal = in, in, in, in, func(assistant.TenantID) bool { return true }
	})
	fake.SetZone("U1", "Europe/Lisbon")
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "Your role: approver · Your time zone: Europe/Lisbon · Rehearsal: no language model is asked") {
		t.Error(got)
	}
	if got := homeText(t, fake, "U2"); !strings.Contains(got, "Your role: member · Rehearsal") {
		t.Error(got)
	}
}
