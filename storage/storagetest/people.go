package storagetest

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// account is somebody on Slack.
func account(external, name string) assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: external, Name: name}
}

func (w *world) person(from assistant.Identity) assistant.Person {
	w.t.Helper()
	p, err := w.People.PersonFor(w.ctx, w.tenant, from)
	w.ok(err)
	return p
}

// me is the owner, at the panel.
func (w *world) me() assistant.Actor { return assistant.Actor{Person: w.owner.ID} }

func (w *world) code(p assistant.PersonID) assistant.LinkCode {
	w.t.Helper()
	c, err := w.Links.MakeLinkCode(w.ctx, w.tenant, p)
	w.ok(err)
	return c
}

func linking(_ *testing.T, w *world) {
	onSlack := account("U1", "Anna")
	onDiscord := assistant.Identity{Surface: assistant.SurfaceDiscord, Space: "G1", External: "7", Name: "anna#1"}
	anna, double := w.person(onSlack), w.person(onDiscord)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, double.ID, assistant.RoleApprover))
	code := w.code(anna.ID)
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, anna.ID, code.Code)
	w.is(err, assistant.ErrOwnCode)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, w.owner.ID, code.Code)
	w.is(err, assistant.ErrDemotes)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, double.ID, code.Code)
	w.is(err, assistant.ErrDemotes) // an approver does not become a person who may not approve
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, double.ID, assistant.RoleMember))

	got, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, double.ID, " "+strings.ToLower(code.String())+" ")
	w.ok(err)
	equal(w, got, anna) // the maker's name and role stay
	equal(w, w.person(onDiscord), anna)
	byOld, err := w.People.Person(w.ctx, w.tenant, double.ID)
	w.ok(err)
	equal(w, byOld, anna)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, w.person(account("U2", "Bob")).ID, code.Code)
	w.is(err, assistant.ErrCode) // it works once

	// A third account of a person who was linked before leads to the newest person, over any number of steps.
	bob := w.person(account("U2", "Bob"))
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, anna.ID, w.code(bob.ID).Code)
	w.ok(err)
	for _, id := range []assistant.PersonID{double.ID, anna.ID, bob.ID} {
		p, err := w.People.Person(w.ctx, w.tenant, id)
		w.ok(err)
		equal(w, p, bob)
	}
	received, err := w.Intake.Receive(w.ctx, assistant.Inbound{
		Tenant: w.tenant, Person: double.ID, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Text: "still me",
	})
	w.ok(err)
	equal(w, received.Person, bob.ID)

	w.is(w.Links.Unlink(w.ctx, w.tenant, bob.ID, account("U2", "")), assistant.ErrNotFound) // Bob's own account, never linked
	w.is(w.Links.Unlink(w.ctx, w.tenant, w.person(account("U3", "Eve")).ID, onDiscord), assistant.ErrNotAdmin)
	w.ok(w.Links.Unlink(w.ctx, w.tenant, bob.ID, onDiscord))
	w.ok(w.Links.Unlink(w.ctx, w.tenant, w.owner.ID, onSlack))
	alone := w.person(onDiscord)
	equal(w, []any{alone.Name, alone.Role, alone.ID == double.ID}, []any{"anna#1", assistant.RoleMember, false})
	w.is(w.Links.Unlink(w.ctx, w.tenant, alone.ID, onDiscord), assistant.ErrNotFound)
}

// linkedWork: a person's requests stay theirs after they are merged into another person, including what a turn writes later under
// their old id.
func linkedWork(_ *testing.T, w *world) {
	c, mail := w.held()
	before := mail.Message.Person
	run, tasks := w.startRun(c, "A")
	plan, approval := w.plan(id[assistant.PlanID](w), 1), w.approval(run.ID, tasks[0].ID)
	plan.RequestedBy, approval.RequestedBy = before, before
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject}
	asked := system(assistant.Asked{Clarification: q})
	asked.Cause = mail.Message.ID
	brief := assistant.Brief{Plan: id[assistant.PlanID](w), Status: assistant.PlanGathering, RequestedBy: before}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: plan}), asked, system(assistant.ApprovalRequested{Approval: approval}))))

	me := w.person(account("U9", "Nina"))
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, before, w.code(me.ID).Code)
	w.ok(err)
	late := w.approval(run.ID, tasks[0].ID)
	late.RequestedBy = before
	next := w.plan(plan.ID, 2)
	next.RequestedBy = before
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: next}), system(assistant.ApprovalRequested{Approval: late}), system(assistant.Briefed{Brief: brief}))))

	for _, version := range []int{1, 2} {
		p, _, _, err := w.Decisions.Plan(w.ctx, w.tenant, plan.ID, version)
		w.ok(err)
		equal(w, p.RequestedBy, me.ID)
	}
	pending, err := w.Decisions.Approvals(w.ctx, w.tenant)
	w.ok(err)
	for _, a := range pending {
		equal(w, a.RequestedBy, me.ID)
	}
	_, _, of, _, err := w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
	w.ok(err)
	s, err := w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, []any{len(pending), of, s.Person, s.Conversation.Person, s.Plan.RequestedBy, s.Brief.RequestedBy},
		[]any{2, me.ID, me, me.ID, me.ID, me.ID})
}

func linkTries(_ *testing.T, w *world) {
	anna, bob, carl := w.person(account("U1", "Anna")), w.person(account("U2", "Bob")), w.person(account("U3", "Carl"))
	code := w.code(anna.ID)
	for _, wrong := range []string{"", "garbage", "ACDEFGHJ", "'; drop table persons", strings.Repeat("A", 10_000)} {
		_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, bob.ID, wrong)
		w.is(err, assistant.ErrCode)
	}
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, bob.ID, code.Code)
	w.is(err, assistant.ErrTries)
	void := code
	code = w.code(anna.ID)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, carl.ID, void.Code)
	w.is(err, assistant.ErrCode) // a newer one has been made
	got, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, carl.ID, code.Code)
	w.ok(err)
	equal(w, got.ID, anna.ID)
	_, err = w.Links.MakeLinkCode(w.ctx, w.tenant, id[assistant.PersonID](w))
	w.is(err, assistant.ErrNotFound)
}

func linkRace(_ *testing.T, w *world) {
	for range 3 {
		maker := w.person(account("M"+w.ids.New(), "Maker"))
		code := w.code(maker.ID)
		errs := make([]error, 8)
		var wg sync.WaitGroup
		for i := range errs {
			p := w.person(account("R"+w.ids.New(), "Rival"))
			wg.Go(func() { _, errs[i] = w.Links.RedeemLinkCode(w.ctx, w.tenant, p.ID, code.Code) })
		}
		wg.Wait()
		won := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err != nil })
		lost := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return !errors.Is(err, assistant.ErrCode) })
		equal(w, []int{len(won), len(lost)}, []int{1, 7})
	}
}

func roles(_ *testing.T, w *world) {
	anna, bob := w.person(account("U1", "Anna")), w.person(account("U2", "Bob"))
	w.is(w.People.SetRole(w.ctx, w.tenant, anna.ID, anna.ID, assistant.RoleAdmin), assistant.ErrNotAdmin)
	w.is(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, w.owner.ID, assistant.RoleMember), assistant.ErrLastAdmin)
	w.is(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, anna.ID, "owner"), assistant.ErrNotFound)
	w.is(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, id[assistant.PersonID](w), assistant.RoleAdmin), assistant.ErrNotFound)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, anna.ID, assistant.RoleApprover))
	equal(w, w.person(account("U1", "Anna")).Role, assistant.RoleApprover)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, bob.ID, assistant.RoleAdmin))

	// Two admins who take the role from each other at the same time: one of them stays.
	var wg sync.WaitGroup
	errs := make([]error, 2)
	wg.Go(func() { errs[0] = w.People.SetRole(w.ctx, w.tenant, w.owner.ID, bob.ID, assistant.RoleMember) })
	wg.Go(func() { errs[1] = w.People.SetRole(w.ctx, w.tenant, bob.ID, w.owner.ID, assistant.RoleMember) })
	wg.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		w.t.Fatalf("of two who demote each other: %v", errs)
	}
	all, err := w.People.Profiles(w.ctx, w.tenant, 10)
	w.ok(err)
	equal(w, []any{len(all), all[0].Role, all[1].Role, all[2].Role}, []any{3, assistant.RoleAdmin, assistant.RoleApprover, assistant.RoleMember})
	equal(w, all[1], assistant.Profile{
		Person:   assistant.Person{ID: anna.ID, Tenant: w.tenant, Name: "Anna", Role: assistant.RoleApprover},
		Accounts: []assistant.Account{{Identity: account("U1", "Anna")}},
	})
}

func grants(_ *testing.T, w *world) {
	g := assistant.Grant{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1", Role: assistant.RoleApprover}
	anna := account("U1", "Anna")
	anna.Groups = []string{"S0", "S1"}
	member := w.person(account("U2", "Bob"))
	w.is(w.Grants.SaveGrant(w.ctx, w.tenant, member.ID, g), assistant.ErrNotAdmin)
	equal(w, w.person(anna).Role, assistant.RoleMember)
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, g))
	equal(w, w.person(anna).Role, assistant.RoleApprover)
	g.Role = assistant.RoleAdmin
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, g))
	p := w.person(anna)
	equal(w, p.Role, assistant.RoleAdmin)
	all, err := w.Grants.Grants(w.ctx, w.tenant)
	w.ok(err)
	equal(w, all, []assistant.Grant{g})
	own, err := w.People.Person(w.ctx, w.tenant, p.ID)
	w.ok(err)
	equal(w, own.Role, assistant.RoleMember) // the group's role is nobody's own
	w.is(w.Grants.SaveGrant(w.ctx, w.tenant, p.ID, g), assistant.ErrNotAdmin)

	// What is typed is authorised by the groups that were there when it was said, and by what is granted when it is taken.
	typed := func(from assistant.Identity) assistant.Role {
		w.t.Helper()
		in := w.slack("t" + w.ids.New())
		in.From, in.Text = from, "approve"
		_, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		c, mail := w.claim()
		s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
		w.ok(err)
		equal(w, s.Person.Name, from.Name)
		said := mail[0].Message // as whom it was said is no operator's detail
		equal(w, said.As.Groups, from.Groups)
		equal(w, len(said.Private), 0)
		w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}))
		w.freed(true, w.Mailboxes.Release(w.ctx, c, false))
		return s.Person.Role
	}
	equal(w, typed(anna), assistant.RoleAdmin)
	equal(w, typed(account("U1", "Anna")), assistant.RoleMember)
	elsewhere := anna
	elsewhere.Space, elsewhere.Name = "T2", "Other Anna"
	equal(w, typed(elsewhere), assistant.RoleMember)
	w.is(w.Grants.DropGrant(w.ctx, w.tenant, member.ID, g), assistant.ErrNotAdmin)
	w.ok(w.Grants.DropGrant(w.ctx, w.tenant, w.owner.ID, g))
	equal(w, w.person(anna).Role, assistant.RoleMember)
	equal(w, typed(anna), assistant.RoleMember)
}

func names(_ *testing.T, w *world) {
	say := func(from assistant.Identity) assistant.Person {
		w.t.Helper()
		in := w.slack("t" + w.ids.New())
		in.From = from
		got, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		p, err := w.People.Person(w.ctx, w.tenant, got.Person)
		w.ok(err)
		return p
	}
	from := account("U1", "")
	equal(w, say(from).Name, "")
	from.Name, from.Zone = "Anna", "Europe/Berlin"
	p := say(from)
	equal(w, []any{p.Name, p.Zone}, []any{"Anna", "Europe/Berlin"})
	from.Name, from.Zone = "Anna K.", "America/Toronto"
	p = say(from)
	equal(w, []any{p.Name, p.Zone}, []any{"Anna K.", "America/Toronto"})
	for _, zone := range []string{"", "Local", "Mars/Olympus", "../../etc/passwd"} {
		from.Name, from.Zone = "", zone
		p = say(from)
		equal(w, []any{p.Name, p.Zone}, []any{"Anna K.", "America/Toronto"})
	}
	clicked := w.person(account("U1", "anna.k")) // a click has the handle alone
	equal(w, []any{clicked.ID, clicked.Name}, []any{p.ID, "Anna K."})

	// Another account of hers does not rename her.
	other := account("U2", "annakk")
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, w.person(other).ID, w.code(p.ID).Code)
	w.ok(err)
	other.Name = "annakk2"
	equal(w, say(other).Name, "Anna K.")
}
