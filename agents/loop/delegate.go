package loop

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Delegate gives a colleague something to look up, as a task of its own.
type Delegate struct {
	Agent   assistant.AgentID `json:"agent,omitempty" jsonschema:"a colleague, called as hand_over does; left out, you do, in a context of its own"`
	Task    string            `json:"task" jsonschema:"what to look up, in words that say all"`
	Inputs  string            `json:"inputs,omitempty" jsonschema:"names, addresses, ids, dates they need for it"`
	Expects string            `json:"expects,omitempty" jsonschema:"which values the report must hold"`
	LookUps int               `json:"look_ups,omitempty" jsonschema:"how many look-ups it takes, as far as you can tell"`
}

// mostAlone is how many look-ups a planner makes itself: delegating them would cost more than it saves.
const mostAlone = 4

// delegateTool lets an agent delegate to any of the team. Who they are is said once, by [ToolHandOver].
func delegateTool() tools.Tool {
	return tools.Tool{
		Name: ToolDelegate, Label: "Delegate", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: tools.Arguments[Delegate](),
		Description: fmt.Sprintf("Have something looked up by a colleague who may only read, knows only what you write here, and reports values. Call it up to %d times in one step, for independent "+
			"questions that each take several look-ups: they are worked on at the same time. What at most %d look-ups tell in all, look up yourself, several in one step.", assistant.MostDelegated, mostAlone),
	}
}

// Delegates tells whether the call has an executor do something: what it delegates, or going on with an answer.
func (w Wish) Delegates() bool {
	return w.Refused == "" && (w.Tool.Name == ToolDelegate || w.Tool.Name == ToolAnswer)
}

// delegating are those of the wishes that delegate something.
func delegating(wishes []Wish) []Wish {
	return slices.DeleteFunc(slices.Clone(wishes), func(w Wish) bool { return !w.Delegates() })
}

const toldPeopleFirst = "Not delegated: what else you want in this step is put before a person first. Call it again once you know what came of that."

const toldOthersFirst = "Not done: colleagues are still at work on what you have delegated. Have it planned once you have their reports."

// refuse gives calls that are not made after all a result.
func (r *Record) refuse(wishes []Wish, why string) {
	for _, w := range wishes {
		r.Message.Parts = append(r.Message.Parts, llm.Part{Result: &llm.ToolResult{ID: w.Call.ID, Name: w.Call.Name, Failed: true, Content: why}})
	}
}

// rationed are the wishes of a step, of which no more delegate something than may beside those that are at work already. What is too much is
// refused, in words for the model, and so is a plan while somebody is at work.
func rationed(wishes []Wish, left assistant.Budget, atWork int) []Wish {
	wanted, changes := 0, false
	for _, w := range wishes {
		if w.Delegates() {
			wanted++
		}
		changes = changes || w.proposes()
	}
	lookUps, few := fewLookUps(wishes)
	out, fed, given := slices.Clone(wishes), min(left.Feeds(wanted), assistant.MostDelegated-atWork), 0
	answered := map[assistant.TaskID]bool{}
	for i, w := range out {
		to := Wants[AnswerExecutor](w).Executor
		switch {
		case atWork > 0 && w.Refused == "" && w.Tool.Name == ToolPlan:
			out[i].Refused = toldOthersFirst
		case !w.Delegates():
		case to != "" && answered[to]:
			out[i].Refused = "Not told: you answer the same question in this step already."
		case changes:
			out[i].Refused = toldPeopleFirst
		case few && w.Tool.Name == ToolDelegate:
			out[i].Refused = fmt.Sprintf("Not delegated: you say that it takes %d look-ups in all. Up to %d you make yourself, several in one step.", lookUps, mostAlone)
		case given < fed:
			given, answered[to] = given+1, true
		case left.Feeds(wanted) == 0:
			out[i].Refused = "Not delegated: nothing is left for that in this turn. Look it up yourself, or answer with what you know."
		default:
			out[i].Refused = fmt.Sprintf("Not delegated: %d at once is all that can be. Nobody does this one; call it again once you have the reports, where it is still wanted.", fed+atWork)
		}
	}
	return out
}

// fewLookUps tells whether all that a step delegates takes no more look-ups than a planner makes itself, as the planner says, and how many.
func fewLookUps(wishes []Wish) (lookUps int, few bool) {
	for _, w := range wishes {
		if !w.Delegates() || w.Tool.Name != ToolDelegate {
			continue
		}
		d := Delegated(w.Call.Arguments)
		if d.LookUps <= 0 { // it does not say
			return 0, false
		}
		lookUps += d.LookUps
	}
	return lookUps, lookUps > 0 && lookUps <= mostAlone
}

// ToldReport is what a planner is told of a task that it has delegated: what was reported, as data, or why nothing was.
func ToldReport(who string, t assistant.Task) (content string, failed bool) {
	asked, asks := AskedIn(t)
	switch {
	case asks:
		return asked.told(who, t.ID), false
	case t.Status == assistant.TaskCompleted && t.Result != nil:
		return who + " reports:\n" + quoted("the report of "+who, t.Result.Summary.String()+"\n"+values(*t.Result), maxReport), false
	case t.Status == assistant.TaskFailed && t.Problem != nil:
		return who + " could not do it.\n" + Quoted("what became of "+who+"'s task", t.Problem.Message.String()), true
	default:
		return "It was stopped before " + who + " reported.", true
	}
}

// values are those that an executor has reported, as a planner reads them.
func values(r assistant.Result) string {
	var reported Reported
	if json.Unmarshal(r.Details, &reported) != nil {
		return ""
	}
	raw, err := json.Marshal(Reported{Data: reported.Data})
	if err != nil {
		return "" // what was read from JSON can be written
	}
	return string(raw)
}

// TitleOfDelegated is what the run of delegated tasks is called.
func TitleOfDelegated(ds []Delegate) assistant.Sentence {
	first := llm.Clip(strings.Join(strings.Fields(llm.Unmarked(ds[0].Task)), " "), maxDelegatedTitle)
	switch more := len(ds) - 1; more {
	case 0:
		return assistant.Say("Looking up: %s", first)
	case 1:
		return assistant.Say("Looking up: %s, and one more", first)
	default:
		return assistant.Say("Looking up: %s, and %d more", first, more)
	}
}

// maxDelegatedTitle bounds what people read of a delegated task in one line, in bytes.
const maxDelegatedTitle = 120

// Says is what people read of a delegated task, in one line.
func (d Delegate) Says() string {
	return llm.Clip(strings.Join(strings.Fields(llm.Unmarked(d.Task)), " "), maxDelegatedTitle)
}

// Delegated reads the arguments of a call that delegates.
func Delegated(arguments json.RawMessage) (d Delegate) {
	_ = json.Unmarshal(arguments, &d) // they fit the schema
	return d
}
