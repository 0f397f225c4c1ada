package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
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
	found, err := c.work.Run(r.Context(), c.owner.Tenant.ID, id)
	if err != nil {
		return request.Found(err, "run")
	}
	request.WriteJSON(w, http.StatusOK, wireRun(found))
	return nil
}

func (c *runs) cancel(w http.ResponseWriter, r *http.Request) error {
	return c.change(w, r, click.ARun, "cancel", "")
}

func (c *runs) retry(w http.ResponseWriter, r *http.Request) error {
	return c.change(w, r, click.ARun, "retry", "")
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
		return c.change(w, r, click.ATask, "undo", task)
	}
	return c.change(w, r, click.ARun, "undo", "")
}

// oneTask acts on one task of a run alone.
func (c *runs) oneTask(verb string) request.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		task, err := request.GivenID[assistant.TaskID](r.PathValue("task"), "task")
		if err != nil {
			return err
		}
		if task == "" {
			return request.Unknown("task")
		}
		return c.change(w, r, click.ATask, verb, task)
	}
}

func (c *runs) change(w http.ResponseWriter, r *http.Request, about click.About, verb string, task assistant.TaskID) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	v, ok := click.InJSON(about, verb)
	if !ok {
		return request.Unknown("page")
	}
	return answerAct(w)(c.ingest.OnRun(r.Context(), id, v.Note(view.On{Run: id, Task: task})))
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
