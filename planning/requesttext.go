package planning

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// tell gives the steps whose tools want it what the person asked for. It is done by code, and last: neither a model nor a
// change of the plan can lose it.
func (p *Planner) tell(plan *assistant.Plan) {
	if plan.Request == "" {
		return
	}
	for i := range plan.Steps {
		s := &plan.Steps[i]
		tool, known := p.team.Tools().Get(string(s.Type))
		if !known || tool.Told == "" || s.Stands != assistant.StepNew {
			continue
		}
		given := fields(s.Parameters)
		given[tool.Told], _ = json.Marshal(told(*plan))
		if raw, err := json.Marshal(given); err == nil {
			s.Parameters = raw
		}
	}
}

// What is added to a request by and by.
const (
	chosenWay   = "\nThe chosen way: "
	wishedSince = "\nWished since: "
)

// wished adds a wish to what was asked for, with the steps that are left out since: they are asked for no more.
func wished(request, wish string, was, is []assistant.Step) string {
	if request == "" {
		return ""
	}
	var out strings.Builder
	out.WriteString(request + wishedSince + wish)
	for _, s := range was {
		if _, stays := find(is, s.Key); !stays {
			out.WriteString("\nLeft out since: " + s.Summary)
		}
	}
	return clip(out.String(), 2*maxRequest)
}

// told is what the person asked for, chose, wished since and answered.
func told(p assistant.Plan) string {
	var out strings.Builder
	out.WriteString(p.Request)
	for _, k := range slices.Sorted(maps.Keys(p.Values)) {
		if v := line(p.Values[k], maxValue); v != "" {
			out.WriteString("\n" + k + ": " + v)
		}
	}
	return block(out.String(), maxText)
}

// isTold tells whether a parameter is what its plan tells who writes.
func isTold(p assistant.Plan, text string) bool { return p.Request != "" && text == told(p) }
