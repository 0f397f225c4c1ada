package web_test

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// invited is an invitation with its secret.
type invited struct {
	assistant.Invitation

	secret string
	over   bool
}

// person finds somebody of the world, the world being held.
func (w *world) person(id assistant.PersonID) (assistant.Person, error) {
	if id == w.owner.ID {
		return w.owner, nil
	}
	i := slices.IndexFunc(w.people, func(p assistant.Profile) bool { return p.ID == id })
	if i < 0 {
		return assistant.Person{}, assistant.ErrNotFound
	}
	return w.people[i].Person, nil
}

// adminOnly refuses whoever is no admin, the world being held.
func (w *world) adminOnly(by assistant.PersonID) error {
	if p, err := w.person(by); err != nil || p.Role != assistant.RoleAdmin {
		return assistant.ErrNotAdmin
	}
	return nil
}

// join makes somebody of a role, who has a login.
func (w *world) join(name string, role assistant.Role) assistant.Person {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := assistant.Person{ID: assistant.NewID[assistant.PersonID](w.ids), Tenant: w.tenant.ID, Name: name, Role: role}
	w.people = append(w.people, assistant.Profile{Person: p, Login: true})
	return p
}

// demote gives somebody who joined another role.
func (w *world) demote(id assistant.PersonID, to assistant.Role) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.people {
		if w.people[i].ID == id {
			w.people[i].Role = to
		}
	}
}

func (w *world) Invite(_ context.Context, t assistant.TenantID, in assistant.Invitation, secret string) (assistant.Invitation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(in.By); err != nil {
		return assistant.Invitation{}, err
	}
	by, _ := w.person(in.By)
	for _, one := range w.invitations {
		if one.secret == secret {
			return one.Invitation, nil
		}
	}
	if in.Person != "" {
		p, err := w.person(in.Person)
		if err != nil || p.Role == assistant.RoleAdmin && by.ID != w.owner.ID {
			return assistant.Invitation{}, cmp.Or(err, assistant.ErrRenewAdmin)
		}
		in.Name, in.Role = p.Name, p.Role
	}
	in.ID, in.Tenant, in.ByName, in.Made = assistant.NewID[assistant.InvitationID](w.ids), t, by.Name, w.now()
	in.Until = in.Made.Add(assistant.InvitationLife)
	w.invitations = append(w.invitations, invited{Invitation: in, secret: secret})
	return in, w.away
}

func (w *world) Invitations(_ context.Context, _ assistant.TenantID, by assistant.PersonID) ([]assistant.Invitation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(by); err != nil {
		return nil, err
	}
	var out []assistant.Invitation
	for _, one := range w.invitations {
		if !one.over {
			out = append(out, one.Invitation)
		}
	}
	return out, w.away
}

func (w *world) Uninvite(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.InvitationID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(by); err != nil {
		return err
	}
	for i := range w.invitations {
		if one := &w.invitations[i]; one.ID == id && !one.over {
			one.over = true
			return nil
		}
	}
	return assistant.ErrNotFound
}

func (w *world) Invited(_ context.Context, _ assistant.TenantID, secret string) (assistant.Invitation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range w.invitations {
		if one.secret == secret && !one.over && w.now().Before(one.Until) {
			return one.Invitation, w.away
		}
	}
	return assistant.Invitation{}, cmp.Or(w.away, assistant.ErrInvitation)
}

func (w *world) AcceptInvitation(ctx context.Context, t assistant.TenantID, secret, name, session string, from assistant.Browser) (assistant.Session, error) {
	in, err := w.Invited(ctx, t, secret)
	if err != nil {
		return assistant.Session{}, err
	}
	w.mu.Lock()
	for i := range w.invitations {
		w.invitations[i].over = w.invitations[i].over || w.invitations[i].ID == in.ID
	}
	w.sessions = slices.DeleteFunc(w.sessions, func(s signedIn) bool { return in.Person != "" && s.Person == in.Person })
	w.mu.Unlock()
	id := in.Person
	if id == "" {
		id = w.join(cmp.Or(name, in.Name), in.Role).ID
	}
	return w.StartSession(ctx, t, id, session, from)
}

func (w *world) KeepSignInCode(_ context.Context, _ assistant.TenantID, p assistant.PersonID, _ assistant.SessionID, code string) (time.Time, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.codes == nil {
		w.codes = map[string]assistant.PersonID{}
	}
	w.codes[code] = p
	return w.now().Add(assistant.SignInCodeLife), w.away
}

func (w *world) MayAct(_ context.Context, _ assistant.TenantID, who assistant.PersonID, ids []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := map[assistant.ConversationID]bool{}
	for _, id := range ids {
		if w.partOf(who, id) {
			out[id] = true
		}
	}
	return out, w.away
}

// partOf tells whether somebody took part, the world being held; nobody is no bound.
func (w *world) partOf(who assistant.PersonID, id assistant.ConversationID) bool {
	if in, known := w.invitedInto(id)[who]; known {
		return in != ""
	}
	return who == "" ||
		slices.ContainsFunc(w.conversations, func(c assistant.Conversation) bool { return c.ID == id && c.Person == who }) ||
		slices.ContainsFunc(w.log[id], func(m assistant.Message) bool { return m.Person == who && !decides(m.Body) })
}

// invitedInto tells who was invited into a conversation and by whom, the world being held; by nobody who is in it no more.
func (w *world) invitedInto(id assistant.ConversationID) map[assistant.PersonID]assistant.PersonID {
	out := map[assistant.PersonID]assistant.PersonID{}
	for _, m := range w.log[id] {
		switch b := m.Body.(type) { //nolint:gochecksumtype // nobody comes or goes by the rest
		case assistant.MemberAdded:
			out[b.Person] = m.Person
		case assistant.MemberRemoved:
			out[b.Person] = ""
		}
	}
	return out
}

// Membership are the world's people: whoever takes part, and the rest of the team.
func (w *world) Membership(_ context.Context, _ assistant.TenantID, id assistant.ConversationID, _ int) (assistant.Membership, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out assistant.Membership
	invited := w.invitedInto(id)
	for _, p := range append([]assistant.Profile{{Person: w.owner}}, w.people...) {
		switch {
		case w.partOf(p.ID, id):
			out.Members = append(out.Members, assistant.Member{Person: p.Person, By: invited[p.ID]})
		case p.Role != assistant.RoleGuest && !p.Left:
			out.Others = append(out.Others, p.Person)
		}
	}
	return out, w.away
}

// decides tells whether a message is a decision, by which nobody takes part.
func decides(b assistant.Body) bool {
	switch b.(type) { //nolint:gochecksumtype // the rest decide nothing
	case assistant.PlanDecided, assistant.ApprovalDecided, assistant.ApprovalBacked:
		return true
	default:
		return false
	}
}
