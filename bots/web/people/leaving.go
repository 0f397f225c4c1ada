package people

import (
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Heirs are who can take over background tasks.
func (v peopleView) Heirs() (out []assistant.Person) {
	for _, p := range v.People {
		if p.Role.Valid() {
			out = append(out, p.Person)
		}
	}
	return out
}

// remove takes somebody out of the team; before it is sure, the page says what ends by it.
func (p *Page) remove(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	if r.PostFormValue("sure") == "" {
		ends, err := p.Members.Leaving(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id)
		if err != nil {
			return p.peopleDone(w, r, "", request.Found(err, "person"))
		}
		return p.showPeople(w, r, http.StatusOK, peopleView{Leaves: ends})
	}
	to := r.PostFormValue("to")
	heir, err := request.GivenID[assistant.PersonID](to, "person")
	if err != nil && to != endTasks {
		return err
	}
	ended, err := p.Members.Remove(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id)
	if err != nil {
		return p.peopleDone(w, r, "", request.Found(err, "person"))
	}
	p.Log.InfoContext(r.Context(), "person removed", slog.String("tenant", string(p.Owner.Tenant.ID)), slog.String("by", string(p.Owner.Person.ID)), slog.String("person", string(ended.Person)))
	if to == "" {
		return p.peopleDone(w, r, "removed", nil)
	}
	return p.gives(w, r, ended.Person, heir, "removed-")
}

// endTasks is the form's value for ending the background tasks of a person who has left instead of naming a successor.
const endTasks = "end"

// handOver decides what becomes of the background tasks of a person who has left.
func (p *Page) handOver(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	var to assistant.PersonID
	if r.PostFormValue("do") != endTasks {
		if to, err = request.GivenID[assistant.PersonID](r.PostFormValue("to"), "person"); err != nil {
			return err
		}
	}
	return p.gives(w, r, id, to, "")
}

// gives hands over the tasks of a person who has left, or ends them if no successor is named, and answers with what was done before
// as well. The person stays removed even if this fails: their tasks stay paused, and the page says why and asks again.
func (p *Page) gives(w http.ResponseWriter, r *http.Request, from, to assistant.PersonID, before string) error {
	done := "ended"
	if to != "" {
		done = "handed"
	}
	tasks, err := p.Members.HandOver(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, from, to)
	if err == nil {
		p.Log.InfoContext(r.Context(), "background tasks handed over", slog.String("tenant", string(p.Owner.Tenant.ID)), slog.String("by", string(p.Owner.Person.ID)),
			slog.String("person", string(from)), slog.String("to", string(to)), slog.Int("tasks", tasks))
	}
	return p.peopleDone(w, r, before+done, request.Found(err, "person"))
}
