package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// doneStory is an agent that proposes two notes and is done with them; it has something to say where it is asked again.
func doneStory(step ...string) *crowd {
	return &crowd{play: func(_ context.Context, n int, _ llm.Request) (llm.Reply, error) {
		if n == 1 {
			r := wants("pin", step...)
			for _, p := range r.Message.Parts {
				if p.Call.Name == loop.ToolDone {
					p.Call.Arguments = []byte(`{}`)
				}
			}
			return r, nil
		}
		return words("I was asked again."), nil
	}}
}

func bothDone() *crowd { return doneStory("pin_note", "one", "pin_note", "two", loop.ToolDone, "") }

// TestWhatAnAgentWasDoneWithIsToldFromTheReceipts: both are approved and done, so that no model is asked any more.
func TestWhatAnAgentWasDoneWithIsToldFromTheReceipts(t *testing.T) {
	c := bothDone()
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	h.decide(h.asksFor("two"), assistant.VerdictApproved, "")
	h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	for _, want := range []string{"2 steps done", "Pinned “one”", "Pinned “two”"} {
		h.says(want)
	}
	if n := len(c.asked()); n != 1 {
		t.Errorf("models were asked %d times", n)
	}
	awaits(h, func(b assistant.Said) bool { return b.Final })
	h.say("more", "Pin a note about the parking")
	h.says("I was asked again.")
}

// TestAnAgentIsAskedAgainWhereSomethingCameOtherwise: it goes on as it would have, and the call that said it was done has its result.
func TestAnAgentIsAskedAgainWhereSomethingCameOtherwise(t *testing.T) {
	plain := []string{"pin_note", "one", loop.ToolDone, ""}
	for name, one := range map[string]struct {
		step   []string
		decide func(h *house)
		told   string // of the call that says it is done
	}{
		"refused": {plain, func(h *house) { h.decide(h.asksFor("one"), assistant.VerdictRejected, "not that one") }, loop.ToldEnds},
		"one of two refused": {[]string{"pin_note", "one", "pin_note", "two", loop.ToolDone, ""}, func(h *house) {
			h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
			h.decide(h.asksFor("two"), assistant.VerdictRejected, "")
		}, loop.ToldEnds},
		"approved with a word": {plain, func(h *house) { h.decide(h.asksFor("one"), assistant.VerdictApproved, "and tell Anna") }, loop.ToldEnds},
		"beside a look":        {[]string{"read_board", "a", "pin_note", "one", loop.ToolDone, ""}, func(h *house) { h.decide(h.asksFor("one"), assistant.VerdictApproved, "") }, loop.ToldNothingEnds},
		"beside a call that is not made": {[]string{"no_such_tool", "a", "pin_note", "one", loop.ToolDone, ""}, func(h *house) {
			h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
		}, loop.ToldNothingEnds},
		"by itself": {[]string{loop.ToolDone, ""}, func(*house) {}, loop.ToldNothingEnds},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := doneStory(one.step...)
			h := newHouseOf(t, c)
			h.say("ask", "Pin a note about the opening hours")
			one.decide(h)
			h.says("I was asked again.")
			asked := c.asked()
			told := results(asked[1])[fmt.Sprintf("pin-%d", len(one.step)/2-1)]
			if len(asked) != 2 || told != one.told {
				t.Errorf("asked %d times; the call came to %q", len(asked), told)
			}
		})
	}
}

// TestOtherArgumentsAreToldToTheAgent: what was done is not what it proposed.
func TestOtherArgumentsAreToldToTheAgent(t *testing.T) {
	c := doneStory("pin_note", "one", loop.ToolDone, "")
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	a := h.asksFor("one")
	if why := h.act(assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, Arguments: []byte(`{"text":"three"}`)}); why != "" {
		t.Fatal(why)
	}
	h.says("I was asked again.")
	if told := results(c.asked()[1])["pin-0"]; !strings.Contains(told, "changed its arguments") {
		t.Errorf("it is told %q", told)
	}
}

// TestAnEndByReceiptsIsSaidOnce: the answer to each write is lost in its turn.
func TestAnEndByReceiptsIsSaidOnce(t *testing.T) {
	tell := func(c *crowd) *house {
		h := newHouseOf(t, c)
		h.say("ask", "Pin a note about the opening hours")
		h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
		h.decide(h.asksFor("two"), assistant.VerdictApproved, "")
		awaits(h, anyOf[assistant.RunFinished])
		h.says("2 steps done")
		return h
	}
	whole := bothDone()
	tell(whole)
	for n := range whole.writes {
		c := bothDone()
		c.losesAt = n + 2 // the first one is the greeting's
		h := tell(c)
		final := 0
		for _, m := range h.log() {
			if strings.Contains(m.Content, "2 steps done") {
				final++
			}
		}
		if len(c.asked()) != 1 || len(c.board()) != 2 || c.again != 0 || final != 1 {
			t.Errorf("write %d is lost: asked %d times, pinned %q, %d of them again, told %d times", n+1, len(c.asked()), c.board(), c.again, final)
		}
	}
}
