package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// says lets Anna say something in her conversation.
func (h *house) say(key, text string) {
	h.t.Helper()
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: text, Key: key,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
}

// asksFor waits until the approval of a task is asked for, by its title.
func (h *house) asksFor(title string) assistant.Approval {
	h.t.Helper()
	return awaits(h, func(b assistant.ApprovalRequested) bool { return strings.Contains(b.Approval.Title.String(), title) }).Approval
}

func (h *house) decide(a assistant.Approval, v assistant.Verdict, note string) {
	h.t.Helper()
	if why := h.act(assistant.ApprovalDecided{Approval: a.ID, Verdict: v, Hash: a.Hash, Note: note}); why != "" {
		h.t.Fatal(why)
	}
}

// boardStory is an agent that reads the board twice at once, proposes two notes, and says what came of them.
func boardStory() *crowd {
	return &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case len(got) == 0:
			return wants("look", "read_board", "a", "read_board", "b"), nil
		case got["look-0"] != "":
			return wants("pin", "pin_note", "one", "pin_note", "two"), nil
		default:
			return words("That is how it went."), nil
		}
	}}
}

// tell plays the story to its end: the second is refused before the first is approved.
func (h *house) tell() {
	h.t.Helper()
	h.say("ask", "Pin a note about the opening hours")
	one, two := h.asksFor("one"), h.asksFor("two")
	h.decide(two, assistant.VerdictRejected, "not that one")
	h.decide(one, assistant.VerdictApproved, "")
	h.says("That is how it went.")
	awaits(h, anyOf[assistant.RunFinished])
}

// TestAnAgentHearsWhatCameOfEachCall: of two calls of one step one is refused; each result is that of its call, by its id.
func TestAnAgentHearsWhatCameOfEachCall(t *testing.T) {
	c := boardStory()
	h := newHouseOf(t, c)
	h.tell()
	asked := c.asked()
	if len(asked) != 3 || c.looked != 2 {
		t.Fatalf("asked %d times, looked %d times", len(asked), c.looked)
	}
	last := results(asked[2])
	for id, want := range map[string]string{
		"pin-0": "Pinned “one”", "pin-1": "A person refused it, so it was not done. What they say: not that one",
	} {
		if !strings.Contains(last[id], want) {
			t.Errorf("%s came to %q", id, last[id])
		}
	}
	if diff := cmp.Diff([]string{"one"}, c.board()); diff != "" {
		t.Error(diff)
	}
	calls := asked[2].Messages[len(asked[2].Messages)-2]
	if len(calls.Parts) != 2 || calls.Parts[1].State == nil || string(calls.Parts[1].State.Data) != `{"signature":"pin"}` {
		t.Errorf("the provider does not get back what it gave: %+v", calls)
	}
	awaits(h, func(b assistant.Said) bool {
		return strings.Contains(b.Note, "Done: Pinned “one”.") && strings.Contains(b.Note, "Not done: Pin a note: “two”.")
	})
}

// TestNothingIsPaidOrMadeTwice: the answer to each write of the story's turns is lost in its turn. Whoever takes the mail again
// asks no model and makes no call a second time.
func TestNothingIsPaidOrMadeTwice(t *testing.T) {
	whole := boardStory()
	newHouseOf(t, whole).tell()
	writes := whole.writes
	if writes < 6 {
		t.Fatalf("the story has %d writes", writes)
	}
	for n := range writes {
		t.Run(fmt.Sprintf("write %d is lost", n+1), func(t *testing.T) {
			t.Parallel()
			c := boardStory()
			c.losesAt = n + 2 // the first one is the greeting's
			h := newHouseOf(t, c)
			h.tell()
			c.mu.Lock()
			defer c.mu.Unlock()
			if len(c.requests) != 3 || c.looked != 2 || len(c.notes) != 1 || c.again != 0 {
				t.Errorf("asked %d times, looked %d times, pinned %q, %d of them again", len(c.requests), c.looked, c.notes, c.again)
			}
		})
	}
}

// TestAStopEndsWhatIsBeingSaid: within a quarter of a second, the model's call is given up, and nothing is proposed.
func TestAStopEndsWhatIsBeingSaid(t *testing.T) {
	begun, given := make(chan struct{}), make(chan error, 1)
	c := &crowd{play: func(ctx context.Context, _ int, _ llm.Request) (llm.Reply, error) {
		close(begun)
		<-ctx.Done()
		given <- context.Cause(ctx)
		return wants("pin", "pin_note", "one"), nil
	}}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	<-begun
	start := time.Now()
	h.say("stop", "stop")
	<-given
	took := time.Since(start)
	h.says("I have stopped, as you asked.")
	if limit := 250 * time.Millisecond; took > limit {
		t.Errorf("it took %v", took)
	}
	for _, m := range h.log() {
		if _, ok := m.Body.(assistant.RunStarted); ok {
			t.Error("something was proposed after the stop")
		}
	}
}

// TestWordsReachAnAgentAtWork: what is said while a step is on its way reaches the model with its next call, once, and has no turn
// of its own.
func TestWordsReachAnAgentAtWork(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	c := &crowd{play: func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
		if step == 1 {
			close(begun)
			<-goOn
			return wants("look", "read_board", "a"), nil
		}
		return words("I took the second one."), nil
	}}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	<-begun
	h.say("more", "I mean those of the shop in Bern")
	close(goOn)
	h.says("I took the second one.")
	h.says("has read what you said meanwhile: “I mean those of the shop in Bern”")
	var heard, more assistant.MessageID
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Thought); ok && b.Heard != "" {
			heard = b.Heard
		}
		if m.Content == "I mean those of the shop in Bern" {
			more = m.ID
		}
	}
	if heard != more {
		t.Errorf("the line says that %q was taken up, not %q", heard, more)
	}
	h.say("after", "thanks")
	h.says("thanks")
	asked := c.asked()
	newest := asked[1].Messages[len(asked[1].Messages)-1]
	if newest.Role != llm.RoleUser || !strings.Contains(newest.Parts[0].Text, "I mean those of the shop in Bern") {
		t.Errorf("the model was given %+v", newest)
	}
	for _, r := range asked[2:] {
		if text := r.Messages[len(r.Messages)-1]; strings.Contains(fmt.Sprint(text), "Bern") {
			t.Error("they had a turn of their own, too")
		}
	}
}

// TestAModelThatWantsTooMuchIsBounded: of fifty changes nobody is asked about any, as they take a plan; what nobody knows or does not fit is told so,
// and the last step has no tools.
func TestAModelThatWantsTooMuchIsBounded(t *testing.T) {
	c := &crowd{}
	c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		switch {
		case len(r.Callable()) == 0:
			return words("Enough."), nil
		case step == 1:
			var pairs []string
			for i := range 50 {
				pairs = append(pairs, "pin_note", fmt.Sprint("note ", i))
			}
			return wants("pin", pairs...), nil
		default:
			return wants(fmt.Sprint("more", step), "burn_board", "x", "create_page", "y"), nil
		}
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	h.says("Enough.")
	if told := results(c.asked()[1]); !strings.Contains(told["pin-0"], "Call propose_plan") || len(told) != 50 {
		t.Errorf("it is told %+v", told)
	}
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.ApprovalRequested); ok {
			t.Errorf("%q is asked about", b.Approval.Title)
		}
	}
	if asked := len(c.asked()); asked > loop.MaxSteps {
		t.Errorf("asked %d times", asked)
	}
}
