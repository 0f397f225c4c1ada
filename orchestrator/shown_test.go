package orchestrator_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func approved(p assistant.Plan) assistant.PlanDecided {
	return assistant.PlanDecided{Plan: p.ID, Version: p.Version, Verdict: assistant.VerdictApproved}
}

func decided(a assistant.Approval, v assistant.Verdict) assistant.ApprovalDecided {
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: v}
}

// asked is the question that stands open for a task.
func (h *house) asked() assistant.Approval {
	h.t.Helper()
	return awaits(h, anyOf[assistant.ApprovalRequested]).Approval
}

// TestWhatGoesLiveIsWhatWasShown: approving a plan approves no text that nobody has written yet.
func TestWhatGoesLiveIsWhatWasShown(t *testing.T) {
	h := newHouse(t)
	plan := h.propose()
	if note := h.act(approved(plan)); note != "" {
		t.Fatal(note)
	}
	a := h.asked()
	if h.live() != "" || !strings.Contains(assistant.Legible(a.Preview.Fields), "nobody has read of") || !strings.HasPrefix(a.Preview.Link, "https://x.example/preview/") {
		t.Fatalf("live %q, shown %+v", h.live(), a.Preview)
	}
	if got := awaits(h, anyOf[assistant.PlanDecided]); got.Hash != plan.Hash || got.Unseen {
		t.Errorf("the decision is of %q: %+v", plan.Hash, got)
	}
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || !strings.Contains(h.live(), "nobody has read of") {
		t.Fatalf("%s with %q", got.Status, h.live())
	}
	if got := awaits(h, anyOf[assistant.ApprovalDecided]); got.Hash != a.Hash {
		t.Errorf("the decision is of %q, not of %q", got.Hash, a.Hash)
	}
	if h.lookable() != 0 {
		t.Error("published, its preview can still be looked at")
	}
}

func TestADecisionOnSomethingElseThanWasShownIsRefused(t *testing.T) {
	h := newHouse(t)
	plan := h.propose()
	other := approved(plan)
	other.Hash = strings.Repeat("0", 64)
	if note := h.act(other); !strings.Contains(note, "not what was shown to you any more") {
		t.Errorf("another plan than the shown one: %q", note)
	}
	right := approved(plan)
	right.Hash = plan.Hash
	if note := h.act(right); note != "" {
		t.Fatal(note)
	}
	a := h.asked()
	if note := h.act(assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: plan.Hash}); !strings.Contains(note, "not what was shown") {
		t.Errorf("another action than the shown one: %q", note)
	}
	if h.live() != "" {
		t.Error("it went live")
	}
}

func TestAPlanThatIsNotKeptAsItWasShownIsShownAgain(t *testing.T) {
	h := newHouse(t)
	plan := h.propose()
	old := plan
	old.ID, old.Hash = assistant.NewID[assistant.PlanID](h.ids), "the hash of an earlier version of us"
	h.post(assistant.PlanProposed{Plan: old})
	if note := h.act(approved(old)); note != "" {
		t.Fatal(note)
	}
	again := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.ID == old.ID && b.Plan.Version == 2 }).Plan
	h.says("I did not start this plan")
	if note := h.act(approved(again)); note != "" {
		t.Fatal(note)
	}
	if h.asked(); h.live() != "" {
		t.Error("it went live")
	}
}

// TestWhatIsPublishedUnseenSaysSo: nobody is asked again, and everybody can read by whose wish.
func TestWhatIsPublishedUnseenSaysSo(t *testing.T) {
	h := newHouse(t)
	plan := h.propose()
	d := approved(plan)
	d.Unseen = true
	if note := h.act(d); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.live() == "" {
		t.Fatalf("%s with %q", got.Status, h.live())
	}
	if !awaits(h, anyOf[assistant.PlanDecided]).Unseen || !h.run().Run.Unseen {
		t.Error("the log does not say that it was to be published unseen")
	}
	h.says("to be published without being shown first")
	h.says("**Published without being shown first, as UANNA wished**\n- Create the Services page")
}

func TestWhatCannotBeUndoneIsNeverPublishedUnseen(t *testing.T) {
	h := newHouse(t)
	for what, change := range map[string]func(*assistant.Plan){
		"a step that cannot be undone": func(p *assistant.Plan) { p.Steps[1].Effect = assistant.EffectIrreversible },
		"nothing that is to be written": func(p *assistant.Plan) {
			p.Steps[1].Parameters = []byte(`{"slug":"services","html":"<p>Pools</p>"}`)
		},
	} {
		p := h.propose()
		p.ID = assistant.NewID[assistant.PlanID](h.ids)
		change(&p)
		var err error
		p.Hash, err = assistant.PlanHash(p)
		h.ok(err)
		h.post(assistant.PlanProposed{Plan: p})
		d := approved(p)
		d.Unseen = true
		if note := h.act(d); !strings.Contains(note, "cannot be published without being shown") {
			t.Errorf("%s: %q", what, note)
		}
	}
}

// TestNoWordsMeanUnseen: a yes approves the plan, and what is written on the way is shown.
func TestNoWordsMeanUnseen(t *testing.T) {
	for _, words := range []string{"yes", "go ahead", "approve", "publish it without showing me"} {
		h := newHouse(t)
		h.propose()
		_, err := h.Receive(t.Context(), assistant.Inbound{
			Tenant: h.tenant, From: account("UANNA"), Text: words, Key: "words",
			Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
		})
		h.ok(err)
		if words == "publish it without showing me" {
			awaits(h, anyOf[assistant.Failed]) // own words are a wish for another plan, which needs a model
			continue
		}
		if h.asked(); h.live() != "" || awaits(h, anyOf[assistant.PlanDecided]).Unseen {
			t.Errorf("%q was taken as leave to publish unseen", words)
		}
	}
}

// TestEndingAnApprovalEndsItsPreview: however it ends, nothing that was put up for it stays.
func TestEndingAnApprovalEndsItsPreview(t *testing.T) {
	for name, end := range map[string]func(h *house, a assistant.Approval){
		"declined": func(h *house, a assistant.Approval) {
			if note := h.act(decided(a, assistant.VerdictRejected)); note != "" {
				h.t.Fatal(note)
			}
		},
		"expired":   func(h *house, a assistant.Approval) { h.post(decided(a, assistant.VerdictExpired)) },
		"withdrawn": func(h *house, a assistant.Approval) { h.post(decided(a, assistant.VerdictWithdrawn)) },
		"stopped": func(h *house, a assistant.Approval) {
			if note := h.act(assistant.StopRequested{Run: a.Run}); note != "" {
				h.t.Fatal(note)
			}
		},
		"stopped by words": func(h *house, _ assistant.Approval) {
			_, err := h.Receive(h.t.Context(), assistant.Inbound{
				Tenant: h.tenant, From: account("UANNA"), Text: "stop", Key: "stop",
				Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
			})
			h.ok(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			if note := h.act(approved(h.propose())); note != "" {
				t.Fatal(note)
			}
			a := h.asked()
			if h.lookable() != 1 {
				t.Fatal("there is nothing to look at")
			}
			awaits(h, anyOf[assistant.TaskWaiting])
			end(h, a)
			if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCancelled {
				t.Errorf("the run has %s", got.Status)
			}
			if h.lookable() != 0 || h.live() != "" {
				t.Errorf("%d previews can still be looked at; live: %q", h.lookable(), h.live())
			}
			left, err := h.db.Decisions.Approvals(t.Context(), h.tenant)
			h.ok(err)
			if len(left) != 0 {
				t.Errorf("still open: %+v", left)
			}
			if got := awaits(h, func(b assistant.ApprovalDecided) bool { return b.Approval == a.ID }); got.Verdict == assistant.VerdictApproved {
				t.Errorf("its card is told %s", got.Verdict)
			}
			if note := h.act(decided(a, assistant.VerdictApproved)); note == "" {
				t.Error("it can be approved still")
			}
		})
	}
}

// TestAQuestionThatComesAfterTheStopIsWithdrawn: the task was putting its preview up when the run was stopped.
func TestAQuestionThatComesAfterTheStopIsWithdrawn(t *testing.T) {
	h := newHouse(t)
	h.staging = make(chan struct{})
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	<-h.staging
	run := h.run().Run.ID
	if note := h.act(assistant.StopRequested{Run: run}); note != "" {
		t.Fatal(note)
	}
	h.staging <- struct{}{}
	awaits(h, anyOf[assistant.RunFinished])
	if got := awaits(h, anyOf[assistant.ApprovalDecided]); got.Verdict != assistant.VerdictWithdrawn || h.lookable() != 0 {
		t.Errorf("%s, and %d previews can still be looked at", got.Verdict, h.lookable())
	}
	for _, task := range h.run().Tasks {
		if !task.Status.Ended() {
			t.Errorf("%s is %s", task.Summary, task.Status)
		}
	}
}

func TestAPreviewThatCannotBeTakenAwayIsTold(t *testing.T) {
	h := newHouse(t)
	h.away = errors.New("the site is away")
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	a := h.asked()
	if note := h.act(decided(a, assistant.VerdictRejected)); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.RunFinished])
	h.says("could not be taken away. Visitors do not see it; please delete it on the site.")
	h.says(a.Preview.Link)
}

// TestTryAgainGoesOnAfterAnApproval: a task that failed after a person had approved it waits for nobody when tried again.
func TestTryAgainGoesOnAfterAnApproval(t *testing.T) {
	h := newHouse(t)
	h.fails = 1
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	a := h.asked()
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunFailed })
	if note := h.act(assistant.RetryRequested{Run: a.Run}); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	if h.live() == "" {
		t.Error("nothing is live")
	}
}

func TestOneStepCanBeTakenBack(t *testing.T) {
	for name, undo := range map[string]func(h *house, v assistant.RunView){
		"by a click": func(h *house, v assistant.RunView) {
			if note := h.act(assistant.UndoRequested{Run: v.Run.ID, Task: v.Tasks[1].ID}); note != "" {
				h.t.Fatal(note)
			}
		},
		"by words": func(h *house, _ assistant.RunView) {
			_, err := h.Receive(h.t.Context(), assistant.Inbound{
				Tenant: h.tenant, From: account("UANNA"), Text: "undo step 2, please", Key: "undo",
				Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
			})
			h.ok(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			d := approved(h.propose())
			d.Unseen = true
			if note := h.act(d); note != "" {
				t.Fatal(note)
			}
			awaits(h, anyOf[assistant.RunFinished])
			v := h.run()
			if note := h.act(assistant.UndoRequested{Run: v.Run.ID, Task: v.Tasks[0].ID}); note != "" {
				t.Fatal(note)
			}
			h.says("this step changed nothing that is still in place")
			if h.live() == "" {
				t.Fatal("taking back the draft took back the page")
			}
			undo(h, v)
			got := awaits(h, func(b assistant.Undone) bool { return len(b.Tasks) > 0 })
			if len(got.Tasks) != 1 || got.Tasks[0].Task != v.Tasks[1].ID || h.live() != "" {
				t.Errorf("taken back: %+v, live %q", got, h.live())
			}
		})
	}
}

func TestAStepThatIsNotThereIsNotTakenBack(t *testing.T) {
	h := newHouse(t)
	d := approved(h.propose())
	d.Unseen = true
	if note := h.act(d); note != "" {
		t.Fatal(note)
	}
	awaits(h, anyOf[assistant.RunFinished])
	_, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: "undo step 7", Key: "undo", At: time.Now(),
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	h.says("This run has no step 7, so I took nothing back.")
	if h.live() == "" {
		t.Error("something was taken back")
	}
}
