package api

import (
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Most that one answer lists.
const (
	tasksListed = 200
	runsListed  = 50
)

// tasks serves background tasks (seed 004).
type tasks struct {
	desk  *background.Desk
	owner *owner.Owner
	ids   *assistant.IDs
	hooks *hooks.Desk // nil: no events begin any
	talks Conversations
	asks  *ingest.Ingest
}

type backgroundJSON struct {
	ID           assistant.BackgroundID     `json:"id"`
	Kind         assistant.BackgroundKind   `json:"kind"`
	Title        string                     `json:"title"`
	Prompt       string                     `json:"prompt"`
	Schedule     string                     `json:"schedule,omitempty"`
	Zone         string                     `json:"zone"`
	When         assistant.Sentence         `json:"when"`
	Said         assistant.Sentences        `json:"said,omitempty"`
	Overlap      assistant.Overlap          `json:"overlap"`
	Status       assistant.BackgroundStatus `json:"status"`
	Reason       string                     `json:"reason,omitempty"`
	Next         time.Time                  `json:"next,omitzero"`
	Ends         time.Time                  `json:"ends,omitzero"`
	TimesLeft    int                        `json:"timesLeft,omitempty"`
	Owner        assistant.PersonID         `json:"ownerId"`
	Conversation assistant.ConversationID   `json:"conversationId"`
	Project      assistant.ProjectID        `json:"projectId,omitempty"`
	CreatedAt    time.Time                  `json:"createdAt"`
	Runs         []backgroundRunJSON        `json:"runs,omitempty"`
}

type backgroundRunJSON struct {
	Due     time.Time                   `json:"due"`
	At      time.Time                   `json:"at"`
	Outcome assistant.BackgroundOutcome `json:"outcome"`
	Note    string                      `json:"note,omitempty"`
	Message assistant.MessageID         `json:"messageId,omitempty"`
	Tokens  int64                       `json:"tokens"`
	Micros  int64                       `json:"costMicros"`
}

func wireBackground(b assistant.BackgroundTask, runs []assistant.BackgroundRun) backgroundJSON {
	out := backgroundJSON{
		ID: b.ID, Kind: b.Kind, Title: b.Title, Prompt: b.Prompt, Schedule: b.Schedule, Zone: b.Zone, When: background.When(b), Overlap: b.Overlap,
		Status: b.Status, Reason: b.Reason, Next: b.Due.UTC(), Ends: b.Ends.UTC(), TimesLeft: b.Left, Owner: b.Owner, Conversation: b.Conversation, Project: b.Project, CreatedAt: b.MadeAt.UTC(),
	}
	out.Said = assistant.SaidAs("when", out.When)
	for _, r := range runs {
		out.Runs = append(out.Runs, backgroundRunJSON{r.Due.UTC(), r.At.UTC(), r.Outcome, r.Note, r.Message, r.Tokens, r.Micros})
	}
	return out
}

// list answers with the caller's tasks, or with everybody's for an admin.
func (t tasks) list(w http.ResponseWriter, r *http.Request) error {
	me, err := t.owner.Me(r.Context())
	if err != nil {
		return err
	}
	whose := me.ID
	if me.Role == assistant.RoleAdmin {
		whose = ""
	}
	all, err := t.desk.Backgrounds(r.Context(), t.owner.Tenant.ID, whose, tasksListed)
	if err != nil {
		return err
	}
	out := []backgroundJSON{}
	for _, b := range all {
		out = append(out, wireBackground(b, nil))
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"tasks": out})
	return nil
}

// find returns the task in the path if the caller may see it; others get not found.
func (t tasks) find(r *http.Request) (assistant.BackgroundTask, error) {
	id, err := request.PathID[assistant.BackgroundID](r, "background task")
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	me, err := t.owner.Me(r.Context())
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	b, err := t.desk.Background(r.Context(), t.owner.Tenant.ID, id)
	if err == nil && !b.May(me) {
		err = assistant.ErrNotFound
	}
	return b, request.Found(err, "background task")
}

// show answers with a task and its last times.
func (t tasks) show(w http.ResponseWriter, r *http.Request) error {
	b, err := t.find(r)
	if err != nil {
		return err
	}
	runs, err := t.desk.BackgroundRuns(r.Context(), t.owner.Tenant.ID, b.ID, runsListed)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, wireBackground(b, runs))
	return nil
}

// make creates a task owned by the caller.
func (t tasks) make(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Title        string `json:"title"`
		Prompt       string `json:"prompt"`
		Schedule     string `json:"schedule"`
		At           string `json:"at"`
		Zone         string `json:"zone"`
		Overlap      string `json:"overlap"`
		Conversation string `json:"conversationId"`
		Project      string `json:"projectId"`

		Event *hookWishJSON `json:"event"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	whose := assistant.BackgroundTask{Owner: t.owner.Person.ID}
	var err error
	if whose.Conversation, err = request.GivenID[assistant.ConversationID](req.Conversation, "conversation"); err != nil {
		return err
	}
	if whose.Conversation != "" { // everybody in the conversation reads the task's reports, so the caller must be able to read it
		if _, err := t.talks.Conversation(r.Context(), t.owner.Tenant.ID, whose.Conversation); err != nil {
			return request.Found(err, "conversation")
		}
	}
	if whose.Project, err = request.GivenID[assistant.ProjectID](req.Project, "project"); err != nil {
		return err
	}
	wish := background.Wish{Schedule: req.Schedule, At: req.At, Zone: req.Zone, Overlap: req.Overlap, Language: t.owner.Person.Language}
	if wish.Title, err = request.Clean(req.Title, "title", assistant.BackgroundTitleLimit); err != nil {
		return err
	}
	if wish.Prompt, err = request.Clean(req.Prompt, "prompt", assistant.BackgroundPromptLimit); err != nil {
		return err
	}
	if wish.Zone == "" {
		wish.Zone = t.owner.Zone(r.Context()).String()
	}
	if req.Event == nil && wish.AtOnce() {
		wish.At = "now"
		if err := t.asks.Admit(w); err != nil { // what is done at once is asked for
			return err
		}
	}
	key, err := request.Key(t.ids, r, whose.Owner, whose.Conversation, "")
	if err != nil {
		return err
	}
	if req.Event != nil && t.hooks != nil {
		return hookDesk{t, t.hooks}.make(w, r, key, whose, wish, *req.Event)
	}
	b, err := t.desk.Make(r.Context(), t.owner.Tenant.ID, key, whose, wish)
	if err != nil {
		return request.Found(err, "conversation or project")
	}
	request.WriteJSON(w, http.StatusCreated, wireBackground(b, nil))
	return nil
}

// change does something to a task.
func (t tasks) change(change assistant.BackgroundChange) request.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		b, err := t.find(r)
		if err != nil {
			return err
		}
		if change == assistant.BackgroundNow {
			if err := t.asks.Admit(w); err != nil {
				return err
			}
		}
		if b, err = t.desk.Change(r.Context(), t.owner.Tenant.ID, t.owner.Person.ID, b.ID, change); err != nil {
			return request.Found(err, "background task")
		}
		request.WriteJSON(w, http.StatusOK, wireBackground(b, nil))
		return nil
	}
}
