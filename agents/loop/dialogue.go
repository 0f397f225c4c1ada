package loop

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// A planner and an executor talk by tasks:
//
//	delegate ──task──▶ executor ──report──▶ its result
//	                     │  ▲
//	              ask_planner │ the same session, in another task
//	                     ▼  │
//	            its result: a question ──▶ planner ── knows it, or asks the person first ──▶ answer_executor
//
// A question is the result of the task that it ends, so it is kept, found after a crash and seen by people as any result is, and nobody
// holds anything while it waits.

// AskPlanner is a question of an executor.
type AskPlanner struct {
	Question string   `json:"question" jsonschema:"what you have to know to go on"`
	Options  []string `json:"options,omitempty" jsonschema:"what you have found that it may be"`
}

// Reported is what the task of an executor comes to, as the details of its result: values or a question, and what its session has cost.
type Reported struct {
	Data  map[string]any         `json:"data,omitempty"`
	Asked *Asked                 `json:"asked,omitempty"`
	Cost  *assistant.SessionCost `json:"cost,omitempty"`
}

// Asked is an executor's question, with what its session goes on from.
type Asked struct {
	AskPlanner

	By      assistant.AgentID        `json:"by"`
	Session assistant.AgentSessionID `json:"session"`
	Used    assistant.Budget         `json:"used"` // so far
}

// AskedIn is the question that a task ended with; false where it ended otherwise.
func AskedIn(t assistant.Task) (Asked, bool) {
	var r Reported
	if t.Status != assistant.TaskCompleted || t.Result == nil || json.Unmarshal(t.Result.Details, &r) != nil || r.Asked == nil {
		return Asked{}, false
	}
	return *r.Asked, true
}

// AnswerExecutor is a planner's answer.
type AnswerExecutor struct {
	Executor assistant.TaskID `json:"executor" jsonschema:"whose question it is, as it stands there"`
	Answer   string           `json:"answer" jsonschema:"what they have to know, in words that say all"`
}

// answerTool answers one of the questions that are open.
func answerTool(open map[assistant.TaskID]Asked) tools.Tool {
	s := tools.Arguments[AnswerExecutor]()
	for _, id := range slices.Sorted(maps.Keys(open)) {
		s.Properties["executor"].Enum = append(s.Properties["executor"].Enum, string(id))
	}
	return tools.Tool{
		Name: ToolAnswer, Label: "Answer a colleague", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: s,
		Description: "Answer the question of somebody to whom you have delegated: they go on from where they stand, and you get their report. Answer from what you know; where you do not know, ask_user first.",
	}
}

// Open are the executors' questions that nobody has answered, by the tasks that ended with them.
func (t Transcript) Open() map[assistant.TaskID]Asked {
	out := map[assistant.TaskID]Asked{}
	calls := map[string]llm.ToolCall{}
	for _, r := range t {
		for _, c := range (llm.Reply{Message: r.Message}).Calls() {
			calls[c.ID] = c
		}
		for id := range r.Tasks {
			if c := calls[id]; c.Name == ToolAnswer {
				delete(out, Wants[AnswerExecutor](Wish{Call: c}).Executor)
			}
		}
		maps.Copy(out, r.Asked)
	}
	return out
}

// told is the question as a planner reads it, as data, with the way to answer it.
func (a Asked) told(who string, id assistant.TaskID) string {
	asks := a.Question
	if len(a.Options) > 0 {
		asks += "\nIt may be: " + strings.Join(a.Options, "; ")
	}
	return who + " asks you before going on:\n" + Quoted("the question of "+who, asks) +
		fmt.Sprintf("\nAnswer with %s, executor %q: from what you know, or once you have asked the person with %s. Without an answer nobody goes on with it.", ToolAnswer, id, ToolAsk)
}
