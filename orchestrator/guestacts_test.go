package orchestrator_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// guestHouse is a house in which guests may talk, whose model answers whoever asks.
func guestHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.guestsTalk()
	h.model.mu.Lock()
	h.model.takes, h.model.says = "answer", "That is not mine to do."
	h.model.mu.Unlock()
	return h
}

// TestAGuestCommandsNothing: words that are a member's to say are answered like any others, and change nothing.
func TestAGuestCommandsNothing(t *testing.T) {
	for _, words := range []string{
		"my language is German", "send me only failures", "my time zone is Toronto", "don't disturb me until 17:30", "what is always allowed?", "stop always allowing everything",
		"what is waiting?", "what did the team do today?", "run the audit of the site task now",
	} {
		t.Run(words, func(t *testing.T) {
			h := guestHouse(t)
			audit := h.daily("Audit of the site", h.conversation)
			h.guestSays("guest", words)
			h.answered(words)
			gus, err := h.db.People.PersonFor(t.Context(), h.tenant, guest("UGUS"))
			h.ok(err)
			kept, err := h.db.People.Hearing(t.Context(), h.tenant, gus.ID)
			h.ok(err)
			if kept.Language != "" || kept.Zone != "" || len(kept.Where) != 0 || !kept.MutedUntil.IsZero() {
				t.Errorf("it is kept of them: %+v", kept)
			}
			if got := h.began(audit, 0); got != 0 {
				t.Errorf("the task has begun %d times", got)
			}
			for _, m := range h.log() {
				for _, command := range []string{"Understood", "Taken back", "begins now", "Nothing is approved for good", "waits", "What was done for you"} {
					if strings.Contains(m.Content, command) {
						t.Errorf("it is answered as a command: %s", m.Content)
					}
				}
			}
		})
	}
}

// TestAGuestsYesIsWordsLikeAnyOthers: it decides nothing, is not told who may decide, and what stands there stays.
func TestAGuestsYesIsWordsLikeAnyOthers(t *testing.T) {
	for _, words := range []string{"yes", "no", "stop"} {
		t.Run(words, func(t *testing.T) {
			h := guestHouse(t)
			p := h.propose()
			h.guestSays("guest", words)
			h.answered(words)
			_, status, _, err := h.db.Decisions.Plan(t.Context(), h.tenant, p.ID, 1)
			h.ok(err)
			if status != assistant.PlanOpen || h.verdicts() != "" {
				t.Errorf("the plan is %s: %s", status, h.verdicts())
			}
			for _, m := range h.log() {
				if strings.Contains(m.Content, "may decide it") || strings.Contains(m.Content, "I have dropped") {
					t.Errorf("it is taken for a decision: %s", m.Content)
				}
			}
		})
	}
}

// TestAGuestIsPlannedNothing: whoever answers them has no tools to begin anything with, and is told whom they can ask.
func TestAGuestIsPlannedNothing(t *testing.T) {
	for words, says := range map[string]string{
		"please create a page called Mine": "That is not mine to do.", "could you get it done for us all then": "That is not mine to do.",
		"undo": "I can talk with you about this, and since you are a guest here",
	} {
		t.Run(words, func(t *testing.T) {
			h := guestHouse(t)
			h.model.forget()
			h.guestSays("guest", words)
			h.says(says)
			for _, m := range h.log() {
				switch m.Body.(type) { //nolint:gochecksumtype // the rest begins nothing
				case assistant.Briefed, assistant.Asked, assistant.PlanProposed, assistant.RunStarted:
					t.Errorf("something was begun: %s: %s", m.Body.Type(), m.Content)
				}
			}
			for _, r := range h.model.forget() {
				raw, err := json.Marshal(r.Messages)
				h.ok(err)
				if !strings.Contains(string(raw), words) {
					continue // it is of what a member had said before
				}
				if len(r.Tools) > 0 || !strings.Contains(r.Instructions.Stable, "somebody of this workspace can ask you for it") {
					t.Errorf("it is answered with %d tools, by\n%s", len(r.Tools), r.Instructions.Stable)
				}
			}
		})
	}
}

// TestWhoPressesAsAGuestIsNoMemberForIt: once they are one of the team, they have as little to do with the conversation as before.
func TestWhoPressesAsAGuestIsNoMemberForIt(t *testing.T) {
	d := newDoor(t)
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, CreatedBy: assistant.Chief, RequestedBy: d.anna, Status: assistant.RunRunning}
	d.post(assistant.RunStarted{Run: run})
	for who, member := range map[string]bool{"UGUS": false, "UBEN": true} {
		from := account(who)
		if !member {
			from = guest(who)
		}
		out, err := d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: from, Body: assistant.StopRequested{Run: run.ID}})
		d.ok(err)
		if out.Done != member {
			t.Errorf("%s: %+v", who, out)
		}
		later := account(who)
		later.Standing = assistant.StandingMember
		p, err := d.db.People.PersonFor(t.Context(), d.tenant, later)
		d.ok(err)
		if p.Role != assistant.RoleMember {
			t.Fatalf("%s is a %s by now", who, p.Role)
		}
		may, err := d.db.Conversations.MayAct(t.Context(), d.tenant, p.ID, []assistant.ConversationID{d.conversation})
		d.ok(err)
		if may[d.conversation] != member {
			t.Errorf("%s may act there: %t", who, may[d.conversation])
		}
	}
}

// TestNobodyTakesBackInWordsWhatOthersAskedFor, nor has it tried again: whoever asked may.
func TestNobodyTakesBackInWordsWhatOthersAskedFor(t *testing.T) {
	h := newHouse(t)
	d := approved(h.propose())
	d.Unseen = true
	if note := h.act(d); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.RunFinished])
	live := h.live()
	h.makes("UBEN", assistant.RoleMember)
	h.saysAs("UBEN", "his", "undo")
	h.says("Only the person who asked for this, an approver or an admin may decide it.")
	if h.live() != live || live == "" {
		t.Fatalf("somebody else has taken it back: %q", h.live())
	}
	h.say("hers", "undo")
	awaits(h, anyOf[assistant.Undone])
	if h.live() != "" {
		t.Error("whoever asked cannot take it back")
	}
}

// TestOnlyWhoAskedIsToldWhatTheirChangedWordsCameTo: of somebody else's plan nothing is said to whoever changes a message.
func TestOnlyWhoAskedIsToldWhatTheirChangedWordsCameTo(t *testing.T) {
	h := newHouse(t)
	in := assistant.Inbound{
		Tenant: h.tenant, From: account("UBEN"), Text: "thanks a lot", Key: "said", ExternalID: "1.1", Conversation: h.conversation,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	}
	_, err := h.Receive(t.Context(), in)
	h.ok(err)
	h.propose()
	in.Key, in.Change, in.Text = "changed", assistant.ChangeEdited, "thanks a lot to all"
	_, err = h.Receive(t.Context(), in)
	h.ok(err)
	h.says("Hans noted that a message was edited.")
	for _, m := range h.log() {
		if strings.Contains(m.Content, "You changed a message") {
			t.Errorf("it is told: %s", m.Content)
		}
	}
}

// TestNobodyDecidesOnAnothersPlan: a member who neither asked for it nor stands for whoever did starts nothing, and drops nothing.
func TestNobodyDecidesOnAnothersPlan(t *testing.T) {
	d := newDoor(t)
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](d.ids), Version: 1, Title: "p", RequestedBy: d.anna}
	d.post(assistant.PlanProposed{Plan: plan})
	for _, v := range []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected, assistant.VerdictChanges} {
		if d.does(account("UBEN"), assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: v, Note: "other"}) {
			t.Errorf("%s is taken", v)
		}
	}
	if !d.does(account("UANNA"), assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictRejected}) {
		t.Error("whoever asked may not decide")
	}
}
