package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/request"
)

// readingJSON is what words would make of a task.
type readingJSON struct {
	Was    string     `json:"was"`
	Edit   string     `json:"edit"`
	Fields []diffJSON `json:"fields"`
}

// edit answers with what words would make of a task. Nothing is changed by it.
func (t tasks) edit(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Change string `json:"change"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	b, err := t.find(r)
	if err != nil {
		return err
	}
	words, err := request.Clean(req.Change, "change", assistant.BackgroundPromptLimit)
	if err != nil {
		return err
	}
	read, err := t.desk.Read(r.Context(), t.owner.Tenant.ID, b.ID, words)
	if err != nil {
		return request.Found(err, "background task")
	}
	var shown actionJSON
	shown.show(read.Fields)
	request.WriteJSON(w, http.StatusOK, readingJSON{read.Was, read.Edit.String(), shown.Diff})
	return nil
}

// rewrite changes a task as it was read and shown.
func (t tasks) rewrite(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Was  string `json:"was"`
		Edit string `json:"edit"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	b, err := t.find(r)
	if err != nil {
		return err
	}
	e, ok := background.ParseEdit(req.Edit)
	if !ok {
		return request.Malformed(assistant.Say("That is no change of an automation."))
	}
	if b, err = t.desk.Rewrite(r.Context(), t.owner.Tenant.ID, t.owner.Person.ID, b.ID, req.Was, e); err != nil {
		return request.Found(err, "background task")
	}
	request.WriteJSON(w, http.StatusOK, wireBackground(b, nil))
	return nil
}
