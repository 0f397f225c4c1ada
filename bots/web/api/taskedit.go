package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/request"
)

// wantedJSON is what is to be different about a task. What is left out stays as it is.
type wantedJSON struct {
	Title   string `json:"title"`
	Prompt  string `json:"prompt"`
	When    string `json:"when"`
	Zone    string `json:"zone"`
	Until   string `json:"until"`
	Told    string `json:"told"`
	Overlap string `json:"overlap"`
	Allow   string `json:"allow"`
}

// wanted reads it.
func (j wantedJSON) wanted() (background.Wanted, error) {
	given := map[string]string{
		background.FieldTitle: j.Title, background.FieldPrompt: j.Prompt, background.FieldWhen: j.When, background.FieldZone: j.Zone,
		background.FieldUntil: j.Until, background.FieldTold: j.Told, background.FieldOverlap: j.Overlap, background.FieldAllow: j.Allow,
	}
	for name, text := range given {
		if text == "" {
			continue
		}
		var err error
		if given[name], err = request.Clean(text, name, assistant.BackgroundPromptLimit); err != nil {
			return background.Wanted{}, err
		}
	}
	return background.WantedOf(given)
}

// readingJSON is what that would make of a task.
type readingJSON struct {
	Was    string     `json:"was"`
	Edit   string     `json:"edit"`
	Fields []diffJSON `json:"fields"`
}

// edit answers with what somebody's wishes would make of a task. Nothing is changed by it.
func (t tasks) edit(w http.ResponseWriter, r *http.Request) error {
	var req wantedJSON
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	b, err := t.find(r)
	if err != nil {
		return err
	}
	wanted, err := req.wanted()
	if err != nil {
		return err
	}
	read, err := t.desk.Read(r.Context(), t.owner.Tenant.ID, b.ID, wanted)
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
