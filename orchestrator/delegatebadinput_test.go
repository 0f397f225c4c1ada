package orchestrator_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// leaves takes Anna, or whoever it is, off the team.
func (h *house) leaves(who string) {
	h.t.Helper()
	_, err := h.db.People.Remove(h.t.Context(), h.tenant, h.owner, h.person(who).ID)
	h.ok(err)
}

// TestAToolThatGoesAwayInTheMiddleEndsWithASentence: the pack of an executor's tool is switched off while it waits for an answer. It goes on
// with what there is; one that insists comes to an end that says why and what to do, and the planner is told either way.
func TestAToolThatGoesAwayInTheMiddleEndsWithASentence(t *testing.T) {
	for name, c := range map[string]struct {
		insists bool
		told    string
	}{
		"it reports what it has": {false, `"count":0`}, "it insists": {true, "Dana needed a tool that is not here any more, so there is no result."},
	} {
		t.Run(name, func(t *testing.T) {
			played := &crowd{log: slog.New(slog.DiscardHandler)}
			g := &greenhouse{tools: played.tools()}
			board := g.pack().Sourced()[0].Name
			played.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
				switch got := results(r); {
				case strings.Contains(got["ask-0"], "Which one?"):
					g.set(func() { g.tools = g.tools[1:] })
					for _, s := range played.teams {
						if err := s.Refresh(context.Background()); err != nil {
							return llm.Reply{}, err
						}
					}
					return answersExecutor(r, "Take the one in the hall."), nil
				case len(got) > 0:
					return words("That is what there is."), nil
				}
				return calls("ask", "delegate", `{"agent":"growthLead","task":"Read the board","expects":"count"}`), nil
			}
			played.execs = func(_ context.Context, r llm.Request) (llm.Reply, error) {
				switch {
				case len(r.Messages) == 1:
					return wants("look", board, "all"), nil
				case len(r.Messages) == 3:
					return calls("up", "ask_planner", `{"question":"I have found two. Which one?"}`), nil
				case c.insists || len(r.Messages) == 5:
					return wants("again", board, "the hall", board, "the hall"), nil
				default:
					return calls("say", "report", `{"summary":"I could not look again.","data":{"count":0}}`), nil
				}
			}
			turns, tasks := g.source(t), g.source(t)
			played.teams = []*team.Source{turns, tasks}
			h := newHouseOf(t, played)
			h.say("ask", "Pin a note of what stands on the board")
			h.says("That is what there is.")
			awaits(h, func(b assistant.Said) bool { return b.Final })
			asked := played.asked()
			if told := results(asked[len(asked)-1])["tell-0"]; len(asked) != 3 || !strings.Contains(told, c.told) {
				t.Errorf("the planner was asked %d times, at last told %q", len(asked), told)
			}
			last := played.executed[len(played.executed)-1]
			if !strings.Contains(toldIn(last), "There is no tool") || len(played.executed) > 2+6 || played.looked != 1 {
				t.Errorf("the executor was asked %d times, at last with\n%s", len(played.executed), toldIn(last))
			}
			h.says("The team has changed since this was begun.")
		})
	}
}

// TestNobodyWorksForAPlannerWhoseQuestionRanOut: nobody answers in time while somebody is still at work for it. That ends, what was done is
// said, and “continue” goes on with it.
func TestNobodyWorksForAPlannerWhoseQuestionRanOut(t *testing.T) {
	p := pairOf(func(step int, r llm.Request) llm.Reply {
		if step == 2 {
			return asksAnna(step, r)
		}
		return words("That is how it went.")
	})
	defer p.release()
	h := newHouseOf(t, p.crowd)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	q := h.question()
	h.post(assistant.Answered{Clarification: q.ID, Withdrawn: true})
	h.says("I have put this aside, because nobody answered. Say “continue” if it shall go on.")
	h.cancelled(run.ID)
	if asked := len(p.asked()); asked != 2 {
		t.Errorf("the planner was asked %d times", asked)
	}
	h.say("on", "continue")
	h.says("That is how it went.")
	if told := toldIn(p.asked()[2]); !strings.Contains(told, "It was stopped before") {
		t.Errorf("it goes on with\n%s", told)
	}
}

// TestAnUndoWhileExecutorsWorkLosesNothing: what they look up cannot be taken back, and both reports arrive.
func TestAnUndoWhileExecutorsWorkLosesNothing(t *testing.T) {
	c := twoLook()
	wait := make(chan struct{})
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		select {
		case <-wait:
		case <-ctx.Done():
			return llm.Reply{}, context.Cause(ctx)
		}
		return looksAndReports(ctx, r)
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	note := h.act(assistant.UndoRequested{Run: run.ID})
	close(wait)
	h.says("Both have reported.")
	awaits(h, func(b assistant.Said) bool { return b.Final })
	h.executorsEnded(run.Session, assistant.OutcomeReported)
	if len(c.asked()) != 2 {
		t.Errorf("the planner was asked %d times; the undo was answered %q", len(c.asked()), note)
	}
}

// TestAQuestionToSomebodyWhoHasLeft: whoever takes part in the conversation, too, is asked in their stead, and the work goes on with the answer.
// Where nobody else does, it ends with a sentence, and an admin can have it go on.
func TestAQuestionToSomebodyWhoHasLeft(t *testing.T) {
	t.Run("somebody else takes part", func(t *testing.T) {
		c := dialogue(true)
		h := newHouseOf(t, c)
		h.saysAs("UBEN", "hi", "thanks")
		h.say("ask", "Pin a note of what stands on the board")
		q := h.question()
		h.leaves("UANNA")
		_, _, of, open, err := h.db.Decisions.Clarification(t.Context(), h.tenant, q.ID)
		h.ok(err)
		if of != h.person("UBEN").ID || !open {
			t.Errorf("%s is asked, and it is open: %v", of, open)
		}
		h.saysAs("UBEN", "answer", "The yard")
		h.says("There is nothing on it.")
		awaits(h, func(b assistant.Said) bool { return b.Final })
	})
	t.Run("nobody else does", func(t *testing.T) {
		p := pairOf(func(step int, r llm.Request) llm.Reply {
			if step == 2 {
				return asksAnna(step, r)
			}
			return words("That is how it went.")
		})
		defer p.release()
		h := newHouseOf(t, p.crowd)
		h.say("ask", "Pin a note of what stands on the two boards")
		run := awaits(h, anyOf[assistant.RunStarted]).Run
		h.question()
		h.leaves("UANNA")
		h.says("I have put this aside, because UANNA is not on the team any more and nobody else takes part in this conversation. Say “continue” if it shall go on.")
		h.cancelled(run.ID)
		h.makes("UBEN", assistant.RoleAdmin)
		h.saysAs("UBEN", "on", "continue")
		h.says("That is how it went.")
	})
}

// TestWhoeverAskedLeavesWhileExecutorsWork: they tell nothing to somebody who has left, come to their end, and the planner says so.
func TestWhoeverAskedLeavesWhileExecutorsWork(t *testing.T) {
	c := twoLook()
	wait := make(chan struct{})
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		select {
		case <-wait:
		case <-ctx.Done():
			return llm.Reply{}, context.Cause(ctx)
		}
		return looksAndReports(ctx, r)
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	awaits(h, anyOf[assistant.RunStarted])
	h.leaves("UANNA")
	close(wait)
	h.says("Both have reported.")
	awaits(h, anyOf[assistant.RunFinished])
	if strong, fast := len(c.asked()), len(c.executed); strong != 2 || fast > 2*assistant.BudgetOfExecutors().Steps {
		t.Errorf("the planner was asked %d times, executors %d times", strong, fast)
	}
}

// TestExecutorsThatDisagreeAreBothHeard: what each has found stands beside the other, by name, for the planner and for people; nobody's values
// are put over another's.
func TestExecutorsThatDisagreeAreBothHeard(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		if len(results(r)) == 0 {
			return looksAndReports(ctx, r)
		}
		count := 1
		if strings.Contains(orderedOf(r), "yard") {
			count = 9
		}
		return calls("say", "report", fmt.Sprintf(`{"summary":"There are %d notes.","data":{"count":%d}}`, count, count)), nil
	}
	h := newHouseOf(t, c)
	h.looksUp()
	told := results(c.asked()[1])
	if !strings.Contains(told["ask-0"], "Dana reports") || !strings.Contains(told["ask-0"], `"count":1`) || !strings.Contains(told["ask-1"], "Rhea reports") || !strings.Contains(told["ask-1"], `"count":9`) {
		t.Errorf("the planner is told %q", told)
	}
	var found []string
	for _, k := range h.run().Tasks {
		found = append(found, k.Result.Summary.String())
	}
	if all := strings.Join(found, " "); all != "There are 1 notes. There are 9 notes." {
		t.Errorf("people read %q", all)
	}
}

// TestAPlannerThatHasTheSameLookedUpAgainAndAgain, by itself under its own name, is bounded by its steps and by what executors may take in all;
// the last step says what there is.
func TestAPlannerThatHasTheSameLookedUpAgainAndAgain(t *testing.T) {
	c := &crowd{execs: looksAndReports}
	c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		if len(r.Callable()) == 0 {
			return words("Both have reported."), nil
		}
		return calls(fmt.Sprint("ask", step), "delegate", `{"agent":"chief","task":"Read the board"}`), nil
	}
	h := newHouseOf(t, c)
	h.looksUp()
	started := 0
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.RunStarted); ok {
			started += len(b.Tasks)
		}
	}
	if strong := len(c.asked()); strong > loop.MaxSteps || started == 0 || started > loop.MaxSteps || len(c.executed) > 2*started {
		t.Errorf("the planner was asked %d times, for %d executors that were asked %d times", strong, started, len(c.executed))
	}
}
