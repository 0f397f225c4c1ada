package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/executors"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// sessions are where executors' sessions are found, and what people say to them.
type sessions interface {
	AgentSession(ctx context.Context, t assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error)
	SaidTo(ctx context.Context, c assistant.TaskClaim, since int64) (said []assistant.Message, halted bool, err error)
}

// executing is a delegated task: in place of a tool it hosts an executor, whose session is written by the claim of the task.
type executing struct {
	*taskHost

	at    *executors.Executor
	doer  doer  // through the task's tape
	purse purse // likewise
	now   func() time.Time
	news  assistant.Batch // where the executor stands, and the calls of models that led there; not written yet
}

// executes does a delegated task as far as it goes.
func (r *TaskRunner) executes(ctx context.Context, d *taskHost) (executor.Ending, assistant.Batch, error) {
	x := &executing{taskHost: d, doer: tapedDoer{r.doer, d.tape}, purse: tapedPurse{d.backend.Purse, d.tape}, now: r.now}
	err := x.open(ctx)
	if errors.Is(err, assistant.ErrNotFound) { // nobody can go on with it
		return x.over(ctx, executors.End{How: assistant.OutcomeFailed}, nil)
	}
	if err != nil {
		return executor.Ending{}, assistant.Batch{}, err
	}
	if d.work.Run.Status.Ended() {
		return x.over(ctx, x.at.Ends(x, executors.End{How: assistant.OutcomeStopped}), nil)
	}
	end, err := x.at.Do(ctx, x)
	halted, missing := x.halted(ctx, err)
	if missing != nil {
		return executor.Ending{}, assistant.Batch{}, missing
	}
	if halted {
		return x.over(context.WithoutCancel(ctx), x.at.Ends(x, executors.End{How: assistant.OutcomeStopped}), nil)
	}
	if ctx.Err() == nil && err != nil && readable(err) {
		p := llm.Explain(err)
		return x.over(ctx, x.at.Ends(x, executors.End{How: assistant.OutcomeFailed}), &p)
	}
	if err != nil {
		return executor.Ending{}, assistant.Batch{}, fmt.Errorf("execute: %w", err)
	}
	return x.over(ctx, end, nil)
}

// halted tells whether a stop has ended what an executor was doing: nobody waits for its report, so its task ends with it. Whoever plays the
// task's tape listens to nobody.
func (x *executing) halted(ctx context.Context, err error) (bool, error) {
	if err == nil {
		return false, nil
	}
	return tape.Through(x.tape, tape.Read, "stop", "", func() (bool, error) {
		return errors.Is(err, assistant.ErrHalted) || errors.Is(context.Cause(ctx), assistant.ErrHalted), nil
	})
}

// session is the executor's, as it was kept: the newest one, where people have had the task tried again.
func (x *executing) session(ctx context.Context, o executors.Order) (assistant.AgentSession, error) {
	for try := 1; ; try++ {
		id := assistant.ExecutorOf(x.claim.Task, try)
		if try == 1 && o.Resumes != "" {
			id = o.Resumes
		}
		s, there, err := tapedSession(ctx, x.tape, "agent's session", string(id), x.claim.Tenant, x.runner.sessions, func() (assistant.AgentSession, bool, error) {
			return x.runner.sessions.AgentSession(ctx, x.claim.Tenant, id)
		})
		if err != nil {
			return s, fmt.Errorf("find the executor's session: %w", err)
		}
		if !there && o.Resumes != "" {
			return s, fmt.Errorf("find the executor's session %s: %w", id, assistant.ErrNotFound)
		}
		if !there {
			s = x.head(id)
			s.Call = o.Call
			return s, nil
		}
		if s.Outcome == "" || o.Resumes != "" {
			return s, nil
		}
	}
}

// head is a session that nothing was kept of.
func (x *executing) head(id assistant.AgentSessionID) assistant.AgentSession {
	return assistant.AgentSession{
		ID: id, Conversation: x.claim.Conversation, Agent: x.work.Task.Owner, Project: x.work.Project.ID, RequestedBy: x.work.Run.RequestedBy,
		Status: assistant.SessionWorking, Run: x.work.Run.ID, Team: x.team.Hash(), Parent: x.work.Run.Session, Task: x.claim.Task, Tier: string(llm.TierFast),
	}
}

// open is the executor, from where its session stands.
func (x *executing) open(ctx context.Context) error {
	order, err := executors.Ordered(x.work.Task.Parameters)
	if err != nil {
		return err
	}
	s, err := x.session(ctx, order)
	if err != nil {
		return err
	}
	x.at, err = executors.Work{
		Team: x.team, Planner: x.team.Agent(x.work.Run.CreatedBy), Agent: x.team.Agent(x.work.Task.Owner), Project: x.work.Project, Order: order,
		Now: llm.Moment(x.work.Run.CreatedAt, x.work.Asker.Zone), Session: s,
	}.Open(x)
	if err != nil {
		return fmt.Errorf("open session %s: %w", s.ID, err)
	}
	return nil
}

// over ends the task as its executor ended. why says why its model could not be asked.
func (x *executing) over(ctx context.Context, end executors.End, why *assistant.Problem) (executor.Ending, assistant.Batch, error) {
	f := &assistant.TaskFinished{Run: x.work.Run.ID, Task: x.claim.Task}
	f.Status, f.Result, f.Problem = end.Ended(x.team.Name(x.work.Task.Owner), x.team.Tools())
	if why != nil {
		f.Problem = why
	}
	if err := x.says(ctx, end); err != nil {
		return executor.Ending{}, assistant.Batch{}, err
	}
	ending := executor.Ending{Finished: f}
	batch, err := x.ended(ending)
	batch.Sessions, batch.ModelCalls = x.news.Sessions, x.news.ModelCalls
	return ending, batch, err
}

// says tells people what the executor asks its planner, and what it has cost.
func (x *executing) says(ctx context.Context, end executors.End) error {
	owner := x.work.Task.Owner
	who := x.team.Name(owner)
	if q := end.Asked; q != nil {
		if err := x.Think(ctx, owner, assistant.Say("%s asks %s: “%s”", who, x.team.Name(x.work.Run.CreatedBy), q.Question)); err != nil {
			return err
		}
	}
	if x.at == nil || x.at.Session.Cost.Tokens() == 0 {
		return nil
	}
	cost := x.at.Session.Cost
	tokens := assistant.Grouped(int64(cost.Tokens()))
	line := assistant.Say("%s used %s tokens for this", who, tokens)
	if cost.Micros > 0 {
		line = assistant.Say("%s used %s tokens for this, $%s by list price", who, tokens, strconv.FormatFloat(float64(cost.Micros)/1e6, 'f', 4, 64))
	}
	return x.Think(ctx, owner, line)
}
