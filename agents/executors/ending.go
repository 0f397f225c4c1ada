package executors

import (
	"encoding/json"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Ended is what the end makes of the executor's task, as people read it, and what its planner is told of it.
func (e End) Ended(who string, all *tools.Registry) (assistant.TaskStatus, assistant.Result, *assistant.Problem) {
	failed := func(message assistant.Sentence) (assistant.TaskStatus, assistant.Result, *assistant.Problem) {
		return assistant.TaskFailed, assistant.Result{Details: e.details(loop.Reported{})}, &assistant.Problem{
			Side: assistant.SideExecution, Message: message, Recovery: assistant.Say("Ask for less at once, or say where to look."), Retry: true,
		}
	}
	if e.Asked != nil {
		summary := assistant.Say("%s asks: %s", who, bounded(llm.Unmarked(e.Asked.Question), maxSummary))
		return assistant.TaskCompleted, assistant.Result{Summary: summary, Details: e.details(loop.Reported{Asked: e.Asked})}, nil
	}
	switch e.How {
	case assistant.OutcomeReported:
		summary := assistant.Verbatim(bounded(e.Report.Summary, maxSummary))
		return assistant.TaskCompleted, assistant.Result{Summary: summary, Details: e.details(loop.Reported{Data: e.Report.Data})}, nil
	case assistant.OutcomeCircles:
		if e.Gone {
			status, result, p := failed(assistant.Say("%s needed a tool that is not here any more, so there is no result.", who))
			p.Recovery = assistant.Say("An admin can connect it again. Otherwise say where else to look.")
			return status, result, p
		}
		label := e.Tool
		if tool, known := all.Get(e.Tool); known {
			label = tool.Label
		}
		return failed(assistant.Say("%s went round in circles: “%s” gave the same again and again.", who, assistant.Label(label)))
	case assistant.OutcomeSpent:
		return failed(assistant.Say("%s has used up what one task may take, and has no result.", who))
	case assistant.OutcomeSilent:
		return failed(assistant.Say("%s has given no values, also when asked for them again, so there is no result.", who))
	case assistant.OutcomeStopped:
		return assistant.TaskCancelled, assistant.Result{Summary: assistant.Say("Stopped before there was a result"), Details: e.details(loop.Reported{})}, nil
	case assistant.OutcomeFailed:
	}
	return failed(assistant.Say("%s could not do it.", who))
}

// details are what a task has come to, with what its executor has cost so far.
func (e End) details(r loop.Reported) json.RawMessage {
	if e.Cost != (assistant.SessionCost{}) {
		r.Cost = &e.Cost
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return nil // texts, and what was read from JSON, can be written
	}
	return raw
}

// maxSummary bounds what a report says in words, in bytes.
const maxSummary = 600
