package storagetest

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// invite makes an invitation of the owner.
func (w *world) invite(in assistant.Invitation) (assistant.Invitation, string) {
	w.t.Helper()
	secret := w.ids.Secret()
	if in.By == "" {
		in.By = w.owner.ID
	}
	made, err := w.Invitations.Invite(w.ctx, w.tenant, in, secret)
	w.ok(err)
	return made, secret
}

// accept follows an invitation's link, and gives the session.
func (w *world) accept(secret, name string) (assistant.Session, string, error) {
	w.t.Helper()
	session := w.ids.Secret()
	s, err := w.Invitations.AcceptInvitation(w.ctx, w.tenant, secret, name, session, assistant.Browser{Says: "b"})
	return s, session, err
}

// invitations: following the link makes a new person with the role, once; looking at it uses nothing up.
func invitations(_ *testing.T, w *world) {
	made, secret := w.invite(assistant.Invitation{Name: "Anna\x00 " + strings.Repeat("ö", 300), Role: assistant.RoleApprover})
	equal(w, []any{len([]rune(made.Name)), made.Role, made.By, made.Until.Sub(made.Made)}, []any{assistant.InvitedNameMost, assistant.RoleApprover, w.owner.ID, assistant.InvitationLife})
	for range 2 {
		looked, err := w.Invitations.Invited(w.ctx, w.tenant, secret)
		w.ok(err)
		equal(w, looked, made)
	}
	again, err := w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Name: "Anna", Role: assistant.RoleApprover}, secret)
	w.ok(err)
	equal(w, again, made)
	open, err := w.Invitations.Invitations(w.ctx, w.tenant, w.owner.ID)
	w.ok(err)
	equal(w, open, []assistant.Invitation{made})
	for _, wrong := range []string{"", "x", string(made.ID), secret + "x", w.ids.Secret(), strings.Repeat("a", 5000)} {
		w.is(second(w.Invitations.Invited(w.ctx, w.tenant, wrong)), assistant.ErrInvitation)
		_, _, err := w.accept(wrong, "x")
		w.is(err, assistant.ErrInvitation)
	}
	var let, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, _, err := w.accept(secret, "Anna Berg")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && s.Name == "Anna Berg" && s.Role == assistant.RoleApprover:
				let++
			case errors.Is(err, assistant.ErrInvitation):
				refused++
			}
		})
	}
	all.Wait()
	equal(w, []int{let, refused}, []int{1, 7})
	w.is(second(w.Invitations.Invited(w.ctx, w.tenant, secret)), assistant.ErrInvitation)
	w.is(second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Name: "Anna", Role: assistant.RoleApprover}, secret)), assistant.ErrInvited)
	w.is(second(w.Sessions.Session(w.ctx, w.tenant, secret)), assistant.ErrNotFound) // an invitation is no session
	people, err := w.People.Profiles(w.ctx, w.tenant, 10)
	w.ok(err)
	var came []string
	for _, p := range people {
		if p.Login {
			came = append(came, p.Name+" "+string(p.Role))
		}
	}
	equal(w, came, []string{"Anna Berg approver"})
}

// invitationsEscalateNothing: only an admin invites, and an invitation is worth no more than who made it.
func invitationsEscalateNothing(_ *testing.T, w *world) {
	for _, role := range []assistant.Role{assistant.RoleMember, assistant.RoleApprover} {
		p := w.person(account("U-"+string(role), string(role)))
		w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, p.ID, role))
		for _, wanted := range []assistant.Role{assistant.RoleMember, assistant.RoleAdmin} {
			w.is(second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: p.ID, Name: "x", Role: wanted}, w.ids.Secret())), assistant.ErrNotAdmin)
		}
		w.is(second(w.Invitations.Invitations(w.ctx, w.tenant, p.ID)), assistant.ErrNotAdmin)
		made, _ := w.invite(assistant.Invitation{Name: "y", Role: assistant.RoleMember})
		w.is(w.Invitations.Uninvite(w.ctx, w.tenant, p.ID, made.ID), assistant.ErrNotAdmin)
		w.ok(w.Invitations.Uninvite(w.ctx, w.tenant, w.owner.ID, made.ID))
		w.is(w.Invitations.Uninvite(w.ctx, w.tenant, w.owner.ID, made.ID), assistant.ErrNotFound)
	}
	for _, role := range []assistant.Role{"", "owner", assistant.RoleGuest} {
		w.is(second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Name: "x", Role: role}, w.ids.Secret())), assistant.ErrNotFound)
	}
	// What an admin has made is nothing once they are none.
	_, secret := w.invite(assistant.Invitation{Name: "Ada", Role: assistant.RoleAdmin})
	ada, _, err := w.accept(secret, "")
	w.ok(err)
	equal(w, []any{ada.Name, ada.Role}, []any{"Ada", assistant.RoleAdmin})
	_, hers := w.invite(assistant.Invitation{By: ada.Person, Name: "Friend", Role: assistant.RoleAdmin})
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, ada.Person, assistant.RoleMember))
	_, _, err = w.accept(hers, "")
	w.is(err, assistant.ErrInvitation)
	// What was taken back opens nothing.
	made, secret := w.invite(assistant.Invitation{Name: "Late", Role: assistant.RoleMember})
	w.ok(w.Invitations.Uninvite(w.ctx, w.tenant, w.owner.ID, made.ID))
	_, _, err = w.accept(secret, "")
	w.is(err, assistant.ErrInvitation)
}

// invitationsRenewed: somebody whose login began with an invitation comes back by a new link, and is out everywhere else; nobody
// else's login is made for them, and an admin's by the owner alone.
func invitationsRenewed(_ *testing.T, w *world) {
	_, secret := w.invite(assistant.Invitation{Name: "Mia", Role: assistant.RoleMember})
	mia, before, err := w.accept(secret, "")
	w.ok(err)
	_, lost := w.invite(assistant.Invitation{Person: mia.Person})
	made, secret := w.invite(assistant.Invitation{Person: mia.Person, Name: "Somebody", Role: assistant.RoleAdmin})
	equal(w, []any{made.Person, made.Name, made.Role}, []any{mia.Person, "Mia", assistant.RoleMember})
	_, _, err = w.accept(lost, "")
	w.is(err, assistant.ErrInvitation) // the newer link takes its place
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, before)))
	again, now, err := w.accept(secret, "Somebody")
	w.ok(err)
	equal(w, []any{again.Person, again.Name, again.Role}, []any{mia.Person, "Mia", assistant.RoleMember})
	w.is(second(w.Sessions.Session(w.ctx, w.tenant, before)), assistant.ErrNotFound)
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, now)))

	_, secret = w.invite(assistant.Invitation{Name: "Ada", Role: assistant.RoleAdmin})
	ada, _, err := w.accept(secret, "")
	w.ok(err)
	slack := w.person(account("U1", "Anna"))
	for by, c := range map[assistant.PersonID]map[assistant.PersonID]error{
		ada.Person: {ada.Person: assistant.ErrRenewAdmin, w.owner.ID: assistant.ErrNoLogin, slack.ID: assistant.ErrNoLogin, mia.Person: nil},
		w.owner.ID: {ada.Person: nil, w.owner.ID: assistant.ErrNoLogin, id[assistant.PersonID](w): assistant.ErrNotFound},
		mia.Person: {mia.Person: assistant.ErrNotAdmin},
	} {
		for of, want := range c {
			_, err := w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: by, Person: of}, w.ids.Secret())
			if want == nil {
				w.ok(err)
			} else {
				w.is(err, want)
			}
		}
	}
	// A link for a member is none for the admin that they have become, but the owner's.
	_, secret = w.invite(assistant.Invitation{By: ada.Person, Person: mia.Person})
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, mia.Person, assistant.RoleAdmin))
	_, _, err = w.accept(secret, "")
	w.is(err, assistant.ErrInvitation)
}

// members: the person who asked for a conversation, and anybody who speaks where its platform lets people in, is a member of it,
// also as the person they have become. Acting from outside makes nobody a member. Approvers and admins may act in every
// conversation, guests in none.
func members(_ *testing.T, w *world) {
	anna, bob := w.slack("one"), w.slack("two")
	bob.From = account("U2", "Bob")
	one, err := w.Intake.Receive(w.ctx, anna)
	w.ok(err)
	two, err := w.Intake.Receive(w.ctx, bob)
	w.ok(err)
	both := []assistant.ConversationID{one.Conversation, two.Conversation}
	took := func(who assistant.PersonID) [2]bool {
		w.t.Helper()
		got, err := w.Conversations.MayAct(w.ctx, w.tenant, who, append([]assistant.ConversationID{"x", id[assistant.ConversationID](w)}, both...))
		w.ok(err)
		listed, err := w.Conversations.ConversationsBefore(w.ctx, w.tenant, who, "", 10)
		w.ok(err)
		_, lines, err := w.Conversations.ListedConversations(w.ctx, w.tenant, who, assistant.Listing{}, "", 10)
		w.ok(err)
		equal(w, []int{len(listed), len(lines)}, []int{len(got), len(got)})
		for _, c := range both {
			if got[c] {
				w.lookAgain(c, who)
				continue
			}
			_, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{By: who, Open: c, Lines: 10, Entries: 10})
			w.is(err, assistant.ErrNotFound)
		}
		return [2]bool{got[both[0]], got[both[1]]}
	}
	equal(w, took(one.Person), [2]bool{true, false})
	equal(w, took(two.Person), [2]bool{false, true})
	cleo := w.somebody("cleo")
	equal(w, took(cleo), [2]bool{false, false})
	w.outsiders(cleo, both[0])
	equal(w, took(cleo), [2]bool{false, false})
	w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, both[0], cleo))
	w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, both[0], cleo))
	equal(w, took(cleo), [2]bool{true, false})
	w.is(w.Conversations.JoinConversation(w.ctx, id[assistant.TenantID](w), both[0], cleo), assistant.ErrNotFound)
	found, err := w.Conversations.SearchConversations(w.ctx, w.tenant, two.Person, anna.Text, 10)
	w.ok(err)
	mine, err := w.Conversations.SearchConversations(w.ctx, w.tenant, one.Person, anna.Text, 10)
	w.ok(err)
	equal(w, []bool{len(found) > 0 && found[0].ID == one.Conversation, len(mine) > 0 && mine[0].ID == one.Conversation}, []bool{false, true})
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, two.Person, w.code(one.Person).Code)
	w.ok(err)
	equal(w, took(one.Person), [2]bool{true, true})
	named, err := w.People.PeopleNamed(w.ctx, w.tenant, []assistant.PersonID{one.Person, two.Person, id[assistant.PersonID](w), "x"})
	w.ok(err)
	equal(w, len(named), 2)
	for _, who := range []assistant.PersonID{one.Person, two.Person} {
		p, err := w.People.Person(w.ctx, w.tenant, who)
		w.ok(err)
		equal(w, named[who], p)
	}
}

// outsiders: somebody does in a conversation what can be done from outside, and an approver and a guest are asked for.
func (w *world) outsiders(who assistant.PersonID, c assistant.ConversationID) {
	w.t.Helper()
	_, err := w.Intake.Receive(w.ctx, assistant.Inbound{
		Tenant: w.tenant, Conversation: c, Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(c)}, Person: who, Text: "hello", Key: w.ids.New(),
	})
	w.ok(err)
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c, Project: w.site.ID, RequestedBy: who, ApprovedBy: who, Status: assistant.RunRunning}
	w.ok(w.byPerson(c, who, assistant.RunStarted{Run: run}))
	w.ok(w.byPerson(c, who, assistant.StopRequested{Run: run.ID}))
	may := func(who assistant.PersonID) int {
		got, err := w.Conversations.MayAct(w.ctx, w.tenant, who, []assistant.ConversationID{c})
		w.ok(err)
		return len(got)
	}
	before := may(who)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, who, assistant.RoleApprover))
	approver := may(who)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, who, assistant.RoleMember))
	guest := account("UGUS", "Gus")
	guest.Standing = assistant.StandingGuest
	in := w.slack("one")
	in.From = guest
	gus, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	equal(w, gus.Conversation, c)
	equal(w, []int{before, approver, may(w.owner.ID), may(gus.Person)}, []int{0, 1, 1, 0})
}
