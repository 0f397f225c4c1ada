package executors

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// terms are what an executor may do in its loop. They implement [loop.Terms].
type terms struct {
	budget assistant.Budget
	advice int // how often the strong model may be asked in the session
}

func (t terms) leeway(l *loop.Loop) assistant.Leeway {
	return t.budget.Leeway(l.Session.Spent, l.Session.Cost)
}

// Over ends an executor that goes round in circles, or has nothing left.
func (t terms) Over(l *loop.Loop) loop.Outcome {
	if tool, found := loop.Circles(l.History()); found {
		return loop.Ended{How: assistant.OutcomeCircles, Tool: tool}
	}
	if t.leeway(l) == assistant.LeewayNone {
		return loop.Ended{How: assistant.OutcomeSpent}
	}
	return nil
}

// Offered are the tools of an executor's next step. What its budget does not let it do is not among them.
func (t terms) Offered(l *loop.Loop) []tools.Tool {
	switch t.leeway(l) {
	case assistant.LeewayAll:
		return t.advised(l, t.all(l))
	case assistant.LeewaySteps:
		return t.advised(l, steers(l))
	case assistant.LeewayReport, assistant.LeewayNone:
	}
	return slices.Clone(steering()[:1])
}

// advised are the tools with the advisor's at their end, where it may be asked.
func (t terms) advised(l *loop.Loop, offered []tools.Tool) []tools.Tool {
	if !t.advises(l, 0) {
		return offered
	}
	return append(offered, advisorTool(t.advice))
}

// steers are the tools by which an executor steers itself: it asks no more once it has asked enough.
func steers(l *loop.Loop) []tools.Tool {
	if questions(l.Records) >= mostQuestions {
		return slices.Clone(steering()[:1])
	}
	return slices.Clone(steering())
}

// questions is how often an executor has asked its planner.
func questions(t loop.Transcript) int { return called(t, loop.ToolAskPlanner) }

// all are the tools of an executor, whatever it has left.
func (terms) all(l *loop.Loop) []tools.Tool {
	out := steers(l)
	for _, name := range l.Frame.Tools {
		if tool, known := l.Team.Tools().Get(name); known && l.Usable(tool) {
			out = append(out, tool)
		}
	}
	return out
}

// Request asks for an executor's next step. Where its budget lets it do less, it is told so.
func (t terms) Request(l *loop.Loop, history []llm.Message, offered []tools.Tool) llm.Request {
	leeway := t.leeway(l)
	r := llm.Request{
		Purpose: llm.PurposeExecute, Tier: llm.TierFast, Instructions: llm.Instructions{Stable: l.Frame.System}, Messages: fitted(history),
		Tools: loop.Described(offered), Cache: llm.Cache{Again: leeway < assistant.LeewayReport},
	}
	if questions(l.Records) >= mostQuestions {
		r.Instructions = r.Instructions.And("You may ask nothing more: go on with what you know.")
	}
	if t.advice > 0 && leeway < assistant.LeewayReport && !t.advises(l, 0) {
		r.Instructions = r.Instructions.And("There is no more advice to be had: decide yourself.")
	}
	switch leeway {
	case assistant.LeewaySteps:
		r.Instructions = r.Instructions.And("You may look up nothing more: report what you have found.")
	case assistant.LeewayReport:
		r.Instructions = r.Instructions.And("This is your last step: call report now, with what you have found, and say what is missing.")
	case assistant.LeewayAll, assistant.LeewayNone:
	}
	return r
}

// Cuts implements [loop.Terms]: an executor's last step may report.
func (terms) Cuts(*loop.Loop) bool { return false }

// Sort asks for everything that is known as for a query: what is none, the gate refuses. Only what nobody knows, does not fit, or does not
// stand alone is refused here, in words for the model.
func (t terms) Sort(_ context.Context, l *loop.Loop, calls []llm.ToolCall) ([]loop.Wish, assistant.Spent, error) {
	s, offered := l.Session.Spent, t.all(l)
	if questions(l.Records) == mostQuestions { // the last one is in these calls, and was offered
		offered = append(offered, steering()[1])
	}
	asks := timesCalled(calls, loop.ToolAdvisor)
	if t.advice > 0 && asks > 0 {
		offered = append(offered, advisorTool(t.advice))
	}
	out := make([]loop.Wish, 0, len(calls))
	seen := map[string]bool{}
	for _, c := range calls {
		w := loop.Wish{Call: c}
		switch w.Tool, w.Refused = known(l, offered, c.Name); {
		case w.Refused != "":
		case w.Tool.Name == loop.ToolAdvisor && !t.advises(l, asks):
			w.Refused = toldNoAdvice
		default:
			w.Refused = wrongIn(l.Team, w, seen[c.ID], len(calls))
		}
		seen[c.ID] = true
		switch {
		case w.Refused != "":
			s.Wrong++
		case w.Tool.Class == assistant.ClassMeta:
			s.Meta++
		case s.Queries >= t.budget.Queries || s.Steps >= t.budget.Steps:
			w.Refused = "Not run: you may look up nothing more. Report what you have found."
		default:
			s.Queries++
			w.Tool.Class, w.Tool.Effect = assistant.ClassQuery, assistant.EffectNone // so that it is called: the gate knows what it is
		}
		out = append(out, w)
	}
	return out, s, nil
}

// known is the tool of a name: one of the executor's, another query that the agent may use, or one that changes something.
func known(l *loop.Loop, offered []tools.Tool, name string) (tools.Tool, string) {
	if tool, there := loop.Named(offered, name); there {
		return tool, ""
	}
	if tool, there := l.Team.Tools().Get(name); there && (tool.Class != assistant.ClassQuery || l.Usable(tool)) {
		return tool, ""
	}
	return tools.Tool{}, fmt.Sprintf("There is no tool %.60q here. There are: %s.", name, loop.Listed(offered))
}

func wrongIn(t *team.Team, w loop.Wish, doubled bool, calls int) string {
	steers := w.Tool.Class == assistant.ClassMeta
	switch {
	case doubled:
		return "Not run: another call of this step has the same id. Call it again by itself."
	case steers && calls > 1:
		return "Not done: it stands alone. Call it by itself, once you have what the other calls give."
	case !steers && w.Tool.Class != assistant.ClassQuery: // the gate refuses it, whatever its arguments are
		return ""
	}
	fits := func() error { return t.Tools().Validate(w.Tool.Name, w.Call.Arguments) }
	if steers {
		fits = func() error { return tools.Validate(w.Tool, w.Call.Arguments) }
	}
	if err := fits(); err != nil {
		return "Not done: " + err.Error()
	}
	return ""
}
