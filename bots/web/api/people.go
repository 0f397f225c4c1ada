package api

import (
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Members keeps who is in the team. Only an admin changes it; storage asks who it is.
type Members interface {
	Profiles(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Profile, error)
	Leaving(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error)
	Remove(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error)
	HandOver(ctx context.Context, t assistant.TenantID, by, from, to assistant.PersonID) (tasks int, err error)
}

const peopleListed = 500

// team tells who is in the team, and takes people out of it.
type team struct {
	kept  Members
	owner *owner.Owner
}

type personJSON struct {
	ID     assistant.PersonID `json:"id"`
	Name   string             `json:"name"`
	Role   assistant.Role     `json:"role"`
	LeftAt time.Time          `json:"leftAt,omitzero"`
	Behind int                `json:"tasksLeftBehind,omitempty"`
}

// list answers with everybody for an admin, and with themselves for others.
func (t team) list(w http.ResponseWriter, r *http.Request) error {
	me, err := t.owner.Me(r.Context())
	if err != nil {
		return err
	}
	all, err := t.kept.Profiles(r.Context(), t.owner.Tenant.ID, peopleListed)
	if err != nil {
		return err
	}
	out := []personJSON{}
	for _, p := range all {
		if me.Role == assistant.RoleAdmin || p.ID == me.ID {
			out = append(out, personJSON{p.ID, p.Name, p.Role, p.LeftAt.UTC(), p.Behind})
		}
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"people": out})
	return nil
}

// ends answers with what would end if somebody were removed, or has ended by it.
func (t team) ends(do func(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error)) request.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := request.PathID[assistant.PersonID](r, "person")
		if err != nil {
			return err
		}
		l, err := do(r.Context(), t.owner.Tenant.ID, t.owner.Person.ID, id)
		if err != nil {
			return request.Found(err, "person")
		}
		request.WriteJSON(w, http.StatusOK, l)
		return nil
	}
}

// handOver gives the background tasks of a person who has left to somebody else, or ends them.
func (t team) handOver(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	var req struct {
		To  string `json:"to"`
		End bool   `json:"end"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	var to assistant.PersonID
	switch {
	case req.End == (req.To != ""):
		return request.Malformed(assistant.Say("Say who takes the automations over, or that they end."))
	case !req.End:
		if to, err = request.GivenID[assistant.PersonID](req.To, "person"); err != nil {
			return err
		}
	}
	n, err := t.kept.HandOver(r.Context(), t.owner.Tenant.ID, t.owner.Person.ID, id, to)
	if err != nil {
		return request.Found(err, "person")
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"tasks": n})
	return nil
}
