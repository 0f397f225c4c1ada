package rehearsal

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

const (
	// toolPlan is the tool by which an agent hands a request to planning.
	toolPlan assistant.TaskType = "propose_plan"
	// mostDirect is how many changes are called for without a plan.
	mostDirect = 2
)

// takesPlan tells whether a request goes to planning, as far as it is offered: it asks for more than two changes, for one that no
// agent may propose by itself or that is not offered here, or for one of which something has to be asked first. Planning asks for
// that with a form. What was called for and takes a plan is told so.
func (w work) takesPlan(found []examples.Finding) bool {
	if !w.offers(toolPlan) {
		return false
	}
	if len(w.results) > 0 {
		return slices.ContainsFunc(w.results, func(r llm.ToolResult) bool { return r.Failed && strings.Contains(r.Content, string(toolPlan)) })
	}
	changes := 0
	for _, f := range found {
		if f.Answers || f.Example.Says != nil {
			continue
		}
		if !f.Direct || !w.offers(f.Tool) || lacks(f) {
			return true
		}
		changes += f.Times()
	}
	return changes > mostDirect
}

// worksFor tells whether a request asks for something to be different, or to be looked up.
func worksFor(found []examples.Finding) bool {
	return slices.ContainsFunc(found, func(f examples.Finding) bool { return f.Example.Says == nil })
}

// lacks tells whether a request leaves something open that its example needs.
func lacks(f examples.Finding) bool {
	for _, s := range f.Example.Slots {
		if s.Needed && s.Default == "" && len(f.Filled[s.Name]) == 0 {
			return true
		}
	}
	return false
}

// proposingPlan is the one call of a step that leaves a request to planning.
func proposingPlan(l assistant.Language) []llm.ToolCall {
	raw, err := json.Marshal(map[string]string{"reason": wording.In(l).Say("it changes something or takes several steps")})
	if err != nil {
		return nil
	}
	return []llm.ToolCall{{ID: "rehearsal-" + string(toolPlan), Name: string(toolPlan), Arguments: raw}}
}
