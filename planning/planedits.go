package planning

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// editor applies single edits to a plan.
type editor struct {
	*work
	plan assistant.Plan
	gone map[string]bool
}

// apply makes the edits. What the person has to be told is a Problem; the error is for the model, which named what is not there.
func (e *editor) apply(edits []llm.EditReply) (*assistant.Problem, error) {
	e.gone = map[string]bool{}
	for _, c := range edits {
		at := slices.IndexFunc(e.plan.Steps, func(s assistant.Step) bool { return s.Key == c.Step })
		if at < 0 && (c.Do != llm.EditRename || c.Step != "") {
			return nil, fmt.Errorf("there is no step %q", line(c.Step, 32))
		}
		if at >= 0 && slices.Contains(e.done, c.Step) {
			return nil, fmt.Errorf("step %q is done already: give the steps anew, with a step of its own for what is wanted otherwise", c.Step)
		}
		switch c.Do {
		case llm.EditDrop:
			e.gone[c.Step] = true
		case llm.EditGive:
			if wrong := e.give(c.Step, c.To); wrong != nil {
				return wrong, nil
			}
		case llm.EditRename:
			if err := e.rename(at, c.To); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("an edit cannot %q", line(c.Do, 32))
		}
	}
	if wrong := e.drop(); wrong != nil {
		return wrong, nil
	}
	regroup(e.plan.Steps)
	if err := e.checkSteps(e.plan.Steps); err != nil {
		return fallsApart(), nil //nolint:nilerr // it is told
	}
	return nil, nil
}

// fallsApart is what a person is told of a change after which the steps of a plan would not fit each other.
func fallsApart() *assistant.Problem {
	return inputProblem(assistant.Say("Say the change in other words, or change one thing at a time."),
		assistant.Say("With that change the plan would not hold together."))
}

// give changes a step's owner.
func (e *editor) give(key, to string) *assistant.Problem {
	i := slices.IndexFunc(e.plan.Steps, func(s assistant.Step) bool { return s.Key == key })
	s := &e.plan.Steps[i]
	tool, _ := e.team.Tools().Get(string(s.Type))
	var able []string
	for _, id := range tool.Owners {
		able = append(able, e.team.Called(id))
	}
	way := assistant.Say("Give it to anybody of the team.")
	if len(able) > 0 {
		way = assistant.Say("It can be done by %s.", e.words().List(able))
	}
	who, ok := whoIs(e.team.Agents(), to)
	if !ok {
		return inputProblem(way, assistant.Say("There is nobody called %s in the team.", quoted(line(to, maxLabel))))
	}
	if len(tool.Owners) > 0 && !slices.Contains(tool.Owners, who.ID) {
		return inputProblem(way, assistant.Say("%s cannot do step %s (%s).", who.Called(), numberOf(e.plan.Steps, key), s.Summary))
	}
	s.Owner = who.ID
	return nil
}

// whoIs finds an agent by name, title, both, or id.
func whoIs(all []assistant.Agent, text string) (assistant.Agent, bool) {
	want := folded(text)
	for _, a := range all {
		if want != "" && (want == folded(a.Name) || want == folded(a.Title) || want == folded(a.Called()) || want == folded(string(a.ID))) {
			return a, true
		}
	}
	return assistant.Agent{}, false
}

// drop takes the marked steps out. A step that needs what a dropped one writes keeps the plan from changing; one that can
// do without simply goes without, unless nothing would be left of what it is told.
func (e *editor) drop() *assistant.Problem {
	if len(e.gone) == 0 {
		return nil
	}
	before := e.plan.Steps
	var left []assistant.Step
	for _, s := range before {
		if e.gone[s.Key] {
			continue
		}
		given := fields(s.Parameters)
		tool, _ := e.team.Tools().Get(string(s.Type))
		for _, r := range references(s.Parameters) {
			if !e.gone[r.From] {
				continue
			}
			name, alone := r.At[0].Name, len(r.At) == 1 && !r.InText
			if slices.Contains(tool.Arguments.Required, name) || len(given) == 1 || !alone {
				from, needs := numberOf(before, r.From), numberOf(before, s.Key)
				return inputProblem(assistant.Say("Say “drop steps %s and %s” to leave out both, or keep step %s.", from, needs, from),
					assistant.Say("Step %s (%s) needs what step %s writes, so step %s alone cannot be dropped.", needs, s.Summary, from, from))
			}
			delete(given, name)
		}
		if raw, err := json.Marshal(given); err == nil {
			s.Parameters = raw
		}
		left = append(left, s)
	}
	if len(left) == 0 {
		return inputProblem(assistant.Say("Say no to the plan to drop it altogether."), assistant.Say("That would leave no step in the plan."))
	}
	e.plan.Steps = left
	return nil
}

// rename gives the plan, or what the step in a place makes, another name.
func (e *editor) rename(at int, name string) error {
	to := line(name, maxTitle)
	if to == "" {
		return errors.New("a rename says no new name")
	}
	if at < 0 {
		e.plan.Title = to
		return nil
	}
	step := e.plan.Steps[at]
	tool, _ := e.team.Tools().Get(string(step.Type))
	title := tool.Title
	was := words(fields(step.Parameters)[title])
	if was == "" {
		return fmt.Errorf("step %q makes nothing that has a title", step.Key)
	}
	e.plan.Title = strings.ReplaceAll(e.plan.Title, was, to)
	e.plan.Goal = strings.ReplaceAll(e.plan.Goal, was, to)
	for k, v := range e.plan.Values {
		if v == was {
			e.plan.Values[k] = to
		}
	}
	before, after := e.derived(step, title, was), e.derived(step, title, to)
	for i := range e.plan.Steps {
		s := &e.plan.Steps[i]
		if slices.Contains(e.done, s.Key) {
			continue
		}
		s.Summary = line(strings.ReplaceAll(s.Summary, was, to), maxLine)
		given := fields(s.Parameters)
		for name, raw := range given {
			switch old := words(raw); {
			case old == was:
				given[name], _ = json.Marshal(to)
			case old != "" && old == before[name]:
				given[name], _ = json.Marshal(after[name])
			}
		}
		if raw, err := json.Marshal(given); err == nil {
			s.Parameters = raw
		}
	}
	return nil
}

// derived are the parameters, by name, that a step's tool makes of a title.
func (e *editor) derived(s assistant.Step, title, name string) map[string]string {
	tool, _ := e.team.Tools().Get(string(s.Type))
	given := fields(s.Parameters)
	for _, needed := range tool.Arguments.Required {
		delete(given, needed)
	}
	given[title], _ = json.Marshal(name)
	known := maps.Clone(given)
	regular(tool, given)
	out := map[string]string{}
	for k, raw := range given {
		if _, was := known[k]; !was {
			out[k] = words(raw)
		}
	}
	return out
}
