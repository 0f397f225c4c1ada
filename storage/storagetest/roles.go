package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// standing is a person's Slack account, with the standing that Slack gives them.
func standing(external string, s assistant.Standing) assistant.Identity {
	who := account(external, "Gus "+external)
	who.Standing = s
	return who
}

// guests: the platform says who is a guest, whatever role they were given. An unknown person decides nothing.
func guests(_ *testing.T, w *world) {
	gus := w.person(standing("U1", assistant.StandingGuest))
	equal(w, gus.Role, assistant.RoleGuest)
	for _, s := range []assistant.Standing{assistant.StandingUnsaid, assistant.StandingUnknown} {
		equal(w, w.person(standing("U1", s)).Role, assistant.RoleGuest)
	}
	byID, err := w.People.Person(w.ctx, w.tenant, gus.ID)
	w.ok(err)
	equal(w, byID.Role, assistant.RoleGuest)
	w.is(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, gus.ID, assistant.RoleAdmin), assistant.ErrGuestRole)
	if w.People.SetRole(w.ctx, w.tenant, w.owner.ID, gus.ID, assistant.RoleGuest) == nil {
		w.t.Fatal("guest is a role that people give")
	}
	inGroup := standing("U1", assistant.StandingGuest)
	inGroup.Groups = []string{"S1"}
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, assistant.Grant{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleAdmin}))
	equal(w, w.person(inGroup).Role, assistant.RoleGuest)

	equal(w, w.person(standing("U1", assistant.StandingMember)).Role, assistant.RoleMember) // they were taken on
	equal(w, w.person(standing("U1", assistant.StandingUnknown)).Role, assistant.RoleGuest)
	equal(w, w.person(standing("U1", assistant.StandingUnsaid)).Role, assistant.RoleMember)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, gus.ID, assistant.RoleAdmin))
	said := w.slack("9.9")
	said.From, said.Text = standing("U1", assistant.StandingGuest), "now I am a guest"
	_, err = w.Intake.Receive(w.ctx, said)
	w.ok(err)
	equal(w, w.person(standing("U1", assistant.StandingUnsaid)).Role, assistant.RoleGuest)
	w.is(w.Tenants.SaveSettings(w.ctx, w.tenant, gus.ID, assistant.DefaultSettings()), assistant.ErrNotAdmin)
	c, mail := w.claim()
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	equal(w, s.Person.Role, assistant.RoleGuest)
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
}

// situationOfTheUnknown: what was said while the platform could not be asked is a guest's word.
func situationOfTheUnknown(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.From = standing("U1", assistant.StandingUnknown)
	_, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	c, mail := w.claim()
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	equal(w, s.Person.Role, assistant.RoleGuest)
	equal(w, w.person(standing("U1", assistant.StandingUnsaid)).Role, assistant.RoleMember) // it is not held against them
	equal(w, s.Settings, assistant.DefaultSettings())
}

// linkRanks: nobody becomes a person with fewer rights, and the maker of a code can be looked up before it is entered.
func linkRanks(_ *testing.T, w *world) {
	phisher, approver := w.person(account("U1", "Mallory")), w.person(account("U2", "Ada"))
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, approver.ID, assistant.RoleApprover))
	code := w.code(phisher.ID)
	_, err := w.Links.LinkCodeMaker(w.ctx, w.tenant, approver.ID, code.Code)
	w.is(err, assistant.ErrDemotes)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, approver.ID, code.Code)
	w.is(err, assistant.ErrDemotes)
	guest := w.person(standing("U3", assistant.StandingGuest))
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, phisher.ID, w.code(guest.ID).Code)
	w.is(err, assistant.ErrDemotes)

	code = w.code(approver.ID)
	whose, err := w.Links.LinkCodeMaker(w.ctx, w.tenant, phisher.ID, code.Code)
	w.ok(err)
	equal(w, whose.Name, "Ada")
	still, err := w.People.Person(w.ctx, w.tenant, phisher.ID)
	w.ok(err)
	equal(w, still.ID, phisher.ID)
	for range assistant.LinkTries {
		_, err = w.Links.LinkCodeMaker(w.ctx, w.tenant, phisher.ID, "wrong")
		w.is(err, assistant.ErrCode)
	}
	_, err = w.Links.LinkCodeMaker(w.ctx, w.tenant, phisher.ID, code.Code)
	w.is(err, assistant.ErrTries)

	// A guest's account that is linked to a member's stays a guest's.
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, guest.ID, code.Code)
	w.ok(err)
	equal(w, w.person(standing("U3", assistant.StandingUnsaid)).Role, assistant.RoleGuest)
	equal(w, w.person(account("U2", "Ada")).Role, assistant.RoleApprover)
}

// owner: the token's person is the same, whatever roles change, and wherever they are linked to.
func owner(_ *testing.T, w *world) {
	older := w.person(account("U1", "Anna"))
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, older.ID, assistant.RoleAdmin))
	w.is(w.People.SetRole(w.ctx, w.tenant, older.ID, w.owner.ID, assistant.RoleMember), assistant.ErrOwner)
	again := func() assistant.PersonID {
		_, owner, err := w.Tenants.Bootstrap(w.ctx, assistant.Seed{Tenant: assistant.Tenant{Name: "x"}, Owner: assistant.Person{Name: "x"}})
		w.ok(err)
		equal(w, owner.Role, assistant.RoleAdmin)
		return owner.ID
	}
	equal(w, again(), w.owner.ID)
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, w.owner.ID, w.code(older.ID).Code)
	w.ok(err)
	equal(w, again(), older.ID)
	w.is(w.People.SetRole(w.ctx, w.tenant, older.ID, older.ID, assistant.RoleMember), assistant.ErrLastAdmin)
	equal(w, w.person(standing("U1", assistant.StandingGuest)).Role, assistant.RoleGuest)
	equal(w, again(), older.ID) // through the token they stay who they are
}

func boundSpaces(_ *testing.T, w *world) {
	member := w.person(account("U1", "Anna"))
	w.is(w.Tenants.BindSpace(w.ctx, w.tenant, member.ID, assistant.SurfaceDiscord, "1"), assistant.ErrNotAdmin)
	for _, space := range []string{"1", "2", "1"} {
		w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceDiscord, space))
	}
	w.is(w.Tenants.UnbindSpace(w.ctx, w.tenant, member.ID, assistant.SurfaceDiscord, "1"), assistant.ErrNotAdmin)
	w.ok(w.Tenants.UnbindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceDiscord, "1"))
	w.ok(w.Tenants.UnbindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceDiscord, "1"))
	got, err := w.Tenants.Spaces(w.ctx, w.tenant, assistant.SurfaceDiscord)
	w.ok(err)
	equal(w, got, []string{"2"})
}

// projectSettings are an admin's, asked for where they are written; an admin by a group is one.
func projectSettings(_ *testing.T, w *world) {
	member, p := w.person(account("U1", "Anna")), w.site
	p.Tenant, p.Name = w.tenant, "Mine now"
	for _, by := range []assistant.Actor{{}, {Person: member.ID}, {Person: member.ID, From: account("U1", "")}, {Person: w.owner.ID, From: standing("U9", assistant.StandingGuest)}} {
		w.is(w.Projects.SaveProject(w.ctx, by, p, nil), assistant.ErrNotAdmin)
		w.is(w.Projects.DeleteProject(w.ctx, w.tenant, by, p.ID), assistant.ErrNotAdmin)
		w.is(w.People.AdminOnly(w.ctx, w.tenant, by), assistant.ErrNotAdmin)
	}
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, assistant.Grant{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleAdmin}))
	grouped := assistant.Actor{Person: member.ID, From: account("U1", "")}
	grouped.From.Groups = []string{"S1"}
	w.ok(w.People.AdminOnly(w.ctx, w.tenant, grouped))
	w.ok(w.Projects.SaveProject(w.ctx, grouped, p, nil))
	w.ok(w.Projects.DeleteProject(w.ctx, w.tenant, grouped, p.ID))
}

// pendingList: whatever a person has to decide or to answer is in one list, until it is settled or has expired.
func pendingList(_ *testing.T, w *world) {
	c, mail := w.held()
	run, tasks := w.startRun(c, "A")
	soon := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	plan, q, a := w.plan(id[assistant.PlanID](w), 1), assistant.Clarification{ID: id[assistant.ClarificationID](w), Intro: "About it", ExpiresAt: soon}, w.approval(run.ID, tasks[0].ID)
	plan.RequestedBy, plan.ExpiresAt, a.RequestedBy, a.ExpiresAt = mail.Message.Person, soon, w.owner.ID, time.Time{}
	asked := system(assistant.Asked{Clarification: q})
	asked.Cause = mail.Message.ID
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: plan}))))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(asked)))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.ApprovalRequested{Approval: a}))))
	old := w.plan(id[assistant.PlanID](w), 1)
	old.ExpiresAt = time.Now().Add(-time.Minute)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: old}))))

	all, err := w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	w.lookAgain(c.Conversation, mail.Message.Person)
	for i := range all {
		if all[i].Since.IsZero() || all[i].Title == "" {
			w.t.Fatalf("%+v", all[i])
		}
		all[i].Since, all[i].Why, all[i].Title, all[i].Thread = time.Time{}, "", "", ""
	}
	equal(w, all, []assistant.Pending{
		{Kind: assistant.PendingPlan, Ref: string(plan.ID), Version: 1, Plan: plan.ID, Conversation: c.Conversation, RequestedBy: mail.Message.Person, Until: soon},
		{Kind: assistant.PendingQuestion, Ref: string(q.ID), Plan: q.Plan, Conversation: c.Conversation, RequestedBy: mail.Message.Person, Until: soon},
		{Kind: assistant.PendingApproval, Ref: string(a.ID), Run: a.Run, Conversation: c.Conversation, RequestedBy: w.owner.ID},
	})
	w.putOff(all[0].Waits())
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictRejected}))
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Text: "yes"}))
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected}))
	all, err = w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(all), 0)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}))))
	all, err = w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(all), 1)
	w.lookAgain(c.Conversation, mail.Message.Person)
	equal(w, assistant.Pending{Kind: all[0].Kind, Ref: all[0].Ref, Title: all[0].Title}, assistant.Pending{Kind: assistant.PendingFailed, Ref: string(run.ID), Title: run.Title})
	w.is(w.Runs.NoticeRun(w.ctx, w.tenant, id[assistant.RunID](w)), assistant.ErrNotFound)
	w.ok(w.Runs.NoticeRun(w.ctx, w.tenant, run.ID))
	all, err = w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(all), 0)
}
