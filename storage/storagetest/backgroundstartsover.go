package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundStartsOver: a new run stops the last one as a person would, and withdraws what it asks for. The words of the new run
// say that people still at work on the last one should leave it.
func backgroundStartsOver(_ *testing.T, w *world) {
	o := w.order(w.ids.New())
	o.Task.Overlap = assistant.OverlapReplace
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	words := w.fire(b).Messages[0].ID
	c, mail := w.claim()
	session := assistant.AgentSession{ID: assistant.SessionOf(words), Conversation: c.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: words, Status: assistant.SessionWaiting}
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act", Status: assistant.RunRunning, Session: session.ID}
	ask := assistant.Approval{ID: id[assistant.ApprovalID](w), Run: run.ID, Tool: "create_ticket", Title: assistant.Say("Create a ticket"), RequestedBy: w.owner.ID, ExpiresAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)}
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{system(assistant.RunStarted{Run: run})}, Sessions: []assistant.AgentSession{session}}))
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{Messages: []assistant.Message{system(assistant.ApprovalRequested{Approval: ask})}}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))

	said := w.fire(b).Messages
	equal(w, len(said), 2)
	_, stops := said[0].Body.(assistant.StopRequested)
	anew, _ := said[1].Body.(assistant.Said)
	equal(w, []any{stops, said[0].Run, anew.Instead, anew.Background}, []any{true, run.ID, true, b.ID})
	equal(w, w.outcomes(b), []assistant.BackgroundOutcome{assistant.BackgroundRan, assistant.BackgroundWorking})
	equal(w, w.run(run.ID).Run.Status, assistant.RunCancelled)
	a, err := w.Decisions.Approval(w.ctx, w.tenant, ask.ID)
	w.ok(err)
	equal(w, a.Status, assistant.ApprovalWithdrawn)
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, b.ID, 1)
	w.ok(err)
	equal(w, runs[0].Note, assistant.NoteStopped)
	_, mail = w.claim()
	equal(w, []any{len(mail), mail[0].Message.ID, mail[1].Message.ID}, []any{2, said[0].ID, said[1].ID})
}
