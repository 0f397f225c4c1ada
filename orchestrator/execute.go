package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/titles"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// executePatience is how long Execute waits for its task before it answers with how far it is.
const executePatience = 50 * time.Second

// stage is what [Execution] needs of storage.
type stage interface {
	Project(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error)
	StartConversation(ctx context.Context, t assistant.TenantID, b assistant.Beginning) (assistant.Conversation, error)
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Execution does single tasks for the execution API: as a run of one task, by the same road as every other. Asking for it
// is the asker's approval of what the preview shows; what cannot be undone still asks a second time.
type Execution struct {
	inbox *Inbox
	stage stage
	teams teams
	queue queue.Queue
	ids   *assistant.IDs
	now   func() time.Time
}

// Execute starts the task and waits for its end, for the approval it needs, or until its patience is over.
func (e *Execution) Execute(ctx context.Context, r assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
	if refused := e.inbox.bounds.refuse(ctx, r.Tenant, r.Person); refused != nil {
		return assistant.ExecuteResult{}, refused
	}
	var project assistant.Project // none, for what needs none
	if r.Project != "" {
		var err error
		if project, err = e.stage.Project(ctx, r.Tenant, r.Project); err != nil {
			return assistant.ExecuteResult{}, fmt.Errorf("read project %s: %w", r.Project, err)
		}
	}
	task, err := e.task(ctx, r, project)
	if err != nil {
		return assistant.ExecuteResult{}, err
	}
	conversation, err := e.conversation(ctx, r)
	if err != nil {
		return assistant.ExecuteResult{}, err
	}
	run := assistant.Run{
		ID: task.Run, Conversation: conversation, Project: r.Project, CreatedBy: task.Owner, RequestedBy: r.Person, ApprovedBy: r.Person,
		Title: task.Summary, Status: assistant.RunRunning, CreatedAt: e.now(), UpdatedAt: e.now(),
	}
	task.Conversation = conversation
	posted, err := e.inbox.store.Post(ctx, assistant.Message{
		Tenant: r.Tenant, Conversation: conversation, Author: assistant.AuthorUser, Person: r.Person, Kind: assistant.KindStatus,
		Content: "Task created: " + task.Summary, Run: run.ID, Key: "execute/" + r.Key,
		Body: assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}},
	})
	if err != nil {
		return assistant.ExecuteResult{}, fmt.Errorf("create task: %w", err)
	}
	if !asked(posted, r) {
		return assistant.ExecuteResult{}, assistant.ErrKeyUsed
	}
	e.inbox.hints.mail(ctx, r.Tenant)
	e.inbox.hints.appended(ctx, r.Tenant, conversation, []assistant.Message{posted})
	b := posted.Body.(assistant.RunStarted) // it is what was asked for
	run, task = b.Run, b.Tasks[0]           // a request seen before goes on with what it made
	return e.wait(ctx, r.Tenant, run.ID, task.ID)
}

// asked tells whether what stands under a request's key is what it asks for.
func asked(posted assistant.Message, r assistant.ExecuteRequest) bool {
	b, ok := posted.Body.(assistant.RunStarted)
	if !ok || len(b.Tasks) == 0 || posted.Person != r.Person {
		return false
	}
	t := b.Tasks[0]
	return t.Type == r.Type && t.Project == r.Project && t.Owner == r.Agent && sameJSON(t.Parameters, r.Parameters)
}

// sameJSON tells whether two values are the same, however they are written.
func sameJSON(a, b json.RawMessage) bool {
	var one, other any
	return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && reflect.DeepEqual(one, other)
}

func (e *Execution) task(ctx context.Context, r assistant.ExecuteRequest, p assistant.Project) (assistant.Task, error) {
	of := e.teams.Of(r.Tenant)
	tool, ok := of.Tools().Get(string(r.Type))
	if !ok {
		return assistant.Task{}, refuse(assistant.SideInput, assistant.Say("Nobody here can do %q.", r.Type), assistant.Say("Ask for GET /api/agents and the task types in the documentation."))
	}
	who, err := e.allowed(ctx, r, tool.Effect)
	if err != nil {
		return assistant.Task{}, err
	}
	if err := tools.Validate(tool, r.Parameters); err != nil {
		return assistant.Task{}, refuse(assistant.SideInput, assistant.Say("The parameters do not fit the task: %s", err.Error()), assistant.Say("Correct the parameters and send the request again."))
	}
	step := assistant.Step{Key: "task", Group: "A", Owner: r.Agent, Type: r.Type, Summary: r.Summary, Parameters: r.Parameters, Effect: tool.Effect}
	findings := append(assistant.CheckScope(step, p, of.Rules()), assistant.CheckClarity(step, of.Rules())...)
	if blocking := assistant.Blocking(findings); len(blocking) > 0 {
		way := assistant.Say("An admin can change what is allowed in the project's settings.")
		if p.ID == "" {
			way = assistant.Say("Name the project that it is for: projectId.")
		}
		return assistant.Task{}, refuse(assistant.SideContext, assistant.Say("This is outside the allowed scope: %s.", blocking[0].Message), way)
	}
	task := assistant.Task{
		ID: assistant.NewID[assistant.TaskID](e.ids), Run: assistant.NewID[assistant.RunID](e.ids), Project: r.Project,
		Key: step.Key, Group: step.Group, Order: 1, Owner: r.Agent, Status: assistant.TaskOpen, Type: r.Type, Parameters: r.Parameters,
		Summary: r.Summary, Definition: tool.Definition(), Team: of.Hash(), Effect: tool.Effect, Reversible: tool.Effect != assistant.EffectIrreversible, CreatedAt: e.now(), UpdatedAt: e.now(),
	}
	if tool.Effect != assistant.EffectNone && tool.Preview != nil {
		preview, err := tool.Previewed(ctx, tools.Call{Tenant: r.Tenant, Project: p, Asker: who, For: who.ID, Task: task, Arguments: r.Parameters})
		if err != nil {
			return assistant.Task{}, fmt.Errorf("preview %s: %w", r.Type, err)
		}
		task.Preview = &preview
		if preview.State != "" {
			if task.ApprovedHash, err = assistant.ConsentHash(assistant.Bound(r.Type, task.Definition), r.Parameters, preview); err != nil {
				return assistant.Task{}, fmt.Errorf("hash what %s would do: %w", r.Type, err)
			}
		}
	}
	return task, nil
}

// allowed refuses whoever may not decide on it: asking for a task is approving it.
func (e *Execution) allowed(ctx context.Context, r assistant.ExecuteRequest, effect assistant.Effect) (assistant.Person, error) {
	act := assistant.Act{Tenant: r.Tenant, Person: r.Person, Body: assistant.RunStarted{}}
	who, err := e.inbox.person(ctx, act)
	if err != nil {
		return who, err
	}
	note, err := e.inbox.refuses(ctx, act, who, &subject{ref: "task " + string(r.Type), requestedBy: r.Person, guarded: effect != assistant.EffectNone})
	if err != nil || note == "" {
		return who, err
	}
	return who, refuse(assistant.SideContext, assistant.Verbatim(note), assistant.Say("Ask for it in a conversation, where an approver or an admin can decide. Nothing was changed."))
}

func refuse(side assistant.Side, message, recovery assistant.Sentence) error {
	return &assistant.Trouble{Problem: assistant.Problem{Side: side, Message: message, Recovery: recovery}}
}

func (e *Execution) conversation(ctx context.Context, r assistant.ExecuteRequest) (assistant.ConversationID, error) {
	if r.Conversation != "" {
		return r.Conversation, e.inbox.enters(ctx, r.Tenant, r.Person, r.Conversation)
	}
	c, err := e.stage.StartConversation(ctx, r.Tenant, assistant.Beginning{Person: r.Person, Agent: assistant.Chief, Project: r.Project, Title: titles.Of(r.Summary), Key: r.Key})
	if err != nil {
		return "", fmt.Errorf("start conversation: %w", err)
	}
	return c.ID, nil
}

// wait looks at the task whenever there is news, and every second without.
func (e *Execution) wait(ctx context.Context, t assistant.TenantID, run assistant.RunID, task assistant.TaskID) (assistant.ExecuteResult, error) {
	view, err := e.stage.Run(ctx, t, run)
	if err != nil {
		return assistant.ExecuteResult{}, fmt.Errorf("read run %s: %w", run, err)
	}
	ctx, cancel := context.WithTimeout(ctx, executePatience)
	defer cancel()
	news := e.queue.Listen(ctx, view.Run.Conversation)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		result, done, err := e.standing(ctx, t, run, task)
		if done || err != nil {
			return result, err
		}
		select {
		case <-ctx.Done():
			return result, nil
		case <-news:
		case <-tick.C:
		}
	}
}

func (e *Execution) standing(ctx context.Context, t assistant.TenantID, run assistant.RunID, id assistant.TaskID) (assistant.ExecuteResult, bool, error) {
	view, err := e.stage.Run(ctx, t, run)
	if errors.Is(err, context.DeadlineExceeded) {
		return assistant.ExecuteResult{Run: run, Task: id, Status: assistant.TaskOpen}, true, nil
	}
	if err != nil {
		return assistant.ExecuteResult{}, false, fmt.Errorf("read run %s: %w", run, err)
	}
	for _, task := range view.Tasks {
		if task.ID != id {
			continue
		}
		out := assistant.ExecuteResult{Run: run, Task: id, Status: task.Status, Result: task.Result, Problem: task.Problem}
		if task.Status.Ended() {
			return out, true, nil
		}
		if task.Approval != "" {
			return e.waiting(ctx, t, task, out)
		}
		return out, false, nil
	}
	return assistant.ExecuteResult{}, false, fmt.Errorf("task %s of run %s: %w", id, run, assistant.ErrNotFound)
}

func (e *Execution) waiting(ctx context.Context, t assistant.TenantID, task assistant.Task, out assistant.ExecuteResult) (assistant.ExecuteResult, bool, error) {
	a, err := e.stage.Approval(ctx, t, task.Approval)
	if err != nil {
		return out, false, fmt.Errorf("read approval %s: %w", task.Approval, err)
	}
	if a.Status != assistant.ApprovalPending {
		return out, false, nil
	}
	out.Approval = &a.Approval
	return out, true, nil
}
