package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/trace"
)

func (w *world) Calls(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ToolCall, error) {
	return []assistant.ToolCall{{
		ID: "call", Task: "task", Tool: "create_page", Arguments: []byte(`{"title":"<b>Services</b>"}`), State: assistant.CallSettled,
		StartedAt: w.now().Add(2 * time.Second), SettledAt: w.now().Add(3 * time.Second),
		Receipt: &assistant.Receipt{Undo: []byte(`{"what":"the undo needs"}`), Result: assistant.Result{Summary: assistant.Verbatim(strings.Repeat("x", 3_000)), Fields: assistant.ValuesOf(map[string]string{"url": "https://shop.example"})}},
	}}, w.away
}

func (w *world) ModelCallsOf(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ModelCallLine, error) {
	return []assistant.ModelCallLine{{
		Purpose: "answer", Provider: "gemini", Model: "flash", Usage: assistant.Usage{Input: 100, Output: 20}, Took: time.Second, Micros: 1_500, At: w.now(),
	}}, w.away
}

// TestARunTellsWhatItDid: its models' and tools' calls and who decided, in order, bounded and without what undo needs.
func TestARunTellsWhatItDid(t *testing.T) {
	w := newWorld(t)
	run, ask := assistant.NewID[assistant.RunID](w.ids), assistant.NewID[assistant.ApprovalID](w.ids)
	w.runs[run] = assistant.RunView{
		Run:   assistant.Run{ID: run, Conversation: w.start("x"), Title: "Create <it>", CreatedBy: assistant.WebEngineer, Status: assistant.RunCompleted},
		Tasks: []assistant.Task{{ID: "task", Owner: assistant.WebEngineer, Approval: ask}},
	}
	w.approvals[ask] = assistant.ApprovalRecord{
		Approval: assistant.Approval{ID: ask, Title: assistant.Say("Create the page")}, Status: assistant.ApprovalApproved, DecidedBy: w.owner.ID, DecidedAt: w.now().Add(time.Second),
	}
	h := w.surface(t)
	in := session(t, h)
	get := func(path string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		in(r)
		rec := httptest.NewRecorder()
		asDescribed(t, h).ServeHTTP(rec, r)
		return rec
	}
	var got struct{ Rows []trace.Row }
	rec := get("/api/runs/" + string(run) + "/timeline")
	if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || len(got.Rows) != 3 {
		t.Fatalf("%v: %s", err, rec.Body)
	}
	model, decided, call := got.Rows[0], got.Rows[1], got.Rows[2]
	if model.Kind != trace.Model || model.Read != 100 || model.Micros != 1_500 || model.TookMS != 1_000 {
		t.Errorf("%+v", model)
	}
	if decided.Kind != trace.Decision || decided.Who != w.owner.Name || decided.State != "approved" {
		t.Errorf("%+v", decided)
	}
	if call.Kind != trace.Tool || call.Agent != assistant.WebEngineer || call.TookMS != 1_000 || len(call.Output) > 2_010 || strings.Contains(rec.Body.String(), "the undo needs") {
		t.Errorf("%+v", call)
	}
	page := get("/runs/" + string(run) + "/timeline?kind=tool").Body.String()
	if !strings.Contains(page, "<strong>create page</strong>") || !strings.Contains(page, "<code>create_page</code>") || strings.Contains(page, "Create the page") || strings.Contains(page, "<b>") || !strings.Contains(page, "Create &lt;it&gt;") {
		t.Error(page)
	}
	if rec := get("/api/runs/" + string(assistant.NewID[assistant.RunID](w.ids)) + "/timeline"); rec.Code != http.StatusNotFound {
		t.Errorf("a run that there is not: %d", rec.Code)
	}
}

// TestATimelineSaysWhatHoldsTheRunUp: what waits for a decision stands first and leads to its card; once it is decided nothing does.
func TestATimelineSaysWhatHoldsTheRunUp(t *testing.T) {
	w := newWorld(t)
	run, ask := assistant.NewID[assistant.RunID](w.ids), assistant.NewID[assistant.ApprovalID](w.ids)
	c := w.start("x")
	w.runs[run] = assistant.RunView{
		Run: assistant.Run{ID: run, Conversation: c, Status: assistant.RunRunning}, Tasks: []assistant.Task{{ID: "task", Owner: assistant.WebEngineer, Approval: ask, Status: assistant.TaskInProgress}},
	}
	h := w.surface(t)
	in := cookie(t, h)
	for status, waits := range map[assistant.ApprovalStatus]bool{assistant.ApprovalPending: true, assistant.ApprovalApproved: false} {
		w.approvals[ask] = assistant.ApprovalRecord{Approval: assistant.Approval{ID: ask, Title: assistant.Say("Create the page")}, Status: status}
		page := call(t, h, "GET", "/runs/"+string(run)+"/timeline", "", in).Body.String()
		if got := strings.Contains(page, "Waits for a decision:") && strings.Contains(page, `href="/c/`+string(c)+`#slot-approval-`); got != waits {
			t.Errorf("%s: it says that it waits: %v: %s", status, got, page)
		}
	}
}
