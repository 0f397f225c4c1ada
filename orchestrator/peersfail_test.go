package orchestrator_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// peersFail is a way in which others have lost money, time or an answer with agents that delegate, and what bounds it here.
type peersFail struct {
	play         func(step int, r llm.Request) llm.Reply
	execs        func(asked int, r llm.Request) llm.Reply
	twice        bool // the request is delivered twice
	strong, fast int  // calls of models at most
	ends         assistant.SessionOutcome
	told, reads  string // what the planner is told with the executors' results, and what people read
}

// waysPeersFail are the eight that their users report.
func waysPeersFail() map[string]peersFail {
	delegates := func(n int) llm.Reply {
		var pairs []string
		for i := range n {
			pairs = append(pairs, "delegate", fmt.Sprintf(`{"task":"Read board %d"}`, i))
		}
		return calls("ask", pairs...)
	}
	once := func(n int) func(int, llm.Request) llm.Reply {
		return func(_ int, r llm.Request) llm.Reply {
			if len(results(r)) > 0 {
				return words("That is all.")
			}
			return delegates(n)
		}
	}
	reports := calls("say", "report", `{"summary":"There is nothing on it.","data":{"count":0}}`)
	return map[string]peersFail{
		"hundreds of turns, and half of them on no bill": {
			play: func(step int, r llm.Request) llm.Reply {
				if len(r.Callable()) == 0 {
					return words("That is all.")
				}
				reply := delegates(8)
				for i := range reply.Message.Parts {
					reply.Message.Parts[i].Call.ID = fmt.Sprint("ask-", step, "-", i)
				}
				return reply
			},
			execs:  func(asked int, _ llm.Request) llm.Reply { return wants("look", "read_board", strconv.Itoa(asked)) },
			strong: loop.MaxSteps, fast: assistant.BudgetOfExecutors().Steps, ends: assistant.OutcomeSpent, told: "has used up what one task may take",
		},
		"children that have children": {
			play:   once(3),
			execs:  func(int, llm.Request) llm.Reply { return calls("more", "delegate", `{"task":"Do it for me"}`) },
			strong: 2, fast: 3 * 6, ends: assistant.OutcomeCircles, told: "went round in circles",
		},
		"children that inherit none of the guards": {
			play: once(2),
			execs: func(int, llm.Request) llm.Reply {
				return wants("pin", "pin_note", "I was here", "create_page", "x", "pin_note", "I was here")
			},
			strong: 2, fast: 2 * 6, ends: assistant.OutcomeCircles, told: "went round in circles",
		},
		"a delegation announced as a result": {
			play:   once(2),
			execs:  func(int, llm.Request) llm.Reply { return words("I have delegated that to Dana, who works on it.") },
			strong: 2, fast: 2 * 2, ends: assistant.OutcomeSilent, told: "has given no values",
		},
		"a question that nobody sees": {
			play:   once(1),
			execs:  func(int, llm.Request) llm.Reply { return calls("up", "ask_planner", `{"question":"Which board?"}`) },
			strong: 2, fast: 1, ends: assistant.OutcomeStopped, told: "asks you before going on", reads: "asks Hans: “Which board?”",
		},
		"no end after a question": {
			play: func(step int, r llm.Request) llm.Reply {
				if reply := answersExecutor(llm.Request{Messages: r.Messages[len(r.Messages)-1:]}, "Either."); len(reply.Calls()) > 0 {
					reply.Message.Parts[0].Call.ID = fmt.Sprint("tell-", step)
					return reply
				}
				return once(1)(step, r)
			},
			execs: func(_ int, r llm.Request) llm.Reply {
				return calls(fmt.Sprint("up", len(r.Messages)), "ask_planner", `{"question":"Which board?"}`)
			},
			strong: loop.MaxSteps, fast: 3 + 6, ends: assistant.OutcomeCircles, told: "went round in circles", reads: "answers Hans: “Either.”",
		},
		"the strong model for every child": {
			play: once(4),
			execs: func(_ int, r llm.Request) llm.Reply {
				if r.Tier != llm.TierFast || len(results(r)) > 0 {
					return reports
				}
				return wants("look", "read_board", "a")
			},
			strong: 2, fast: 4 * 2, ends: assistant.OutcomeReported, told: " reports:",
		},
		"one request, and two that answer it": {
			play: once(2), twice: true,
			execs: func(_ int, r llm.Request) llm.Reply {
				if len(results(r)) > 0 {
					return reports
				}
				return wants("look", "read_board", "a")
			},
			strong: 2, fast: 2 * 2, ends: assistant.OutcomeReported, told: " reports:",
		},
	}
}

// TestWhatPeersLoseIsBoundedHere: models do what has cost the users of others; it comes to an end, in so many calls at most, of which each is on
// a bill; the planner is told what became of it, and the person gets an answer.
func TestWhatPeersLoseIsBoundedHere(t *testing.T) {
	for name, way := range waysPeersFail() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &crowd{}
			tokens := 0
			billed := func(r llm.Reply) llm.Reply {
				r.Usage = assistant.Usage{Input: 500, Output: 50}
				c.mu.Lock()
				defer c.mu.Unlock()
				tokens += 550
				return r
			}
			c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
				return billed(way.play(step, r)), nil
			}
			c.execs = func(_ context.Context, r llm.Request) (llm.Reply, error) {
				c.mu.Lock()
				asked := len(c.executed)
				c.mu.Unlock()
				return billed(way.execs(asked, r)), nil
			}
			h := newHouseOf(t, c)
			h.say("ask", "Pin a note of what stands on the boards")
			if way.twice {
				h.say("ask", "Pin a note of what stands on the boards")
			}
			awaits(h, func(b assistant.Said) bool { return b.Final })
			h.bounded(c, way, tokens)
		})
	}
}

// bounded holds what has happened against what may.
func (h *house) bounded(c *crowd, way peersFail, tokens int) {
	h.t.Helper()
	if strong, fast := len(c.asked()), len(c.executed); strong > way.strong || fast > way.fast || fast == 0 {
		h.t.Errorf("the planner was asked %d times, executors %d times", strong, fast)
	}
	onBill := 0
	var lines strings.Builder
	for _, m := range h.log() {
		lines.WriteString(m.Content + "\n")
		s, found, err := h.db.Calls.AgentSession(h.t.Context(), h.tenant, assistant.SessionOf(m.ID))
		h.ok(err)
		if !found {
			continue
		}
		onBill += s.Cost.Tokens()
		xs, err := h.db.Calls.Executors(h.t.Context(), h.tenant, s.ID)
		h.ok(err)
		for _, x := range xs {
			onBill += x.Cost.Tokens()
			if x.Outcome != way.ends || s.Status != assistant.SessionDone {
				h.t.Errorf("an executor ends as %q, with a planner that is %s", x.Outcome, s.Status)
			}
			if below, err := h.db.Calls.Executors(h.t.Context(), h.tenant, x.ID); err != nil || len(below) > 0 {
				h.t.Errorf("an executor has %d below it, %v", len(below), err)
			}
		}
	}
	if onBill != tokens {
		h.t.Errorf("%d tokens are on a bill, of %d", onBill, tokens)
	}
	var told strings.Builder
	for _, r := range c.asked() {
		fmt.Fprint(&told, results(r))
	}
	if !strings.Contains(told.String(), way.told) || !strings.Contains(lines.String(), way.reads) || len(c.board()) > 0 {
		h.t.Errorf("the planner is told %s\npeople read %s\nthe board has %v", told.String(), lines.String(), c.board())
	}
}
