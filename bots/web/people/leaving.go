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
	ended, err := p.Members.Remove(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id)
	if err == nil {
		p.Log.InfoContext(r.Context(), "person removed", slog.String("tenant", string(p.Owner.Tenant.ID)), slog.String("by", string(p.Owner.Person.ID)), slog.String("person", string(ended.Person)))
	}
	return p.peopleDone(w, r, "removed", request.Found(err, "person"))
}

// handOver decides what becomes of the background tasks of somebody who has left.
func (p *Page) handOver(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	var to assistant.PersonID
	done := "ended"
	if r.PostFormValue("do") != "end" {
		if to, err = request.GivenID[assistant.PersonID](r.PostFormValue("to"), "person"); err != nil {
			return err
		}
		done = "handed"
	}
	_, err = p.Members.HandOver(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id, to)
	return p.peopleDone(w, r, done, request.Found(err, "person"))
}
