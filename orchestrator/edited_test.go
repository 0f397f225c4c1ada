package orchestrator_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// edits lets Anna change, or take back, what she has said before.
func (h *house) edits(said, key string, change assistant.Change, text string) {
	h.t.Helper()
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: text, Key: key, ExternalID: said, Change: change, Conversation: h.conversation,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
}

// requests lets Anna ask for something that she can change later.
func (h *house) requests(said, text string) {
	h.edits(said, "request-"+said, assistant.ChangeSaid, text)
}

// settled waits until a question is withdrawn.
func (h *house) withdrawn(q assistant.Clarification) {
	h.t.Helper()
	awaits(h, func(b assistant.Answered) bool { return b.Withdrawn && b.Clarification == q.ID })
}

func asksWhichShop() *crowd {
	return &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		got := results(r)
		about := "hours"
		if raw, err := json.Marshal(r.Messages); err != nil || strings.Contains(string(raw), "about the prices") {
			about = "prices"
		}
		switch {
		case got["pin-0"] != "":
			return words("It is pinned."), nil
		case got["ask-0"] != "":
			return wants("pin", "pin_note", about+" of "+got["ask-0"]), nil
		default:
			return calls("ask", "ask_user", whichForm), nil
		}
	}}
}

func TestARequestThatIsEditedWhileItsQuestionIsOpenGoesOnWithTheNewWords(t *testing.T) {
	c := asksWhichShop()
	h := newHouseOf(t, c)
	h.requests("1.1", "Pin a note about the opening hours")
	old := h.question()
	for n, text := range []string{"Pin a note about the prices of last year", "Pin a note about the prices"} { // and changed once more
		h.edits("1.1", "edit-"+text, assistant.ChangeEdited, text)
		h.withdrawn(old)
		h.says("You changed your request while my question was open, so I start again with the new words.")
		q := awaits(h, func(b assistant.Asked) bool { return b.Clarification.ID != old.ID }).Clarification
		if q.ID == old.ID {
			t.Fatalf("edit %d: no new question", n)
		}
		old = q
	}
	h.fills(old, "bern")
	h.decide(h.asksFor("prices of"), assistant.VerdictApproved, "")
	h.says("It is pinned.")
	if diff := cmp.Diff([]string{"prices of The person chooses: Bern (bern)"}, c.board()); diff != "" {
		t.Error(diff)
	}
}

func TestARequestThatIsTakenBackWhileItsQuestionIsOpenIsDropped(t *testing.T) {
	for name, change := range map[string]func(h *house){
		"deleted":    func(h *house) { h.edits("1.1", "gone", assistant.ChangeDeleted, "") },
		"never mind": func(h *house) { h.edits("1.1", "no", assistant.ChangeEdited, "never mind") },
	} {
		t.Run(name, func(t *testing.T) {
			c := asksWhichShop()
			h := newHouseOf(t, c)
			h.requests("1.1", "Pin a note about the opening hours")
			q := h.question()
			change(h)
			h.withdrawn(q)
			h.says("All right, I have dropped it. Nothing was changed.")
		})
	}
}

func TestAnotherMessageThatIsEditedLeavesTheQuestionOpen(t *testing.T) {
	c := asksWhichShop()
	h := newHouseOf(t, c)
	h.requests("1.0", "thanks a lot")
	h.requests("1.1", "Pin a note about the opening hours")
	q := h.question()
	h.edits("1.0", "edit", assistant.ChangeEdited, "thanks a lot to all")
	h.says("Hans noted that a message was edited.")
	h.fills(q, "bern")
	h.asksFor("hours of")
}

func TestARequestThatIsEditedAfterSomethingWasDoneIsNotBegunTwiceAndToldSo(t *testing.T) {
	c := &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		switch got := results(r); {
		case got["ask-0"] != "":
			return words("It is pinned."), nil
		case got["pin-0"] != "":
			return calls("ask", "ask_user", whichForm), nil
		default:
			return wants("pin", "pin_note", "one"), nil
		}
	}}
	h := newHouseOf(t, c)
	h.requests("1.1", "Pin a note about the opening hours")
	h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
	q := h.question()
	h.edits("1.1", "edit", assistant.ChangeEdited, "Pin a note about the prices")
	h.says("You changed your request after something was done with it.")
	h.fills(q, "bern")
	h.says("It is pinned.")
	if diff := cmp.Diff([]string{"one"}, c.board()); diff != "" {
		t.Error(diff)
	}
}

func TestARequestThatIsEditedWhileItWaitsForADecisionIsToldSo(t *testing.T) {
	c := asksWhichShop()
	h := newHouseOf(t, c)
	h.requests("1.1", "Pin a note about the opening hours")
	h.fills(h.question(), "bern")
	a := h.asksFor("hours of")
	h.edits("1.1", "edit", assistant.ChangeEdited, "Pin a note about the prices")
	h.says("You changed a message after I had read it. “" + a.Title.String() + "” waits for a decision as it was")
}

func TestARequestInPlanningThatIsEditedWhileItsQuestionIsOpenIsBegunAnew(t *testing.T) {
	h := newHouse(t)
	h.requests("1.1", "thanks for the opening hours")
	var said assistant.MessageID
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Said); ok && b.ExternalID == "1.1" {
			said = m.ID
		}
	}
	q := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](h.ids), Plan: "", Stage: assistant.StageRequirements, Intro: "Which one?", Questions: []assistant.Question{{Key: "a", Text: "Which?"}}}
	brief := assistant.Brief{Plan: assistant.NewID[assistant.PlanID](h.ids), Status: assistant.PlanGathering, Request: "the opening hours", Message: said, RequestedBy: h.anna}
	q.Plan = brief.Plan
	h.post(assistant.Briefed{Brief: brief})
	h.post(assistant.Asked{Clarification: q})
	h.model.forget()
	h.answers("Gladly, a page.")
	h.edits("1.1", "edit", assistant.ChangeEdited, "please create a page called Prices")
	h.withdrawn(q)
	h.says("so I start again with the new words")
	h.says("Gladly, a page.")
	awaits(h, func(b assistant.Briefed) bool {
		return b.Brief.Plan == brief.Plan && b.Brief.Status == assistant.PlanWithdrawn
	})
	asked := false
	for _, r := range h.model.forget() {
		raw, err := json.Marshal(r)
		h.ok(err)
		asked = asked || strings.Contains(string(raw), "page called Prices")
	}
	if !asked {
		t.Error("no model was asked about the new words")
	}
}
