package orchestrator_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

func preview(p assistant.Plan) assistant.PlanDecided {
	return assistant.PlanDecided{Plan: p.ID, Version: p.Version, Verdict: assistant.VerdictChanges, DryRun: true}
}

// previewed has all that a plan would do shown, and returns the version that shows it.
func (h *house) previewed(p assistant.Plan, who string) assistant.Plan {
	h.t.Helper()
	if note := h.by(who, preview(p)); note != "" {
		h.t.Fatal(note)
	}
	return awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.ID == p.ID && b.Plan.Version == p.Version+1 }).Plan
}

func count[B assistant.Body](h *house) (n int) {
	for _, m := range h.log() {
		if _, ok := m.Body.(B); ok {
			n++
		}
	}
	return n
}

func asJSON(t *testing.T, text string) (out any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestWhatADryRunHasShownIsDoneWithOneYes: what was written for it is what goes live, and it is written once.
func TestWhatADryRunHasShownIsDoneWithOneYes(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { doneWithOneYes(t, storage.Config{Dir: servers.Embedded(t)}) })
	t.Run("postgres", func(t *testing.T) { doneWithOneYes(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func doneWithOneYes(t *testing.T, on storage.Config) {
	h := newHouseOn(t, nil, on)
	first := h.propose()
	shown := h.previewed(first, "UANNA")
	page := shown.Steps[1]
	if !page.Shown() || !strings.Contains(string(page.Tried.Arguments), "nobody has read of") || !shown.Previewed {
		t.Fatalf("the page is shown with its text, got %+v", page.Tried)
	}
	if h.live() != "" || h.lookable() != 0 || count[assistant.RunStarted](h) != 0 {
		t.Fatalf("a dry run left %q live, %d to look at and %d runs", h.live(), h.lookable(), count[assistant.RunStarted](h))
	}
	h.says("This is what was written for it.")
	if note := h.act(approved(first)); note == "" {
		t.Error("the version before can still be approved, though another one stands there")
	}
	if note := h.act(approved(shown)); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.RunFinished) bool { return b.Status == assistant.RunCompleted })
	if diff := cmp.Diff(asJSON(t, h.live()), asJSON(t, string(page.Tried.Arguments))); diff != "" { // a database writes JSON in its own way
		t.Errorf("what was shown is not what is live:\n%s", diff)
	}
	if asked := count[assistant.ApprovalRequested](h); asked != 0 || h.written != 1 {
		t.Errorf("people were asked %d times more and it was written %d times, want 0 and 1", asked, h.written)
	}
}

// TestWhatHasMovedSinceADryRunIsAskedAgain: nothing is done that is not as it was shown.
func TestWhatHasMovedSinceADryRunIsAskedAgain(t *testing.T) {
	h := newHouse(t)
	shown := h.previewed(h.propose(), "UANNA")
	h.mu.Lock()
	h.state = "somebody else's page"
	h.mu.Unlock()
	if note := h.act(approved(shown)); note != "" {
		t.Fatal(note)
	}
	if a := h.asked(); a.Tool != "create_page" || !strings.Contains(a.Why.String(), "Things have changed since you approved this") {
		t.Errorf("it asks %q", a.Why)
	}
	if h.live() != "somebody else's page" || h.written != 1 {
		t.Errorf("live is %q, and it was written %d times", h.live(), h.written)
	}
}

// TestAnybodyOfTheTeamMayPreviewAPlan: that decides nothing. The yes is still for whoever may give it.
func TestAnybodyOfTheTeamMayPreviewAPlan(t *testing.T) {
	h := newHouse(t)
	shown := h.previewed(h.propose(), "UCLEO")
	if note := h.by("UCLEO", approved(shown)); note == "" {
		t.Error("who may not decide on the plan has approved it")
	}
	forged := approved(shown)
	forged.DryRun = true
	if note := h.by("UCLEO", forged); note == "" || count[assistant.RunStarted](h) != 0 {
		t.Error("an approval that calls itself a preview has started a run")
	}
}

// TestAChangedPlanIsNotShownAnyMore: what a dry run has shown holds for that version alone, and what it has written for the same words
// serves the next preview.
func TestAChangedPlanIsNotShownAnyMore(t *testing.T) {
	h := newHouse(t)
	shown := h.previewed(h.propose(), "UANNA")
	h.answers(`{"edits":[{"do":"rename","step":"","to":"Our services"}],"steps":[]}`)
	if note := h.act(assistant.PlanDecided{Plan: shown.ID, Version: shown.Version, Verdict: assistant.VerdictChanges, Note: "call it “Our services”"}); note != "" {
		t.Fatal(note)
	}
	next := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.Version == 3 }).Plan
	if next.Previewed || next.Steps[1].Shown() || next.Steps[0].Tried != nil {
		t.Errorf("the changed plan says that it was previewed: %+v", next)
	}
	h.answers("")
	again := h.previewed(next, "UANNA")
	if !again.Steps[1].Shown() || h.written != 1 {
		t.Errorf("the next preview shows %+v, and it was written %d times", again.Steps[1].Tried, h.written)
	}
}
