package executors

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// mostStrikes is how often an executor may say something that is no report: it is told so, and the next one ends it.
const mostStrikes = 1

// Work is what an executor works on.
type Work struct {
	Team           *team.Team
	Planner, Agent assistant.Agent
	Project        assistant.Project
	Order          Order
	Now            string                 // as a model reads it
	Session        assistant.AgentSession // as it was kept, or without messages where it begins
}

// End is how an executor ended. Its session is kept so, to be written with the end of its task.
type End struct {
	How    assistant.SessionOutcome
	Report Report      // of [assistant.OutcomeReported]
	Asked  *loop.Asked // of one that has not ended, but asks its planner
	Tool   string      // of [assistant.OutcomeCircles]: what it called again and again
	Gone   bool        // the tool was among the executor's when it began, and is not here any more
	Cost   assistant.SessionCost
}

// Executor is an executor at work.
type Executor struct {
	*loop.Loop

	order Order
}

// Open is the executor of the work, from where its session stands.
func (w Work) Open(h loop.Host) (*Executor, error) {
	x := &Executor{order: w.Order, Loop: &loop.Loop{
		Team: w.Team, Agent: w.Agent, Usable: Usable(w.Team, w.Agent, w.Project), Session: w.Session,
		Terms: terms{budget: w.Order.Budget, advice: w.Order.Advice},
	}}
	if len(w.Session.Messages) > 0 {
		if err := x.Open(w.Session); err != nil {
			return x, err
		}
		return x, x.answered(h)
	}
	frame, task := begin(w.Team, w.Planner, w.Agent, w.Order, w.Now, x.Usable)
	return x, x.Begin(h, frame, []llm.Message{task})
}

// Do lets an executor work until it has reported, or ends without a report. The error tells only of what is not its own doing: its claim is
// lost, somebody said stop, its model cannot be asked. Whoever takes the task in hand again goes on from what was kept.
func (x *Executor) Do(ctx context.Context, h loop.Host) (End, error) {
	for x.strikes() <= mostStrikes {
		out, err := x.Work(ctx, h)
		if err != nil {
			return End{}, err
		}
		switch out := out.(type) {
		case loop.Ended:
			return x.Ends(h, End{How: out.How, Tool: out.Tool, Gone: x.gone(out.Tool)}), nil
		case loop.Words:
			err = x.strike(ctx, h, llm.TextMessage(llm.RoleUser, toldNoReport), out.Reply.Message)
		case loop.Steers:
			end, over, failed := x.steered(ctx, h, out.Wish)
			if over {
				return end, nil
			}
			err = failed
		default:
			err = fmt.Errorf("an executor has no way to go on from a %T", out)
		}
		if err != nil {
			return End{}, err
		}
	}
	return x.Ends(h, End{How: assistant.OutcomeSilent}), nil
}

// gone tells whether a tool that the executor began with has left the team meanwhile.
func (x *Executor) gone(tool string) bool {
	_, there := x.Team.Tools().Get(tool)
	return !there && slices.Contains(x.Frame.Tools, tool)
}

// steered does what a call wants by which the executor steers itself. over says that the task ends with it.
func (x *Executor) steered(ctx context.Context, h loop.Host, w loop.Wish) (end End, over bool, err error) {
	switch w.Tool.Name {
	case loop.ToolAskPlanner:
		return x.asks(h, loop.Wants[loop.AskPlanner](w)), true, nil
	case loop.ToolAdvisor:
		return end, false, x.advised(ctx, h, w)
	}
	report := loop.Wants[Report](w)
	lacks := report.lacks(x.looked(), x.order)
	if lacks == "" {
		return x.Ends(h, End{How: assistant.OutcomeReported, Report: report}), true, nil
	}
	return end, false, x.strike(ctx, h, llm.Message{Role: llm.RoleTool, Parts: []llm.Part{
		{Result: &llm.ToolResult{ID: w.Call.ID, Name: w.Call.Name, Failed: true, Content: lacks}},
	}})
}

// asks ends the task with a question. The session waits for its answer.
func (x *Executor) asks(h loop.Host, q loop.AskPlanner) End {
	x.Session.Status = assistant.SessionWaiting
	x.Stands(h)
	s, c := x.Session.Spent, x.Session.Cost
	return End{Cost: c, Asked: &loop.Asked{
		AskPlanner: q, By: x.Agent.ID, Session: x.Session.ID,
		Used: assistant.Budget{Steps: s.Steps, Queries: s.Queries, Tokens: c.Tokens(), Micros: c.Micros, Time: c.Took},
	}}
}

// answered gives the session the answer that its task brings, where it does not have it yet.
func (x *Executor) answered(h loop.Host) error {
	if x.Session.Status == assistant.SessionWorking || x.order.Resumes == "" {
		return nil
	}
	x.Session.Status, x.Session.Outcome = assistant.SessionWorking, ""
	for _, c := range x.Records.Unanswered() {
		if c.Name != loop.ToolAskPlanner {
			continue
		}
		err := x.Add(h, loop.Record{Message: llm.Message{Role: llm.RoleTool, Parts: []llm.Part{
			{Result: &llm.ToolResult{ID: c.ID, Name: c.Name, Content: "The answer: " + bounded(llm.Unmarked(x.order.Answer), maxInputs)}},
		}}})
		if err != nil {
			return err
		}
	}
	return nil
}

// Hears gives the session what a person has said to its executor. It may do no more for it than before.
func (x *Executor) Hears(h loop.Host, m assistant.Message) error {
	words := bounded(m.Content, maxInputs)
	return x.Add(h, loop.Record{Message: llm.TextMessage(llm.RoleUser, "Whoever wants your report says meanwhile: "+llm.Unmarked(words)), Heard: m.ID, By: []assistant.PersonID{m.Person}, Words: words})
}

// Ends keeps how the session has ended.
func (x *Executor) Ends(h loop.Host, e End) End {
	x.Session.Status, x.Session.Outcome = assistant.SessionDone, e.How
	if e.How == assistant.OutcomeStopped {
		x.Session.Status = assistant.SessionStopped
	}
	x.Stands(h)
	e.Cost = x.Session.Cost
	return e
}

// strike notes that the executor has said something that is no report, where that is not kept yet, and what it is told of it. A stop is heard
// before it is asked again.
func (x *Executor) strike(ctx context.Context, h loop.Host, told llm.Message, said ...llm.Message) error {
	for _, m := range said {
		if err := x.Add(h, loop.Record{Message: m}); err != nil {
			return err
		}
	}
	return x.GoOn(ctx, h, loop.Record{Message: told, Strike: true})
}

func (x *Executor) strikes() (n int) {
	for _, r := range x.Records {
		if r.Strike {
			n++
		}
	}
	return n
}

// looked is how many calls of its tools have given something.
func (x *Executor) looked() (n int) {
	for _, r := range x.Records {
		for _, p := range r.Message.Parts {
			if p.Result != nil && !p.Result.Failed && p.Result.Name != loop.ToolAskPlanner && p.Result.Name != loop.ToolAdvisor {
				n++
			}
		}
	}
	return n
}
