package orchestrator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// shown is what stands there for approval once a plan was approved, with more steps behind it.
func (h *house) shown(more ...assistant.Step) assistant.Approval {
	h.t.Helper()
	if note := h.act(approved(h.propose(more...))); note != "" {
		h.t.Fatal(note)
	}
	a := h.asked()
	awaits(h, anyOf[assistant.TaskWaiting])
	return a
}

// after is what was asked about the same step after that.
func (h *house) after(seen ...assistant.Approval) assistant.Approval {
	h.t.Helper()
	a := awaits(h, func(b assistant.ApprovalRequested) bool {
		return !slices.ContainsFunc(seen, func(s assistant.Approval) bool { return s.ID == b.Approval.ID })
	}).Approval
	awaits(h, func(b assistant.TaskWaiting) bool { return b.Approval == a.ID })
	return a
}

// TestAFinishedTextIsSentBack: what people want otherwise reaches whoever wrote it, twice; the next version shows its difference and
// replaces what was asked before it, and what goes live is the last of them.
func TestAFinishedTextIsSentBack(t *testing.T) {
	for by, wish := range map[string]func(h *house, a assistant.Approval, words string){
		"words": func(h *house, a assistant.Approval, words string) { h.say(string(a.ID), words) },
		"a press": func(h *house, a assistant.Approval, words string) {
			h.decide(a, assistant.VerdictChanges, words)
		},
		"a no with a note": func(h *house, a assistant.Approval, words string) { h.decide(a, assistant.VerdictRejected, words) },
	} {
		t.Run(by, func(t *testing.T) {
			h := newHouse(t)
			h.model.takes = "revise"
			first := h.shown()
			if !first.Revisable || first.Wish != "" || len(first.Since) != 0 {
				t.Errorf("the first version is %+v", first)
			}
			wish(h, first, "No, make it shorter and mention our phone number")
			second := h.after(first)
			if second.Hash == first.Hash || second.Wish != "No, make it shorter and mention our phone number" || h.lookable() != 1 {
				t.Errorf("the second version is %+v, and %d can be looked at", second, h.lookable())
			}
			if len(second.Since) != 1 || !slices.Equal(second.Since[0].Come, []string{"As wanted: No, make it shorter and mention our phone number"}) || len(second.Since[0].Gone) != 0 {
				t.Errorf("its difference is %+v", second.Since)
			}
			if note := h.act(assistant.ApprovalDecided{Approval: first.ID, Verdict: assistant.VerdictApproved, Hash: first.Hash}); note == "" {
				t.Error("the version before can be approved still")
			}
			wish(h, second, "shorter, please")
			third := h.after(first, second)
			if !slices.Equal(third.Since[0].Come, []string{"As wanted: shorter, please"}) {
				t.Errorf("its difference is %+v", third.Since)
			}
			var log []string
			for _, m := range h.log() {
				if b, ok := m.Body.(assistant.ApprovalDecided); ok {
					log = append(log, string(b.Verdict)+" "+string(b.Approval)+" "+string(m.Person)+" "+b.Note)
				}
			}
			want := []string{
				"changes " + string(first.ID) + " " + string(h.anna) + " No, make it shorter and mention our phone number",
				"changes " + string(second.ID) + " " + string(h.anna) + " shorter, please",
			}
			if !slices.Equal(log, want) {
				t.Errorf("the log keeps %q", log)
			}
			if h.live() != "" {
				t.Errorf("nobody has approved it, and live is %q", h.live())
			}
			if note := h.act(assistant.ApprovalDecided{Approval: third.ID, Verdict: assistant.VerdictApproved, Hash: third.Hash}); note != "" {
				t.Fatal(note)
			}
			if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted {
				t.Errorf("the run has %s", got.Status)
			}
			if live := h.live(); !strings.Contains(live, "phone number") || !strings.Contains(live, "shorter, please") || h.written != 3 {
				t.Errorf("live is %q, after %d drafts", live, h.written)
			}
			if asked := h.run().Tasks[0].Parameters; !strings.Contains(string(asked), `phone number\nshorter, please`) {
				t.Errorf("the writer was told %s", asked)
			}
		})
	}
}

// TestWordsBesideWhatWaitsSendNothingBack: a model says what words are, and what stands there stays.
func TestWordsBesideWhatWaitsSendNothingBack(t *testing.T) {
	h := newHouse(t)
	h.model.takes = "answer"
	a := h.shown()
	h.say("beside", "our opening hours have changed, by the way")
	h.asks("our opening hours have changed")
	if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
		t.Fatal(note)
	}
	if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.written != 1 {
		t.Errorf("%s, after %d drafts", got.Status, h.written)
	}
}

// TestOnlyWhoMayDecideSendsBack: the words of others change nothing of what waits.
func TestOnlyWhoMayDecideSendsBack(t *testing.T) {
	h := newHouse(t)
	h.model.takes = "revise"
	a := h.shown()
	h.set(func(s *assistant.Settings) { s.MembersApprove = false })
	h.say("others", "make it about cats")
	if note := h.act(assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictChanges, Note: "make it about cats"}); note == "" {
		t.Error("it was sent back")
	}
	left, err := h.db.Decisions.Approval(t.Context(), h.tenant, a.ID)
	h.ok(err)
	if left.Status != assistant.ApprovalPending || h.written != 1 {
		t.Errorf("it is %s, after %d drafts", left.Status, h.written)
	}
}

// TestWhoEditsTheWishIsHeardAgain: what the words say once they are edited is what is wanted.
func TestWhoEditsTheWishIsHeardAgain(t *testing.T) {
	h := newHouse(t)
	h.model.takes = "revise"
	first := h.shown()
	place := assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"}
	hear := func(in assistant.Inbound) {
		in.Tenant, in.From, in.Place = h.tenant, account("UANNA"), place
		_, err := h.Receive(t.Context(), in)
		h.ok(err)
	}
	hear(assistant.Inbound{Text: "make it shorter", Key: "wish", ExternalID: "1.1"})
	second := h.after(first)
	hear(assistant.Inbound{Text: "make it friendlier", Key: "edit", ExternalID: "1.1", Change: assistant.ChangeEdited})
	third := h.after(first, second)
	if third.Wish != "make it friendlier" {
		t.Errorf("the wish is %q", third.Wish)
	}
}
