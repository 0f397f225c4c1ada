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
