package storagetest

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func postOnce(_ *testing.T, w *world) {
	c, mail := w.held()
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	w.note(c.Conversation, "the assistant's own words are no mail")
	w.nothing()
	m := line(assistant.AuthorUser, assistant.KindMessage, "from outside", assistant.Said{})
	m.Seen = 2
	m.Tenant, m.Conversation, m.Key = w.tenant, c.Conversation, "act/1"
	first, err := w.Intake.Post(w.ctx, m)
	w.ok(err)
	again, err := w.Intake.Post(w.ctx, m)
	w.ok(err)
	equal(w, again, first)
	equal(w, first.Seq, int64(3))
	_, waiting := w.claim()
	equal(w, len(waiting), 1)
	equal(w, waiting[0].Message, first)
	m.Conversation, m.Key = id[assistant.ConversationID](w), "act/2"
	_, err = w.Intake.Post(w.ctx, m)
	w.is(err, assistant.ErrNotFound)
	m.Conversation = ""
	_, err = w.Intake.Post(w.ctx, m)
	w.is(err, assistant.ErrNotFound)
}

func clarification(_ *testing.T, w *world) {
	c, mail := w.held()
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject, Intro: "which?"}
	asked := system(assistant.Asked{Clarification: q})
	asked.Cause = mail.Message.ID
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(asked)))
	got, in, of, open, err := w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
	w.ok(err)
	equal(w, []any{got.Intro, in, of, open}, []any{"which?", c.Conversation, mail.Message.Person, true})
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Text: "that one"}))
	w.is(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Text: "no, this"}), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.Answered{Clarification: id[assistant.ClarificationID](w)}), assistant.ErrNotFound)
	w.is(w.act(c.Conversation, assistant.Answered{Clarification: "x"}), assistant.ErrNotFound)
	_, _, _, open, err = w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
	w.ok(err)
	equal(w, open, false)
	equal(w, len(w.log(c.Conversation)), 3)
}

func planLife(_ *testing.T, w *world) {
	c, _ := w.held()
	one := w.plan(id[assistant.PlanID](w), 1)
	two := w.plan(one.ID, 2)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: one}))))
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: "shorter"}))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: two, Changes: []string{"shorter"}}))))
	got, status, in, err := w.Decisions.Plan(w.ctx, w.tenant, one.ID, 1)
	w.ok(err)
	equal(w, []any{got, status, in}, []any{one, assistant.PlanSuperseded, c.Conversation})
	w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 1, Verdict: assistant.VerdictApproved}), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 2, Verdict: assistant.VerdictApproved, Hash: "another"}), assistant.ErrMoved)
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 2, Verdict: assistant.VerdictApproved, Hash: "h"}))
	w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 2, Verdict: assistant.VerdictRejected}), assistant.ErrDecided)
	_, status, _, err = w.Decisions.Plan(w.ctx, w.tenant, one.ID, 0)
	w.ok(err)
	equal(w, status, assistant.PlanApproved)
	w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 3, Verdict: assistant.VerdictApproved}), assistant.ErrNotFound)
	w.is(w.act(w.say("other", "x").Conversation, assistant.PlanDecided{Plan: one.ID, Version: 2, Verdict: assistant.VerdictRejected}), assistant.ErrNotFound)
	_, _, _, err = w.Decisions.Plan(w.ctx, w.tenant, one.ID, 3)
	w.is(err, assistant.ErrNotFound)

	// A newer version takes the older one's place without a decision too.
	three, four := w.plan(one.ID, 3), w.plan(one.ID, 4)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: three}), system(assistant.PlanProposed{Plan: four}))))
	w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: one.ID, Version: 3, Verdict: assistant.VerdictApproved}), assistant.ErrDecided)
}

// planAtOnce: a plan that changes nothing has nobody's decision to wait for, and no other is written so.
func planAtOnce(_ *testing.T, w *world) {
	c, _ := w.held()
	p := w.plan(id[assistant.PlanID](w), 1)
	if err := w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p, AtOnce: true}))); err == nil {
		w.t.Error("a plan that changes something starts without a yes")
	}
	p.Steps[0].Effect = assistant.EffectNone
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p, AtOnce: true}))))
	_, status, _, err := w.Decisions.Plan(w.ctx, w.tenant, p.ID, 1)
	w.ok(err)
	equal(w, status, assistant.PlanApproved)
	for _, v := range []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected, assistant.VerdictExpired} {
		w.is(w.act(c.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: v}), assistant.ErrDecided)
	}
	waits, err := w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(waits), 0)
}

func twoDeciders(_ *testing.T, w *world) {
	c, _ := w.held()
	for range 5 {
		p := w.plan(id[assistant.PlanID](w), 1)
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}))))
		before := len(w.log(c.Conversation))
		errs := make([]error, 8)
		var wg sync.WaitGroup
		for i := range errs {
			verdict := []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected}[i%2]
			wg.Go(func() {
				errs[i] = w.act(c.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: verdict})
			})
		}
		wg.Wait()
		won := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err != nil })
		lost := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return !errors.Is(err, assistant.ErrDecided) })
		equal(w, []int{len(won), len(lost), len(w.log(c.Conversation)) - before}, []int{1, 7, 1})
	}
}

func approvals(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, work := w.claimTask()
	a := w.approval(run.ID, tasks[0].ID)
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
		system(assistant.ApprovalRequested{Approval: a}),
		system(assistant.TaskWaiting{Run: run.ID, Task: tasks[0].ID, Approval: a.ID}))))
	equal(w, work.Task.ApprovedHash, "state-0")
	pending, err := w.Decisions.Approvals(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(pending) == 1 && !pending[0].ReadAt.IsZero(), true)
	equal(w, pending, []assistant.ApprovalRecord{{Approval: a, Conversation: c.Conversation, Seq: 4, Status: assistant.ApprovalPending, ReadAt: pending[0].ReadAt}})
	v := w.run(run.ID)
	equal(w, []any{v.Tasks[0].Status, v.Tasks[0].Approval}, []any{assistant.TaskOpen, a.ID})
	_, _, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ok, false)

	w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: "another card"}), assistant.ErrMoved)
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Note: "go", Hash: "card"}))
	w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected}), assistant.ErrDecided)
	w.is(w.act(c.Conversation, assistant.ApprovalDecided{Approval: id[assistant.ApprovalID](w), Verdict: assistant.VerdictRejected}), assistant.ErrNotFound)
	got, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.DecidedBy, got.Note, got.DecidedAt.IsZero()}, []any{assistant.ApprovalApproved, w.owner.ID, "go", false})
	_, work = w.claimTask()
	// The task is bound to what was shown.
	equal(w, []any{work.Task.ApprovedHash, work.Task.Definition, work.Task.Team, work.Task.ConfirmedAt.IsZero()}, []any{"card", "as it was shown", "a team", false})

	_, err = w.Decisions.Approval(w.ctx, w.tenant, id[assistant.ApprovalID](w))
	w.is(err, assistant.ErrNotFound)
}

// askedBefore is an approval that was asked for before approvals had one hash: it can be decided, and binds its task to
// nothing that the gate would take for one.
func askedBefore(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, _ := w.claimTask()
	a := w.approval(run.ID, tasks[0].ID)
	a.Hash = ""
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
		system(assistant.ApprovalRequested{Approval: a}),
		system(assistant.TaskWaiting{Run: run.ID, Task: tasks[0].ID, Approval: a.ID}))))
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: "the hash of then"}))
	_, work := w.claimTask()
	need, err := assistant.NeedsConsent(work.Task, a.Definition, a.Arguments, a.Preview)
	w.ok(err)
	equal(w, need, assistant.ConsentMoved)
}

// rewritten is an approval with other arguments than were shown: the task has them, bound to their hash; what cannot be undone is bound
// to nothing, so that it is asked about once more.
func rewritten(final bool) func(*testing.T, *world) {
	return func(_ *testing.T, w *world) {
		c, _ := w.held()
		run, tasks := w.startRun(c, "A")
		w.startGroup(c, run.ID, tasks...)
		k, _ := w.claimTask()
		a := w.approval(run.ID, tasks[0].ID)
		a.Irreversible, a.Number = final, 2
		w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
			system(assistant.ApprovalRequested{Approval: a}),
			system(assistant.TaskWaiting{Run: run.ID, Task: tasks[0].ID, Approval: a.ID}))))
		w.ok(w.act(c.Conversation, assistant.ApprovalDecided{
			Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, Card: run.ID, Arguments: []byte(`{"title":"mine"}`), Bound: "mine",
		}))
		_, work := w.claimTask()
		want := []any{`{"title":"mine"}`, "mine", a.Definition}
		if final {
			want[1] = ""
		}
		equal(w, []any{strings.ReplaceAll(string(work.Task.Parameters), " ", ""), work.Task.ApprovedHash, work.Task.Definition}, want)
		log := w.log(c.Conversation)
		equal(w, log[len(log)-1].Slot, a.Slot())
		pending, err := w.Decisions.Pending(w.ctx, w.tenant)
		w.ok(err)
		equal(w, len(pending), 0)
	}
}

func timers(_ *testing.T, w *world) {
	due := func() []assistant.Timer {
		w.t.Helper()
		got, err := w.Timers.DueTimers(w.ctx, 100)
		w.ok(err)
		return got
	}
	c, _ := w.held()
	past := time.Now().Add(-time.Hour).UTC().Truncate(time.Microsecond)
	p := w.plan(id[assistant.PlanID](w), 1)
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject}
	run, tasks := w.startRun(c, "A")
	a := w.approval(run.ID, tasks[0].ID)
	later := w.approval(run.ID, tasks[0].ID)
	p.ExpiresAt, q.ExpiresAt, a.ExpiresAt = past, past.Add(time.Second), past.Add(2*time.Second)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}), system(assistant.Asked{Clarification: q}),
		system(assistant.ApprovalRequested{Approval: a}), system(assistant.ApprovalRequested{Approval: later}))))
	got := due()
	equal(w, len(got), 3)
	equal(w, got[0], assistant.Timer{
		ID: got[0].ID, Tenant: w.tenant, Conversation: c.Conversation, Kind: assistant.TimerPlan, Ref: string(p.ID), Version: 1, DueAt: past,
	})
	equal(w, []any{got[1].Kind, got[1].Ref, got[2].Kind, got[2].Ref},
		[]any{assistant.TimerClarification, string(q.ID), assistant.TimerApproval, string(a.ID)})
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictExpired}))
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: q.ID, Withdrawn: true}))
	equal(w, len(due()), 1)
	w.ok(w.act(c.Conversation, assistant.StopRequested{Run: run.ID}))
	equal(w, len(due()), 0)

	two, three := w.plan(p.ID, 2), w.plan(p.ID, 3)
	two.ExpiresAt = past
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: two}))))
	equal(w, len(due()), 1)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: three}))))
	equal(w, len(due()), 0)
}
