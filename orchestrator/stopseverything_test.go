package orchestrator_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// pinner proposes a note of its own in every session, by which session it is.
func pinner() *crowd {
	return &crowd{takes: llm.KindTool, play: func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
		return wants("pin", "pin_note", fmt.Sprint("note ", step)), nil
	}}
}

// cancelled waits until a run has ended as stopped.
func (h *house) cancelled(id assistant.RunID) {
	h.t.Helper()
	awaits(h, func(b assistant.RunFinished) bool { return b.Run == id && b.Status == assistant.RunCancelled })
}

// TestAStopEndsEveryRunOfTheConversation: not only the newest one. What an agent proposed before is at work as well once it is approved.
func TestAStopEndsEveryRunOfTheConversation(t *testing.T) {
	h := newHouseOf(t, pinner())
	h.say("ask", "Pin a note about the opening hours")
	one := h.asksFor("note 1")
	h.say("again", "Pin a note about the opening hours")
	two := h.asksFor("note 2")
	h.say("stop", "stop")
	h.cancelled(two.Run)
	h.cancelled(one.Run)
	offers := 0
	for _, m := range h.log() {
		if said, ok := m.Body.(assistant.Said); ok && slices.Equal(said.Next, []string{"Continue"}) {
			offers++
		}
	}
	if offers != 1 {
		t.Errorf("%d answers offer to go on: only the newest work can", offers)
	}
	h.say("on", "continue")
	if three := h.asksFor("note 3"); three.Run == one.Run || three.Run == two.Run {
		t.Error("what was stopped runs on")
	}
}

// TestAStopOfAnAnswerEndsWhatIsAtWorkBesideIt: an agent that is stopped at its step takes the stop with it only where it is all that the
// stop could mean; the newest run of the conversation need not be the one that goes on.
func TestAStopOfAnAnswerEndsWhatIsAtWorkBesideIt(t *testing.T) {
	p := pinner()
	begun := make(chan struct{})
	p.play = func(ctx context.Context, step int, _ llm.Request) (llm.Reply, error) {
		if step < 3 {
			return wants("pin", "pin_note", fmt.Sprint("note ", step)), nil
		}
		close(begun)
		<-ctx.Done()
		return llm.Reply{}, context.Cause(ctx)
	}
	h := newHouseOf(t, p)
	h.say("ask", "Pin a note about the opening hours")
	one := h.asksFor("note 1")
	h.say("again", "Pin a note about the opening hours")
	two := h.asksFor("note 2")
	h.decide(two, assistant.VerdictRejected, "")
	<-begun // the agent goes on with the no, and thinks about it
	h.say("stop", "stop")
	h.says("Hans has stopped, as you asked.")
	h.cancelled(one.Run)
}

// TestAStopEndsTheRunAndThePlan that is shown beside it, by whoever may drop it.
func TestAStopEndsTheRunAndThePlan(t *testing.T) {
	h := newHouseOf(t, pinner())
	h.say("ask", "Pin a note about the opening hours")
	one := h.asksFor("note 1")
	h.propose()
	h.say("stop", "stop")
	h.cancelled(one.Run)
	awaits(h, func(b assistant.PlanDecided) bool { return b.Verdict == assistant.VerdictRejected })
}

// TestAStopWhileAnAgentGoesOnHidesNothing: what was done before stands, is said, and the run has ended. The agent can go on later.
func TestAStopWhileAnAgentGoesOnHidesNothing(t *testing.T) {
	begun := make(chan struct{})
	c := &crowd{play: func(ctx context.Context, step int, _ llm.Request) (llm.Reply, error) {
		switch step {
		case 1:
			return wants("pin", "pin_note", "one"), nil
		case 2:
			close(begun)
			<-ctx.Done()
			return llm.Reply{}, context.Cause(ctx)
		default:
			return words("That is how it went."), nil
		}
	}}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	one := h.asksFor("one")
	h.decide(one, assistant.VerdictApproved, "")
	<-begun
	h.say("stop", "stop")
	awaits(h, func(b assistant.RunFinished) bool { return b.Run == one.Run && b.Status == assistant.RunCompleted })
	h.says("Pinned “one”")
	for _, m := range h.log() {
		if strings.Contains(m.Content, "Nothing was changed") {
			t.Errorf("it says %q", m.Content)
		}
	}
	h.say("on", "continue")
	h.says("That is how it went.")
}

// TestAStopWhileARunIsSummarisedHidesNothing: the run has done all there was to do.
func TestAStopWhileARunIsSummarisedHidesNothing(t *testing.T) {
	begun := make(chan struct{})
	c := &crowd{plans: func(ctx context.Context, r llm.Request) {
		if r.Purpose == llm.PurposeSummary {
			close(begun)
			<-ctx.Done()
		}
	}}
	h := newHouseOf(t, c)
	p := h.propose()
	if why := h.act(assistant.PlanDecided{Plan: p.ID, Version: p.Version, Hash: p.Hash, Verdict: assistant.VerdictApproved, Unseen: true}); why != "" {
		t.Fatal(why)
	}
	<-begun
	h.say("stop", "stop")
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	h.says("Hans has stopped, as you asked.\n\n")
	h.says("Created the page")
	h.say("after", "thanks")
	h.says("You are welcome.")
}

// TestAStopGivesUpWhatATaskIsWriting: a task of a run that changes nothing, such as a draft that a model is writing, is not waited for.
func TestAStopGivesUpWhatATaskIsWriting(t *testing.T) {
	c := pinner()
	begun, given := make(chan struct{}), make(chan error, 1)
	c.looks = func(ctx context.Context) error {
		close(begun) // a second beginning is a fault
		<-ctx.Done()
		given <- context.Cause(ctx)
		return ctx.Err()
	}
	h := newHouseOf(t, c)
	ended := make(chan assistant.ExecuteResult, 1)
	go func() {
		got, err := h.tasks.Execute(t.Context(), assistant.ExecuteRequest{
			Tenant: h.tenant, Person: h.anna, Project: h.project, Conversation: h.conversation, Agent: assistant.WebEngineer, Type: "read_board", Summary: "Read it",
			Parameters: []byte(`{"text":"all"}`), Key: "reads",
		})
		h.ok(err)
		ended <- got
	}()
	<-begun
	h.say("stop", "stop")
	if err := <-given; !errors.Is(err, assistant.ErrHalted) {
		t.Errorf("what was being written ended by %v", err)
	}
	if got := <-ended; got.Status != assistant.TaskCancelled {
		t.Errorf("the task is %+v", got)
	}
}
