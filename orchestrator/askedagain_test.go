package orchestrator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// leavesUndone lets a plan be approved whose page then comes to nothing in the given way, and gives what was asked for it.
func (h *house) leavesUndone(end func(h *house, a assistant.Approval)) assistant.Approval {
	h.t.Helper()
	if note := h.act(approved(h.propose())); note != "" {
		h.t.Fatal(note)
	}
	a := h.asked()
	awaits(h, anyOf[assistant.TaskWaiting])
	end(h, a)
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCancelled {
		h.t.Fatalf("the run has %s", got.Status)
	}
	return a
}

// waysToNothing are the ways in which an approved plan's page comes to nothing.
func waysToNothing() map[string]func(h *house, a assistant.Approval) {
	does := func(b func(a assistant.Approval) assistant.Body) func(*house, assistant.Approval) {
		return func(h *house, a assistant.Approval) {
			if note := h.act(b(a)); note != "" {
				h.t.Fatal(note)
			}
		}
	}
	return map[string]func(h *house, a assistant.Approval){
		"expired":  func(h *house, a assistant.Approval) { h.post(decided(a, assistant.VerdictExpired)) },
		"rejected": does(func(a assistant.Approval) assistant.Body { return decided(a, assistant.VerdictRejected) }),
		"stopped":  does(func(a assistant.Approval) assistant.Body { return assistant.StopRequested{Run: a.Run} }),
	}
}

// TestWhatWasLeftUndoneIsAskedAgain: however an approved plan came to nothing, it is asked again, with all that was made before, and
// nothing is made twice.
func TestWhatWasLeftUndoneIsAskedAgain(t *testing.T) {
	for how, end := range waysToNothing() {
		for by, again := range map[string]func(h *house, run assistant.RunID) string{
			"a press":   func(h *house, run assistant.RunID) string { return h.act(assistant.RetryRequested{Run: run}) },
			"try again": func(h *house, _ assistant.RunID) string { h.say("again", "try again, please"); return "" },
			"continue":  func(h *house, _ assistant.RunID) string { h.say("again", "continue"); return "" },
		} {
			t.Run(how+", by "+by, func(t *testing.T) {
				h := newHouse(t)
				before := h.leavesUndone(end)
				h.says("1 of 2 steps done")
				h.says("Say “try again” and I go on with it")
				if note := again(h, before.Run); note != "" {
					t.Fatal(note)
				}
				a := awaits(h, func(b assistant.ApprovalRequested) bool { return b.Approval.ID != before.ID }).Approval
				if a.Run != before.Run || a.Hash != before.Hash {
					t.Errorf("asked again is %+v, and was %+v", a, before)
				}
				if note := h.act(assistant.RetryRequested{Run: before.Run}); !strings.Contains(note, "at work again already") {
					t.Errorf("asked for once more, it says %q", note)
				}
				if note := h.act(decided(before, assistant.VerdictApproved)); note == "" {
					t.Error("what was asked before can be approved still")
				}
				if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
					t.Fatal(note)
				}
				awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
				h.mu.Lock()
				defer h.mu.Unlock()
				if h.written != 1 || !strings.Contains(h.state, "nobody has read of") {
					t.Errorf("%d drafts were written, and live is %q", h.written, h.state)
				}
			})
		}
	}
}

// TestARunSaysWhyItEnded: only one that somebody stopped was stopped.
func TestARunSaysWhyItEnded(t *testing.T) {
	said := map[string]string{
		"expired": "This run has ended, because nobody decided in time", "rejected": "This run has ended, because a step of it was declined",
		"stopped": "This run was stopped",
	}
	for how, end := range waysToNothing() {
		h := newHouse(t)
		h.leavesUndone(end)
		h.says(said[how])
		if told := slices.ContainsFunc(h.log(), func(m assistant.Message) bool { return strings.Contains(m.Content, "stopped") }); told != (how == "stopped") {
			t.Errorf("%s: told of a stop: %v", how, told)
		}
	}
}

// TestAYesToWhatExpiredIsToldTheWayOn: it decides nothing, and says how to be asked again.
func TestAYesToWhatExpiredIsToldTheWayOn(t *testing.T) {
	h := newHouse(t)
	h.leavesUndone(waysToNothing()["expired"])
	h.says("Say “try again”")
	h.say("late", "yes")
	h.says("Nobody decided on “Create the Services page” in time, so a yes does nothing any more. Say “try again”")
	said := awaits(h, func(b assistant.Said) bool { return slices.Equal(b.Next, []string{"Try again"}) })
	if h.live() != "" || said.Final {
		t.Errorf("live is %q", h.live())
	}
	var answer assistant.Message
	for _, m := range h.log() {
		if strings.Contains(m.Content, "a yes does nothing any more") {
			answer = m
		}
	}
	if note := h.act(assistant.Said{Pressed: &assistant.Pressed{Message: answer.ID}}); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.RetryRequested])
}

// TestNothingOfAnEndedRunIsOpen: what had not begun ends with its run, in a state of its own, and says why.
func TestNothingOfAnEndedRunIsOpen(t *testing.T) {
	for how, end := range map[string]func(h *house, a assistant.Approval){
		"failed":  func(h *house, _ assistant.Approval) { h.decidePage() },
		"expired": waysToNothing()["expired"],
	} {
		t.Run(how, func(t *testing.T) {
			h := newHouse(t)
			if how == "failed" {
				h.fails = 1
			}
			p := h.longPlan()
			if note := h.act(approved(p)); note != "" {
				t.Fatal(note)
			}
			a := h.asked()
			awaits(h, anyOf[assistant.TaskWaiting])
			end(h, a)
			awaits(h, anyOf[assistant.RunFinished])
			last := h.run().Tasks[2]
			if last.Status != assistant.TaskCancelled || last.WhyNotDone() != assistant.NotDoneBefore {
				t.Errorf("the last task is %s, %+v", last.Status, last.Result)
			}
			h.says("not begun, because what comes before it was not done")
			if note := h.act(assistant.RetryRequested{Run: a.Run}); note != "" {
				t.Fatal(note)
			}
			if how == "expired" {
				h.act(decided(awaits(h, func(b assistant.ApprovalRequested) bool { return b.Approval.ID != a.ID }).Approval, assistant.VerdictApproved))
			}
			awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
		})
	}
}

func (h *house) decidePage() {
	h.t.Helper()
	if note := h.act(decided(h.asked(), assistant.VerdictApproved)); note != "" {
		h.t.Fatal(note)
	}
}

// longPlan shows a plan with a step after its page.
func (h *house) longPlan() assistant.Plan {
	h.t.Helper()
	p := h.propose()
	again := p.Steps[0]
	again.Key, again.Group, again.Summary = "more", "C", "Draft more"
	p.Version, p.Steps = 2, append(p.Steps, again)
	var err error
	if p.Hash, err = assistant.PlanHash(p); err != nil {
		h.t.Fatal(err)
	}
	h.post(assistant.PlanProposed{Plan: p})
	return p
}
