package loop

import (
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// TestOnlyWhatTakesTheWorkElsewhereTurnsAStep: no look-up, no change, no thought, and nothing that was refused.
func TestOnlyWhatTakesTheWorkElsewhereTurnsAStep(t *testing.T) {
	of := func(name string, c assistant.Class, refused string) Wish {
		return Wish{Tool: tools.Tool{Name: name, Class: c}, Refused: refused}
	}
	none := []Wish{
		of("read_board", assistant.ClassQuery, ""), of("pin_note", assistant.ClassAction, ""), of(ToolThink, assistant.ClassMeta, ""), of(ToolDone, assistant.ClassMeta, ""),
		of(ToolAsk, assistant.ClassMeta, "one question at a time"),
	}
	if w, turns := steering(none); turns {
		t.Errorf("%s turns it", w.Tool.Name)
	}
	for _, name := range []string{ToolAsk, ToolPlan, ToolHandOver} {
		if w, turns := steering(append(none[:5:5], of(name, assistant.ClassMeta, ""))); !turns || w.Tool.Name != name {
			t.Errorf("%s does not turn it, but %q", name, w.Tool.Name)
		}
	}
}

// TestAStepAsksAboutNoMoreAddressesThanItMayChange: those that wait in this step count with what was changed before.
func TestAStepAsksAboutNoMoreAddressesThanItMayChange(t *testing.T) {
	outward := &assistant.Trouble{Problem: assistant.Problem{Outward: "https://x.example/"}}
	plan := []Wish{{Tool: tools.Tool{Name: ToolPlan, Class: assistant.ClassMeta}}}
	for what, c := range map[string]struct {
		trouble *assistant.Trouble
		spent   int
		before  int
		wishes  []Wish
		waits   bool
	}{
		"it leads outside":          {outward, 0, 0, nil, true},
		"it is the last that may":   {outward, MaxActions - 2, 1, nil, true},
		"enough was changed":        {outward, MaxActions, 0, nil, false},
		"enough waits in this step": {outward, MaxActions - 1, 1, nil, false},
		"it worked":                 {nil, 0, 0, nil, false},
		"the work goes to planning": {outward, 0, 0, plan, false},
	} {
		l := &Loop{Session: assistant.AgentSession{Spent: assistant.Spent{Actions: c.spent}}}
		if got := l.waitsFor(c.trouble, c.wishes, make([]Wish, c.before)); (got != "") != c.waits {
			t.Errorf("%s: it waits for a yes to %q", what, got)
		}
	}
}

func TestAStepEndsTheWorkWhereItHoldsChangesAndThatAlone(t *testing.T) {
	step := Record{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &llm.ToolCall{ID: "1", Name: "pin_note"}}, {Call: &llm.ToolCall{ID: "2", Name: ToolDone}}}}}
	result := func(name string, failed bool) llm.Part {
		return llm.Part{Result: &llm.ToolResult{ID: "2", Name: name, Failed: failed}}
	}
	kept := func(parts ...llm.Part) Record {
		return Record{Message: llm.Message{Role: llm.RoleTool, Parts: parts}, Tasks: map[string]assistant.TaskID{"1": "t"}}
	}
	ends := kept(result(ToolDone, false))
	if !(Transcript{step, ends}).EndsAt(1) {
		t.Error("it does not end")
	}
	words := Record{Message: llm.TextMessage(llm.RoleUser, "And the parking?"), Words: "And the parking?"}
	for name, in := range map[string]Transcript{
		"it was not called":       {step, kept()},
		"it was refused":          {step, kept(result(ToolDone, true))},
		"something was looked up": {step, kept(result("read_board", false), result(ToolDone, false))},
		"something was said":      {step, ends, words},
		"no model wanted it":      {words, ends},
	} {
		if in.EndsAt(1) {
			t.Errorf("%s: it ends", name)
		}
	}
}

// TestEachCallHasAResultOrAHost: what no step makes is refused, since a call without a result would be made again and again.
func TestEachCallHasAResultOrAHost(t *testing.T) {
	of := func(name string, c assistant.Class, e assistant.Effect) Wish {
		return Wish{Call: llm.ToolCall{Name: name}, Tool: tools.Tool{Name: name, Class: c, Effect: e}}
	}
	for what, c := range map[string]struct {
		wish    Wish
		refused bool
	}{
		"a change":               {of("pin_note", assistant.ClassAction, assistant.EffectReversible), false},
		"a question":             {of(ToolAsk, assistant.ClassMeta, assistant.EffectNone), false},
		"what is delegated":      {of(ToolDelegate, assistant.ClassMeta, assistant.EffectNone), false},
		"a query with an effect": {of("pin_note", assistant.ClassQuery, assistant.EffectReversible), true},
		"a class of tomorrow":    {of("dream", "dream", assistant.EffectNone), true},
	} {
		got, err := (&Loop{}).came(t.Context(), nil, c.wish, nil, Looked{})
		if err != nil || (got != nil && got.Failed) != c.refused {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
	}
}
