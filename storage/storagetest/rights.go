package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// guestsInStead: a guest neither decides for others nor has a deputy, and nobody is called in a guest's place.
func guestsInStead(_ *testing.T, w *world) {
	gus, ben := w.person(standing("U1", assistant.StandingGuest)).ID, w.somebody("ben")
	until := time.Now().Add(time.Hour)
	for who, whom := range map[assistant.PersonID]assistant.PersonID{gus: ben, ben: gus} {
		w.is(w.Policies.Delegate(w.ctx, w.tenant, assistant.Delegation{ID: id[assistant.DelegationID](w), Person: who, Delegate: whom, Until: until}), assistant.ErrDeputy)
	}
	equal(w, len(w.named()), 0)
	w.is(w.People.SetHearing(w.ctx, w.tenant, ben, assistant.Hearing{Delegate: gus}), assistant.ErrDelegate)
	w.ok(w.People.SetHearing(w.ctx, w.tenant, ben, assistant.Hearing{}))
}

// grantsOfNothing: what is no role is given to no group, and no role to a group that is not named, or of no platform.
func grantsOfNothing(_ *testing.T, w *world) {
	good := assistant.Grant{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1", Role: assistant.RoleApprover}
	for _, spoil := range []func(*assistant.Grant){
		func(g *assistant.Grant) { g.Role = "" }, func(g *assistant.Grant) { g.Role = "owner" }, func(g *assistant.Grant) { g.Role = assistant.RoleGuest },
		func(g *assistant.Grant) { g.Surface = "" }, func(g *assistant.Grant) { g.Group = "" },
	} {
		g := good
		spoil(&g)
		w.is(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, g), assistant.ErrNotFound)
	}
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, good))
	all, err := w.Grants.Grants(w.ctx, w.tenant)
	w.ok(err)
	equal(w, all, []assistant.Grant{good})
}

// rolesAgain: the last admin, and the person the token signs in, remain admins if their role is set again.
func rolesAgain(_ *testing.T, w *world) {
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, w.owner.ID, assistant.RoleAdmin)) // there is no other
	ben := w.somebody("ben")
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, ben, assistant.RoleAdmin))
	w.ok(w.People.SetRole(w.ctx, w.tenant, ben, w.owner.ID, assistant.RoleAdmin))
	w.ok(w.People.SetRole(w.ctx, w.tenant, ben, ben, assistant.RoleMember)) // who is no owner, and not the last
	w.is(w.People.SetRole(w.ctx, w.tenant, ben, ben, assistant.RoleAdmin), assistant.ErrNotAdmin)
}

// ownersLogin: whom the token signs in is signed in by it alone, also where their login began with an invitation.
func ownersLogin(_ *testing.T, w *world) {
	_, secret := w.invite(assistant.Invitation{Name: "Ada", Role: assistant.RoleAdmin})
	ada, _, err := w.accept(secret, "")
	w.ok(err)
	other, link := w.somebody("ben"), assistant.Invitation{Person: ada.Person}
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, other, assistant.RoleAdmin))
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, w.owner.ID, w.code(ada.Person).Code)
	w.ok(err) // Ada is whom the token signs in now
	for _, by := range []assistant.PersonID{ada.Person, other} {
		link.By = by
		w.is(second(w.Invitations.Invite(w.ctx, w.tenant, link, w.ids.Secret())), assistant.ErrNoLogin)
	}
}

// tenantsOfNoID: a tenant id that is no valid id finds nothing, on either database.
func tenantsOfNoID(_ *testing.T, w *world) {
	for _, none := range []assistant.TenantID{"", "nobody", "'; drop table tenants"} {
		w.is(second(w.Projects.Projects(w.ctx, none)), assistant.ErrNotFound)
		w.is(second(w.Grants.Grants(w.ctx, none)), assistant.ErrNotFound)
		w.is(second(w.Policies.Delegations(w.ctx, none)), assistant.ErrNotFound)
	}
}

// guestsLogin: a login is made for no guest, also where it began with an invitation.
func guestsLogin(_ *testing.T, w *world) {
	_, secret := w.invite(assistant.Invitation{Name: "Mia", Role: assistant.RoleMember})
	mia, _, err := w.accept(secret, "")
	w.ok(err)
	gus := w.person(standing("U1", assistant.StandingGuest))
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, gus.ID, w.code(mia.Person).Code)
	w.ok(err)
	p, err := w.People.Person(w.ctx, w.tenant, mia.Person)
	w.ok(err)
	equal(w, p.Role, assistant.RoleGuest) // her only account is a guest's
	for _, of := range []assistant.PersonID{mia.Person, gus.ID, w.person(standing("U2", assistant.StandingGuest)).ID} {
		w.is(second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Person: of}, w.ids.Secret())), assistant.ErrGuestRole)
	}
}

// lastAdminOfAll: the last admin stays where the token signs nobody in, as with a workspace that has installed the app.
func lastAdminOfAll(_ *testing.T, w *world) {
	in := w.install(assistant.Install{Team: "T9", By: "U1", Tokens: assistant.Tokens{Access: "a"}})
	of := func(external string) assistant.PersonID {
		w.t.Helper()
		who := account(external, external)
		who.Space = "T9"
		p, err := w.People.PersonFor(w.ctx, in.Tenant, who)
		w.ok(err)
		return p.ID
	}
	admin, ben := of("U1"), of("U2")
	w.is(second(w.People.Leaving(w.ctx, in.Tenant, admin, admin)), assistant.ErrLastAdminLeaves)
	w.is(second(w.People.Remove(w.ctx, in.Tenant, admin, admin)), assistant.ErrLastAdminLeaves)
	w.ok(w.People.SetRole(w.ctx, in.Tenant, admin, ben, assistant.RoleAdmin))
	w.ok(second(w.People.Remove(w.ctx, in.Tenant, admin, admin))) // there is another one now
	w.is(second(w.People.Remove(w.ctx, in.Tenant, ben, ben)), assistant.ErrLastAdminLeaves)
}

// standingEnded: the person who approved something for good and admins can revoke it.
func standingEnded(_ *testing.T, w *world) {
	ben, cleo := w.somebody("ben"), w.somebody("cleo")
	for _, p := range []assistant.PersonID{ben, cleo} {
		w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, p, assistant.RoleApprover))
	}
	for _, by := range []assistant.PersonID{ben, w.owner.ID} {
		yes, _, _ := w.alwaysOf(ben)
		w.is(w.Policies.EndStanding(w.ctx, w.tenant, cleo, yes), assistant.ErrNotAdmin)
		equal(w, len(w.stands()), 1)
		w.ok(w.Policies.EndStanding(w.ctx, w.tenant, by, yes))
		equal(w, len(w.stands()), 0)
	}
}

// guestsDay: who is a guest by now is told of nothing, not even of what they asked for before.
func guestsDay(_ *testing.T, w *world) {
	ben := account("Uben", "ben")
	p := w.person(ben)
	c, mail := w.held()
	run, task := w.oneTask(c)
	run.RequestedBy = p.ID
	w.ok(w.Settle(w.ctx, c, mail.ID, batch(system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}}), system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	told := func() int {
		w.t.Helper()
		got, err := w.Runs.DayDone(w.ctx, w.tenant, p.ID)
		w.ok(err)
		return len(got.Runs)
	}
	before := told()
	w.guested(ben)
	equal(w, []int{before, told()}, []int{1, 0})
}

// standsAsBefore: an account that stands as it stood has nobody look again at what waits.
func standsAsBefore(_ *testing.T, w *world) {
	c, a := w.ruled(2)
	d, ok := w.place(c.Conversation)
	equal(w, ok, true)
	w.freed(w.Deliveries.ReleaseDelivery(w.ctx, d, []assistant.Delivery{{Slot: a.Slot(), Ref: "there", Hash: "h"}}, 1_000_000, 0))
	there := account("Uben", "ben")
	w.person(there)
	for _, there.Standing = range []assistant.Standing{assistant.StandingMember, assistant.StandingUnsaid, assistant.StandingUnknown} {
		w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, there)))
		_, behind := w.place(c.Conversation)
		equal(w, behind, false)
	}
}
