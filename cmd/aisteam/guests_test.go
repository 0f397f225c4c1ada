package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// TestAGuestTalksAndGetsNothingDone: where an admin lets guests talk, one is answered, is told nothing that is kept, starts
// no plan, and approves nobody's.
func TestAGuestTalksAndGetsNothingDone(t *testing.T) {
	clock := &steppedClock{}
	w := newSlackWorldAt(t, clock.now)
	o := serveInside(t, w.child, clock.now)
	calm := func() {}
	w.slack.SetWhose("UGUS", fakeslack.Whose{Team: "T9"})
	if _, err := store.New(o.db).CreateTicket(t.Context(), o.tenant, "k", tickets.Ticket{Title: "Secret outage"}); err != nil {
		t.Fatal(err)
	}
	if _, a, err := w.slack.MentionOnce(t.Context(), channel, "", "UGUS", "What can you do?"); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	whispered := func(words string) func() bool {
		return func() bool {
			said := w.slack.Whispers()
			return len(said) > 0 && said[len(said)-1].User == "UGUS" && strings.Contains(said[len(said)-1].Text, words)
		}
	}
	eventually(t, patience, "a guest who may not talk is told so", whispered("You are a guest here"))
	if all, err := o.db.Conversations(t.Context(), o.tenant, 10); err != nil || len(all) != 0 {
		t.Fatalf("%d conversations %v", len(all), err)
	}
	set := assistant.DefaultSettings()
	set.GuestsTalk = true
	if err := o.db.SaveSettings(t.Context(), o.tenant, o.owner(), set); err != nil {
		t.Fatal(err)
	}

	w.say("Please create a new webpage called Services", calm)
	w.shows("the questions", calm, says("Before I plan it"))
	w.say("you choose", calm)
	w.shows("the ways", calm, says("There is more than one good way"))
	w.say("the first one", calm)
	plan := w.shows("the plan", calm, func(m fakeslack.Message) bool { return m.HasAction("plan_approve") })
	guest := func(text string) {
		t.Helper()
		if _, a, err := w.slack.Say(t.Context(), channel, w.root, "UGUS", text); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	guest("Please create a webpage called Pwned")
	w.shows("that a guest starts nothing", calm, says("I cannot plan or change anything for you"))
	guest("yes, go ahead")
	guest("Please write me a CSV of the tickets")
	guest("stop")
	act, err := plan.Action("plan_approve")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := w.slack.Press(t.Context(), plan, "UGUS", act); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	eventually(t, patience, "a guest who clicks is told why nothing came of it", whispered("this is not yours to decide"))
	w.say("What can you do?", calm)
	w.shows("the last answer", calm, says("These are things that I understand"))
	conversation, err := o.db.ConversationAt(t.Context(), o.tenant, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.root})
	if err != nil {
		t.Fatal(err)
	}
	log, err := o.db.MessagesAfter(t.Context(), o.tenant, conversation, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	proposed := 0
	for _, m := range log {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest is no matter of guests here
		case assistant.PlanProposed:
			proposed++
		case assistant.PlanDecided, assistant.RunStarted:
			t.Errorf("a guest brought about %s", m.Body.Type())
		case assistant.Said:
			if len(b.Files) > 0 || strings.Contains(m.Content, "Secret outage") {
				t.Errorf("a guest is told of tickets: %s", m.Content)
			}
		}
	}
	waits, err := o.db.Pending(t.Context(), o.tenant)
	if err != nil || proposed != 1 || len(waits) != 1 || waits[0].Kind != assistant.PendingPlan {
		t.Errorf("%d plans were proposed, and %+v waits: %v", proposed, waits, err)
	}
}

// owner is whom the token signs in.
func (o *office) owner() assistant.PersonID {
	o.t.Helper()
	_, owner, err := o.db.Bootstrap(o.t.Context(), assistant.Seed{})
	if err != nil {
		o.t.Fatal(err)
	}
	return owner.ID
}
