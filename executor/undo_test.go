package executor_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

func call(id string, at int, change ...func(*assistant.ToolCall)) assistant.ToolCall {
	c := assistant.ToolCall{
		ID: assistant.CallID("call-" + id), Task: assistant.TaskID("task-" + id), Run: theRun, Project: project, Tool: "create_page",
		Effect: assistant.EffectReversible, State: assistant.CallSettled, StartedAt: noon.Add(time.Duration(at) * time.Second),
		Receipt: &assistant.Receipt{Undo: json.RawMessage(`"` + id + `"`), Result: assistant.Result{Summary: assistant.Verbatim("Did " + id)}},
	}
	for _, f := range change {
		f(&c)
	}
	return c
}

func in(s assistant.CallState) func(*assistant.ToolCall) {
	return func(c *assistant.ToolCall) { c.State = s }
}

func TestUndoGoesNewestFirstAndTellsWhatItCouldNotDo(t *testing.T) {
	changed := &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("It has been changed since."), Recovery: assistant.Say("Look.")}}
	w := &world{undoes: map[string]error{"task-b": changed}}
	b := newBench(t, w.tool())
	calls := []assistant.ToolCall{
		call("a", 1), call("c", 3), call("b", 2),
		call("none", 4, func(c *assistant.ToolCall) { c.Effect = assistant.EffectNone }),
		call("refused", 5, in(assistant.CallRefused)), call("undone", 6, in(assistant.CallUndone)),
		call("unsure", 7, in(assistant.CallUncertain)),
		call("forever", 8, func(c *assistant.ToolCall) { c.Effect = assistant.EffectIrreversible }),
		call("unknown", 9, func(c *assistant.ToolCall) { c.Receipt.Undo = nil }),
		call("elsewhere", 10, func(c *assistant.ToolCall) { c.Project = "project-2" }),
	}

	told, undone := b.exec.Undo(t.Context(), executor.Whose{Tenant: tenant, Project: b.work.Project}, calls)

	if want := []string{`task-c "c"`, `task-b "b"`, `task-a "a"`}; !slices.Equal(w.undone, want) {
		t.Errorf("undone %q, want %q", w.undone, want)
	}
	if want := []assistant.CallID{"call-c", "call-a"}; !slices.Equal(undone, want) {
		t.Errorf("taken back %q, want %q", undone, want)
	}
	want := []struct{ task, problem string }{
		{"task-elsewhere", "another project"},
		{"task-unknown", "is not known"},
		{"task-forever", "cannot be undone"},
		{"task-unsure", "do not know whether"},
		{"task-c", ""},
		{"task-b", "changed since"},
		{"task-a", ""},
	}
	if len(told) != len(want) {
		t.Fatalf("told of %d tasks, want %d: %+v", len(told), len(want), told)
	}
	for i, w := range want {
		got := told[i]
		if string(got.Task) != w.task || got.Summary == "" || (got.Problem == nil) != (w.problem == "") ||
			(got.Problem != nil && !strings.Contains(got.Problem.Message.String(), w.problem)) {
			t.Errorf("told %+v (problem %+v), want %+v", got, got.Problem, w)
		}
	}
}

// TestWhatNeededNoProjectIsTakenBackWithoutOne.
func TestWhatNeededNoProjectIsTakenBackWithoutOne(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool())
	calls := []assistant.ToolCall{call("a", 1, func(c *assistant.ToolCall) { c.Project = "" })}
	if _, undone := b.exec.Undo(t.Context(), executor.Whose{Tenant: tenant}, calls); !slices.Equal(undone, []assistant.CallID{"call-a"}) || len(w.undone) != 1 {
		t.Errorf("taken back %q", undone)
	}
}
