package orchestrator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// door is an inbox over a real ledger, and a conversation of Anna's.
type door struct {
	*orchestrator.Inbox
	*orchestrator.Execution

	t            *testing.T
	ids          *assistant.IDs
	db           *ledgerkit.DB
	tenant       assistant.TenantID
	owner, anna  assistant.PersonID
	conversation assistant.ConversationID
}

func newDoor(t *testing.T, set ...func(*orchestrator.Config)) *door {
	t.Helper()
	db := ledgerkit.Open(t, storage.Config{})
	client, stop, err := queue.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	c := orchestrator.Config{
		Store: db.Verbs, Queue: queue.New(client, queue.Config{Consumer: "test", Log: db.Log, Now: time.Now}), Teams: toolless(), IDs: db.IDs, Now: time.Now, Log: db.Log,
	}
	for _, f := range set {
		f(&c)
	}
	o := orchestrator.New(orchestrator.NewInbox(c), c)
	d := &door{Inbox: o.Inbox, Execution: o.Execution, t: t, ids: db.IDs, db: db.DB, tenant: db.Tenant, owner: db.Owner.ID}
	got, err := d.Receive(t.Context(), assistant.Inbound{
		Tenant: d.tenant, From: account("UANNA"), Text: "please", Key: "first",
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.conversation, d.anna = got.Conversation, got.Person
	return d
}

func account(user string, groups ...string) assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: user, Name: user, Groups: groups}
}

func (d *door) post(b assistant.Body) {
	d.t.Helper()
	_, err := d.db.Intake.Post(d.t.Context(), assistant.Message{
		Tenant: d.tenant, Conversation: d.conversation, Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: b,
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// decides tells whether an account may decide a fresh approval that Anna asked for. Who may not reads why.
func (d *door) decides(from assistant.Identity) bool {
	d.t.Helper()
	a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](d.ids), Title: assistant.Say("Send it"), RequestedBy: d.anna}
	d.post(assistant.ApprovalRequested{Approval: a})
	return d.does(from, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved})
}

func (d *door) does(from assistant.Identity, b assistant.Body) bool {
	d.t.Helper()
	out, err := d.Act(d.t.Context(), assistant.Act{Tenant: d.tenant, From: from, Body: b})
	if err != nil {
		d.t.Fatal(err)
	}
	if !out.Done && !strings.Contains(out.Note, "Only the person who asked for this, an approver or an admin") {
		d.t.Errorf("%s reads %q", from.Name, out.Note)
	}
	return out.Done
}

func (d *door) ok(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// TestAClickIsAuthorisedByWhatHoldsAtThatMoment: one's own request, one's role, the role of a group one is in, and what
// another account of one's own asked for.
func TestAClickIsAuthorisedByWhatHoldsAtThatMoment(t *testing.T) {
	d := newDoor(t)
	ctx := t.Context()
	may := func(what string, want bool, from assistant.Identity) {
		t.Helper()
		if got := d.decides(from); got != want {
			t.Errorf("%s: decides %v", what, got)
		}
	}
	may("who asked", true, account("UANNA"))
	may("a stranger", false, account("UBOB"))
	grant := assistant.Grant{Surface: assistant.SurfaceSlack, Space: "T1", Group: "SLEADS", Role: assistant.RoleApprover}
	may("a group without a role", false, account("UBOB", "SLEADS"))
	d.ok(d.db.Grants.SaveGrant(ctx, d.tenant, d.owner, grant))
	may("in the group", true, account("UBOB", "SOTHERS", "SLEADS"))
	may("out of it again", false, account("UBOB", "SOTHERS"))
	elsewhere := account("UBOB", "SLEADS")
	elsewhere.Space = "T2"
	may("a group of that name elsewhere", false, elsewhere)
	d.ok(d.db.Grants.DropGrant(ctx, d.tenant, d.owner, grant))
	may("when the group has lost the role", false, account("UBOB", "SLEADS"))

	bob, err := d.db.People.PersonFor(ctx, d.tenant, account("UBOB"))
	d.ok(err)
	d.ok(d.db.People.SetRole(ctx, d.tenant, d.owner, bob.ID, assistant.RoleApprover))
	may("an approver", true, account("UBOB"))
	d.ok(d.db.People.SetRole(ctx, d.tenant, d.owner, bob.ID, assistant.RoleMember))
	may("an approver no more", false, account("UBOB"))

	// Anna links the account she asked with to the one she uses now: what she asked for stays hers, and no role rises.
	other, err := d.db.People.PersonFor(ctx, d.tenant, account("UANNA2"))
	d.ok(err)
	may("another account", false, account("UANNA2"))
	code, err := d.db.Links.MakeLinkCode(ctx, d.tenant, other.ID)
	d.ok(err)
	_, err = d.db.Links.RedeemLinkCode(ctx, d.tenant, d.anna, code.Code)
	d.ok(err)
	may("the account she links", true, account("UANNA"))
	may("the account it is linked to", true, account("UANNA2"))
	may("a stranger, still", false, account("UBOB"))
}

// TestAnybodyMayStopButNotRetryOrUndo what somebody else asked for.
func TestAnybodyMayStopButNotRetryOrUndo(t *testing.T) {
	d := newDoor(t)
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, CreatedBy: assistant.Chief, RequestedBy: d.anna, Status: assistant.RunRunning,
	}
	d.post(assistant.RunStarted{Run: run})
	if !d.does(account("UBOB"), assistant.StopRequested{Run: run.ID}) {
		t.Error("a stranger could not stop it")
	}
	d.post(assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed})
	for _, b := range []assistant.Body{assistant.RetryRequested{Run: run.ID}, assistant.UndoRequested{Run: run.ID}} {
		if d.does(account("UBOB"), b) {
			t.Errorf("a stranger did %s", b.Type())
		}
	}
	if !d.does(account("UANNA"), assistant.UndoRequested{Run: run.ID}) {
		t.Error("who asked could not undo it")
	}
}

// TestWhoStopsWhatIsOverReadsHowItStands: nobody was faster, it had come to its end.
func TestWhoStopsWhatIsOverReadsHowItStands(t *testing.T) {
	for status, want := range map[assistant.RunStatus]string{
		assistant.RunCompleted: "This run is done already, so there was nothing left to stop.",
		assistant.RunFailed:    "This run has ended with a failure already, so there was nothing left to stop.",
		assistant.RunCancelled: "This run is stopped already, so nothing was changed.",
	} {
		d := newDoor(t)
		run := assistant.Run{
			ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, CreatedBy: assistant.Chief, RequestedBy: d.anna, Status: assistant.RunRunning,
		}
		d.post(assistant.RunStarted{Run: run})
		d.post(assistant.RunFinished{Run: run.ID, Status: status})
		out, err := d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: account("UANNA"), Body: assistant.StopRequested{Run: run.ID}})
		if err != nil || out.Done || out.Note != want {
			t.Errorf("%s: %+v, %v", status, out, err)
		}
	}
}
