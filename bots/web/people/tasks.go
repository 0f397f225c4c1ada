package people

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Asks refuses a person who asks too often.
type Asks interface {
	Admit(w http.ResponseWriter) error
}

// Tasks is the page of background tasks.
type Tasks struct {
	Desk  *background.Desk // nil: there is none
	Owner *owner.Owner
	Pages *pages.Pages
	IDs   *assistant.IDs
	Asks  Asks
	Waits pages.Waits

	Templates []Template // those that only a model can do are not offered where none answers
}

// tasksView is the page: for an admin everybody's tasks, for others their own.
type tasksView struct {
	pages.View

	Admin   bool
	Tasks   []taskLine
	Key     string // of the form, so that sending it twice makes one task
	Done    string
	Refused assistant.Problem

	Reading   *background.Reading // of wishes about one of them; nil: none were said
	Chosen    Template            // what the form is filled with
	Wanted    wanted              // what was typed into it, where that was refused
	Calendar  *calendar           // nil: nothing is due soon
	Templates []Template
	More      bool // there are more tasks than are listed
}

// Routes are the page's own.
func (t *Tasks) Routes() map[string]request.Endpoint {
	if t.Desk == nil {
		return nil
	}
	out := map[string]request.Endpoint{"GET /tasks": t.show, "POST /tasks": t.make, "GET /tasks/when": t.when}
	for _, change := range []assistant.BackgroundChange{assistant.BackgroundPause, assistant.BackgroundResume, assistant.BackgroundNow, assistant.BackgroundCancel} {
		out["POST /tasks/{id}/"+string(change)] = t.change(change)
	}
	if t.Desk.Rewrites != nil {
		out["POST /tasks/{id}/edit"], out["POST /tasks/{id}/rewrite"] = t.edit, t.rewrite
	}
	return out
}

func (t *Tasks) show(w http.ResponseWriter, r *http.Request) error {
	return t.draw(w, r, http.StatusOK, tasksView{Done: r.URL.Query().Get("done"), Chosen: t.templateOf(r.URL.Query().Get("template"))})
}

// wanted is what a person has entered into the form of a new task.
type wanted struct{ Prompt, When string }

// typed reads the form of a new task.
func typed(r *http.Request) (wanted, error) {
	var out wanted
	err := request.Form(r)
	if err != nil {
		return out, err
	}
	if out.Prompt, err = request.Clean(r.FormValue("prompt"), "task", assistant.BackgroundPromptLimit); err != nil {
		return out, err
	}
	out.When, err = request.Clean(r.FormValue("when"), "time", assistant.BackgroundTitleLimit)
	return out, err
}

// wish is what a person wants: a schedule or, if it is none, a time.
func (t *Tasks) wish(r *http.Request, w wanted) background.Wish {
	wish := background.Wish{Prompt: w.Prompt, Schedule: w.When, Zone: t.Owner.Zone(r.Context()).String(), Language: t.Owner.Person.Language}
	if _, err := wish.Task(t.Desk.Now()); err != nil {
		once := wish
		once.Schedule, once.At = "", w.When
		if valid(once.Task(t.Desk.Now())) {
			return once
		}
	}
	return wish
}

// make makes a task from the page's form. What was typed stays where it is refused.
func (t *Tasks) make(w http.ResponseWriter, r *http.Request) error {
	given, err := typed(r)
	if err != nil {
		return err
	}
	me, wish := t.Owner.Person.ID, t.wish(r, given)
	key, err := request.Key(t.IDs, r, me, "", r.FormValue("key"))
	if err != nil {
		return err
	}
	prompt, allow := background.CutAllow(wish.Prompt)
	wish.Prompt = prompt
	made, err := t.Desk.Make(r.Context(), t.Owner.Tenant.ID, key, assistant.BackgroundTask{Owner: me}, wish)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return t.draw(w, r, http.StatusUnprocessableEntity, tasksView{Refused: refused.Problem, Wanted: given})
	}
	if err != nil || allow == "" {
		return t.then(w, r, err, "made")
	}
	read, err := t.Desk.Read(r.Context(), t.Owner.Tenant.ID, made.ID, background.Wanted{Allow: allow}) // what it may do without asking is shown before it may
	if err != nil {
		return t.then(w, r, err, "made")
	}
	return t.draw(w, r, http.StatusOK, tasksView{Reading: &read})
}

// whenView is how a time was read that somebody types.
type whenView struct {
	When    assistant.Sentence
	Next    assistant.Sentence
	Problem assistant.Problem
}

// when reads a time back while it is typed: nothing is made by it.
func (t *Tasks) when(w http.ResponseWriter, r *http.Request) error {
	said, err := request.Clean(r.URL.Query().Get("when"), "time", assistant.BackgroundTitleLimit)
	if err != nil {
		return err
	}
	var v whenView
	if said != "" {
		const anything = "x" // the time is asked about, and not what is done then
		task, err := t.wish(r, wanted{Prompt: anything, When: said}).Task(t.Desk.Now())
		refused, isRefused := errors.AsType[*assistant.Trouble](err)
		switch {
		case isRefused:
			v.Problem = refused.Problem
		case err != nil:
			return err
		default:
			v.When, v.Next = background.When(task), background.NextTimes(task, t.Desk.Now())
		}
	}
	t.Pages.Render(w, http.StatusOK, "task-when", v)
	return nil
}

func valid(_ assistant.BackgroundTask, err error) bool { return err == nil }

func (t *Tasks) change(change assistant.BackgroundChange) request.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		b, err := t.find(r)
		if err != nil {
			return err
		}
		if change == assistant.BackgroundNow {
			if err := t.Asks.Admit(w); err != nil {
				return err
			}
		}
		_, err = t.Desk.Change(r.Context(), t.Owner.Tenant.ID, t.Owner.Person.ID, b.ID, change)
		return t.then(w, r, request.Found(err, "background task"), string(change))
	}
}

// then shows the page again, with what was done or why it was not.
func (t *Tasks) then(w http.ResponseWriter, r *http.Request, err error, done string) error {
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return t.draw(w, r, http.StatusUnprocessableEntity, tasksView{Refused: refused.Problem})
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/tasks?done="+done, http.StatusSeeOther)
	return nil
}
