package orchestrator

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/executors"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// delegate makes a run of what the step has looked up by others, a task for each call, and ends the turn: the planner holds nothing while
// executors work, and goes on with the run's end.
func (a *acting) delegate(ctx context.Context, results loop.Record, wishes []loop.Wish) error {
	orders, title := a.orders(wishes)
	run := a.run(a.Agent.ID)
	run.Title, run.Said = title.String(), assistant.SaidAs("title", title)
	share := a.Session.Spent.Left().Share(len(wishes))
	a.Session.Spent = a.Session.Spent.Lends(share, len(wishes))
	tasks := make([]assistant.Task, 0, len(wishes))
	results.Tasks, results.Looks = map[string]assistant.TaskID{}, true
	for i, o := range orders {
		o.Budget = o.Budget.Plus(share)
		raw, err := json.Marshal(o.Order)
		if err != nil {
			return fmt.Errorf("write what is delegated: %w", err)
		}
		k := delegatedTask(run, i, a.does(o.Delegate), o.Says(), raw)
		k.ID, k.Parent, k.Team = assistant.NewID[assistant.TaskID](a.ids), o.asked, a.turn.team.Hash()
		tasks, results.Tasks[o.Call] = append(tasks, k), k.ID
		if o.Resumes != "" {
			line := a.turn.words().Say("%s answers %s: “%s”", a.Agent.Name, a.turn.team.Name(o.Agent), firstLine(o.Answer))
			if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, line); err != nil {
				return err
			}
		}
	}
	return a.waits(results, run, tasks, "Delegated", a.whoLooks(tasks))
}

// ordered is what an executor is to do.
type ordered struct {
	executors.Order

	asked assistant.TaskID // that ended with the question which it answers
}

// orders are what the wishes have executors do, and what the run of it is called. An answer goes to whoever has asked, with what they have
// used beside what they may use from here on.
func (a *acting) orders(wishes []loop.Wish) ([]ordered, assistant.Sentence) {
	var out []ordered
	var all []loop.Delegate
	open := a.Records.Open()
	for _, w := range wishes {
		o := ordered{Order: executors.Order{Call: w.Call.ID, Advice: a.advice}}
		if w.Tool.Name == loop.ToolAnswer {
			answer := loop.Wants[loop.AnswerExecutor](w)
			q := open[answer.Executor]
			o.asked, o.Resumes, o.Asked, o.Answer, o.Budget = answer.Executor, q.Session, q.Question, answer.Answer, q.Used
			o.Delegate = loop.Delegate{Agent: q.By, Task: q.Question + " " + answer.Answer}
		} else {
			o.Delegate = loop.Delegated(w.Call.Arguments)
		}
		out, all = append(out, o), append(all, o.Delegate)
	}
	return out, loop.TitleOfDelegated(all)
}

// does is who does what is delegated: whoever is named, and else the planner itself, in a context of its own.
func (a *acting) does(d loop.Delegate) assistant.AgentID {
	if _, there := a.turn.team.Find(d.Agent); there {
		return d.Agent
	}
	return a.Agent.ID
}

func delegatedTask(run assistant.Run, n int, owner assistant.AgentID, summary string, order json.RawMessage) assistant.Task {
	return assistant.Task{
		Run: run.ID, Conversation: run.Conversation, Project: run.Project, Key: fmt.Sprintf("look%d", n+1), Group: "A", Order: n + 1, Owner: owner,
		Status: assistant.TaskOpen, Type: loop.ToolDelegate, Parameters: order, Summary: summary, Effect: assistant.EffectNone, Reversible: true,
		CreatedAt: run.CreatedAt, UpdatedAt: run.CreatedAt,
	}
}

// whoLooks says who looks something up, each once.
func (a *acting) whoLooks(tasks []assistant.Task) string {
	var names []string
	seen := map[assistant.AgentID]bool{}
	for _, k := range tasks {
		if !seen[k.Owner] {
			seen[k.Owner], names = true, append(names, a.turn.team.Called(k.Owner))
		}
	}
	w := a.turn.words()
	return w.Say("%s has this looked up by %s", a.Agent.Called(), w.List(names))
}

// delegated tells whether a task only looks something up for a planner.
func delegated(t assistant.Task) bool { return t.Type == loop.ToolDelegate }

// onlyLooksUp tells whether that is all that a run does.
func onlyLooksUp(tasks []assistant.Task) bool {
	return len(tasks) > 0 && !slices.ContainsFunc(tasks, func(t assistant.Task) bool { return !delegated(t) })
}

// resultOf says what came of one call that became a task.
func (a *acting) resultOf(c llm.ToolCall, t assistant.Task, decided assistant.ApprovalRecord, changed bool, seen []assistant.Seen) (llm.ToolResult, loop.Came) {
	if !delegated(t) {
		return resultOf(c, t, decided, changed, seen)
	}
	r := llm.ToolResult{ID: c.ID, Name: c.Name}
	r.Content, r.Failed = loop.ToldReport(a.turn.team.Name(t.Owner), t)
	return r, ""
}

// asks notes in a record the question that a task ended with.
func asks(r *loop.Record, t assistant.Task) {
	if q, asked := loop.AskedIn(t); asked && delegated(t) {
		if r.Asked == nil {
			r.Asked = map[assistant.TaskID]loop.Asked{}
		}
		r.Asked[t.ID] = q
	}
}
