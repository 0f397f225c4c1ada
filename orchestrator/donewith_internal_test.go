package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

func TestOnlyWhatCameAsProposedEndsWithoutTheAgent(t *testing.T) {
	done := func() assistant.Task {
		return assistant.Task{ID: "t", Status: assistant.TaskCompleted, Result: &assistant.Result{Summary: assistant.Verbatim("Done")}}
	}
	approved := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a"}}
	approved.Status = assistant.ApprovalApproved
	if seen := []assistant.Seen{{Task: "t", Found: assistant.SightAsWritten}, {Task: "another", Found: assistant.SightDifferent}}; !asProposed(done(), approved, false, seen) {
		t.Error("what came as it was proposed does not end it")
	}
	undone, failed, empty, noted := done(), done(), done(), approved
	undone.Undone, failed.Status, empty.Result, noted.Note = true, assistant.TaskFailed, nil, "and tell Anna"
	for name, as := range map[string]bool{
		"taken back":               asProposed(undone, approved, false, nil),
		"failed":                   asProposed(failed, approved, false, nil),
		"without a result":         asProposed(empty, approved, false, nil),
		"with a word":              asProposed(done(), noted, false, nil),
		"with other arguments":     asProposed(done(), approved, true, nil),
		"something else was found": asProposed(done(), approved, false, []assistant.Seen{{Task: "t", Found: assistant.SightDifferent}}),
		"nothing could be found":   asProposed(done(), approved, false, []assistant.Seen{{Task: "t", Found: assistant.SightUnknown}}),
	} {
		if as {
			t.Errorf("%s: the agent is not asked", name)
		}
	}
}

func TestAStepEndsTheWorkWhereItHoldsChangesAndThatAlone(t *testing.T) {
	step := agents.Record{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &llm.ToolCall{ID: "1", Name: "pin_note"}}, {Call: &llm.ToolCall{ID: "2", Name: agents.ToolDone}}}}}
	result := func(name string, failed bool) llm.Part {
		return llm.Part{Result: &llm.ToolResult{ID: "2", Name: name, Failed: failed}}
	}
	kept := func(parts ...llm.Part) agents.Record {
		return agents.Record{Message: llm.Message{Role: llm.RoleTool, Parts: parts}, Tasks: map[string]assistant.TaskID{"1": "t"}}
	}
	ends := kept(result(agents.ToolDone, false))
	if !(transcript{step, ends}).endsAt(1) {
		t.Error("it does not end")
	}
	words := agents.Record{Message: llm.TextMessage(llm.RoleUser, "And the parking?"), Words: "And the parking?"}
	for name, in := range map[string]transcript{
		"it was not called":       {step, kept()},
		"it was refused":          {step, kept(result(agents.ToolDone, true))},
		"something was looked up": {step, kept(result("read_board", false), result(agents.ToolDone, false))},
		"something was said":      {step, ends, words},
		"no model wanted it":      {words, ends},
	} {
		if in.endsAt(1) {
			t.Errorf("%s: it ends", name)
		}
	}
}
