package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// pressable returns all buttons of a message in the form in which a click sends them, except ratings, which anybody may press.
func pressable(t *testing.T, m fakeslack.Message) (out []map[string]any) {
	t.Helper()
	var blocks []struct {
		ID       string           `json:"block_id"`
		Elements []map[string]any `json:"elements"`
	}
	if err := json.Unmarshal(m.Blocks, &blocks); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		for _, e := range b.Elements {
			action, acts := e["action_id"].(string)
			if !acts || action == "answer_rate" {
				continue
			}
			act := map[string]any{"type": e["type"], "action_id": action, "block_id": b.ID, "value": e["value"]}
			if options, _ := e["options"].([]any); len(options) > 0 {
				delete(act, "value")
				act["selected_option"] = options[0]
			}
			out = append(out, act)
		}
	}
	return out
}

// TestWhoeverIsOfAnotherOrganisationDecidesStartsAndReadsNothingOnSlack: somebody of another workspace is in the channel, as Slack Connect
// has it (team_id of docs.slack.dev's user object, of another team than the app's). Each button of each card of a whole conversation, a
// command and words of theirs change nothing, open nothing, and are answered by one line for them alone.
func TestWhoeverIsOfAnotherOrganisationDecidesStartsAndReadsNothingOnSlack(t *testing.T) {
	const stranger = "UCON"
	clock := &steppedClock{}
	w := newSlackWorldAt(t, clock.now)
	o := serveInside(t, w.child, clock.now)
	calm := func() {}
	w.slack.AddUser(stranger, "Connie")
	w.slack.SetWhose(stranger, fakeslack.Whose{Team: "T9"})
	log := func() []assistant.Message {
		t.Helper()
		c, err := o.db.ConversationAt(t.Context(), o.tenant, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.root})
		if err != nil {
			t.Fatal(err)
		}
		all, err := o.db.MessagesAfter(t.Context(), o.tenant, c, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	tried := map[string]bool{}
	presses := func() {
		t.Helper()
		settled(t, w.child, calm) // what is at work says more
		before, views := len(log()), len(w.slack.Views())
		for _, m := range w.slack.Posted(channel, w.root) {
			for _, act := range pressable(t, m) {
				action, _, _ := strings.Cut(act["action_id"].(string), ":")
				heard := len(w.slack.Whispers())
				if a, err := w.slack.Press(t.Context(), m, stranger, act); err != nil || !a.OK() {
					t.Fatal(action, a.Status, err)
				}
				eventually(t, patience, "one line for them alone after "+action, func() bool { return len(w.slack.Whispers()) > heard })
				all := w.slack.Whispers()
				if said := all[len(all)-1]; len(all) != heard+1 || said.User != stranger || !strings.Contains(said.Text, "You are a guest here, or of another workspace") {
					t.Errorf("%s: they are told %+v", action, all[heard:])
				}
				tried[action] = true
			}
		}
		if after := log(); len(after) != before || len(w.slack.Views()) != views {
			t.Errorf("a stranger's presses say %d messages and open %d forms", len(after)-before, len(w.slack.Views())-views)
		}
	}

	w.say("Please create a new webpage called Services.", calm)
	w.shows("the questions", calm, says("Which language"))
	presses()
	w.say("English, for homeowners, found by water filters", calm)
	fork := w.shows("the forks", calm, says("One simple page"))
	presses()
	w.press(fork, "clarify_opt:0", calm)
	plan := w.shows("the plan", calm, has("plan_approve"))
	presses()
	heard := len(w.slack.Whispers())
	for _, words := range []string{"yes, go ahead", "<@UBOT> stop", "<@UBOT> please create a ticket: Pwned", "what is waiting?"} {
		if _, a, err := w.slack.Say(t.Context(), channel, w.root, stranger, words); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	if _, a, err := w.slack.MentionOnce(t.Context(), channel, "", stranger, "What is waiting?"); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	eventually(t, patience, "a stranger's words are answered alone", func() bool { return len(w.slack.Whispers()) > heard })
	for _, command := range []string{"ask create a page", "tasks", "stop", "status", "link"} {
		if a, err := w.slack.Command(t.Context(), channel, stranger, command); err != nil || !a.OK() || !strings.Contains(string(a.Body), "You are a guest here, or of another workspace") {
			t.Errorf("/aisteam %s: %d %v %s", command, a.Status, err, a.Body)
		}
	}
	for _, said := range w.slack.Whispers() {
		if said.User != stranger || !strings.Contains(said.Text, "You are a guest here") {
			t.Errorf("told %s: %s", said.User, said.Text)
		}
	}
	w.press(plan, "plan_approve", calm)
	w.shows("the finished text", calm, has("approval_approve"))
	presses()
	for _, action := range []string{"clarify_opt", "plan_approve", "plan_reject", "plan_edit", "approval_approve", "approval_reject", "run_stop"} {
		if !tried[action] {
			t.Errorf("nobody has tried %s", action)
		}
	}
	for _, m := range log() {
		if p, err := o.db.PersonFor(t.Context(), o.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: stranger}); err == nil && m.Person == p.ID {
			t.Errorf("of theirs the log has %s", m.Body.Type())
		}
	}
	if all, err := o.db.Conversations(t.Context(), o.tenant, 10); err != nil || len(all) != 1 {
		t.Errorf("%d conversations %v", len(all), err)
	}
}
