package planning

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
)

// edit is one plain change of a plan.
type edit struct {
	verb   string // drop, give, rename
	target string
	to     string
}

var (
	editStart = lazy.Pattern(`(?i)(?:^|[,;.\n]|\band\b|\bthen\b|\bbut\b)\s*(?:(?:please|also|then|and|you can|can you|could you|i want you to|i would like you to|ok|okay|yes)[\s,]+)*(drop|remove|delete|skip|leave out|give|assign|hand over|hand|let|rename|call)\b`)
	dropForm  = lazy.Pattern(`(?i)^(?:drop|remove|delete|skip|leave out)\s+(.+)$`)
	giveForm  = lazy.Pattern(`(?i)^(?:give|assign|hand over|hand)\s+(.+?)\s+(?:over\s+)?to\s+(.+)$`)
	letForm   = lazy.Pattern(`(?i)^let\s+(.+?)\s+(?:do|take|take over|handle|write|make)\s+(.+)$`)
	callForm  = lazy.Pattern(`(?i)^(?:rename\s+(?:the\s+|this\s+)?([a-z]+)\s+(?:to|into|as)|call\s+(?:the\s+|this\s+)?([a-z]+))\s+(.+)$`)
	stepsOnly = lazy.Pattern(`^(?:(?:steps?|number|no|nr|and|the|\d{1,2}|first|second|third|fourth|fifth|last|one|ones) ?)+$`)
	groupOnly = lazy.Pattern(`^group ([a-l])$`)
)

// plain reads a wish as changes that leave no doubt. It says no where any part of the wish is something else.
func plain(wish string) ([]edit, bool) {
	marks := editStart().FindAllStringSubmatchIndex(wish, -1)
	if len(marks) == 0 || strings.TrimSpace(wish[:marks[0][0]]) != "" {
		return nil, false
	}
	var out []edit
	for i, m := range marks {
		end := len(wish)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		e, ok := one(strings.Trim(line(wish[m[2]:end], maxRequest), " .,;!"))
		if !ok {
			return nil, false
		}
		out = append(out, e)
	}
	return out, true
}

func one(clause string) (edit, bool) {
	clause = strings.TrimSpace(strings.TrimSuffix(clause, " please"))
	if m := giveForm().FindStringSubmatch(clause); m != nil {
		return edit{verb: "give", target: m[1], to: m[2]}, true
	}
	if m := letForm().FindStringSubmatch(clause); m != nil {
		return edit{verb: "give", target: m[2], to: m[1]}, true
	}
	if m := callForm().FindStringSubmatch(clause); m != nil {
		return edit{verb: "rename", target: strings.ToLower(firstOf(m[1], m[2])), to: strings.Trim(m[3], `"“”'«»`)}, true
	}
	if m := dropForm().FindStringSubmatch(clause); m != nil {
		return edit{verb: "drop", target: m[1]}, true
	}
	return edit{}, false
}

// editor applies plain changes. Step numbers are those of the plan as it was shown.
type editor struct {
	*work
	plan assistant.Plan
	gone map[string]bool
}

// apply makes the changes. It is not understood when a step or a name could be more than one, or is none it knows.
func (e *editor) apply(edits []edit) (wrong *assistant.Problem, understood bool) {
	e.gone = map[string]bool{}
	shown := slices.Clone(e.plan.Steps)
	for _, c := range edits {
		if c.verb == "rename" {
			if !e.rename(c) {
				return nil, false
			}
			continue
		}
		keys, wrong := e.targets(c.target, shown)
		if wrong != nil || len(keys) == 0 {
			return wrong, wrong != nil
		}
		for _, k := range keys {
			if c.verb == "drop" {
				e.gone[k] = true
			} else if wrong := e.give(k, c.to); wrong != nil {
				return wrong, true
			}
		}
	}
	if wrong := e.drop(); wrong != nil {
		return wrong, true
	}
	regroup(e.plan.Steps)
	if err := e.checkSteps(e.plan.Steps); err != nil {
		return inputProblem(assistant.Say("Say the change in other words, or change one thing at a time."), assistant.Say("With that change the plan would not hold together.")), true
	}
	return nil, true
}

// targets finds the steps that words mean: their numbers, their group, or the only step that the words describe.
func (w *work) targets(text string, steps []assistant.Step) ([]string, *assistant.Problem) {
	want := strings.TrimPrefix(folded(text), "the ")
	if m := groupOnly().FindStringSubmatch(want); m != nil {
		var out []string
		for _, s := range steps {
			if strings.EqualFold(s.Group, m[1]) {
				out = append(out, s.Key)
			}
		}
		if len(out) == 0 {
			return nil, inputProblem(assistant.Say("Name a group or a step of the plan."), assistant.Say("The plan has no group %s.", strings.ToUpper(m[1])))
		}
		return out, nil
	}
	if stepsOnly().MatchString(want) {
		return w.byNumber(want, steps)
	}
	want = strings.TrimSuffix(strings.TrimPrefix(want, "step "), " step")
	var out []string
	for _, s := range steps {
		if want == folded(s.Key) {
			return []string{s.Key}, nil
		}
		if mentions(s.Summary, want) || mentions(string(s.Type), want) {
			out = append(out, s.Key)
		}
	}
	if len(out) != 1 {
		return nil, nil
	}
	return out, nil
}

func (w *work) byNumber(want string, steps []assistant.Step) ([]string, *assistant.Problem) {
	var out []string
	for word := range strings.FieldsSeq(want) {
		n, err := strconv.Atoi(word)
		if err != nil {
			switch word {
			case "first", "second", "third", "fourth", "fifth", "last":
				n = ordinal(word, len(steps)) + 1
			default:
				continue
			}
		}
		if n < 1 || n > len(steps) {
			return nil, inputProblem(assistant.Say("Say the number of one of its steps."), assistant.Say("There is no step %d: the plan has %d steps.", n, len(steps)))
		}
		if k := steps[n-1].Key; !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, nil
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
	want := strings.TrimSuffix(strings.TrimPrefix(folded(text), "the "), " instead")
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

// rename gives the plan, or the only thing in it that has a title, another name.
func (e *editor) rename(c edit) bool {
	to := line(c.to, maxTitle)
	if to == "" {
		return false
	}
	if c.target == "plan" {
		e.plan.Title = to
		return true
	}
	step, title, ok := e.titled(c.target)
	if !ok {
		return false
	}
	was := words(fields(step.Parameters)[title])
	if was == "" {
		return false
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
	return true
}

// titled is the only step that makes something with a title, and the parameter that has it. It is called by one of the tool's
// nouns, or by "it".
func (e *editor) titled(by string) (step assistant.Step, title string, ok bool) {
	for _, s := range e.plan.Steps {
		tool, _ := e.team.Tools().Get(string(s.Type))
		if tool.Title == "" || by != "it" && !slices.Contains(tool.Nouns, by) {
			continue
		}
		if ok {
			return assistant.Step{}, "", false
		}
		step, title, ok = s, tool.Title, true
	}
	return step, title, ok
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
