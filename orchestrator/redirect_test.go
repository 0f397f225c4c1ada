package orchestrator_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// planned is a reply to the wish for another plan, with these steps.
func planned(steps ...string) string {
	return `{"edits":[],"steps":[` + strings.Join(steps, ",") + `]}`
}

const (
	draftStep = `{"key":"draft","group":"A","owner":"creativeLead","type":"draft_content","summary":"Draft it","parameters":"{\"title\":\"Services\"}"}`
	pageStep  = `{"key":"page","group":"B","owner":"webEngineer","type":"create_page","summary":"Create the Services page",` +
		`"parameters":"{\"slug\":\"services\",\"html\":{\"$from\":\"draft\",\"field\":\"html\"}}"}`
	hamburg    = `{"key":"audit","group":"C","owner":"creativeLead","type":"draft_content","summary":"Write about Hamburg","parameters":"{\"title\":\"Hamburg\"}"}`
	newsletter = `{"key":"news","group":"D","owner":"creativeLead","type":"draft_content","summary":"Write a newsletter","parameters":"{\"title\":\"News\"}"}`
)

// redirects has the run's plan changed to these steps, and returns the version that is shown then.
func (h *house) redirects(words string, steps ...string) assistant.PlanProposed {
	h.t.Helper()
	h.model.mu.Lock()
	h.model.reads, h.model.says = `{"change":"alter","steps":[]}`, planned(steps...)
	h.model.mu.Unlock()
	before := awaits(h, anyOf[assistant.PlanProposed]).Plan.Version
	h.say(words, words)
	next := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.Version > before })
	h.answers("") // of nothing else
	return next
}

// byKey are the run's tasks by the keys of their steps, as they stand.
func (h *house) byKey() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	for _, k := range h.run().Tasks {
		out[k.Key] = string(k.Status) + string(k.WhyNotDone())
	}
	return out
}

// holds tells that a run's status and steps are these.
func (h *house) holds(status assistant.RunStatus, steps map[string]string) {
	h.t.Helper()
	got := h.byKey()
	ok := h.run().Run.Status == status && len(got) == len(steps)
	for k, s := range steps {
		ok = ok && got[k] == s
	}
	if !ok {
		h.t.Errorf("the run is %s, with %v", h.run().Run.Status, got)
	}
}

// TestARunningPlanIsRedirected: the next version says what is added, changed, dropped and kept, nothing of the run starts until it is decided
// on, what is done is not done again, and what is changed is a task that came of the one before: on both databases.
func TestARunningPlanIsRedirected(t *testing.T) {
	for name, on := range onBothDatabases() {
		t.Run(name, func(t *testing.T) {
			h := newHouseOn(t, nil, on(t))
			a := h.shown(audit(), proof())
			next := h.redirects("instead of the audit write about Hamburg, and add a newsletter", draftStep, pageStep, hamburg, newsletter)
			if got := h.run().Run; got.Status != assistant.RunPlanning || next.Plan.Redirects != got.ID || next.Plan.Version != 2 {
				t.Fatalf("the run is %s, and the plan %+v", got.Status, next.Plan)
			}
			told := strings.Join(next.Changes, "\n")
			for _, want := range []string{
				"Step 4 is gone: Write a report of the audit", "Step 4 is new: Write a newsletter", "title is now “Hamburg” instead of “Audit”",
				"Done, and kept: step 1 (Draft it)", "Goes on as it is: step 2 (Create the Services page)",
			} {
				if !strings.Contains(told, want) {
					t.Errorf("the difference does not say %q:\n%s", want, told)
				}
			}
			h.decide(a, assistant.VerdictApproved, "") // it is ready, and waits for the version
			if note := h.act(approved(next.Plan)); note != "" {
				t.Fatal(note)
			}
			awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
			h.holds(assistant.RunCompleted, map[string]string{
				"draft": "completed", "page": "completed", "audit": "cancelledleft_out", "proof": "cancelledleft_out", "audit2": "completed", "news": "completed",
			})
			tasks := h.run().Tasks
			of := func(key string) assistant.Task {
				return tasks[slices.IndexFunc(tasks, func(k assistant.Task) bool { return k.Key == key })]
			}
			if of("audit2").Parent != of("audit").ID || of("news").Parent != "" || h.written != 3 || h.run().Run.PlanVersion != 2 {
				t.Errorf("after %d drafts the run is %+v", h.written, h.run())
			}
		})
	}
}

// TestARedirectionThatIsRefusedLeavesTheRunAsItWas, and so does one that nobody can make; one that nobody decides on stops it.
func TestARedirectionThatIsRefusedLeavesTheRunAsItWas(t *testing.T) {
	t.Run("refused", func(t *testing.T) {
		h := newHouse(t)
		a := h.shown(audit())
		next := h.redirects("write about Hamburg instead of the audit", draftStep, pageStep, hamburg)
		if note := h.act(assistant.PlanDecided{Plan: next.Plan.ID, Version: next.Plan.Version, Verdict: assistant.VerdictRejected}); note != "" {
			t.Fatal(note)
		}
		h.says("“Services page” goes on as it was planned.")
		if note := h.act(approved(next.Plan)); !strings.HasPrefix(note, "This plan is rejected already") {
			t.Errorf("an approval after it: %q", note)
		}
		h.decide(a, assistant.VerdictApproved, "")
		awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
		h.holds(assistant.RunCompleted, map[string]string{"draft": "completed", "page": "completed", "audit": "completed"})
	})
	t.Run("no model", func(t *testing.T) {
		h := newHouse(t)
		a := h.shown(audit())
		h.model.reads = `{"change":"alter","steps":[]}`
		h.say("add", "also add a picture to the audit")
		b := awaits(h, anyOf[assistant.RunRedirected])
		if len(b.Tasks) > 0 || b.Version != 1 {
			t.Errorf("it goes on by %+v", b)
		}
		h.decide(a, assistant.VerdictApproved, "")
		awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	})
	t.Run("nothing to change", func(t *testing.T) {
		h := newHouse(t)
		h.shown(audit())
		h.model.reads, h.model.says = `{"change":"alter","steps":[]}`, planned(draftStep, pageStep,
			`{"key":"audit","group":"C","owner":"creativeLead","type":"draft_content","summary":"Audit the page","parameters":"{\"title\":\"Audit\"}"}`)
		h.say("same", "do it differently")
		h.says("I found nothing in the plan to change for that, so it goes on as it was.")
		awaits(h, anyOf[assistant.RunRedirected])
	})
	t.Run("expired", func(t *testing.T) {
		h := newHouse(t)
		h.shown(audit())
		next := h.redirects("write about Hamburg instead of the audit", draftStep, pageStep, hamburg)
		h.post(assistant.PlanDecided{Plan: next.Plan.ID, Version: next.Plan.Version, Verdict: assistant.VerdictExpired})
		awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCancelled })
		h.says("Nobody decided on the change of “Services page” in time, so I have stopped it.")
	})
}

// TestARedirectionIsRevisedAndStopped: words beside the open version make another one; a stop withdraws it.
func TestARedirectionIsRevisedAndStopped(t *testing.T) {
	h := newHouse(t)
	h.shown(audit())
	second := h.redirects("write about Hamburg instead of the audit", draftStep, pageStep, hamburg)
	h.model.mu.Lock()
	h.model.says = planned(draftStep, pageStep, strings.ReplaceAll(hamburg, "audit", "audit2"), newsletter)
	h.model.mu.Unlock()
	if note := h.act(assistant.PlanDecided{Plan: second.Plan.ID, Version: second.Plan.Version, Verdict: assistant.VerdictChanges, Note: "and a newsletter"}); note != "" {
		t.Fatal(note)
	}
	third := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.Version == 3 })
	if got := third.Plan.Steps[2]; got.Replaces != "audit" || got.Stands != assistant.StepNew || len(third.Plan.Steps) != 4 {
		t.Errorf("the third version is %+v", third.Plan.Steps)
	}
	if note := h.act(approved(second.Plan)); note == "" {
		t.Error("an older version was approved")
	}
	h.say("stop", "stop")
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCancelled })
	awaits(h, func(b assistant.PlanDecided) bool { return b.Verdict == assistant.VerdictWithdrawn && b.Version == 3 })
	if note := h.act(approved(third.Plan)); note == "" {
		t.Error("the change of a stopped run was approved")
	}
}

// TestWhatIsAtWorkAndDroppedStopsBeforeItsNextCall: it was in the middle of its work when the version began, which changes nothing and so needs
// nobody's yes.
func TestWhatIsAtWorkAndDroppedStopsBeforeItsNextCall(t *testing.T) {
	h := newHouse(t)
	h.staging = make(chan struct{})
	if note := h.act(approved(h.propose(audit()))); note != "" {
		t.Fatal(note)
	}
	<-h.staging // the page is being put up
	if next := h.redirects("no page, write about Hamburg instead", draftStep, strings.ReplaceAll(hamburg, `"C"`, `"B"`)); !next.AtOnce {
		t.Error("what changes nothing waits for a yes")
	}
	awaits(h, func(b assistant.RunRedirected) bool { return b.Version == 2 })
	h.staging <- struct{}{}
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	h.holds(assistant.RunCompleted, map[string]string{"draft": "completed", "page": "cancelledleft_out", "audit": "cancelledleft_out", "audit2": "completed"})
	if h.live() != "" || h.lookable() != 0 || h.written != 2 {
		t.Errorf("live is %q, %d can be looked at, after %d drafts", h.live(), h.lookable(), h.written)
	}
}

// TestAStrangerRedirectsNothing: whoever may not decide on the plan changes none of it.
func TestAStrangerRedirectsNothing(t *testing.T) {
	h := newHouse(t)
	h.shown(audit())
	h.model.reads = `{"change":"alter","steps":[]}`
	_, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("USTRANGER"), Text: "write about Hamburg instead", Key: "stranger",
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		ms := h.log()
		if last := ms[len(ms)-1]; last.Agent == assistant.Chief && last.Kind == assistant.KindMessage && strings.Contains(last.Content, "decide") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nobody said that it is not theirs to decide")
		}
	}
	if got := h.run().Run.Status; got != assistant.RunRunning {
		t.Errorf("the run is %s", got)
	}
}

// TestALostWriteRedirectsOnce at each write of a turn.
func TestALostWriteRedirectsOnce(t *testing.T) {
	for n := 0; ; n++ {
		c := &crowd{losesAt: n, model: redirecting{}, changes: redirecting{}}
		h := newHouseOf(t, c)
		a := h.shown(audit())
		h.say("instead", "write about Hamburg instead of the audit")
		next := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.Version == 2 })
		if note := h.act(approved(next.Plan)); note != "" {
			t.Fatal(note)
		}
		awaits(h, func(b assistant.RunRedirected) bool { return b.Version == 2 })
		h.decide(a, assistant.VerdictApproved, "")
		awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
		h.holds(assistant.RunCompleted, map[string]string{"draft": "completed", "page": "completed", "audit": "cancelledleft_out", "audit2": "completed"})
		said := map[string]int{}
		for _, m := range h.log() {
			said[m.Body.Type()]++
		}
		if said[assistant.RedirectRequested{}.Type()] != 1 || said[assistant.RunRedirected{}.Type()] != 1 || h.written != 2 {
			t.Errorf("write %d is lost: after %d drafts %v", n, h.written, said)
		}
		if n > c.writes {
			return
		}
	}
}

// redirecting is a model that wants the plan at work otherwise, and knows how.
type redirecting struct{}

func (redirecting) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	switch r.Purpose {
	case llm.PurposeChangeRun:
		return words(`{"change":"alter","steps":[]}`), nil
	case llm.PurposeRevise:
		return words(planned(draftStep, pageStep, hamburg)), nil
	default:
		return llm.Reply{}, llm.ErrDisabled
	}
}
