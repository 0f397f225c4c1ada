package slack_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// people are those that a workspace meets: its own, its guests, and those of other workspaces.
func people(fake *fakeslack.Server) {
	fake.SetWhose("UGUEST", fakeslack.Whose{Restricted: true})
	fake.SetWhose("USINGLE", fakeslack.Whose{UltraRestricted: true})
	fake.SetWhose("UOTHER", fakeslack.Whose{Team: "T9"})
	fake.SetWhose("USISTER", fakeslack.Whose{Team: "T2", Enterprise: "E1"})
}

func TestGuestsAndPeopleOfOtherWorkspacesAreToldFromMembers(t *testing.T) {
	fake, _, in := withInbox(t)
	people(fake)
	want := map[string]assistant.Standing{
		"U1": assistant.StandingMember, "UGUEST": assistant.StandingGuest, "USINGLE": assistant.StandingGuest,
		"UOTHER": assistant.StandingGuest, "USISTER": assistant.StandingGuest, // this workspace is of no organisation
	}
	for user, standing := range want {
		root, a, err := fake.MentionOnce(t.Context(), "C1", "", user, "hello")
		if err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		if got := in.received[len(in.received)-1].From; got.External != user || got.Standing != standing {
			t.Errorf("words of %s: %+v", user, got)
		}
		body := map[string]any{
			"type": "block_actions", "team": map[string]any{"id": "T1"}, "user": map[string]any{"id": user, "team_id": map[bool]string{true: "T9", false: "T1"}[user == "UOTHER"]},
			"channel": map[string]any{"id": "C1"}, "message": map[string]any{"ts": root},
			"actions": []any{map[string]any{"action_id": "run_stop", "block_id": "b", "action_ts": root, "value": `{"r":"r1"}`}},
		}
		if _, err := fake.Interact(t.Context(), body); err != nil {
			t.Fatal(err)
		}
	}
	if len(in.acts) != len(want) {
		t.Errorf("%d clicks came through, want %d", len(in.acts), len(want))
	}
	for _, act := range in.acts {
		if act.From.Standing != want[act.From.External] {
			t.Errorf("a click of %s: %s", act.From.External, act.From.Standing)
		}
	}
}

// TestTheTeamBesideAClickCounts: who comes from another workspace is a guest there, whatever Slack says of the user.
func TestTheTeamBesideAClickCounts(t *testing.T) {
	fake, _, in := withInbox(t)
	root, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello")
	if err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	for team, want := range map[string]assistant.Standing{"T1": assistant.StandingMember, "T9": assistant.StandingGuest} {
		body := map[string]any{
			"type": "block_actions", "team": map[string]any{"id": "T1"}, "user": map[string]any{"id": "U1", "team_id": team},
			"channel": map[string]any{"id": "C1"}, "message": map[string]any{"ts": root},
			"actions": []any{map[string]any{"action_id": "run_stop", "block_id": "b" + team, "action_ts": root, "value": `{"r":"r1"}`}},
		}
		if _, err := fake.Interact(t.Context(), body); err != nil {
			t.Fatal(err)
		}
		if got := in.acts[len(in.acts)-1].From; got.External != "U1" || got.Standing != want {
			t.Errorf("a click from %s: %+v, want %s", team, got, want)
		}
	}
}

func TestSomebodyOfTheSameOrganisationIsNoStranger(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in })
	fake.Enterprise = "E1"
	if err := bot.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	people(fake)
	for user, standing := range map[string]assistant.Standing{"USISTER": assistant.StandingMember, "UOTHER": assistant.StandingGuest} {
		if _, a, err := fake.MentionOnce(t.Context(), "C1", "", user, "hello"); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		if got := in.received[len(in.received)-1].From; got.External != user || got.Standing != standing {
			t.Errorf("%s: %+v", user, got)
		}
	}
}

func TestOfWhomSlackDoesNotSayWhoTheyAreNobodyKnows(t *testing.T) {
	now := noon
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Now = in, in, in, in, func() time.Time { return now }
	})
	fake.Now = func() time.Time { return now }
	says := func(want assistant.Standing, when string) {
		t.Helper()
		if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello"); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		if got := in.received[len(in.received)-1].From.Standing; got != want {
			t.Errorf("%s: %s", when, got)
		}
	}
	bad := fakeslack.Fault{Status: 500}
	fake.Fault("users.info", bad, bad)
	says(assistant.StandingUnknown, "never told")
	now = now.Add(2 * time.Second) // their words are refused until it is known, so that nobody waits for a minute
	says(assistant.StandingMember, "told")
	fake.SetWhose("U1", fakeslack.Whose{Restricted: true})
	now = now.Add(6 * time.Minute)
	says(assistant.StandingGuest, "minutes after they became a guest")
	fake.SetWhose("U1", fakeslack.Whose{})
	fake.Fault("users.info", bad, bad, bad, bad)
	now = now.Add(6 * time.Minute)
	says(assistant.StandingGuest, "Slack does not answer for a while")
	now = now.Add(20 * time.Minute)
	says(assistant.StandingUnknown, "Slack does not answer for long")
}

// One bad answer of Slack's is no reason to refuse what a person says; being put off is, and Slack is left alone then.
func TestOneBadAnswerRefusesNobody(t *testing.T) {
	for name, c := range map[string]struct {
		fault fakeslack.Fault
		want  assistant.Standing
		asked int
	}{
		"a server error": {fakeslack.Fault{Status: 500}, assistant.StandingMember, 2},
		"nonsense":       {fakeslack.Fault{Raw: "<html>"}, assistant.StandingMember, 2},
		"put off":        {fakeslack.Fault{Status: 429, RetryAfter: time.Minute}, assistant.StandingUnknown, 1},
	} {
		t.Run(name, func(t *testing.T) {
			fake, _, in := withInbox(t)
			fake.Fault("users.info", c.fault)
			if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello"); err != nil || !a.OK() {
				t.Fatal(a.Status, err)
			}
			if got := in.received[len(in.received)-1].From.Standing; got != c.want || fake.Calls("users.info") != c.asked {
				t.Errorf("%s, asked %d times", got, fake.Calls("users.info"))
			}
		})
	}
}

func TestAGuestIsTurnedAwayPolitelyOnceAndNotOverheard(t *testing.T) {
	fake, _, in := withInbox(t)
	people(fake)
	in.err = assistant.ErrGuest
	for range 2 {
		if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "UGUEST", "create a page"); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	w := fake.Whispers()
	if len(w) != 1 || w[0].User != "UGUEST" || !strings.Contains(w[0].Text, "You are a guest here") || !strings.Contains(w[0].Text, "Ask somebody of this workspace") {
		t.Errorf("told: %+v", w)
	}
}

func TestCommandsAndTheHomeAreForThePeopleOfTheWorkspace(t *testing.T) {
	fake, _, in := withInbox(t)
	people(fake)
	in.boss, in.admin = "UOTHER", "UGUEST"
	in.runs = []assistant.RunView{runView("r1", "Secret plan", "UGUEST", assistant.TaskOpen)}
	in.waits = []assistant.Pending{{Kind: assistant.PendingPlan, Title: "Secret page", RequestedBy: "person-UGUEST"}}
	for _, user := range []string{"UGUEST", "UOTHER"} {
		for _, c := range []string{"ask why?", "tasks", "stop", "status", "link", "link ACDE-FGHJ"} {
			if got := told(t, fake, user, c); !strings.Contains(got, "You are a guest here") || strings.Contains(got, "Secret") {
				t.Errorf("%s, %s: %s", user, c, got)
			}
		}
	}
	if len(in.received) != 0 || len(in.acts) != 0 || len(fake.Messages("C1")) != 0 {
		t.Errorf("something came of it: %+v %+v", in.received, in.acts)
	}
	if got := told(t, fake, "UGUEST", "help"); !strings.Contains(got, "How to talk with me") {
		t.Error(got)
	}
	fake.SetWhose("U5", fakeslack.Whose{})
	fake.Fault("users.info", fakeslack.Fault{Status: 500}, fakeslack.Fault{Status: 500})
	if got := told(t, fake, "U5", "tasks"); !strings.Contains(got, "I could not ask Slack") {
		t.Error(got)
	}
	sent(t, fake, map[string]any{"type": "app_home_opened", "user": "UGUEST", "channel": "D1", "tab": "home"})
	raw, err := json.Marshal(fake.Home("UGUEST"))
	if err != nil || strings.Contains(string(raw), "Secret") {
		t.Errorf("%s %v", raw, err)
	}
}
