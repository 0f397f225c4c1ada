package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundLines: each task is listed with the outcomes of its last runs, as when it is shown alone, with what the last one led
// to, and with what its recent runs have cost.
func backgroundLines(_ *testing.T, w *world) {
	begun := ago(time.Minute)
	ran := w.task()
	for _, tokens := range []int{100, 30} {
		w.fire(ran)
		w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: tokens}, Micros: int64(tokens), Unpriced: tokens == 30})
	}
	failed := w.task()
	w.fire(failed)
	w.answered(func(m assistant.MessageID) []assistant.Message {
		no := sorry(m)[0]
		no.Key = string(m) + "/failed"
		return []assistant.Message{no}
	})
	proposed := w.task()
	w.fire(proposed)
	plan := w.plan(id[assistant.PlanID](w), 1)
	w.answered(func(m assistant.MessageID) []assistant.Message {
		plan.Unasked = m
		return []assistant.Message{system(assistant.PlanProposed{Plan: plan})}
	})
	w.fire(proposed) // it is left out
	never := w.task()
	working := w.task()
	w.fire(working)

	lines := w.backgroundLines(assistant.BackgroundsWanted{Owner: w.owner.ID, Since: begun, Limit: 10})
	for of, want := range map[assistant.BackgroundID]struct {
		outcome assistant.BackgroundOutcome
		month   assistant.BackgroundSpent
	}{
		ran.ID:      {assistant.BackgroundRan, assistant.BackgroundSpent{Tokens: 130, Micros: 130}},
		failed.ID:   {assistant.BackgroundFailed, assistant.BackgroundSpent{}},
		proposed.ID: {assistant.BackgroundWaiting, assistant.BackgroundSpent{}},
		never.ID:    {},
		working.ID:  {assistant.BackgroundWorking, assistant.BackgroundSpent{}},
	} {
		l := lines[of]
		equal(w, []any{l.Title, l.Last.Outcome, l.Month}, []any{ran.Title, want.outcome, want.month})
		alone, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, of, assistant.BackgroundTimes)
		w.ok(err)
		equal(w, l.Runs, alone)
	}
	last := lines[ran.ID].Last
	equal(w, []any{last.Tokens, last.Micros, last.Unpriced, last.Due}, []any{int64(30), int64(30), 1, lines[ran.ID].Runs[0].Due})
	equal(w, lines[failed.ID].Last.Problem.Message, assistant.Verbatim("sorry"))
	waits := lines[proposed.ID]
	equal(w, []any{waits.Last.Plan, waits.Last.PlanStatus, waits.Last.Due, waits.Runs[0].Outcome}, []any{plan.ID, assistant.PlanOpen, waits.Runs[1].Due, assistant.BackgroundSkipped})

	equal(w, len(w.backgroundLines(assistant.BackgroundsWanted{Owner: w.me().Person, Limit: 2})), 2)
	bob, err := w.People.PersonFor(w.ctx, w.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UBOB", Name: "Bob"})
	w.ok(err)
	equal(w, len(w.backgroundLines(assistant.BackgroundsWanted{Owner: bob.ID, Limit: 10})), 0)
	all := w.backgroundLines(assistant.BackgroundsWanted{Since: ago(-time.Hour), Limit: 10})
	equal(w, []any{len(all), all[ran.ID].Month}, []any{5, assistant.BackgroundSpent{}})
}

// backgroundLinesOfRuns: an agent's proposal leads to its run, which says why nothing came of it or why it failed. Of a task that
// ran often, the last runs are listed.
func backgroundLinesOfRuns(_ *testing.T, w *world) {
	for _, c := range []struct {
		ends assistant.Body
		why  assistant.NotDone
		want assistant.BackgroundOutcome
	}{
		{want: assistant.BackgroundWaiting},
		{ends: assistant.RunFinished{Status: assistant.RunCancelled}, why: assistant.NotDoneExpired, want: assistant.BackgroundRan},
		{ends: assistant.RunFinished{Status: assistant.RunFailed}, want: assistant.BackgroundFailed},
	} {
		b := w.task()
		words := w.fire(b).Messages[0].ID
		claim, mail := w.claim()
		session := assistant.AgentSession{ID: assistant.SessionOf(words), Conversation: claim.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: words, Status: assistant.SessionWaiting}
		run := assistant.Run{ID: id[assistant.RunID](w), Conversation: claim.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act", Status: assistant.RunRunning, Session: session.ID}
		task := assistant.Task{ID: id[assistant.TaskID](w), Run: run.ID, Key: "act", Group: "A", Order: 1, Owner: assistant.Chief, Type: "create_ticket", Summary: "Act", Status: assistant.TaskOpen}
		ask := assistant.Approval{ID: id[assistant.ApprovalID](w), Run: run.ID, Task: task.ID, Tool: "create_ticket", Title: assistant.Say("Create a ticket"), RequestedBy: w.owner.ID, ExpiresAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)}
		w.ok(w.Mailboxes.Append(w.ctx, claim, assistant.Batch{Messages: []assistant.Message{system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}})}, Sessions: []assistant.AgentSession{session}}))
		w.ok(w.Settle(w.ctx, claim, mail[0].ID, assistant.Batch{Messages: []assistant.Message{system(assistant.ApprovalRequested{Approval: ask})}}))
		w.ok(w.Mailboxes.Release(w.ctx, claim, false))
		if end, ends := c.ends.(assistant.RunFinished); ends {
			end.Run = run.ID
			finished := assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: c.why}}
			if c.why == "" {
				finished.Status, finished.Problem = assistant.TaskFailed, &assistant.Problem{Side: assistant.SideExecution, Message: assistant.Verbatim("the site is down")}
			}
			w.ok(second(w.Intake.Post(w.ctx, inThread(claim.Conversation, assistant.ApprovalDecided{Approval: ask.ID, Verdict: assistant.VerdictRejected}, w.tenant))))
			w.ok(second(w.Intake.Post(w.ctx, inThread(claim.Conversation, finished, w.tenant))))
			w.ok(second(w.Intake.Post(w.ctx, inThread(claim.Conversation, end, w.tenant))))
		}
		last := w.backgroundLines(assistant.BackgroundsWanted{Limit: 10})[b.ID].Last
		equal(w, []any{last.Outcome, last.Run, last.NotDone}, []any{c.want, run.ID, c.why})
		if c.want == assistant.BackgroundFailed {
			equal(w, last.Problem.Message, assistant.Verbatim("the site is down"))
		}
		w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})))
	}
	often := w.task()
	for range assistant.BackgroundTimes + 3 {
		w.fire(often)
	}
	alone, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, often.ID, assistant.BackgroundTimes)
	w.ok(err)
	got := w.backgroundLines(assistant.BackgroundsWanted{Limit: 10})[often.ID]
	equal(w, got.Runs, alone)
	equal(w, got.Last.Due.Before(alone[len(alone)-1].Due), true) // all that came after it were left out
}

func (w *world) backgroundLines(wanted assistant.BackgroundsWanted) map[assistant.BackgroundID]assistant.BackgroundLine {
	w.t.Helper()
	all, err := w.Backgrounds.BackgroundLines(w.ctx, w.tenant, wanted)
	w.ok(err)
	out := map[assistant.BackgroundID]assistant.BackgroundLine{}
	for _, l := range all {
		out[l.ID] = l
	}
	return out
}
