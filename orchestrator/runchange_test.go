package orchestrator_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// audit is a step behind the page, and proof one that needs what the audit writes.
func audit() assistant.Step {
	return assistant.Step{
		Key: "audit", Group: "C", Owner: assistant.CreativeLead, Type: "draft_content", Summary: "Audit the page", Effect: assistant.EffectNone,
		Parameters: json.RawMessage(`{"title":"Audit"}`),
	}
}

func proof() assistant.Step {
	return assistant.Step{
		Key: "proof", Group: "D", Owner: assistant.CreativeLead, Type: "draft_content", Summary: "Write a report of the audit", Effect: assistant.EffectNone,
		Parameters: json.RawMessage(`{"title":"Report","request":{"$from":"audit","field":"html"}}`),
	}
}

// statuses are how the steps of the run stand, in their order.
func (h *house) statuses() string {
	var out []string
	for _, k := range h.run().Tasks {
		out = append(out, string(k.Status)+string(k.WhyNotDone()))
	}
	return strings.Join(out, " ")
}

// replied waits for an answer with these words, and tells that nothing new was begun.
func (h *house) replied(words string) {
	h.t.Helper()
	h.says(words)
	for _, m := range h.log() {
		if _, ok := m.Body.(assistant.Briefed); ok {
			h.t.Errorf("something of its own was begun: %s", m.Content)
		}
	}
}

// TestWordsSaidWhileAPlanRunsChangeThatRun: a step that is not begun is left out at once, what waits goes on waiting, and the run comes
// to its end without it. A retry, an undo and the summary know of it.
func TestWordsSaidWhileAPlanRunsChangeThatRun(t *testing.T) {
	h := newHouse(t)
	a := h.shown(audit(), proof())
	h.model.reads = `{"change":"leave_out","steps":["s3","s4"]}`
	h.say("drop", "Actually, leave out the audit at the end")
	h.replied("I have left out step 3 (Audit the page) and step 4 (Write a report of the audit), as you wished.")
	if got := h.statuses(); got != "completed open cancelledleft_out cancelledleft_out" {
		t.Fatalf("the steps are %s", got)
	}
	h.model.reads = `{"change":"leave_out","steps":["s1","s3"]}`
	h.say("again", "leave out the draft, and the audit")
	h.replied("Step 1 (Draft it) has ended already, so it cannot be left out. Step 3 (Audit the page) is left out already.")
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.written != 1 {
		t.Errorf("the run has %s, after %d drafts", got.Status, h.written)
	}
	h.says("is finished: 2 steps done.")
	h.says("**Left out, as wished**\n- Audit the page\n- Write a report of the audit")
	if v := h.run(); assistant.AskedAgain(v.Run, v.Tasks) {
		t.Error("what was left out can be asked for again")
	}
	if note := h.act(assistant.RetryRequested{Run: h.run().Run.ID}); note == "" {
		t.Error("a retry did what was left out")
	}
	if note := h.act(assistant.UndoRequested{Run: h.run().Run.ID}); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.Undone])
	if h.live() != "" || h.statuses() != "completed completed cancelledleft_out cancelledleft_out" {
		t.Errorf("after the undo the steps are %s, and live is %q", h.statuses(), h.live())
	}
}

// TestAStepThatOthersNeedIsNotLeftOutAlone: it is said what needs it, and nothing is left out until both are meant.
func TestAStepThatOthersNeedIsNotLeftOutAlone(t *testing.T) {
	h := newHouse(t)
	h.shown(audit(), proof())
	h.model.reads = `{"change":"leave_out","steps":["s3"]}`
	h.say("drop", "leave out the audit")
	h.replied("Step 4 (Write a report of the audit) needs what step 3 writes, so step 3 alone cannot be left out. Say “leave out steps 3 and 4” to leave out both.")
	if got := h.statuses(); got != "completed open open open" {
		t.Errorf("the steps are %s", got)
	}
}

// TestStopAfterThisLeavesOutTheRest: what waits is still asked about, and nothing comes after it.
func TestStopAfterThisLeavesOutTheRest(t *testing.T) {
	h := newHouse(t)
	a := h.shown(audit(), proof())
	h.model.reads = `{"change":"stop_after","steps":[]}`
	h.say("after", "stop after this one")
	h.replied("I have left out step 3")
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.live() == "" {
		t.Errorf("the run has %s, and live is %q", got.Status, h.live())
	}
}

// TestAStepThatWaitsForAYesCanBeLeftOut: what was asked for it is withdrawn with it, and what was put up for a look is taken away.
func TestAStepThatWaitsForAYesCanBeLeftOut(t *testing.T) {
	h := newHouse(t)
	a := h.shown(audit())
	h.model.reads = `{"change":"leave_out","steps":["s2"]}`
	h.say("drop", "skip the page itself")
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.live() != "" || h.lookable() != 0 {
		t.Errorf("the run has %s, live is %q, and %d can be looked at", got.Status, h.live(), h.lookable())
	}
	left, err := h.db.Decisions.Approval(t.Context(), h.tenant, a.ID)
	h.ok(err)
	if left.Status != assistant.ApprovalWithdrawn || h.statuses() != "completed cancelledleft_out completed" {
		t.Errorf("it is %s, and the steps are %s", left.Status, h.statuses())
	}
}

// TestWaitHaltsARunUntilItIsToGoOn: nothing more begins, and “continue” goes on without what was left out.
func TestWaitHaltsARunUntilItIsToGoOn(t *testing.T) {
	h := newHouse(t)
	first := h.shown(audit())
	h.model.reads = `{"change":"leave_out","steps":["s3"]}`
	h.say("drop", "leave out the audit")
	h.replied("I have left out")
	h.model.reads = `{"change":"wait","steps":[]}`
	h.say("wait", "wait, please pause this")
	h.replied("I have halted “Services page”")
	awaits(h, anyOf[assistant.RunFinished])
	h.say("on", "continue")
	second := h.after(first)
	if note := h.act(decided(second, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	if h.written != 1 || h.statuses() != "completed completed cancelledleft_out" {
		t.Errorf("after %d drafts the steps are %s", h.written, h.statuses())
	}
}

// TestWordsThatChangeNothingOfARunGoTheirOwnWay: they are read as what they change of it, and then as what they are.
func TestWordsThatChangeNothingOfARunGoTheirOwnWay(t *testing.T) {
	h := newHouse(t)
	h.shown(audit())
	h.model.reads, h.model.takes = `{"change":"none","steps":[]}`, "answer"
	h.model.forget()
	h.say("beside", "our opening hours have changed, by the way")
	var asked []llm.Purpose
	for len(asked) < 3 {
		for _, r := range h.model.forget() {
			asked = append(asked, r.Purpose)
		}
	}
	if !slices.Equal(asked[:2], []llm.Purpose{llm.PurposeChangeRun, llm.PurposeClassify}) {
		t.Errorf("models were asked %v", asked)
	}
}

// TestAGuestLeavesNothingOut: whoever may not stop a run has no step of it left out.
func TestAGuestLeavesNothingOut(t *testing.T) {
	h := newHouse(t)
	h.shown(audit())
	h.set(func(s *assistant.Settings) { s.GuestsTalk = true })
	h.model.reads, h.model.takes, h.model.says = `{"change":"leave_out","steps":["s3"]}`, "answer", "That is not mine to do."
	_, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: guest("UGUS"), Text: "leave out the audit", Key: "guest",
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	h.says("That is not mine to do.")
	if got := h.statuses(); got != "completed open open" {
		t.Errorf("the steps are %s", got)
	}
}

// TestALeftOutTaskHoldsNothingUp: a run goes on as if it had never been there.
func TestALeftOutTaskHoldsNothingUp(t *testing.T) {
	out := assistant.Task{Group: "A", Status: assistant.TaskCancelled, Result: &assistant.Result{NotDone: assistant.NotDoneLeftOut}}
	open := assistant.Task{ID: "next", Group: "B", Status: assistant.TaskOpen}
	if got := orchestrator.Advance(assistant.Run{Status: assistant.RunRunning}, []assistant.Task{out, open}); got.Group != "B" {
		t.Errorf("what comes next is %+v", got)
	}
	out.Result.NotDone = assistant.NotDoneDeclined
	if got := orchestrator.Advance(assistant.Run{Status: assistant.RunRunning}, []assistant.Task{out, open}); got.Finish != assistant.RunCancelled {
		t.Errorf("after a no it is %+v", got)
	}
}

// TestWordsThatSeveralRunsMayBeMeantByLeaveNothingOut: it is asked which one is meant, and a step that is called by name is that of its run.
func TestWordsThatSeveralRunsMayBeMeantByLeaveNothingOut(t *testing.T) {
	h := newHouse(t)
	first := h.shown(audit())
	if note := h.act(approved(h.propose(audit()))); note != "" {
		t.Fatal(note)
	}
	h.after(first)
	h.model.reads = `{"change":"stop_after","steps":[]}`
	h.say("both", "stop after this one")
	h.replied("Several runs are at work here, so I do not know which one you mean")
	h.model.reads = `{"change":"leave_out","steps":["s3"]}`
	h.say("one", "leave out the audit of the first one")
	h.replied("I have left out step 3")
	all, err := h.db.Runs.GoingOn(t.Context(), h.tenant, h.conversation)
	h.ok(err)
	if len(all) != 2 || !all[0].Tasks[2].LeftOut() || all[1].Tasks[2].LeftOut() {
		t.Errorf("at work are %+v", all)
	}
}
