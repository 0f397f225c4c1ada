package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// executors: an executor's session is written by the claim of its task alone, and is found with what it cost and how it ended, by itself
// and among those of its planner. It is not the conversation's newest session: people go on with the planner's.
func executors(_ *testing.T, w *world) {
	c, mail := w.held()
	planner := sessionOf(mail.Message)
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{planner}}))
	run, tasks := w.startRun(c, "A", "A")
	w.startGroup(c, run.ID, tasks...)
	claim, work := w.claimTask()
	s := executorFor(planner.ID, work.Task)
	s.Conversation = c.Conversation
	write := func(s assistant.AgentSession, ms ...assistant.AgentMessage) error {
		s.Messages = ms
		return AppendTask(w.ctx, w.Tasks, claim, assistant.Batch{Sessions: []assistant.AgentSession{s}})
	}
	w.ok(write(s, s.Messages...))
	s.Cost = s.Cost.Plus(assistant.SessionCost{Input: 900, Output: 40, Micros: 120, Took: time.Second})
	s.Cost = s.Cost.Plus(assistant.SessionCost{Input: 1100, Output: 60, Micros: 150, Took: 2 * time.Second})
	s.Model, s.Status, s.Spent.Steps = "fast-1", assistant.SessionDone, 2
	s.Outcome = assistant.OutcomeReported
	answer := assistant.AgentMessage{Seq: 1, From: assistant.FromModel, Body: []byte(`{"message":{}}`)}
	w.ok(write(s, answer))

	got, found, err := w.Calls.AgentSession(w.ctx, w.tenant, s.ID)
	w.ok(err)
	equal(w, found, true)
	s.Messages = append(s.Messages, answer)
	equal(w, got, s)
	below, err := w.Calls.Executors(w.ctx, w.tenant, planner.ID)
	w.ok(err)
	s.Messages = nil
	equal(w, below, []assistant.AgentSession{s})
	newest, _, err := w.Calls.NewestSession(w.ctx, w.tenant, c.Conversation)
	w.ok(err)
	equal(w, newest.ID, planner.ID)
	none, err := w.Calls.Executors(w.ctx, w.tenant, s.ID)
	w.ok(err)
	equal(w, len(none), 0)

	w.saidToExecutor(c, claim, run)
	w.ok(w.Tasks.ReleaseTask(w.ctx, claim))
	w.is(write(s), assistant.ErrFenced)
	w.executorWaits(c, planner)
}

// saidToExecutor: what a person has said is found by the task that a line passes it on to, in the run's time, and by no other tenant.
func (w *world) saidToExecutor(c assistant.Claim, claim assistant.TaskClaim, run assistant.Run) {
	w.t.Helper()
	passed := func(to assistant.TaskID, heard assistant.MessageID) {
		m := answer("Dana is told what you say")
		m.Kind, m.Run, m.Body = assistant.KindThinking, run.ID, assistant.Thought{Run: run.ID, Task: to, Heard: heard}
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(m)))
	}
	said, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, c.Conversation, 0, 1)
	w.ok(err)
	passed(claim.Task, said[0].ID)
	passed(id[assistant.TaskID](w), said[0].ID)
	passed(claim.Task, "")
	got, halted, err := w.Tasks.SaidTo(w.ctx, claim, 0)
	w.ok(err)
	equal(w, got, said)
	equal(w, halted, false)
	newest, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, c.Conversation, said[0].Seq, 100)
	w.ok(err)
	none, _, err := w.Tasks.SaidTo(w.ctx, claim, newest[len(newest)-1].Seq)
	w.ok(err)
	strangers := claim
	strangers.Tenant = id[assistant.TenantID](w)
	theirs, _, err := w.Tasks.SaidTo(w.ctx, strangers, 0)
	w.ok(err)
	equal(w, len(none)+len(theirs), 0)
}

// executorWaits: an executor that waits for an answer waits as long as its planner has not ended; then it is over, and one that has ended stays as
// it did.
func (w *world) executorWaits(c assistant.Claim, planner assistant.AgentSession) {
	w.t.Helper()
	claim, work := w.claimTask()
	asks := executorFor(planner.ID, work.Task)
	asks.ID, asks.Status = assistant.ExecutorOf(work.Task.ID, 2), assistant.SessionWaiting
	w.ok(AppendTask(w.ctx, w.Tasks, claim, assistant.Batch{Sessions: []assistant.AgentSession{asks}}))
	outcomes := func() (out []assistant.SessionOutcome) {
		all, err := w.Calls.Executors(w.ctx, w.tenant, planner.ID)
		w.ok(err)
		for _, s := range all {
			out = append(out, s.Outcome)
		}
		return out
	}
	planner.Messages, planner.Spent.Lent = nil, assistant.Budget{Steps: 1}
	for _, status := range []assistant.AgentSessionStatus{assistant.SessionWaiting, assistant.SessionStopped} {
		planner.Status = status
		w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{planner}}))
		equal(w, outcomes(), []assistant.SessionOutcome{assistant.OutcomeReported, ""})
	}
	planner.Status = assistant.SessionDone
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{planner}}))
	equal(w, outcomes(), []assistant.SessionOutcome{assistant.OutcomeReported, assistant.OutcomeStopped})
	w.stoppedWhileGivenBack(c)
}

// stoppedWhileGivenBack: whoever hears of a stop gives its task back, which may be before the run is stopped. The task is not over by that: it is
// taken in hand again, by somebody who says how it has ended. Else nobody would, and its run would never end.
func (w *world) stoppedWhileGivenBack(c assistant.Claim) {
	w.t.Helper()
	for found := true; found; { // what is left of before
		var err error
		_, _, found, err = ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
		w.ok(err)
	}
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	claim, _ := w.claimTask()
	w.ok(AppendTask(w.ctx, w.Tasks, claim, batch(system(assistant.TaskStarted{Run: run.ID, Task: tasks[0].ID, Attempt: 1}))))
	w.ok(w.Tasks.ReleaseTask(w.ctx, claim))
	w.ok(w.act(c.Conversation, assistant.StopRequested{Run: run.ID}))
	again, work := w.claimTask()
	equal(w, []any{again.Task, work.Task.Status, work.Run.Status}, []any{tasks[0].ID, assistant.TaskInProgress, assistant.RunCancelled})
}

// executorFor is the session of an executor that does a task for a planner, as it begins.
func executorFor(planner assistant.AgentSessionID, k assistant.Task) assistant.AgentSession {
	return assistant.AgentSession{
		ID: assistant.ExecutorOf(k.ID, 1), Agent: assistant.ResearchAgent, Status: assistant.SessionWorking, Team: "one",
		Parent: planner, Call: "call-1", Task: k.ID, Tier: "fast",
		Messages: []assistant.AgentMessage{{From: assistant.FromFrame, Body: []byte(`{"system":"You look things up."}`)}},
	}
}
