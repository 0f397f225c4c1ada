// Package script is how a pack plays a language model's part in rehearsals, which have none: rules that read what people ask
// for, and propose what a model would. The offline model knows no subject; it asks the scripts.
package script

import (
	"encoding/json"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Script is a pack's part. What is nil is a part that it does not play.
type Script struct {
	Verbs    []string    // begin a clause of a request, beside the everyday ones
	Anywhere []string    // those of them that ask for something wherever they stand: "We should audit …"
	Begin    func() Part // begins to read a request

	// Write plays the model where a tool of the pack asks it for words. It knows its own facts.
	Write func(facts json.RawMessage) (reply any, known bool, err error)
	// Use is the next tool that an answer needs, or what to say once it has been used; neither where it needs none.
	Use func(t Turn) (call *llm.ToolCall, said string)
	// Looks tells whether Use tells what words want to know, so that nothing is planned for them; nil where only plans answer.
	Looks func(words string) bool
	Lists []Listing // what the pack can list, for whoever makes something of it

	// Answer reads words as the answer to the question of that key, "" where they are none that the script knows.
	Answer func(key, words string) string

	// A wish to have a plan changed is read in this order: Sets, then a parameter by its name, then the groups, then Revise.
	Sets   func(wish string) (parameter, value string, ok bool)
	Called map[string]string // parameters by the words that wishes call them with
	// Value is a value as a step of that type takes it; no where a step that was not given the parameter does not take it.
	Value  func(t assistant.TaskType, parameter, value string, given bool) (_ string, ok bool)
	Revise func(wish string, steps []llm.StepReply, f llm.PlanFacts) (_ []llm.StepReply, ok bool)
}

// Part reads one request, clause by clause. Of several that find something in a clause, the one takes it whose finding stands
// first.
type Part interface {
	// Find says where in a clause the thing stands that it is about; less than 0 where it is about nothing known.
	Find(clause string) int
	// Take reads a clause.
	Take(clause string)
	// Wishes are what was read; request is all of it.
	Wishes(request string, p llm.ProjectFact) []Wish
}

// Wish is one thing that a request asks for.
type Wish struct {
	Goal    string // finishes a sentence: "open a ticket about “Logo”"
	Title   string // of the plan: "Open a ticket"
	Here    bool   // it is done on the project, which the goal then names
	Project string // that the request names for it
	Looks   bool   // it looks at something, so that it comes after what changes something
	Acts    bool   // an agent at work may call for it by itself, without a plan

	Types  []assistant.TaskType // it cannot do without
	Agents []assistant.AgentID  // who are needed
	Needs  []llm.RequirementReply
	Forks  []llm.ForkReply
	Draft  func(d *Draft) // adds its steps
}

// Turn is an answer under way.
type Turn struct {
	Request llm.Request
	Facts   llm.AnswerFacts
	Lists   []Listing // of all packs
}

// Listing is what a tool lists as a JSON object a line.
type Listing struct {
	Tool    assistant.TaskType
	Words   []string // by which people call what is listed
	Name    string   // of all of it: "tickets"
	Columns []string
	Line    func(row map[string]string) string // an entry in a line
}

// Offers tells whether the answer may use a tool.
func (t Turn) Offers(name assistant.TaskType) bool {
	for _, have := range t.Request.Callable() {
		if have.Name == string(name) {
			return true
		}
	}
	return false
}

// Given is what a tool gave since the person spoke.
func (t Turn) Given(name assistant.TaskType) (llm.ToolResult, bool) {
	for _, m := range slices.Backward(t.Request.Messages) {
		for _, p := range m.Parts {
			if m.Role == llm.RoleTool && p.Result != nil && p.Result.Name == string(name) {
				return *p.Result, true
			}
		}
		if m.Role == llm.RoleUser {
			break
		}
	}
	return llm.ToolResult{}, false
}

// Call is the use of a tool.
func Call(t assistant.TaskType, arguments map[string]any) *llm.ToolCall {
	raw, err := json.Marshal(arguments)
	if err != nil {
		return nil
	}
	return &llm.ToolCall{ID: "rehearsal-" + string(t), Name: string(t), Arguments: raw}
}

// Options are answers that need no description.
func Options(words ...string) []llm.OptionReply {
	out := make([]llm.OptionReply, 0, len(words))
	for _, w := range words {
		out = append(out, llm.OptionReply{Value: w, Label: w})
	}
	return out
}
