package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestARunsStepsFoldOnceItIsAtItsEnd: until then they stand open with what came of each, and nothing stands below as if it were all.
func TestARunsStepsFoldOnceItIsAtItsEnd(t *testing.T) {
	for _, status := range []assistant.RunStatus{assistant.RunRunning, assistant.RunFailed, assistant.RunCompleted} {
		w := newWorld(t)
		c := w.start("x")
		run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Look at it", Status: assistant.RunRunning, RequestedBy: w.owner.ID}
		task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Key: "a", Group: "A", Owner: assistant.WebEngineer, Type: "run_audit", Status: assistant.TaskOpen, Summary: "Look at it"}
		for _, b := range []assistant.Body{
			assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}},
			assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted, Result: assistant.Result{Summary: assistant.Verbatim("Looked"), Read: "It has no description."}},
		} {
			w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: b})
		}
		if status != assistant.RunRunning {
			w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunFinished{Run: run.ID, Status: status}})
		}
		h := w.surface(t)
		page := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h)).Body.String()
		folded, below := strings.Contains(page, `class="work folded"`), strings.Contains(page, `<ul class="results"`)
		if ended := status == assistant.RunCompleted; folded != ended || below != ended || !strings.Contains(page, "It has no description.") {
			t.Errorf("%s: folded %v, what came of it below %v: %s", status, folded, below, page)
		}
	}
}

// TestOnlyWhatAPersonAskedIsOfferedToBeSentOnceMore: a failure that came of the team's own words offers nothing.
func TestOnlyWhatAPersonAskedIsOfferedToBeSentOnceMore(t *testing.T) {
	for author, offered := range map[assistant.Author]bool{assistant.AuthorUser: true, assistant.AuthorAssistant: false} {
		w := newWorld(t)
		c := w.start("x")
		cause := w.add(c, assistant.Message{Author: author, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Look at it", Body: assistant.Said{}})
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Cause: cause.ID, Body: assistant.Failed{Problem: assistant.Problem{Message: assistant.Say("No."), Recovery: assistant.Say("Again."), Retry: true}}})
		h := w.surface(t)
		page := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h)).Body.String()
		if strings.Contains(page, `name="text" value="Look at it"`) != offered {
			t.Errorf("%s: offered %v", author, !offered)
		}
	}
}

// TestAPressThatIsNotTakenComesBackWithItsCard, so that the page shows what stands there; one on nothing that there is says so alone.
func TestAPressThatIsNotTakenComesBackWithItsCard(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	press := func(path, form string) (int, string) {
		got := call(t, h, "POST", path, form, in, asForm, posted)
		return got.Code, got.Body.String()
	}
	code, piece := press("/panel/approvals/"+string(s.approval), "decision=changes")
	if code != http.StatusBadRequest || !strings.Contains(piece, `id="slot-approval-`+string(s.approval)) || !strings.Contains(piece, "Say what should be different about it.") {
		t.Errorf("%d %s", code, piece)
	}
	if code, piece := press("/panel/approvals/"+nobody, "decision=approved"); code != http.StatusNotFound || strings.Contains(piece, `id="waits"`) || !strings.Contains(piece, "There is no such approval.") {
		t.Errorf("%d %s", code, piece)
	}
	for what, form := range map[string]string{"a word that is none": "decision=perhaps&version=2", "no word at all": "version=2"} {
		if code, _ := press("/panel/plans/"+string(s.plan), form); code != http.StatusBadRequest {
			t.Errorf("%s: %d", what, code)
		}
	}
	if len(w.acts) > 0 {
		t.Errorf("something was done: %+v", w.acts)
	}
}

// TestOnlyAFailedRunIsLeftAsItIs: what waits for a decision is not put away by the same button, nor what is not there.
func TestOnlyAFailedRunIsLeftAsItIs(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	for _, id := range []string{string(s.approval), string(s.plan), string(s.running), nobody} {
		if code, _, _ := fill(t, h, in, "/panel/runs/"+id+"/leave"); code != http.StatusSeeOther {
			t.Errorf("%s: %d", id, code)
		}
	}
	if len(w.noticed) > 0 {
		t.Errorf("it was put away: %v", w.noticed)
	}
	if fill(t, h, in, "/panel/runs/"+string(s.failed)+"/leave"); len(w.noticed) != 1 || !w.noticed[s.failed] {
		t.Errorf("what failed is not: %v", w.noticed)
	}
}
