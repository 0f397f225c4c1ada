package executor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Query is the use of a tool by an agent that answers directly, outside any run.
type Query struct {
	Team         *team.Team // whose tools may be used; nil for the executor's own
	Tenant       assistant.TenantID
	Conversation assistant.ConversationID
	Project      assistant.Project // in focus; zero for none
	Agent        assistant.AgentID
	Asker        assistant.Person // who is answered
	Tool         string
	Arguments    json.RawMessage
	Unasked      assistant.BackgroundID // the background task that asks, where nobody is present; "" where somebody is
	Guest        bool                   // it is a guest who is answered
	Reads        bool                   // an executor asks, who may only read and is told so
	Run          assistant.RunID        // that the executor's task is of
	Alone        bool                   // it came of a background task, whichever that was
	Key          string                 // the same however often the answer is begun again

	// Of tools that change a setting of the asker alone: by whose claim the call is logged, what the asker has said, and whether
	// others have spoken to the agent, too, so that nobody knows whose wish it is.
	Claim  assistant.Claim
	Said   string
	Others bool
	began  time.Time // when it was logged first

	Language assistant.Language // that people speak there
}

// Query uses a tool that waits for no decision. It passes the same gate as a task: the tool is known, changes nothing or a setting of
// the asker alone, is allowed for the project and in the hands of an agent that may use it, nothing of the tenant's for a guest, and the
// arguments fit. Where it would go outside waits for a yes ([Outward]). What changes nothing is not logged as a call, because doing it
// twice is doing it once. A refusal, and whatever else a person may read, is an [*assistant.Trouble].
func (e *Executor) Query(ctx context.Context, q Query) (assistant.Receipt, error) {
	e = e.with(q.Team)
	tool, ok := e.team.Tools().Get(q.Tool)
	if err := e.askable(tool, ok, q); err != nil {
		e.called(cmp.Or(tool.Counted(), "unknown"), OutcomeDenied, 0)
		return assistant.Receipt{}, err
	}
	if tool.Class == assistant.ClassOwn {
		return e.sets(ctx, tool, q)
	}
	return e.uses(ctx, tool, q)
}

// uses calls the tool, within the time that a call may take.
func (e *Executor) uses(ctx context.Context, tool tools.Tool, q Query) (assistant.Receipt, error) {
	bounded, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	began := e.now()
	tool = watched(tool)
	var out assistant.Receipt
	err := contained(func() (err error) {
		out, err = tool.Run(bounded, tools.Call{
			Tenant: q.Tenant, Conversation: q.Conversation, Project: q.Project, Asker: q.Asker, Said: q.Said, Language: q.Language, Key: q.Key, Began: q.began, Arguments: q.Arguments, Out: e.permit(q.grounds(), q.Project, nil), Audience: e.audience,
		})
		return err
	})
	took := e.now().Sub(began)
	switch {
	case err == nil:
		e.called(tool.Counted(), OutcomeSettled, took)
		out.Result = e.fits(ctx, tool.Name, out.Result)
		return out, nil
	case ctx.Err() != nil:
		return assistant.Receipt{}, context.Cause(ctx)
	}
	e.called(tool.Counted(), OutcomeRefused, took)
	return assistant.Receipt{}, fmt.Errorf("%s: %w", tool.Name, err)
}

// grounds are what the query may go by.
func (q Query) grounds() assistant.GroundsOf {
	return assistant.GroundsOf{Tenant: q.Tenant, Conversation: q.Conversation, Person: q.Asker.ID, Unasked: q.Alone || q.Unasked != "", Background: q.Unasked, Run: q.Run}
}

// askable tells why a query may not run.
func (e *Executor) askable(tool tools.Tool, known bool, q Query) error {
	if !known {
		return scope(fmt.Sprintf("nobody here can do %q", q.Tool))
	}
	switch {
	case tool.Class != assistant.ClassQuery && q.Reads:
		return mayOnlyRead(tool.Name)
	case !tool.AtOnce():
		return scope(fmt.Sprintf("%s changes something, which needs a plan that a person approves", tool.Name))
	}
	if tool.Class == assistant.ClassOwn {
		if err := e.mayset(tool, q); err != nil {
			return err
		}
		q.Project = assistant.Project{} // none has a say in what people set for themselves
	}
	if q.Guest && !tool.Open {
		return scope(tool.Name + " may tell what is kept here, and a guest is not told that")
	}
	if q.Project.ID != "" && q.Project.Tenant != q.Tenant {
		return scope("the project is not yours")
	}
	step := assistant.Step{Owner: q.Agent, Type: assistant.TaskType(tool.Name)}
	if found := assistant.Blocking(assistant.CheckScope(step, q.Project, e.team.Rules())); len(found) > 0 {
		return scope(messages(found))
	}
	if err := e.team.Tools().Validate(tool.Name, q.Arguments); err != nil {
		return unclear(err.Error())
	}
	return nil
}
