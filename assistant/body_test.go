package assistant_test

import (
	"fmt"
	"slices"
	"strings"
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
		assistant.TaskFinished{Run: run, Task: "t", Status: assistant.TaskFailed, Problem: &assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("no")}},
		assistant.RunFinished{Run: run, Status: assistant.RunCompleted},
		assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Preview: assistant.Preview{Fields: []assistant.Field{{Name: "Title", New: "x"}}}}},
		assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected, Note: "no"},
		assistant.ApprovalBacked{Approval: "a", Hash: "h", As: &assistant.Capacity{Role: assistant.RoleApprover}},
		assistant.ChannelBound{Project: "p"},
		assistant.StopRequested{Run: run},
		assistant.RetryRequested{Run: run},
		assistant.UndoRequested{Run: run},
		assistant.Undone{Run: run, Tasks: []assistant.UndoneTask{{Task: "t", Summary: "s"}}},
		assistant.Rated{Message: "m", Good: true},
		assistant.FileRead{Message: "m", Number: 1, Name: "a.pdf", MIME: "application/pdf", Text: "t", Truncated: true, Image: "f", Width: 1, Height: 2, Problem: "p"},
		assistant.Failed{Problem: assistant.Problem{Message: assistant.Say("m"), Recovery: assistant.Say("r")}},
		assistant.Reminded{Plan: "p", Version: 2, Person: "u", Title: "t", ExpiresAt: time.Unix(9, 0).UTC()},
	}
}

// TestFactsOfBodies: what everybody goes by is what each body says of itself.
func TestFactsOfBodies(t *testing.T) {
	var lines []string
	for _, b := range bodies() {
		for _, author := range []assistant.Author{assistant.AuthorUser, assistant.AuthorAssistant} {
			f := assistant.Message{ID: "m1", Cause: "m0", Author: author, Body: b}.Facts()
			line := fmt.Sprintf("%s: slot %q mail %v acts %v on %q run %q plan %q clarification %q people %q releases %d",
				b.Type(), f.Slot, f.Mail, f.Acts, f.Subject, f.Run, f.Plan, f.Clarification, f.People, f.Releases)
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(factsOfBodies), "\n"), lines); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if f := (assistant.Message{}).Facts(); f.Slot != "" || f.Mail || f.Acts {
		t.Errorf("no body says %+v", f)
	}
}

const factsOfBodies = `
said: slot "said:m1" mail true acts false on "" run "" plan "" clarification "" people [] releases 0
said: slot "said:m1" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
revised: slot "said:m" mail true acts true on "m" run "" plan "" clarification "" people [] releases 0
thought: slot "run:r" mail false acts false on "" run "r" plan "" clarification "" people [] releases 0
routed: slot "thinking:m0" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
activity_changed: slot "thinking:m0" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
briefed: slot "" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
asked: slot "ask:c" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
answered: slot "ask:c" mail true acts true on "c" run "" plan "" clarification "c" people [] releases 0
plan_proposed: slot "plan:p/2" mail false acts false on "" run "" plan "p" clarification "" people [""] releases 0
plan_decided: slot "plan:p/2" mail true acts true on "p" run "" plan "p" clarification "" people [] releases 0
run_started: slot "run:r" mail true acts false on "" run "r" plan "" clarification "" people [""] releases 0
group_started: slot "run:r" mail false acts false on "" run "r" plan "" clarification "" people [] releases 1
task_started: slot "run:r" mail false acts false on "" run "r" plan "" clarification "" people [] releases 0
task_waiting: slot "run:r" mail true acts false on "" run "r" plan "" clarification "" people [] releases 0
task_finished: slot "run:r" mail true acts false on "" run "r" plan "" clarification "" people [] releases 0
run_finished: slot "run:r" mail false acts false on "" run "r" plan "" clarification "" people [] releases 0
approval_requested: slot "approval:a" mail false acts false on "" run "" plan "" clarification "" people [""] releases 0
approval_decided: slot "approval:a" mail true acts true on "a" run "" plan "" clarification "" people [] releases 0
approval_backed: slot "approval:a" mail false acts true on "a" run "" plan "" clarification "" people [] releases 0
channel_bound: slot "" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
stop_requested: slot "run:r" mail true acts true on "r" run "r" plan "" clarification "" people [] releases 0
retry_requested: slot "run:r" mail true acts true on "r" run "r" plan "" clarification "" people [] releases 0
undo_requested: slot "run:r" mail true acts true on "r" run "r" plan "" clarification "" people [] releases 0
undone: slot "run:r" mail false acts false on "" run "r" plan "" clarification "" people [] releases 0
rated: slot "" mail false acts true on "m" run "" plan "" clarification "" people [] releases 0
file_read: slot "" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
failed: slot "error:m1" mail false acts false on "" run "" plan "" clarification "" people [] releases 0
reminded: slot "reminder:plan:p/2" mail false acts false on "" run "" plan "p" clarification "" people ["u"] releases 0
`

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
