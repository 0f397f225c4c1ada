package orchestrator_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// step is the id of the run's step of a number.
func (h *house) step(n int) assistant.TaskID {
	h.t.Helper()
	return h.run().Tasks[n-1].ID
}

// stops presses leaving a step out.
func (h *house) stops(n int) string {
	h.t.Helper()
	return h.act(assistant.StopRequested{Run: h.run().Run.ID, Task: h.step(n)})
}

// stopsToo presses it in the name of the owner.
func (h *house) stopsToo(n int) string {
	h.t.Helper()
	out, err := h.Act(h.t.Context(), assistant.Act{Tenant: h.tenant, Person: h.owner, Body: assistant.StopRequested{Run: h.run().Run.ID, Task: h.step(n)}})
	h.ok(err)
	return out.Note
}

// retries presses trying a step again.
func (h *house) retries(n int) string {
	h.t.Helper()
	return h.act(assistant.RetryRequested{Run: h.run().Run.ID, Task: h.step(n)})
}

// TestOneStepIsLeftOutByAPress and so is what needs it, while the others go on: on both databases.
func TestOneStepIsLeftOutByAPress(t *testing.T) {
	for name, on := range onBothDatabases() {
		t.Run(name, func(t *testing.T) {
			h := newHouseOn(t, nil, on(t))
			a := h.shown(audit(), proof())
			if note := h.stops(3); note != "" {
				t.Fatal(note)
			}
			h.says("Left out, as wished: Audit the page")
			h.says("Left out, because it needs what step 3 writes: Write a report of the audit")
			if got := h.statuses(); got != "completed open cancelledleft_out cancelledleft_out" {
				t.Fatalf("the steps are %s", got)
			}
			for n, want := range map[int]string{1: "This step has ended already", 3: "This step is left out already", 4: "This step is left out already"} {
				if note := h.stopsToo(n); !strings.HasPrefix(note, want) {
					t.Errorf("step %d: %q", n, note)
				}
			}
			h.decide(a, assistant.VerdictApproved, "")
			if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.written != 1 {
				t.Errorf("the run has %s, after %d drafts", got.Status, h.written)
			}
			if note := h.retries(3); note != "" {
				t.Fatal(note)
			}
			awaits(h, func(b assistant.TaskFinished) bool { return b.Task == h.step(3) && b.Status == assistant.TaskCompleted })
			if got := h.statuses(); !strings.HasPrefix(got, "completed completed completed cancelledleft_out") || h.written != 2 {
				t.Errorf("the steps are %s, after %d drafts", got, h.written)
			}
		})
	}
}

// TestARunEndsWithoutTheStepThatItWaitsFor: what was put up for a look is taken away.
func TestARunEndsWithoutTheStepThatItWaitsFor(t *testing.T) {
	h := newHouse(t)
	h.shown()
	if note := h.stops(2); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.lookable() != 0 || h.live() != "" {
		t.Errorf("the run has %s, %d can be looked at, and live is %q", got.Status, h.lookable(), h.live())
	}
}

// TestAStepAtWorkStopsBeforeItsNextCall: what it was about to put before people is withdrawn, and taken away.
func TestAStepAtWorkStopsBeforeItsNextCall(t *testing.T) {
	for by, stop := range map[string]func(h *house){
		"a press": func(h *house) {
			if note := h.stops(2); note != "" {
				t.Error(note)
			}
		},
		"words": func(h *house) {
			h.model.reads = `{"change":"leave_out","steps":["s2"]}`
			h.say("drop", "leave out the page")
			h.says("Step 2 (Create the Services page) is at work: it stops before its next call")
		},
	} {
		t.Run(by, func(t *testing.T) {
			h := newHouse(t)
			h.staging = make(chan struct{})
			if note := h.act(approved(h.propose(audit()))); note != "" {
				t.Fatal(note)
			}
			<-h.staging // it is about to put the page up
			stop(h)
			if note := h.stopsToo(2); !strings.HasPrefix(note, "This step is left out already") {
				t.Errorf("a second press: %q", note)
			}
			h.staging <- struct{}{}
			if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.live() != "" || h.lookable() != 0 {
				t.Errorf("the run has %s, live is %q, and %d can be looked at", got.Status, h.live(), h.lookable())
			}
			if got := h.statuses(); got != "completed cancelledleft_out completed" {
				t.Errorf("the steps are %s", got)
			}
		})
	}
}

// TestAFailedStepIsRetriedByItself: what is done stays, what was not begun because of it goes on, and of two who press at once one does it.
func TestAFailedStepIsRetriedByItself(t *testing.T) {
	for name, on := range onBothDatabases() {
		t.Run(name, func(t *testing.T) {
			h := newHouseOn(t, nil, on(t))
			h.fails = 1
			h.decide(h.shown(audit()), assistant.VerdictApproved, "")
			awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunFailed })
			if note := h.retries(1); !strings.HasPrefix(note, "This step is done") {
				t.Errorf("a step that is done: %q", note)
			}
			out, err := h.Act(t.Context(), assistant.Act{
				Tenant: h.tenant, From: account("USTRANGER"), Body: assistant.RetryRequested{Run: h.run().Run.ID, Task: h.step(2)},
			})
			h.ok(err)
			if out.Done {
				t.Error("somebody who may not decide has had it tried again")
			}
			b := assistant.RetryRequested{Run: h.run().Run.ID, Task: h.step(2)}
			var both sync.WaitGroup
			done := make([]bool, 2)
			for i, who := range []assistant.PersonID{h.anna, h.owner} {
				both.Go(func() {
					out, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: who, Body: b})
					if err != nil {
						t.Error(err)
					}
					done[i] = out.Done
				})
			}
			both.Wait()
			if done[0] == done[1] {
				t.Errorf("of two who press at once %v have done it", done)
			}
			awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
			if got := h.statuses(); got != "completed completed completed" || h.written != 2 {
				t.Errorf("the steps are %s, after %d drafts", got, h.written)
			}
		})
	}
}

// TestWordsRetryOneStep by its number, with a rule; in the middle of the run a model reads which one is meant.
func TestWordsRetryOneStep(t *testing.T) {
	h := newHouse(t)
	h.fails = 2
	h.decide(h.shown(), assistant.VerdictApproved, "")
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunFailed })
	h.say("none", "retry step 7")
	h.replied("This run has no step 7, so I tried nothing again.")
	h.say("done", "retry step 1")
	h.replied("This step is done, so there was nothing to try again.")
	h.say("again", "try step 2 again")
	awaits(h, func(b assistant.RetryRequested) bool { return b.Task == h.step(2) })
	awaits(h, func(b assistant.TaskFinished) bool {
		return b.Status == assistant.TaskFailed && h.run().Tasks[1].Attempt > 2
	})
	awaits(h, func(assistant.RunFinished) bool { return h.run().Run.Status == assistant.RunFailed })
	h.say("once more", "Schritt 2 nochmal")
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
}

// TestALostWriteLeavesOutAStepOnce at each write of a turn.
func TestALostWriteLeavesOutAStepOnce(t *testing.T) {
	for n := 0; ; n++ {
		c := &crowd{losesAt: n}
		c.play = func(context.Context, int, llm.Request) (llm.Reply, error) { return words("All right."), nil }
		h := newHouseOf(t, c)
		a := h.shown(audit(), proof())
		if note := h.stops(3); note != "" {
			t.Fatal(note)
		}
		h.says("Left out, because it needs what step 3 writes")
		h.decide(a, assistant.VerdictApproved, "")
		awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
		left := 0
		for _, m := range h.log() {
			if b, ok := m.Body.(assistant.TaskFinished); ok && b.LeavesOut() {
				left++
			}
		}
		if left != 2 || h.statuses() != "completed completed cancelledleft_out cancelledleft_out" {
			t.Errorf("write %d is lost: %d were left out, the steps are %s", n, left, h.statuses())
		}
		if n > c.writes {
			return
		}
	}
}

// TestARetryAloneGoesBeforeTheOthers: it waits for no group, and none begins before it has ended.
func TestARetryAloneGoesBeforeTheOthers(t *testing.T) {
	failed := assistant.Task{ID: "failed", Group: "A", Status: assistant.TaskFailed}
	alone := assistant.Task{ID: "alone", Group: "B", Status: assistant.TaskOpen, Alone: true}
	later := assistant.Task{ID: "later", Group: "C", Status: assistant.TaskOpen}
	run := assistant.Run{Status: assistant.RunRunning}
	if got := orchestrator.Advance(run, []assistant.Task{failed, alone, later}); got.Group != "B" || len(got.Release) != 1 || got.Release[0] != "alone" {
		t.Errorf("what is released is %+v", got)
	}
	alone.Released = true
	if got := orchestrator.Advance(run, []assistant.Task{failed, alone, later}); got.Group != "" || got.Finish != "" {
		t.Errorf("while it is at work: %+v", got)
	}
	alone.Status, alone.Alone = assistant.TaskCompleted, false
	if got := orchestrator.Advance(run, []assistant.Task{failed, alone, later}); got.Finish != assistant.RunFailed {
		t.Errorf("after it: %+v", got)
	}
	out := assistant.Task{ID: "out", Group: "A", Status: assistant.TaskCancelled, Stopping: true}
	if got := orchestrator.Advance(run, []assistant.Task{out}); got.Finish != assistant.RunCancelled {
		t.Errorf("a run of which everything is left out: %+v", got)
	}
}
