package executors

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// mostQuestions is how often an executor may ask its planner.
const mostQuestions = 3

// mostTools is how many tools an executor has beside those by which it steers itself: few, for its context is small.
const mostTools = 4

// Report is what an executor has found.
type Report struct {
	Summary string         `json:"summary" jsonschema:"what you found, in one or two sentences"`
	Data    map[string]any `json:"data" jsonschema:"what you found, as named values: all that your task asks for"`
}

// steering are the tools by which an executor steers itself.
var steering = sync.OnceValue(func() []tools.Tool {
	return []tools.Tool{{
		Name: loop.ToolReport, Label: "Report", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: reportArguments(),
		Description: "Ends your task with what you found. Call it alone.",
	}, {
		Name: loop.ToolAskPlanner, Label: "Ask back", Class: assistant.ClassMeta, Effect: assistant.EffectNone, Arguments: tools.Arguments[loop.AskPlanner](),
		Description: fmt.Sprintf("Ask whoever gave you the task what you cannot look up: which of several it is, what is meant. Call it alone, at most %d times in all.", mostQuestions),
	}}
})

func reportArguments() *jsonschema.Schema {
	s := tools.Arguments[Report]()
	s.Properties["data"] = &jsonschema.Schema{Type: "object", Description: s.Properties["data"].Description, AdditionalProperties: &jsonschema.Schema{}}
	return s
}

// Usable tells of each tool whether an executor may be offered it: what an agent may look up while it answers.
func Usable(t *team.Team, agent assistant.Agent, project assistant.Project) func(tools.Tool) bool {
	may := agents.Usable(t, agent, project)
	return func(tool tools.Tool) bool { return tool.Class == assistant.ClassQuery && may(tool) }
}

// found are the tools that a task finds, by their names. What it does not find would fill its context for nothing.
func found(t *team.Team, o Order, may func(tools.Tool) bool) []string {
	all := t.Search(o.Task+" "+o.Expects, may)
	if len(all) == 0 { // in words that no tool knows
		all = t.Offer([]string{o.Task}, nil, may)
	}
	out := loop.Names(all[:min(len(all), mostTools)])
	slices.Sort(out)
	return out
}

// lacks says in words for the model why what it reports is no result: it holds no data, or what stands in it can come from nowhere. ""
// where it is one.
func (r Report) lacks(looked int, o Order) string {
	switch {
	case strings.TrimSpace(r.Summary) == "":
		return "Not taken: the summary is empty."
	case empty(r.Data):
		return "Not taken: it holds no data. A report is what you found, not what you or somebody else will do. Look it up, and report the values; where there is nothing, say in data what you looked for and where."
	case looked == 0 && strings.TrimSpace(o.Inputs) == "":
		return "Not taken: you have looked nothing up, so nothing in it is known. Use your tools first. You cannot pass the task on."
	default:
		return ""
	}
}

// empty tells whether there is no value in a value.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case map[string]any:
		for _, one := range v {
			if !empty(one) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(one any) bool { return !empty(one) })
	default:
		return false
	}
}
