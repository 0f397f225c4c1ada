package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// everyBody appends one of each kind, so that a body that storage does not know fails here.
func everyBody(_ *testing.T, w *world) {
	c, mail := w.held()
	run, tasks := w.startRun(c, "A", "A")
	p := w.plan(id[assistant.PlanID](w), 1)
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageFork}
	a := w.approval(run.ID, tasks[1].ID)
	a.Rule = &assistant.ApprovalRule{Needed: 3}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(answer("yes"))))
	said := newest(w.log(c.Conversation)).ID
	w.is(w.act(c.Conversation, assistant.Rated{Message: mail.Message.ID}), assistant.ErrNotFound) // a person's own words
	for _, b := range []assistant.Body{
		assistant.Said{Final: true},
		assistant.Revised{Message: mail.Message.ID},
		assistant.Thought{Phase: assistant.PhaseRun, Run: run.ID},
		assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.WebEngineer}, Reason: "r", By: "rule"},
		assistant.ActivityChanged{Activity: assistant.ActivityThinking},
		assistant.Briefed{Brief: assistant.Brief{Plan: p.ID, Status: assistant.PlanGathering}},
		assistant.Asked{Clarification: q},
		assistant.Answered{Clarification: q.ID},
		assistant.PlanProposed{Plan: p},
		assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictWithdrawn},
		assistant.GroupStarted{Run: run.ID, Group: "A"},
		assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 1},
		assistant.ApprovalRequested{Approval: a},
		assistant.TaskWaiting{Run: run.ID, Task: tasks[1].ID, Approval: a.ID},
		assistant.TaskSentBack{Run: run.ID, Task: tasks[1].ID, Back: assistant.SentBack{Approval: a.ID, Words: "shorter"}},
		backed(a),
		assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected},
		assistant.TaskFinished{Run: run.ID, Task: tasks[0].ID, Status: assistant.TaskFailed, Problem: &assistant.Problem{Message: assistant.Verbatim("no")}},
		assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed},
		assistant.RetryRequested{Run: run.ID},
		assistant.ChannelBound{},
		assistant.StopRequested{Run: run.ID},
		assistant.UndoRequested{Run: run.ID},
		assistant.Undone{Run: run.ID},
		assistant.Rated{Message: said},
		assistant.FileRead{Message: mail.Message.ID, Number: 1, Name: "a.pdf"},
		assistant.Reminded{Plan: p.ID, Version: 1, Title: "it"},
		assistant.Failed{Problem: assistant.Problem{Message: assistant.Verbatim("sorry")}},
	} {
		m := system(b)
		if _, yes := b.(assistant.ApprovalBacked); yes {
			m.Person = w.owner.ID
		}
		if err := w.Mailboxes.Append(w.ctx, c, batch(m)); err != nil {
			w.t.Fatalf("%s: %v", b.Type(), err)
		}
	}
	ben, talk := w.somebody("ben"), w.talk(w.owner.ID)
	for _, b := range []assistant.Body{assistant.MemberAdded{Person: ben}, assistant.MemberRemoved{Person: ben}} {
		w.ok(w.byPerson(talk, w.owner.ID, b))
	}
	log := w.log(c.Conversation)
	equal(w, len(log), 31)
}
