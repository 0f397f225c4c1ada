package orchestrator_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// persistent is an agent that proposes two notes, and those that were stopped once more when it is told to go on.
func persistent() *crowd {
	return &crowd{play: func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		newest := r.Messages[len(r.Messages)-1]
		switch {
		case step == 1:
			return wants("pin", "pin_note", "one", "pin_note", "two"), nil
		case strings.Contains(fmt.Sprint(newest), "wants you to go on now"):
			return wants("again", "pin_note", "two"), nil
		default:
			return words("That is how it went."), nil
		}
	}}
}

// TestStoppedWorkGoesOn: what was done stays done, what was not is proposed anew, and no decision of before counts for it.
func TestStoppedWorkGoesOn(t *testing.T) {
	c := persistent()
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	one, two := h.asksFor("one"), h.asksFor("two")
	h.decide(one, assistant.VerdictApproved, "")
	h.says("Pinned “one”")
	h.say("stop", "stop")
	h.says("Say “continue” if it shall go on.")
	if note := h.act(assistant.ApprovalDecided{Approval: two.ID, Verdict: assistant.VerdictApproved, Hash: two.Hash}); note == "" {
		t.Fatal("what was stopped was approved")
	}
	h.say("on", "please continue")
	anew := awaits(h, func(b assistant.ApprovalRequested) bool {
		return b.Approval.ID != two.ID && strings.Contains(b.Approval.Title.String(), "two")
	}).Approval
	if anew.Run == two.Run {
		t.Error("the stopped run was opened again")
	}
	if diff := cmp.Diff([]string{"one"}, pinned(c)); diff != "" {
		t.Errorf("before anybody decided: %s", diff)
	}
	h.decide(anew, assistant.VerdictApproved, "")
	h.says("That is how it went.")
	if diff := cmp.Diff([]string{"one", "two"}, pinned(c)); diff != "" {
		t.Error(diff)
	}
	asked := c.asked()
	told := results(llm.Request{Messages: asked[1].Messages[:len(asked[1].Messages)-1]})
	if !strings.Contains(told["pin-0"], "Pinned “one”") || !strings.Contains(told["pin-1"], "It was stopped before it began") {
		t.Errorf("the model is told %q", told)
	}
}

// offersToGoOn waits for the answer that says something was stopped, and offers that it goes on.
func (h *house) offersToGoOn() assistant.MessageID {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		for _, m := range h.log() {
			if said, ok := m.Body.(assistant.Said); ok && m.Author == assistant.AuthorAssistant && slices.Equal(said.Next, []string{"Continue"}) {
				return m.ID
			}
		}
		if time.Now().After(deadline) {
			h.t.Fatal("nothing offers to go on")
		}
	}
}

// TestStoppedWorkGoesOnByItsButton takes the road that the word takes, on every surface that draws what an answer offers.
func TestStoppedWorkGoesOnByItsButton(t *testing.T) {
	c := persistent()
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	h.asksFor("one")
	two := h.asksFor("two")
	h.say("stop", "stop")
	answer := h.offersToGoOn()
	if note := h.act(assistant.Said{Pressed: &assistant.Pressed{Message: answer}}); note != "" {
		t.Fatal(note)
	}
	anew := awaits(h, func(b assistant.ApprovalRequested) bool {
		return b.Approval.ID != two.ID && strings.Contains(b.Approval.Title.String(), "two")
	}).Approval
	h.decide(anew, assistant.VerdictApproved, "")
	h.says("That is how it went.")
	if diff := cmp.Diff([]string{"two"}, pinned(c)); diff != "" {
		t.Error(diff)
	}
}

// TestAnAnswerThatWasStoppedGoesOn: a model's call that was given up is made again when somebody says so, and not else.
func TestAnAnswerThatWasStoppedGoesOn(t *testing.T) {
	begun := make(chan struct{})
	c := &crowd{}
	c.play = func(ctx context.Context, step int, _ llm.Request) (llm.Reply, error) {
		if step == 1 {
			close(begun)
			<-ctx.Done()
			return llm.Reply{}, context.Cause(ctx)
		}
		return words("Here it is."), nil
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	<-begun
	h.say("stop", "stop")
	h.says("Say “continue” if it shall go on.")
	h.say("on", "continue")
	h.says("Here it is.")
	h.say("more", "continue")
	h.say("after", "thanks")
	h.says("You are welcome.")
	for _, r := range c.asked()[2:] {
		if strings.Contains(fmt.Sprint(r.Messages), "wants you to go on now") {
			t.Error("work that had come to its end went on")
		}
	}
}
