package script

import (
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Draft collects the steps of a plan by level: what needs nothing, what needs that, and what looks at the outcome.
type Draft struct {
	Facts  llm.PlanFacts
	Values map[string]string // what is known, by the keys of the needs
	levels [3][]llm.StepReply
}

// NewDraft returns an empty plan.
func NewDraft(f llm.PlanFacts) *Draft {
	d := &Draft{Facts: f, Values: map[string]string{}}
	for _, p := range f.Values {
		d.Values[p.Key] = p.Value
	}
	return d
}

// Has tells whether steps of a type can be planned.
func (d *Draft) Has(t assistant.TaskType) bool {
	return slices.ContainsFunc(d.Facts.Tools, func(have llm.ToolFact) bool { return have.Type == t })
}

// Any tells whether a level has steps.
func (d *Draft) Any(level int) bool { return len(d.levels[level]) > 0 }

// Add puts a step in a level, with an owner the tool allows. What has no value is left out.
func (d *Draft) Add(level int, key string, t assistant.TaskType, owner assistant.AgentID, summary string, ps ...llm.ParameterReply) {
	for _, have := range d.Facts.Tools {
		if have.Type == t && len(have.Owners) > 0 && !slices.Contains(have.Owners, owner) {
			owner = have.Owners[0]
		}
	}
	ps = slices.DeleteFunc(ps, func(p llm.ParameterReply) bool { return p.Value == "" && p.From == "" })
	d.levels[level] = append(d.levels[level], llm.StepReply{
		Key: key, Owner: string(owner), Type: string(t), Summary: Cut(summary, 190), Parameters: ps,
	})
}

// Steps are the steps in their groups: each level that has any is one.
func (d *Draft) Steps() []llm.StepReply {
	out := []llm.StepReply{}
	group := 'A'
	for _, level := range d.levels {
		for _, s := range level {
			s.Group = string(group)
			out = append(out, s)
		}
		if len(level) > 0 {
			group++
		}
	}
	return out
}

// Text is a parameter with a value.
func Text(name, value string) llm.ParameterReply { return llm.ParameterReply{Name: name, Value: value} }

// From is a parameter that comes from an earlier step.
func From(name, step, field string) llm.ParameterReply {
	return llm.ParameterReply{Name: name, From: step, Field: field}
}

// Key names the i-th of n steps of a kind.
func Key(kind string, i, n int) string {
	if n == 1 {
		return kind
	}
	return fmt.Sprintf("%s%d", kind, i+1)
}
