package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

const boast = "I have pinned both notes, and told everybody."

// boaster pins two notes, of which one is refused, and says that it has pinned both; times it says so before it says what is so.
func boaster(times int) *crowd {
	c, said := &crowd{}, 0
	c.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		last := r.Messages[len(r.Messages)-1]
		sentBack := last.Role == llm.RoleUser && strings.Contains(last.Parts[0].Text, "No receipt shows")
		switch {
		case len(results(r)) == 0 && !sentBack:
			return wants("pin", "pin_note", "one", "pin_note", "two"), nil
		case said < times:
			said++
			return words(boast), nil
		default:
			return words("Only the first note is pinned."), nil
		}
	}
	c.compares = func(f llm.ValidateFacts) (out llm.ValidateReply) {
		if !strings.Contains(f.Answer, "both notes") {
			return llm.ValidateReply{Claims: []llm.ClaimReply{{Says: f.Answer, Receipt: receiptOf(f, "one")}}}
		}
		return llm.ValidateReply{Claims: []llm.ClaimReply{
			{Says: "I have pinned one", Receipt: receiptOf(f, "one")}, {Says: "I have pinned two", Receipt: receiptOf(f, "two")}, {Says: "told everybody"},
		}}
	}
	return c
}

func receiptOf(f llm.ValidateFacts, what string) string {
	for _, r := range f.Receipts {
		if strings.Contains(r.What, what) {
			return r.Key
		}
	}
	return ""
}

func (h *house) pinsOneOfTwo() {
	h.t.Helper()
	h.say("ask", "Pin two notes")
	h.decide(h.asksFor("one"), assistant.VerdictApproved, "")
	h.decide(h.asksFor("two"), assistant.VerdictRejected, "")
}

// TestAnAnswerThatNoReceiptShowsIsSentBackOnce: what is right then is said as it is; what is not is said with what no receipt shows.
func TestAnAnswerThatNoReceiptShowsIsSentBackOnce(t *testing.T) {
	for times, c := range []struct {
		says, note string
		asked      int
	}{
		{"Only the first note is pinned.", "", 2},
		{"Only the first note is pinned.", "", 3},
		{boast, "No receipt shows that this was done: “I have pinned two” and “told everybody”.", 3},
	} {
		t.Run(fmt.Sprintf("%d times", times), func(t *testing.T) {
			played := boaster(times)
			h := newHouseOf(t, played)
			h.pinsOneOfTwo()
			said := awaits(h, func(b assistant.Said) bool { return b.Final })
			h.says(c.says)
			if !strings.HasPrefix(said.Note, c.note) || !strings.Contains(said.Note, "Done: ") || !strings.Contains(said.Note, "Not done: ") {
				t.Errorf("beneath it stands %q", said.Note)
			}
			if got := len(played.asked()); got != c.asked {
				t.Errorf("the agent was asked %d times", got)
			}
			answers, back := 0, 0
			for _, m := range h.log() {
				if b, ok := m.Body.(assistant.Said); ok && b.Final {
					answers++
				}
				if strings.Contains(m.Content, "because no receipt shows “I have pinned two”") {
					back++
				}
			}
			if answers != 1 || back != min(1, times) {
				t.Errorf("%d answers are shown, and %d were sent back", answers, back)
			}
		})
	}
}

// TestWhatIsSentBackSurvivesEveryLostWrite: nobody is asked twice.
func TestWhatIsSentBackSurvivesEveryLostWrite(t *testing.T) {
	tell := func(c *crowd) *house {
		h := newHouseOf(t, c)
		h.pinsOneOfTwo()
		h.says("Only the first note is pinned.")
		awaits(h, anyOf[assistant.RunFinished])
		return h
	}
	whole := boaster(1)
	tell(whole)
	for n := range whole.writes - 1 {
		t.Run(fmt.Sprintf("write %d is lost", n+2), func(t *testing.T) {
			c := boaster(1)
			c.losesAt = n + 2
			tell(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			if len(c.requests) != 3 || len(c.compared) != 2 || len(c.notes) != 1 {
				t.Errorf("the agent was asked %d times, answers were compared %d times, %d notes", len(c.requests), len(c.compared), len(c.notes))
			}
		})
	}
}
