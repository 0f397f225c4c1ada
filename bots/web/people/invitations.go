package people

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Invitations keeps the links by which people come to the panel. Only an admin makes them and takes them back; storage asks who
// it is. What is refused says why in an [assistant.Trouble].
type Invitations interface {
	Invite(ctx context.Context, t assistant.TenantID, in assistant.Invitation, secret string) (assistant.Invitation, error)
	Invitations(ctx context.Context, t assistant.TenantID, by assistant.PersonID) ([]assistant.Invitation, error)
	Uninvite(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.InvitationID) error
}

// showInvitations adds to the page who is invited.
func (p *Page) showInvitations(r *http.Request, v *peopleView) error {
	if p.Invitations == nil {
		return nil
	}
	var err error
	v.Invites, v.Key = true, p.IDs.New()
	if v.Open, err = p.Invitations.Invitations(r.Context(), p.Owner.Tenant.ID, v.Me.ID); err != nil {
		return err
	}
	zone := p.Owner.Zone(r.Context())
	for i := range v.Open {
		v.Open[i].Until = v.Open[i].Until.In(zone)
	}
	if !v.Invited.Until.IsZero() {
		v.Invited.Until = v.Invited.Until.In(zone)
	}
	return nil
}

// invite makes an invitation of the form.
func (p *Page) invite(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	name, err := request.Clean(r.PostFormValue("name"), "name", assistant.InvitedNameMost)
	if err != nil {
		return err
	}
	in := assistant.Invitation{Name: name, Role: assistant.Role(r.PostFormValue("role"))}
	if !in.Role.Valid() {
		return request.Malformed(assistant.Say("That is not a role I know."))
	}
	if name == "" {
		return p.showPeople(w, r, http.StatusBadRequest, peopleView{Wanted: in, Refused: assistant.Problem{Message: assistant.Say("An invitation needs a name."), Recovery: assistant.Say("Write whom it is for; they can change it when they come.")}})
	}
	key, err := request.Key(p.IDs, r, p.Owner.Person.ID, "", r.PostFormValue("key"))
	if err != nil {
		return err
	}
	return p.makeInvitation(w, r, in, fmt.Sprintf("%s %s %q", key, in.Role, in.Name)) // who goes back and invites another makes another link
}

// renew makes a link by which somebody whose login began with an invitation signs in again.
func (p *Page) renew(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.PersonID](r, "person")
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	key, err := request.Key(p.IDs, r, p.Owner.Person.ID, "", r.PostFormValue("key"))
	if err != nil {
		return err
	}
	return p.makeInvitation(w, r, assistant.Invitation{Person: id}, key+" "+string(id))
}

// makeInvitation shows the link, the same one for a form that is sent twice. It is in these answers alone: what is kept is a hash.
func (p *Page) makeInvitation(w http.ResponseWriter, r *http.Request, in assistant.Invitation, key string) error {
	secret := p.Door.Secret(r, key)
	in.By = p.Owner.Person.ID
	made, err := p.Invitations.Invite(r.Context(), p.Owner.Tenant.ID, in, secret)
	if err != nil {
		return p.peopleDone(w, r, "", request.Found(err, "person"))
	}
	p.Log.InfoContext(r.Context(), "invitation made", slog.String("tenant", string(made.Tenant)), slog.String("by", string(made.By)),
		slog.String("person", string(made.Person)), slog.String("role", string(made.Role)))
	return p.showPeople(w, r, http.StatusOK, peopleView{Invited: made, Link: p.Door.JoinAddress(r, secret)})
}

// uninvite takes an invitation back. One that is over already is no reason to complain.
func (p *Page) uninvite(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.InvitationID](r, "invitation")
	if err != nil {
		return err
	}
	err = p.Invitations.Uninvite(r.Context(), p.Owner.Tenant.ID, p.Owner.Person.ID, id)
	if errors.Is(err, assistant.ErrNotFound) {
		err = nil
	}
	return p.peopleDone(w, r, "uninvited", err)
}
