package loop

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// calling is a step of a model that makes calls.
func calling(ids ...string) Record {
	m := llm.Message{Role: llm.RoleAssistant}
	for _, id := range ids {
		m.Parts = append(m.Parts, llm.Part{Call: &llm.ToolCall{ID: id, Name: "pin_note"}})
	}
	return Record{Message: m}
}

// kept are calls that became tasks.
func kept(tasks map[string]assistant.TaskID) Record {
	return Record{Message: llm.Message{Role: llm.RoleTool}, Tasks: tasks}
}

// TestTasksAreThoseOfTheStepThatMadeThem: of two steps with the same ids each has its own, also where words came between a step and
// what was kept of it.
func TestTasksAreThoseOfTheStepThatMadeThem(t *testing.T) {
	heard := Record{Message: llm.TextMessage(llm.RoleUser, "And the parking?"), Words: "And the parking?"}
	all := Transcript{
		heard, calling("1", "2"), kept(map[string]assistant.TaskID{"1": "one", "2": "two"}),
		calling("1"), heard, kept(map[string]assistant.TaskID{"1": "three"}),
	}
	for name, c := range map[string]struct {
		tasks []assistant.TaskID
		at    int
		calls []string
	}{
		"of the first step":        {[]assistant.TaskID{"one", "two"}, 2, []string{"1", "2"}},
		"of one call of it":        {[]assistant.TaskID{"two"}, 2, []string{"2"}},
		"of the second, once said": {[]assistant.TaskID{"three"}, 5, []string{"1"}},
		"of another session":       {[]assistant.TaskID{"four"}, -1, nil},
	} {
		var tasks []assistant.Task
		for _, id := range c.tasks {
			tasks = append(tasks, assistant.Task{ID: id})
		}
		at, calls := all.MadeFor(tasks)
		var ids []string
		for _, call := range calls {
			ids = append(ids, call.ID)
		}
		if diff := cmp.Diff(c.calls, ids); at != c.at || diff != "" {
			t.Errorf("%s: at %d, %s", name, at, diff)
		}
	}
}

// TestAQuestionIsOpenUntilItsCallHasAResult, or the model was asked again without one.
func TestAQuestionIsOpenUntilItsCallHasAResult(t *testing.T) {
	asks := Record{Message: llm.Message{Role: llm.RoleTool}, Asks: map[string]assistant.ClarificationID{"1": "q"}}
	result := func(id string) Record {
		return Record{Message: llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: id}}}}}
	}
	for name, c := range map[string]struct {
		behind []Record
		open   bool
	}{
		"nothing came":            {nil, true},
		"another call's result":   {[]Record{result("2")}, true},
		"its result":              {[]Record{result("1")}, false},
		"a step without it":       {[]Record{calling("1")}, false},
		"something was said only": {[]Record{{Message: llm.TextMessage(llm.RoleUser, "hm")}}, true},
	} {
		_, open, found := append(Transcript{calling("1", "2"), asks}, c.behind...).Asking("q")
		if !found || open != c.open {
			t.Errorf("%s: found %t, open %t", name, found, open)
		}
	}
	if _, _, found := (Transcript{calling("1"), asks}).Asking("another"); found {
		t.Error("a question that the session never asked is found")
	}
}
