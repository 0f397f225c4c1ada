package people

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Hooks is the page of what events outside begin.
type Hooks struct {
	Desk  *hooks.Desk      // nil: there is none
	Tasks *background.Desk // by which a hook's task is found
	Owner *owner.Owner
	Pages *pages.Pages
	IDs   *assistant.IDs
}

// hookView is the page: a form for a new one, or one with what it was told of.
type hookView struct {
	pages.View

	Key     string // of the form, so that sending it twice makes one
	Hook    *assistant.Hook
	Senders []assistant.HookScheme
	Wish    hooks.Wish // as the form has it
	Filter  filterForm
	Past    []eventLine           // on which the filter can be tried
	Tried   assistant.HookEventID // one of them
	Trial   *hooks.Trial          // what the filter would say of it; nil: it was not tried
	Prompt  string
	Address string // shown once
	Secret  string // likewise
	Mine    bool
	Events  []eventLine
	Done    string
	Refused assistant.Problem
	Rules   bool // what was refused, or is drawn anew, are the rules
}

// At is where the filter is drawn anew.
func (v hookView) At() string {
	if v.Hook == nil {
		return "/hooks#filter"
	}
	return "/tasks/" + string(v.Hook.Task) + "/hook#filter"
}

// eventLine is an event as the page shows it.
type eventLine struct {
	assistant.HookEvent

	When    assistant.Sentence
	Outcome string
	Again   bool // it can be sent again
}

// Routes are the page's own.
func (h *Hooks) Routes() map[string]request.Endpoint {
	if h.Desk == nil || h.Tasks == nil {
		return nil
	}
	return map[string]request.Endpoint{
		"GET /hooks": h.form, "POST /hooks": h.make,
		"GET /tasks/{id}/hook": h.show, "POST /tasks/{id}/hook": h.change,
		"POST /tasks/{id}/hook/token": h.mint, "POST /tasks/{id}/hook/end": h.end, "POST /tasks/{id}/hook/again": h.again,
	}
}

// draw draws the page with whatever v says already.
func (h *Hooks) draw(w http.ResponseWriter, r *http.Request, status int, v hookView) error {
	v.View, v.Key, v.Senders = h.Pages.View(r.Context(), "Events"), h.IDs.New(), assistant.HookSchemes()
	w.Header().Set("Cache-Control", "no-store")
	h.Pages.Render(w, status, "hooks", v)
	return nil
}

func (h *Hooks) form(w http.ResponseWriter, r *http.Request) error {
	return h.draw(w, r, http.StatusOK, hookView{Filter: filterOf("")})
}

// wish reads the form. Where the filter is refused, all that was typed is given all the same.
func wish(r *http.Request) (w hooks.Wish, f filterForm, err error) {
	if err := request.Form(r); err != nil {
		return w, f, err
	}
	for field, to := range map[string]*string{"sender": &w.Sender, "secret": &w.Secret, "group": &w.Group, "until": &w.Until, "window": &w.Window, "repeat": &w.Repeat} {
		if *to, err = request.Clean(r.FormValue(field), field, assistant.HookRuleLimit); err != nil {
			return w, f, err
		}
	}
	if text := r.FormValue("minute"); text != "" {
		if w.Minute, err = strconv.Atoi(text); err != nil {
			w.Minute = -1
		}
	}
	f, w.Filter, err = readFilter(r)
	return w, f, err
}

// make makes a task that begins with events, and shows its address.
func (h *Hooks) make(w http.ResponseWriter, r *http.Request) error {
	asked, filter, wrong := wish(r)
	refused, isRefused := errors.AsType[*assistant.Trouble](wrong)
	if wrong != nil && !isRefused {
		return wrong
	}
	prompt, err := request.Clean(r.FormValue("prompt"), "task", assistant.BackgroundPromptLimit)
	if err != nil {
		return err
	}
	typed := hookView{Wish: asked, Filter: filter, Prompt: prompt}
	typed.Wish.Secret = ""
	switch {
	case redraws(r):
		return h.draw(w, r, http.StatusOK, typed)
	case isRefused:
		typed.Refused = refused.Problem
		return h.draw(w, r, http.StatusUnprocessableEntity, typed)
	}
	me := h.Owner.Person.ID
	key, err := request.Key(h.IDs, r, me, "", r.FormValue("key"))
	if err != nil {
		return err
	}
	made, err := h.Desk.Make(r.Context(), h.Owner.Tenant.ID, key, assistant.BackgroundTask{Owner: me},
		background.Wish{Prompt: prompt, Zone: h.Owner.Zone(r.Context()).String(), Language: h.Owner.Person.Language}, asked)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		typed.Refused = refused.Problem
		return h.draw(w, r, http.StatusUnprocessableEntity, typed)
	}
	if err != nil {
		return err
	}
	return h.once(w, r, made)
}

// once shows a hook with its address, which nobody sees again.
func (h *Hooks) once(w http.ResponseWriter, r *http.Request, made hooks.Made) error {
	v := hookView{Done: "made", Secret: string(made.Secret)}
	if made.Token != "" {
		v.Address = h.Desk.Address(made.Token)
	}
	return h.drawn(w, r, http.StatusOK, made.Hook.Task, v)
}

// find returns the id of the task in the path if the viewer may see it; others get not found.
func (h *Hooks) find(r *http.Request) (assistant.BackgroundTask, error) {
	id, err := request.PathID[assistant.BackgroundID](r, "background task")
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	me, err := h.Owner.Me(r.Context())
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	b, err := h.Tasks.Background(r.Context(), h.Owner.Tenant.ID, id)
	if err == nil && !b.May(me) {
		err = assistant.ErrNotFound
	}
	return b, request.Found(err, "background task")
}

// drawn draws one hook with what it was told of.
func (h *Hooks) drawn(w http.ResponseWriter, r *http.Request, status int, task assistant.BackgroundID, v hookView) error {
	hook, err := h.Desk.Hook(r.Context(), h.Owner.Tenant.ID, task)
	if err != nil {
		return request.Found(err, "hook")
	}
	events, err := h.Desk.HookEvents(r.Context(), h.Owner.Tenant.ID, task, assistant.HookEventsListed)
	if err != nil {
		return err
	}
	v.Hook, v.Mine = &hook, hook.Owner == h.Owner.Person.ID
	if !v.Rules {
		rules := hook.Rules
		v.Filter = filterOf(rules.Filter)
		v.Wish = hooks.Wish{Sender: string(rules.Scheme), Filter: rules.Filter, Group: rules.Group, Until: rules.Until, Window: rules.Window.String(), Minute: rules.Minute, Repeat: rules.Repeat.String()}
	}
	v.Filter.Fields = hooks.Fields(events)
	zone := h.Owner.Zone(r.Context()).String()
	for _, e := range events {
		read := (e.Outcome.Stored() || e.Outcome == assistant.HookFiltered) && (e.Payload != "" || e.Size == 0)
		line := eventLine{e, background.Moment(assistant.BackgroundTask{Zone: zone}, e.At), eventWords(e.Outcome), v.Mine && read}
		if v.Events = append(v.Events, line); read {
			v.Past = append(v.Past, line)
		}
	}
	return h.draw(w, r, status, v)
}

func eventWords(o assistant.HookOutcome) string {
	switch o {
	case assistant.HookAccepted:
		return "taken"
	case assistant.HookCoalesced:
		return "told together with another"
	case assistant.HookFiltered:
		return "not let through by the filter"
	case assistant.HookForged:
		return "not signed as it should be"
	case assistant.HookReplayed:
		return "had come before"
	case assistant.HookTooLarge:
		return "too large"
	case assistant.HookUnreadable:
		return "could not be read"
	case assistant.HookLimited:
		return "one of too many"
	case assistant.HookPaused:
		return "came while the task was paused"
	case assistant.HookOver, assistant.HookUnknown:
	}
	return "came when the task was over"
}

func (h *Hooks) show(w http.ResponseWriter, r *http.Request) error {
	b, err := h.find(r)
	if err != nil {
		return err
	}
	return h.drawn(w, r, http.StatusOK, b.ID, hookView{Done: r.URL.Query().Get("done")})
}

func (h *Hooks) change(w http.ResponseWriter, r *http.Request) error {
	b, err := h.find(r)
	if err != nil {
		return err
	}
	asked, filter, err := wish(r)
	typed := hookView{Wish: asked, Filter: filter, Rules: true, Tried: assistant.HookEventID(r.FormValue("event"))}
	typed.Wish.Secret = ""
	switch {
	case redraws(r):
		return h.drawn(w, r, http.StatusOK, b.ID, typed)
	case err == nil && r.FormValue("do") == "try":
		return h.try(w, r, b.ID, typed)
	case err == nil:
		_, err = h.Desk.Change(r.Context(), h.Owner.Tenant.ID, h.Owner.Person.ID, b.ID, asked)
	}
	return h.then(w, r, b.ID, err, "changed", typed)
}

// try says what a filter would say of an event that came before. Nothing begins by it, and nothing is changed.
func (h *Hooks) try(w http.ResponseWriter, r *http.Request, task assistant.BackgroundID, typed hookView) error {
	if !assistant.ValidID(string(typed.Tried)) {
		return request.Unknown("event")
	}
	said, err := h.Desk.Try(r.Context(), h.Owner.Tenant.ID, task, typed.Tried, typed.Wish.Filter)
	if err != nil {
		return h.then(w, r, task, request.Found(err, "event"), "", typed)
	}
	typed.Trial = &said
	return h.drawn(w, r, http.StatusOK, task, typed)
}

func (h *Hooks) mint(w http.ResponseWriter, r *http.Request) error {
	b, err := h.find(r)
	if err != nil {
		return err
	}
	made, err := h.Desk.Mint(r.Context(), h.Owner.Tenant.ID, h.Owner.Person.ID, b.ID, assistant.HookOldToken)
	if err != nil {
		return h.then(w, r, b.ID, err, "", hookView{})
	}
	return h.once(w, r, made)
}

func (h *Hooks) end(w http.ResponseWriter, r *http.Request) error {
	b, err := h.find(r)
	if err != nil {
		return err
	}
	_, err = h.Desk.EndHookTokens(r.Context(), h.Owner.Tenant.ID, h.Owner.Person.ID, b.ID)
	return h.then(w, r, b.ID, err, "ended", hookView{})
}

func (h *Hooks) again(w http.ResponseWriter, r *http.Request) error {
	b, err := h.find(r)
	if err != nil {
		return err
	}
	event := r.FormValue("event")
	if !assistant.ValidID(event) {
		return request.Unknown("event")
	}
	_, err = h.Desk.Again(r.Context(), h.Owner.Tenant.ID, h.Owner.Person.ID, b.ID, assistant.HookEventID(event))
	return h.then(w, r, b.ID, request.Found(err, "event"), "again", hookView{})
}

// then shows the hook again, with what was done, or why it was not and what was typed.
func (h *Hooks) then(w http.ResponseWriter, r *http.Request, task assistant.BackgroundID, err error, done string, typed hookView) error {
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		typed.Refused = refused.Problem
		return h.drawn(w, r, http.StatusUnprocessableEntity, task, typed)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/tasks/"+string(task)+"/hook?done="+done, http.StatusSeeOther)
	return nil
}
