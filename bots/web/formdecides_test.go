package web_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestAnActionIsChangedAndSentBackByPlainForms: as a browser without scripts sends them.
func TestAnActionIsChangedAndSentBackByPlainForms(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	for what, c := range map[string]struct {
		fields []string
		want   assistant.ApprovalDecided
	}{
		"sent back": {[]string{"decision", "changes", "note", "shorter, please", "hash", "5c0de"}, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictChanges, Note: "shorter, please", Hash: "5c0de"}},
		"changed":   {[]string{"decision", "rewritten", "arg.slug", "home", "hash", "5c0de"}, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Arguments: json.RawMessage(`{"slug":"home"}`), Hash: "5c0de"}},
		"rejected":  {[]string{"decision", "rejected", "note", "not now", "hash", "5c0de"}, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictRejected, Note: "not now", Hash: "5c0de"}},
	} {
		code, _, page := fill(t, h, in, "/panel/approvals/"+string(s.approval), c.fields...)
		if code != http.StatusSeeOther {
			t.Errorf("%s: %d %s", what, code, page)
			continue
		}
		if d := cmp.Diff(c.want, w.lastAct(t).Body); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
}

// TestWhateverACardOffersIsPressedAtOneAddress, as a browser without scripts sends it, and pages of earlier versions at the addresses
// that they know.
func TestWhateverACardOffersIsPressedAtOneAddress(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	plan, approval, run, finished, ask := string(s.plan), string(s.approval), string(s.running), string(s.finished), string(s.ask)
	for what, c := range map[string]struct {
		fields  []string
		earlier string
		want    assistant.Body
	}{
		"a plan is approved": {
			[]string{"about", "plan", "decision", "approved", "plan", plan, "version", "2", "hash", "5c0de", "note", "half a thou"},
			"/panel/plans/" + plan,
			assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictApproved, Hash: "5c0de"},
		},
		"a plan is sent back": {
			[]string{"about", "plan", "decision", "changes", "plan", plan, "version", "2", "note", "drop step 3"},
			"/panel/plans/" + plan,
			assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictChanges, Note: "drop step 3"},
		},
		"an action is approved, and its like": {
			[]string{"about", "approval", "decision", "always", "approval", approval, "hash", "5c0de"},
			"/panel/approvals/" + approval,
			assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Always: true, Hash: "5c0de"},
		},
		"an action is approved, and its like until midnight": {
			[]string{"about", "approval", "decision", "standing", "approval", approval, "hash", "5c0de", "lasts", "today", "note", "half a thou"},
			"/panel/approvals/" + approval,
			assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Always: true, Lasts: assistant.LastsToday, Hash: "5c0de"},
		},
		"an action is changed": {
			[]string{"about", "approval_on_card", "decision", "rewritten", "approval", approval, "arg.slug", "home", "hash", "5c0de"},
			"/panel/approvals/" + approval,
			assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Arguments: json.RawMessage(`{"slug":"home"}`), Hash: "5c0de"},
		},
		"all of a run are rejected": {
			[]string{"about", "all_of_run", "decision", "rejected", "run", run, "shown", "5c0de"},
			"/panel/runs/" + run + "/approvals",
			assistant.ApprovalDecided{Card: s.running, Hash: "5c0de", Verdict: assistant.VerdictRejected},
		},
		"a question is answered": {
			[]string{"about", "question", "decision", "answers", "question", ask, "asked", "angle", "q.audience", "owners"},
			"/panel/clarifications/" + ask,
			assistant.Answered{Clarification: s.ask, Values: map[string]string{"audience": "owners", "angle": ""}},
		},
		"a run is stopped": {[]string{"about", "run", "decision", "stop", "run", run}, "/panel/runs/" + run + "/stop", assistant.StopRequested{Run: s.running}},
		"a step is taken back": {
			[]string{"about", "task", "decision", "undo", "run", finished, "task", string(s.undoable)},
			"/panel/runs/" + finished + "/undo",
			assistant.UndoRequested{Run: s.finished, Task: s.undoable},
		},
	} {
		for _, address := range []string{"/panel/presses", c.earlier} {
			fields := c.fields
			if address == c.earlier { // which says what it is about
				fields = fields[2:]
			}
			code, _, page := fill(t, h, in, address, fields...)
			if code != http.StatusSeeOther {
				t.Errorf("%s at %s: %d %s", what, address, code, page)
				continue
			}
			if d := cmp.Diff(c.want, w.lastAct(t).Body); d != "" {
				t.Errorf("%s at %s: %s", what, address, d)
			}
		}
	}
	for what, c := range map[string]struct {
		fields []string
		want   int
	}{
		"nothing":                      {nil, http.StatusBadRequest},
		"a decision on nothing":        {[]string{"about", "approval", "decision", "approved"}, http.StatusBadRequest},
		"a decision that is none":      {[]string{"about", "approval", "decision", "perhaps", "approval", approval}, http.StatusBadRequest},
		"of something else":            {[]string{"about", "plan", "decision", "stop", "plan", plan, "version", "2"}, http.StatusBadRequest},
		"a version that is none":       {[]string{"about", "plan", "decision", "approved", "plan", plan, "version", "x"}, http.StatusBadRequest},
		"a change of nothing":          {[]string{"about", "approval_on_card", "decision", "rewritten", "approval", approval}, http.StatusBadRequest},
		"a step that is not named":     {[]string{"about", "task", "decision", "undo", "run", finished}, http.StatusBadRequest},
		"all of what nobody was shown": {[]string{"about", "all_of_run", "decision", "approved", "run", run}, http.StatusBadRequest},
		"an odd id":                    {[]string{"about", "run", "decision", "stop", "run", "'; --"}, http.StatusNotFound},
		"an id of nobody":              {[]string{"about", "run", "decision", "stop", "run", nobody}, http.StatusNotFound},
	} {
		before := len(w.acts)
		if code, _, page := fill(t, h, in, "/panel/presses", c.fields...); code != c.want || len(w.acts) != before {
			t.Errorf("%s: %d %s", what, code, page)
		}
	}
}
