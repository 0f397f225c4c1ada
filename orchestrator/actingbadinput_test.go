package orchestrator_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// TestABadModelComesToAnEnd: whatever a model does wrong, it is asked a bounded number of times, nothing happens without a decision,
// and the person reads what was done, what was not, and the way on.
func TestABadModelComesToAnEnd(t *testing.T) {
	const looked, usedUp = "could not bring it together into an answer", "What one request may take is used up, and this is not finished."
	pin := func(text string) llm.Reply { return wants("pin-"+text, "pin_note", text) }
	cases := map[string]struct {
		play   func(step int, r llm.Request) llm.Reply
		decide assistant.Verdict // on each action that is asked for; "" where none is
		says   string
		note   string
		asked  int // actions that people are asked about
		pinned int
	}{
		"an unknown tool, for ever": {
			play: func(step int, _ llm.Request) llm.Reply { return wants(fmt.Sprint("u", step), "burn_board", "x") }, says: looked,
		},
		"wrong arguments, for ever": {
			play: func(step int, _ llm.Request) llm.Reply {
				return calls(fmt.Sprint("w", step), "pin_note", `{"text":7}`)
			}, says: looked,
		},
		"arguments that are no JSON": {
			play: func(step int, _ llm.Request) llm.Reply { return calls(fmt.Sprint("j", step), "pin_note", `"x"`) }, says: looked,
		},
		"it looks for ever": {
			play: func(step int, _ llm.Request) llm.Reply {
				return wants(fmt.Sprint("l", step), "read_board", strconv.Itoa(step))
			}, says: usedUp,
		},
		"it looks up the same for ever": {
			play: func(step int, _ llm.Request) llm.Reply { return wants(fmt.Sprint("s", step), "read_board", "same") }, says: looked,
		},
		"it thinks for ever": {
			play: func(step int, _ llm.Request) llm.Reply {
				return calls(fmt.Sprint("t", step), "think", `{"thought":"x","assessment":"on_track"}`)
			}, says: usedUp,
		},
		"it answers nothing": {
			play: func(step int, _ llm.Request) llm.Reply {
				if step == 1 {
					return wants("l", "read_board", "a")
				}
				return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant}}
			}, says: looked,
		},
		"it answers nothing after a change": {
			play: func(_ int, r llm.Request) llm.Reply {
				if len(results(r)) == 0 {
					return pin("a")
				}
				return words("  ")
			}, decide: assistant.VerdictApproved, says: "What was done and what was not stands in this conversation.", note: "Done: Pinned “a”.", asked: 1, pinned: 1,
		},
		"it proposes fifty actions": {
			play: func(step int, _ llm.Request) llm.Reply {
				if step > 1 {
					return words("Enough.")
				}
				var pairs []string
				for i := range 50 {
					pairs = append(pairs, "pin_note", strconv.Itoa(i))
				}
				return wants("f", pairs...)
			}, says: "Enough.", note: "What was tried for it was not allowed, or did not work.",
		},
		"it proposes what takes a plan, for ever": {
			play: func(step int, _ llm.Request) llm.Reply {
				return wants(fmt.Sprint("p", step), "pin_note", "a", "pin_note", "b", "pin_note", "c")
			}, says: usedUp,
		},
		"it spreads what takes a plan over its steps": {
			play: func(step int, r llm.Request) llm.Reply {
				if step == 4 {
					return words("Then: " + results(r)["s3-0"])
				}
				return wants(fmt.Sprint("s", step), "pin_note", strconv.Itoa(step))
			}, decide: assistant.VerdictApproved, says: "Then: Not done: this takes a plan.", note: "Done: Pinned “2”.", asked: 2, pinned: 2,
		},
		"it claims a result in the breath of its call": {
			play: func(step int, _ llm.Request) llm.Reply {
				if step > 1 {
					return words("As I said, I have pinned it.")
				}
				r := pin("a")
				r.Message.Parts = append([]llm.Part{{Text: "I have pinned it, it is number 99."}}, r.Message.Parts...)
				return r
			}, decide: assistant.VerdictRejected, says: "As I said", note: "Not done: Pin a note: “a”.", asked: 1,
		},
		"it proposes again what a person refused": {
			play: func(step int, r llm.Request) llm.Reply {
				if len(r.Callable()) == 0 {
					return words("I leave it.")
				}
				return pin("a")
			}, decide: assistant.VerdictRejected, says: "I leave it.", note: "Not done: Pin a note: “a”.", asked: 1,
		},
		"it does again what was done": {
			play: func(step int, r llm.Request) llm.Reply {
				if len(r.Callable()) == 0 {
					return words("It is there.")
				}
				return pin("a")
			}, decide: assistant.VerdictApproved, says: "It is there.", note: "Done: Pinned “a”.", asked: 1, pinned: 1,
		},
		"it looks up more than its budget lets it": {
			play: func(step int, r llm.Request) llm.Reply {
				switch step {
				case 1:
					var pairs []string
					for i := range loop.MaxQueries {
						pairs = append(pairs, "read_board", strconv.Itoa(i))
					}
					return wants("q", pairs...)
				case 2:
					return wants("more", "read_board", "99")
				default:
					return words("Then: " + results(r)["more-0"])
				}
			}, says: "Then: Not run: nothing more is looked up in this turn.",
		},
	}
	for name, bad := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &crowd{play: func(_ context.Context, step int, r llm.Request) (llm.Reply, error) { return bad.play(step, r), nil }}
			h := newHouseOf(t, c)
			h.say("ask", "Pin a note about the opening hours")
			if bad.decide != "" {
				seen := map[assistant.ApprovalID]bool{}
				for range bad.asked {
					a := awaits(h, func(b assistant.ApprovalRequested) bool { return !seen[b.Approval.ID] }).Approval
					seen[a.ID] = true
					h.decide(a, bad.decide, "")
				}
			}
			h.says(bad.says)
			if bad.note != "" {
				awaits(h, func(b assistant.Said) bool { return strings.Contains(b.Note, bad.note) })
			}
			asked := 0
			for _, m := range h.log() {
				if _, ok := m.Body.(assistant.ApprovalRequested); ok {
					asked++
				}
				if strings.Contains(m.Content, "number 99") {
					t.Errorf("people read %q", m.Content)
				}
			}
			if n := len(c.asked()); n > loop.MaxSteps {
				t.Errorf("the model was asked %d times", n)
			}
			if asked != bad.asked || len(c.board()) != bad.pinned {
				t.Errorf("%d actions asked for, pinned %q", asked, c.board())
			}
		})
	}
}

// TestAPlannerThatGoesRoundInCirclesLosesTheTool: a look-up that fails the same again and again is offered no more, and not made; the model is
// told so, and goes on with its other tools.
func TestAPlannerThatGoesRoundInCirclesLosesTheTool(t *testing.T) {
	c := &crowd{looks: func(context.Context) error {
		return &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Verbatim("The board is away."), Recovery: assistant.Say("Try again.")}}
	}}
	c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		if step > 4 {
			return words("The board is away."), nil
		}
		return wants(fmt.Sprint("look", step), "read_board", "same", "read_board", "same"), nil
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the board")
	h.says("The board is away.")
	asked := c.asked()
	if len(asked) != 5 {
		t.Fatalf("asked %d times", len(asked))
	}
	if told := fmt.Sprint(results(asked[4])); !strings.Contains(told, "There is no tool") || strings.Contains(told, "away") {
		t.Errorf("of calling it all the same it is told %s", told)
	}
	offers := func(r llm.Request) bool {
		return slices.ContainsFunc(r.Tools, func(tool llm.Tool) bool { return tool.Name == "read_board" })
	}
	if !offers(asked[2]) || offers(asked[3]) || strings.Contains(asked[2].Instructions.Varying, "again and again") || !strings.Contains(asked[3].Instructions.Varying, "again and again") {
		t.Errorf("it is offered the tool %v and %v, and told %q and %q", offers(asked[2]), offers(asked[3]), asked[2].Instructions.Varying, asked[3].Instructions.Varying)
	}
}
