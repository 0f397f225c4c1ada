package people

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	tasksListed = 100
	runsShown   = 20
)

// Asks refuses whoever asks too often.
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

	Reading   *background.Reading // of words about one of them; nil: none were said
	Chosen    Template            // what the form is filled with
	Wanted    wanted              // what was typed into it, where that was refused
	Calendar  *calendar           // nil: nothing is due soon
	Templates []Template
}

// taskLine is a task as the page shows it.
type taskLine struct {
	assistant.BackgroundTask

	When  assistant.Sentence
	Next  assistant.Sentence // says nothing where it is not due again
	Whose string             // "" where it is whoever looks at it
	Runs  []runLine
	Strip *strip    // of the last times; nil where there was none
	Read  *readLine // what words would make of it; nil where none were said
}

// readLine is the reading of somebody's words about a task, to be agreed to.
type readLine struct {
	Fields []assistant.Field
	Was    string
	Edit   string
}

// runLine is a time that a task was due.
type runLine struct {
	Due     assistant.Sentence
	Outcome string
	Note    string
	Cost    string
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

// draw draws the page with whatever v says already.
func (t *Tasks) draw(w http.ResponseWriter, r *http.Request, status int, v tasksView) error {
	v.View, v.Key = t.Pages.View(r.Context(), "Automations"), t.IDs.New()
	me, err := t.Owner.Me(r.Context())
	if err != nil {
		return err
	}
	v.Admin, v.Templates = me.Role == assistant.RoleAdmin, t.offered()
	whose := me.ID
	if v.Admin {
		whose = ""
	}
	all, err := t.Desk.Backgrounds(r.Context(), t.Owner.Tenant.ID, whose, tasksListed)
	if err != nil {
		return err
	}
	for _, b := range all {
		line := taskLine{BackgroundTask: b, When: background.When(b)}
		if !b.Due.IsZero() {
			line.Next = background.Moment(b, b.Due)
		}
		if b.Owner != me.ID {
			line.Whose = t.Owner.Called(r.Context(), b.Owner)
		}
		runs, err := t.Desk.BackgroundRuns(r.Context(), t.Owner.Tenant.ID, b.ID, runsShown)
		if err != nil {
			return err
		}
		if v.Reading != nil && v.Reading.Task.ID == b.ID {
			line.Read = &readLine{v.Reading.Fields, v.Reading.Was, v.Reading.Edit.String()}
		}
		for _, run := range runs {
			line.Runs = append(line.Runs, runLine{background.Moment(b, run.Due), outcomeWords(run.Outcome), run.Note, costWords(run)})
		}
		line.Strip = t.stripOf(runs)
		v.Tasks = append(v.Tasks, line)
	}
	v.Calendar = calendarOf(v.Tasks, t.Desk.Now().In(t.Owner.Zone(r.Context())))
	t.Pages.Render(w, status, "tasks", v)
	return nil
}

// strip is what the last times of a task came to, at a glance: the oldest first.
type strip struct {
	Words string
	Marks []assistant.BackgroundOutcome
}

func (t *Tasks) stripOf(runs []assistant.BackgroundRun) *strip {
	if len(runs) == 0 {
		return nil
	}
	in := t.Pages.Words()
	words := make([]string, len(runs))
	out := &strip{Marks: make([]assistant.BackgroundOutcome, len(runs))}
	for i, r := range slices.Backward(runs) {
		at := len(runs) - 1 - i
		out.Marks[at], words[at] = r.Outcome, in.Label(outcomeWords(r.Outcome))
	}
	out.Words = strings.Join(words, ", ")
	return out
}

func outcomeWords(o assistant.BackgroundOutcome) string {
	switch o {
	case assistant.BackgroundWorking:
		return "at work"
	case assistant.BackgroundWaiting:
		return "waits for a decision"
	case assistant.BackgroundFailed:
		return "failed"
	case assistant.BackgroundSkipped:
		return "left out"
	case assistant.BackgroundRan:
	}
	return "done"
}

func costWords(r assistant.BackgroundRun) string {
	switch {
	case r.Micros > 0:
		return fmt.Sprintf("%d tokens, $%.4f", r.Tokens, float64(r.Micros)/1e6)
	case r.Tokens > 0:
		return fmt.Sprintf("%d tokens", r.Tokens)
	default:
		return ""
	}
}

// wanted is what somebody has typed into the form of a new task.
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

// wish is what somebody wants: a schedule or, where it is none, a time.
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
	read, err := t.Desk.Read(r.Context(), t.Owner.Tenant.ID, made.ID, allow) // what it may do without asking is shown before it may
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
