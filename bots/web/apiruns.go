package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// showRun answers with a run and its tasks (seed 000 §8.1).
func (s *Surface) showRun(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	view, err := s.Work.Run(r.Context(), s.Tenant.ID, id)
	if err != nil {
		return found(err, "run")
	}
	writeJSON(w, http.StatusOK, wireRun(view))
	return nil
}

func (s *Surface) cancelRun(w http.ResponseWriter, r *http.Request) error {
	return s.changeRun(w, r, stopRun)
}

func (s *Surface) retryRun(w http.ResponseWriter, r *http.Request) error {
	return s.changeRun(w, r, retryFailed)
}

func (s *Surface) undoRun(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Task string `json:"taskId"` // "" takes back the whole run
	}
	if r.ContentLength != 0 {
		if err := decode(r, &req); err != nil {
			return err
		}
	}
	task, err := givenID[assistant.TaskID](req.Task, "task")
	if err != nil {
		return err
	}
	if task != "" {
		return s.changeRun(w, r, takeBackStep(task))
	}
	return s.changeRun(w, r, takeBack)
}

func (s *Surface) changeRun(w http.ResponseWriter, r *http.Request, body func(assistant.RunID) assistant.Body) error {
	id, err := pathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	return answerAct(w)(s.actOnRun(r.Context(), id, body))
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
	Problem *problemJSON         `json:"problem,omitempty"`
}

// execute does one task outside a plan (seed 000 §12.2). What cannot be undone is refused until a person has confirmed.
func (s *Surface) execute(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readExecute(r)
	if err != nil {
		return err
	}
	if s.Executor == nil {
		return refuse(http.StatusServiceUnavailable, assistant.SideContext, "Single tasks cannot be run on this server.", "Ask for the work in a conversation.")
	}
	got, err := s.Executor.Execute(r.Context(), in)
	if err != nil {
		return found(err, "run, conversation or project")
	}
	if got.Approval != nil {
		f := refuse(http.StatusConflict, assistant.SideInput, "A person must confirm this before it runs. Nothing has been changed.",
			"Approve it at /api/approvals/"+string(got.Approval.ID)+" and look at the run.")
		f.extra = map[string]any{
			"taskId": got.Task, "runId": got.Run, "status": got.Status,
			"approval": wireAction(*got.Approval, in.Conversation, assistant.ApprovalPending),
		}
		return f
	}
	writeJSON(w, http.StatusOK, wireExecuted(got))
	return nil
}

func wireExecuted(got assistant.ExecuteResult) executeResponse {
	out := executeResponse{Task: got.Task, Run: got.Run, Status: got.Status, Details: map[string]string{}}
	if got.Result != nil {
		out.Summary = got.Result.Summary
		switch {
		case len(got.Result.Details) > 0:
			out.Details = got.Result.Details
		case got.Result.Fields != nil:
			out.Details = got.Result.Fields
		}
	}
	if got.Problem != nil {
		p := wireProblem(*got.Problem)
		out.Problem = &p
	}
	return out
}

func (s *Surface) readExecute(r *http.Request) (assistant.ExecuteRequest, error) {
	var req executeRequest
	out := assistant.ExecuteRequest{Tenant: s.Tenant.ID, Person: s.Owner.ID}
	err := decode(r, &req)
	if err != nil {
		return out, err
	}
	out.Agent, out.Type, out.Parameters = assistant.AgentID(req.Agent), assistant.TaskType(req.Type), object(req.Parameters)
	if out.Run, err = givenID[assistant.RunID](req.Run, "run"); err != nil {
		return out, err
	}
	if out.Conversation, err = givenID[assistant.ConversationID](req.Conversation, "conversation"); err != nil {
		return out, err
	}
	if out.Project, err = givenID[assistant.ProjectID](req.Project, "project"); err != nil {
		return out, err
	}
	if out.Summary, err = clean(req.Summary, "summary", noteLimit); err != nil {
		return out, err
	}
	if err := s.checkExecute(r, out); err != nil {
		return out, err
	}
	out.Key, err = s.requestKey(r, "")
	return out, err
}

func (s *Surface) checkExecute(r *http.Request, in assistant.ExecuteRequest) error {
	switch {
	case in.Type == "":
		return malformed("The task type is missing.")
	case in.Agent == "":
		return malformed("Say which agent does it: createdByAgentId is missing.")
	case in.Project == "":
		return malformed("The project is missing.")
	case !strings.HasPrefix(strings.TrimSpace(string(in.Parameters)), "{"):
		return malformed("The parameters must be an object.")
	case strings.Contains(string(in.Parameters), `\u0000`):
		return malformed("The parameters hold a character that cannot be kept.")
	}
	if in.Conversation != "" {
		if _, err := s.Conversations.Conversation(r.Context(), s.Tenant.ID, in.Conversation); err != nil {
			return found(err, "conversation")
		}
	}
	return s.checkFocus(r.Context(), in.Agent, in.Project)
}
