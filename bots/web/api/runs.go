package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// runs tells of runs, and changes them.
type runs struct {
	work   Work
	ingest *ingest.Ingest
	owner  *owner.Owner
}

// show answers with a run and its tasks (seed 000 §8.1).
func (c *runs) show(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	view, err := c.work.Run(r.Context(), c.owner.Tenant.ID, id)
	if err != nil {
		return request.Found(err, "run")
	}
	request.WriteJSON(w, http.StatusOK, wireRun(view))
	return nil
}

func (c *runs) cancel(w http.ResponseWriter, r *http.Request) error {
	return c.change(w, r, ingest.StopRun)
}

func (c *runs) retry(w http.ResponseWriter, r *http.Request) error {
	return c.change(w, r, ingest.RetryFailed)
}

func (c *runs) undo(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Task string `json:"taskId"` // "" takes back the whole run
	}
	if r.ContentLength != 0 {
		if err := request.Decode(r, &req); err != nil {
			return err
		}
	}
	task, err := request.GivenID[assistant.TaskID](req.Task, "task")
	if err != nil {
		return err
	}
	if task != "" {
		return c.change(w, r, ingest.TakeBackStep(task))
	}
	return c.change(w, r, ingest.TakeBack)
}

func (c *runs) change(w http.ResponseWriter, r *http.Request, body func(assistant.RunID) assistant.Body) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	return answerAct(w)(c.ingest.OnRun(r.Context(), id, body))
}

type runJSON struct {
	assistant.Run
	Tasks []assistant.Task `json:"tasks"`
}

func wireRun(v assistant.RunView) runJSON {
	if v.Tasks == nil {
		v.Tasks = []assistant.Task{}
	}
	return runJSON{v.Run, v.Tasks}
}
