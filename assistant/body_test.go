package assistant_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// bodies is one of each kind.
func bodies() []assistant.Body {
	run := assistant.RunID("r")
	return []assistant.Body{
		assistant.Said{Rehearsal: true, Files: []assistant.File{{Name: "a.pdf", Size: 3}}},
		assistant.Revised{Message: "m", Deleted: true},
		assistant.Thought{Phase: assistant.PhasePlanning, Group: "A", Run: run},
		assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.WebEngineer}, Reason: "page", By: "rule"},
		assistant.ActivityChanged{Activity: assistant.ActivityPlanning},
		assistant.Briefed{Brief: assistant.Brief{Plan: "p", Status: assistant.PlanGathering, Values: map[string]string{"language": "en"}}},
		assistant.Asked{Clarification: assistant.Clarification{ID: "c", Questions: []assistant.Question{{Key: "k", Text: "?", Reason: "r"}}}},
		assistant.Answered{Clarification: "c", Values: map[string]string{"k": "v"}},
		assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 2, ExpiresAt: time.Unix(9, 0).UTC()}, Changes: []string{"x"}},
		assistant.PlanDecided{Plan: "p", Version: 2, Verdict: assistant.VerdictApproved},
		assistant.RunStarted{Run: assistant.Run{ID: run}, Tasks: []assistant.Task{{ID: "t", Parameters: []byte(`{}`)}}},
		assistant.GroupStarted{Run: run, Group: "A", Tasks: []assistant.TaskID{"t"}},
		assistant.TaskStarted{Run: run, Task: "t", Attempt: 1},
		assistant.TaskWaiting{Run: run, Task: "t", Approval: "a"},
		assistant.TaskFinished{Run: run, Task: "t", Status: assistant.TaskFailed, Problem: &assistant.Problem{Side: assistant.SideExecution, Message: "no"}},
		assistant.RunFinished{Run: run, Status: assistant.RunCompleted},
		assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Preview: assistant.Preview{Fields: []assistant.Field{{Name: "Title", New: "x"}}}}},
		assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected, Note: "no"},
		assistant.StopRequested{Run: run},
		assistant.RetryRequested{Run: run},
		assistant.UndoRequested{Run: run},
		assistant.Undone{Run: run, Tasks: []assistant.UndoneTask{{Task: "t", Summary: "s"}}},
		assistant.Rated{Message: "m", Good: true},
		assistant.FileRead{Message: "m", Number: 1, Name: "a.pdf", MIME: "application/pdf", Text: "t", Truncated: true, Image: "f", Width: 1, Height: 2, Problem: "p"},
		assistant.Failed{Problem: assistant.Problem{Message: "m", Recovery: "r"}},
	}
}

// TestBodiesSurviveStorage: every body comes back from its JSON as it was, under a type of its own.
func TestBodiesSurviveStorage(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range bodies() {
		if seen[b.Type()] {
			t.Errorf("two bodies are called %s", b.Type())
		}
		seen[b.Type()] = true
		raw, err := assistant.EncodeBody(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := assistant.DecodeBody(b.Type(), raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", b.Type(), diff)
		}
	}
}

func TestDecodeBodyRefusesWhatItDoesNotKnow(t *testing.T) {
	if _, err := assistant.DecodeBody("from_the_future", []byte(`{}`)); err == nil {
		t.Error("an unknown type passes")
	}
	if _, err := assistant.DecodeBody("said", []byte(`[`)); err == nil {
		t.Error("broken JSON passes")
	}
}

// TestSlots: what belongs to one visible thing shares its slot.
func TestSlots(t *testing.T) {
	same := func(slot assistant.Slot, ms ...assistant.Message) {
		t.Helper()
		for _, m := range ms {
			if got := assistant.SlotOf(m); got != slot {
				t.Errorf("%s is drawn in %q, want %q", m.Body.Type(), got, slot)
			}
		}
	}
	same("plan:p/12", assistant.Message{Body: assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 12}}}, assistant.Message{Body: assistant.PlanDecided{Plan: "p", Version: 12}})
	same("ask:c", assistant.Message{Body: assistant.Asked{Clarification: assistant.Clarification{ID: "c"}}}, assistant.Message{Body: assistant.Answered{Clarification: "c"}})
	same("thinking:m1", assistant.Message{Cause: "m1", Body: assistant.Thought{}}, assistant.Message{Cause: "m1", Body: assistant.Routed{}})
	same("run:r", assistant.Message{Cause: "m1", Run: "r", Body: assistant.Routed{}}, assistant.Message{Body: assistant.TaskFinished{Run: "r"}}, assistant.Message{Cause: "m2", Body: assistant.Thought{Run: "r"}})
	same("said:m9", assistant.Message{ID: "m9", Body: assistant.Said{}}, assistant.Message{ID: "m10", Body: assistant.Revised{Message: "m9"}})
	same("", assistant.Message{Body: assistant.Briefed{}}, assistant.Message{Body: assistant.FileRead{}})
}
