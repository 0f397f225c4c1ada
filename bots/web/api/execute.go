package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Executor does one task outside a plan. It answers with the approval it needs where a person must confirm first.
type Executor interface {
	Execute(ctx context.Context, r assistant.ExecuteRequest) (assistant.ExecuteResult, error)
}

// execution does single tasks.
type execution struct {
	executor      Executor // nil: it says that it is not available
	conversations Conversations
	work          Work
	ingest        *ingest.Ingest
	owner         *owner.Owner
	ids           *assistant.IDs
}

type executeRequest struct {
	Run          string          `json:"runId"`
	Conversation string          `json:"conversationId"`
	Project      string          `json:"projectId"`
	Agent        string          `json:"createdByAgentId"`
	Type         string          `json:"taskType"`
	Parameters   json.RawMessage `json:"parameters"`
	Summary      string          `json:"summary"`
}

type executeResponse struct {
	Task    assistant.TaskID     `json:"taskId"`
	Run     assistant.RunID      `json:"runId,omitempty"`
	Status  assistant.TaskStatus `json:"status"`
	Summary string               `json:"summary,omitempty"`
	Details any                  `json:"details"`
	Problem *request.ProblemJSON `json:"problem,omitempty"`
}

// execute does one task outside a plan (seed 000 §12.2). What cannot be undone is refused until a person has confirmed.
func (e *execution) execute(w http.ResponseWriter, r *http.Request) error {
	in, err := e.read(r)
	if err != nil {
		return err
	}
	if e.executor == nil {
		return request.Refuse(http.StatusServiceUnavailable, assistant.SideContext, assistant.Say("Single tasks cannot be run on this server."), assistant.Say("Ask for the work in a conversation."))
	}
	got, err := e.executor.Execute(r.Context(), in)
	if err != nil {
		return request.Found(err, "run, conversation or project")
	}
	if got.Approval != nil {
		f := request.Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("A person must confirm this before it runs. Nothing has been changed."),
			assistant.Verbatim("Approve it at /api/approvals/"+string(got.Approval.ID)+" and look at the run."))
		f.Extra = map[string]any{
			"taskId": got.Task, "runId": got.Run, "status": got.Status,
			"approval": wireAction(*got.Approval, in.Conversation, assistant.ApprovalPending),
		}
		return f
	}
	request.WriteJSON(w, http.StatusOK, wireExecuted(got))
	return nil
}

func wireExecuted(got assistant.ExecuteResult) executeResponse {
	out := executeResponse{Task: got.Task, Run: got.Run, Status: got.Status, Details: map[string]string{}}
	if got.Result != nil {
		out.Summary = got.Result.Summary.String()
		switch {
		case len(got.Result.Details) > 0:
			out.Details = got.Result.Details
		case got.Result.Fields != nil:
			out.Details = got.Result.Fields
		}
	}
	if got.Problem != nil {
		p := request.WireProblem(*got.Problem)
		out.Problem = &p
	}
	return out
}

func (e *execution) read(r *http.Request) (assistant.ExecuteRequest, error) {
	var req executeRequest
	out := assistant.ExecuteRequest{Tenant: e.owner.Tenant.ID, Person: e.owner.Person.ID}
	err := request.Decode(r, &req)
	if err != nil {
		return out, err
	}
	out.Agent, out.Type, out.Parameters = assistant.AgentID(req.Agent), assistant.TaskType(req.Type), object(req.Parameters)
	if out.Project, err = request.GivenID[assistant.ProjectID](req.Project, "project"); err != nil {
		return out, err
	}
	if out.Summary, err = request.Clean(req.Summary, "summary", request.NoteLimit); err != nil {
		return out, err
	}
	if err := e.check(r, out); err != nil {
		return out, err
	}
	if out.Conversation, err = e.conversation(r, req); err != nil {
		return out, err
	}
	out.Key, err = request.Key(e.ids, r, e.owner.Person.ID, out.Conversation, "")
	return out, err
}

func (e *execution) check(r *http.Request, in assistant.ExecuteRequest) error {
	switch {
	case in.Type == "":
		return request.Malformed(assistant.Say("The task type is missing."))
	case in.Agent == "":
		return request.Malformed(assistant.Say("Say which agent does it: createdByAgentId is missing."))
	case !strings.HasPrefix(strings.TrimSpace(string(in.Parameters)), "{"):
		return request.Malformed(assistant.Say("The parameters must be an object."))
	case strings.Contains(string(in.Parameters), `\u0000`):
		return request.Malformed(assistant.Say("The parameters hold a character that cannot be kept."))
	}
	return e.ingest.CheckFocus(r.Context(), in.Agent, in.Project)
}

// conversation returns where it is done: in the named conversation, or in that of the run it joins, if the asker may act there.
func (e *execution) conversation(r *http.Request, req executeRequest) (assistant.ConversationID, error) {
	run, err := request.GivenID[assistant.RunID](req.Run, "run")
	if err != nil {
		return "", err
	}
	id, err := request.GivenID[assistant.ConversationID](req.Conversation, "conversation")
	if err != nil {
		return "", err
	}
	if id != "" {
		if _, err := e.conversations.Conversation(r.Context(), e.owner.Tenant.ID, id); err != nil {
			return "", request.Found(err, "conversation")
		}
	}
	if run == "" {
		return id, nil
	}
	v, err := e.work.Run(r.Context(), e.owner.Tenant.ID, run)
	switch {
	case err != nil:
		return "", request.Found(err, "run")
	case id != "" && id != v.Run.Conversation:
		return "", request.Malformed(assistant.Say("The run is one of another conversation than the one that is named."))
	}
	return v.Run.Conversation, nil
}
