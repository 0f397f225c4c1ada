package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatAPersonWritesIsComparedBeforeItIsApproved: the form decides nothing; what stands there beside what was proposed is approved, and
// nothing that was written into it since.
func TestWhatAPersonWritesIsComparedBeforeItIsApproved(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	code, _, page := fill(t, h, in, "/panel/changes", "approval", string(s.approval), "arg.slug", "home & <b>")
	if code != http.StatusOK || !strings.Contains(page, "What you change") || !strings.Contains(page, `<ins class="new">home &amp; &lt;b&gt;</ins>`) || !strings.Contains(page, "/c/"+string(s.conversation)) {
		t.Fatalf("%d %s", code, page)
	}
	w.mu.Lock()
	if n := len(w.acts); n != 0 {
		t.Errorf("comparing has decided: %d acts", n)
	}
	w.mu.Unlock()
	var fields []string
	form := page[strings.Index(page, `action="/panel/presses"`):]
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`).FindAllStringSubmatch(form, -1) {
		fields = append(fields, m[1], html.UnescapeString(m[2]))
	}
	other := append([]string(nil), fields...)
	for i := 0; i < len(other); i += 2 {
		if other[i] == "arg.slug" {
			other[i+1] = "elsewhere"
		}
	}
	if code, _, page := fill(t, h, in, "/panel/presses", other...); code != http.StatusConflict || !strings.Contains(page, "This is not what you were shown") {
		t.Errorf("what was not shown: %d %s", code, page)
	}
	if code, _, page := fill(t, h, in, "/panel/presses", fields...); code != http.StatusSeeOther {
		t.Fatalf("%d %s with %q", code, page, fields)
	}
	want := assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Hash: w.approvals[s.approval].Hash, Arguments: json.RawMessage(`{"slug":"home \u0026 \u003cb\u003e"}`)}
	if d := cmp.Diff(want, w.lastAct(t).Body); d != "" {
		t.Error(d)
	}
	for what, c := range map[string]struct {
		fields []string
		code   int
		says   string
	}{
		"nothing":                  {[]string{"approval", string(s.approval)}, http.StatusOK, "Nothing is different from what was proposed."},
		"a field that there isn't": {[]string{"approval", string(s.approval), "arg.body", "x"}, http.StatusBadRequest, "Nobody has asked for body."},
		"what is not there":        {[]string{"approval", string(nobody)}, http.StatusNotFound, ""},
	} {
		if code, _, page := fill(t, h, in, "/panel/changes", c.fields...); code != c.code || !strings.Contains(page, c.says) {
			t.Errorf("%s: %d %s", what, code, page)
		}
	}
}

// TestACardThatWaitsSaysForWhomAndSinceWhen, and one that is decided does not.
func TestACardThatWaitsSaysForWhomAndSinceWhen(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	page := call(t, h, "GET", "/c/"+string(s.conversation), "", cookie(t, h)).Body.String()
	if said := strings.Count(page, `<span class="state pending">waits for you since <time`) + strings.Count(page, `<span class="state proposed">waits for you since <time`); said != 2 || strings.Contains(page, "awaits a decision") {
		t.Errorf("%d of the action and the plan say for whom they wait and since when: %s", said, page)
	}
}
