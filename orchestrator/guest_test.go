package orchestrator_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// guest is an account that Slack calls a guest.
func guest(user string, groups ...string) assistant.Identity {
	who := account(user, groups...)
	who.Standing = assistant.StandingGuest
	return who
}

func (d *door) talks(from assistant.Identity, thread string) error {
	d.t.Helper()
	_, err := d.Receive(d.t.Context(), assistant.Inbound{
		Tenant: d.tenant, From: from, Text: "list the tickets", Key: thread + from.External,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: thread},
	})
	return err
}

func TestGuestsTalkWhereAnAdminAllowsItAndNothingIsKeptElsewhere(t *testing.T) {
	d := newDoor(t)
	if err := d.talks(guest("UGUS"), "2"); !errors.Is(err, assistant.ErrGuest) {
		t.Fatalf("a guest is heard: %v", err)
	}
	all, err := d.db.Conversations.Conversations(t.Context(), d.tenant, 10)
	d.ok(err)
	people, err := d.db.People.Profiles(t.Context(), d.tenant, 10)
	d.ok(err)
	if len(all) != 1 || len(people) != 2 {
		t.Errorf("something of it is kept: %d conversations, %d people", len(all), len(people))
	}
	set := assistant.DefaultSettings()
	set.GuestsTalk = true
	d.ok(d.db.Tenants.SaveSettings(t.Context(), d.tenant, d.owner, set))
	d.ok(d.talks(guest("UGUS"), "2"))
	unknown := account("UWHO")
	unknown.Standing = assistant.StandingUnknown
	d.ok(d.db.Tenants.SaveSettings(t.Context(), d.tenant, d.owner, assistant.DefaultSettings()))
	if err := d.talks(unknown, "3"); err == nil || errors.Is(err, assistant.ErrGuest) {
		t.Errorf("words of whom nobody knows are not to be brought again: %v", err)
	}
}

func TestGuestsDecideNothing(t *testing.T) {
	d := newDoor(t)
	set := assistant.DefaultSettings()
	set.GuestsTalk = true
	d.ok(d.db.Tenants.SaveSettings(t.Context(), d.tenant, d.owner, set))
	d.ok(d.db.Grants.SaveGrant(t.Context(), d.tenant, d.owner, assistant.Grant{Surface: assistant.SurfaceSlack, Group: "SLEADS", Role: assistant.RoleAdmin}))
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, Title: "It", Status: assistant.RunRunning, RequestedBy: d.anna}
	d.post(assistant.RunStarted{Run: run})
	q := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](d.ids), Stage: assistant.StageProject}
	d.post(assistant.Asked{Clarification: q})
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](d.ids), Version: 1, Title: "p", RequestedBy: d.anna}
	d.post(assistant.PlanProposed{Plan: plan})
	a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](d.ids), Title: assistant.Say("Send it"), RequestedBy: d.anna}
	d.post(assistant.ApprovalRequested{Approval: a})

	unknown := account("UANNA")
	unknown.Standing = assistant.StandingUnknown
	anna := guest("UANNA", "SLEADS") // what she asked for herself, and an admin by her group
	for _, from := range []assistant.Identity{guest("UGUS"), anna, unknown} {
		for _, b := range []assistant.Body{
			assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictApproved},
			assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictRejected},
			assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved},
			assistant.Answered{Clarification: q.ID, Text: "yes"},
			assistant.StopRequested{Run: run.ID},
			assistant.RetryRequested{Run: run.ID},
			assistant.UndoRequested{Run: run.ID},
		} {
			out, err := d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: from, Body: b})
			d.ok(err)
			if out.Done || !strings.Contains(out.Note, "nothing was changed") {
				t.Errorf("%s %s, %s: %+v", from.External, from.Standing, b.Type(), out)
			}
		}
	}
}

func TestWhereMembersDoNotApproveAnApproverIsNeeded(t *testing.T) {
	d := newDoor(t)
	d.ok(d.db.Tenants.SaveSettings(t.Context(), d.tenant, d.owner, assistant.Settings{ApprovalHours: 1, PlanHours: 72}))
	a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](d.ids), Title: assistant.Say("Send it"), RequestedBy: d.anna}
	d.post(assistant.ApprovalRequested{Approval: a})
	decide := func() assistant.Outcome {
		out, err := d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: account("UANNA"), Body: assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved}})
		d.ok(err)
		return out
	}
	if out := decide(); out.Done || !strings.Contains(out.Note, "only an approver or an admin") {
		t.Errorf("%+v", out)
	}
	d.ok(d.db.People.SetRole(t.Context(), d.tenant, d.owner, d.anna, assistant.RoleApprover))
	if out := decide(); !out.Done {
		t.Errorf("%+v", out)
	}
}

// TestAGuestIsAnsweredFromTheConversationAlone: what is kept in the tenant does not reach the model that answers a guest.
func TestAGuestIsAnsweredFromTheConversationAlone(t *testing.T) {
	h := newHouse(t)
	set := assistant.DefaultSettings()
	set.GuestsTalk = true
	h.ok(h.db.Tenants.SaveSettings(t.Context(), h.tenant, h.owner, set))
	awaits(h, anyOf[assistant.Said])
	for _, c := range []struct {
		who  assistant.Identity
		told bool
	}{{account("UANNA"), true}, {guest("UGUS"), false}} {
		h.model.forget()
		words := "What is a sitemap, " + c.who.External + "?"
		_, err := h.Receive(t.Context(), assistant.Inbound{
			Tenant: h.tenant, From: c.who, Text: words, Key: c.who.External,
			Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
		})
		h.ok(err)
		asked := h.asks(words)
		if got := strings.Contains(asked, "Aquaverter"); got != c.told {
			t.Errorf("the model that answers %s is told of the tenant's projects: %v\n%s", c.who.External, got, asked)
		}
	}
}
