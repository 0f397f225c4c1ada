package loop

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Terms are what an agent may do in its loop, and what it is told of that. A planner works for a person, by the terms of this package; an
// executor works for a planner, by others.
type Terms interface {
	// Over gives what the work has come to where no step may follow; nil where one may.
	Over(l *Loop) Outcome
	// Offered are the tools of the step at hand. They follow from what is kept of the session.
	Offered(l *Loop) []tools.Tool
	// Request asks for the step at hand.
	Request(l *Loop, history []llm.Message, offered []tools.Tool) llm.Request
	// Cuts tells whether none of the newest reply's calls may be made any more, so that its words end the work.
	Cuts(l *Loop) bool
	// Sort says which calls of a step are made at once, which are for the host, and which are not made at all, and what is spent then.
	Sort(ctx context.Context, l *Loop, calls []llm.ToolCall) ([]Wish, assistant.Spent, error)
}

func (l *Loop) terms() Terms {
	if l.Terms == nil {
		return planner{}
	}
	return l.Terms
}

// planner is the terms of an agent that works on what a person asked for.
type planner struct{}

// Over implements [Terms]: its last step says something, so that none is missing. Where the same failed again and again, a person is asked
// before more is tried; a tool that gives the same to the same call again and again is taken away instead.
func (planner) Over(l *Loop) Outcome {
	if f, again := l.Records.FailsAgain(); again && circled(l) == "" && l.Frame.escalates() && !LastStep(l.Session.Spent) {
		return Raises{Reason: assistant.EscalatedTechnical, Failure: f}
	}
	return nil
}

// Offered implements [Terms].
func (planner) Offered(l *Loop) []tools.Tool {
	out := Offered(l.Team, l.Frame, l.Records.Sought(), l.Usable)
	if open := l.Records.Open(); len(open) > 0 {
		out = append(out, answerTool(open))
	}
	circling := circled(l)
	return slices.DeleteFunc(out, func(t tools.Tool) bool { return t.Name == circling })
}

// Request implements [Terms].
func (planner) Request(l *Loop, history []llm.Message, offered []tools.Tool) llm.Request {
	r := Request(l.Frame, l.Team, history, offered, l.Session.Spent)
	if tool := circled(l); tool != "" {
		r.Instructions = r.Instructions.And(fmt.Sprintf("You have called %s again and again, and it gave the same each time. It is there no more: go on in another way, or answer.", tool))
	}
	return r
}

// Cuts implements [Terms].
func (planner) Cuts(l *Loop) bool {
	before := l.Session.Spent
	before.Steps--
	return l.Frame.Mode == Speaks || LastStep(before)
}

// Sort implements [Terms]. Changes that take a plan are not put before people by themselves.
func (planner) Sort(ctx context.Context, l *Loop, calls []llm.ToolCall) ([]Wish, assistant.Spent, error) {
	circling := circled(l)
	may := func(t tools.Tool) bool { return t.Name != circling && l.Usable(t) }
	wishes, spent := Sort(l.Team.Tools(), l.Offered(), may, calls, l.Records.Made(), l.Session.Spent)
	spent, err := l.planned(ctx, wishes, spent)
	return rationed(wishes, spent.Left(), len(l.Records.AtWork())), spent, err
}

// circled is the tool with which the agent goes round in circles, and which it has no more; "" for none. Tools by which it steers itself stay:
// how often they are used is bounded already.
func circled(l *Loop) string {
	tool, _ := Circles(l.History())
	if _, steers := Named(ownTools(), tool); steers {
		return ""
	}
	return tool
}
