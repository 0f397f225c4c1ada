package people

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// find returns the task in the path if the viewer may change it; others get not found.
func (t *Tasks) find(r *http.Request) (assistant.BackgroundTask, error) {
	id, err := request.PathID[assistant.BackgroundID](r, "background task")
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	me, err := t.Owner.Me(r.Context())
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	b, err := t.Desk.Background(r.Context(), t.Owner.Tenant.ID, id)
	if err == nil && !b.May(me) {
		err = assistant.ErrNotFound
	}
	return b, request.Found(err, "background task")
}

// edit shows how a form that was filled in would change a task. It changes nothing.
func (t *Tasks) edit(w http.ResponseWriter, r *http.Request) error {
	b, err := t.find(r)
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	form := view.TaskForm(b, t.Pages.Words())
	wanted, err := view.TaskWanted(form, pages.Filled(r, form))
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return t.then(w, r, assistant.BadInput(wrong.Message, assistant.Say("Correct it and send it again.")), "")
	}
	if err != nil {
		return t.then(w, r, err, "")
	}
	read, err := t.Desk.Read(r.Context(), t.Owner.Tenant.ID, b.ID, wanted)
	if err != nil {
		return t.then(w, r, err, "")
	}
	return t.draw(w, r, http.StatusOK, tasksView{Reading: &read})
}

// rewrite changes a task as it was read and shown.
func (t *Tasks) rewrite(w http.ResponseWriter, r *http.Request) error {
	b, err := t.find(r)
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	edit, ok := background.ParseEdit(r.FormValue("edit"))
	if !ok {
		return request.Malformed(assistant.Say("That is no change of an automation."))
	}
	_, err = t.Desk.Rewrite(r.Context(), t.Owner.Tenant.ID, t.Owner.Person.ID, b.ID, r.FormValue("was"), edit)
	return t.then(w, r, err, "changed")
}
