package rehearsal

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func requirements(b *examples.Book, f llm.RequirementsFacts) llm.RequirementsReply {
	r := asked(b, f.Request, f.Project, f.Projects, f.Recent)
	found, w := r.inTheirWords()
	out := llm.RequirementsReply{
		Goal: cmp.Or(goal(found, f.Project, r.several, w), w.Say("Do what was asked: %s", short(f.Request, 200))), Title: titleOf(found, w), Possible: len(found) > 0,
		Agents: []string{}, Requirements: []llm.RequirementReply{}, Projects: r.several,
	}
	has := hasOf(f.Tools)
	for _, x := range found {
		if !has(x.Tool) {
			out.Possible, out.Search = false, strings.TrimSpace(out.Search+" "+string(x.Tool))
		}
		out.Project = cmp.Or(out.Project, first(x.Filled["project"]))
		for _, s := range x.Example.Slots {
			if s.Question != "" && !slices.ContainsFunc(out.Requirements, func(o llm.RequirementReply) bool { return o.Key == s.Name }) {
				out.Requirements = append(out.Requirements, need(s, x, w))
			}
		}
	}
	for _, c := range examples.Calls(found, r.more(found), has) {
		known := slices.ContainsFunc(f.Agents, func(a llm.AgentFact) bool { return a.ID == c.Owner })
		if known && !slices.Contains(out.Agents, string(c.Owner)) {
			out.Agents = append(out.Agents, string(c.Owner))
		}
	}
	return out
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// need asks for what fills a slot, in the language of the request.
func need(s examples.Slot, x examples.Finding, w wording.Words) llm.RequirementReply {
	said := x.Fills(0, nil)
	out := llm.RequirementReply{
		Key: s.Name, Question: examples.Worded(w.Label(s.Question), said), Reason: w.Label(s.Reason), Required: s.Needed, Value: both(x.Filled[s.Name]), Options: []llm.OptionReply{},
	}
	for name, values := range x.Filled {
		said[name] = both(values)
	}
	out.Default = cmp.Or(examples.Worded(s.Default, said), map[bool]string{true: "What the page is called"}[s.Default != ""])
	for _, o := range s.Options {
		out.Options = append(out.Options, llm.OptionReply{Value: o.Value, Label: w.Label(o.Value), Description: w.Label(o.Description)})
	}
	return out
}

// inTheirWords is [request.understood] with the examples' texts in the language of the request, and that language.
func (r request) inTheirWords() ([]examples.Finding, wording.Words) {
	found := r.understood()
	w := wording.In(wording.Heard(r.words))
	if len(found) > 0 && found[0].Language != "" {
		w = wording.In(found[0].Language)
	}
	return worded(found, w), w
}

// worded are findings with the examples' texts in a language.
func worded(found []examples.Finding, w wording.Words) []examples.Finding {
	for i, f := range found {
		found[i].Example, found[i].ThatCalled = f.Example.In(w.Label), w.Say("the page")
	}
	return found
}

// goal restates what is to be done.
func goal(found []examples.Finding, p llm.ProjectFact, several []string, w wording.Words) string {
	var parts []string
	here := false
	for _, f := range found {
		if part := wordedFor(f, f.Example.Goal, w); part != "" {
			parts = append(parts, part)
		}
		here = here || f.Example.Here
	}
	out := capital(w.List(parts))
	switch {
	case out == "":
		return ""
	case len(several) > 0:
		return w.Say("%s on %s.", out, w.List(several))
	case p.Name != "" && here:
		return w.Say("%s on %s.", out, p.Name)
	default:
		return out + "."
	}
}

// wordedFor is a text of an example with all that fills its slots.
func wordedFor(f examples.Finding, text string, w wording.Words) string {
	said := f.Fills(0, nil)
	for name, values := range f.Filled {
		said[name] = w.List(values)
	}
	return examples.Worded(text, said)
}

func titleOf(found []examples.Finding, w wording.Words) string {
	if len(found) == 0 {
		return ""
	}
	return wordedFor(found[0], found[0].Example.Title, w)
}

func hasOf(tools []llm.ToolFact) func(assistant.TaskType) bool {
	return func(t assistant.TaskType) bool {
		return slices.ContainsFunc(tools, func(have llm.ToolFact) bool { return have.Type == t })
	}
}

func forks(b *examples.Book, f llm.ForksFacts) llm.ForksReply {
	out, w := llm.ForksReply{Forks: []llm.ForkReply{}}, wording.In(wording.Heard(f.Request))
	for _, x := range asked(b, f.Request, f.Project, namesOf(f.Projects), nil).understood() {
		for _, way := range x.Example.Ways {
			out.Forks = append(out.Forks, llm.ForkReply{Key: way.Key, Title: w.Label(way.Title), Description: w.Label(way.Description)})
		}
	}
	return out
}

func plan(b *examples.Book, f llm.PlanFacts) llm.PlanReply {
	r := asked(b, f.Request, f.Project, namesOf(f.Projects), f.Recent)
	found, words := r.inTheirWords()
	answered(found, f.Values)
	more := r.more(found)
	more["goal"] = f.Goal
	for _, v := range f.Values {
		more[v.Key] = v.Value
	}
	for _, x := range found {
		for _, w := range x.Example.Ways[:min(1, len(x.Example.Ways))] {
			more["way"] = w.Title
		}
	}
	more["way"] = cmp.Or(more["way"], "One simple page")
	if f.Fork != nil {
		more["way"] = f.Fork.Title
	}
	out := llm.PlanReply{Title: cmp.Or(f.Title, titleOf(found, words)), Steps: []llm.StepReply{}}
	for _, c := range examples.Calls(found, more, hasOf(f.Tools)) {
		out.Steps = append(out.Steps, step(c, f.Tools))
	}
	out.Steps = onEach(out.Steps, namesOf(f.Projects))
	return out
}

// answered fills slots with what people answered, or what is taken where they do not care. What was answered for several together is
// each one's own name.
func answered(found []examples.Finding, values []llm.Pair) {
	for _, x := range found {
		for _, s := range x.Example.Slots {
			at := slices.IndexFunc(values, func(p llm.Pair) bool { return p.Key == s.Name })
			switch {
			case at < 0 && len(x.Filled[s.Name]) == 0 && s.Default != "":
				x.Filled[s.Name] = defaults(s, x)
			case at >= 0 && s.Kind != examples.List && values[at].Value != both(x.Filled[s.Name]):
				x.Filled[s.Name] = []string{values[at].Value}
				if d := defaults(s, x); len(d) > 1 && values[at].Value == both(d) {
					x.Filled[s.Name] = d
				}
			case at >= 0 && s.Kind == examples.List && len(x.Filled[s.Name]) == 0:
				x.Filled[s.Name] = examples.Names(values[at].Value)
			}
		}
	}
}

// defaults are what a slot is filled with where nothing is said of it.
func defaults(s examples.Slot, x examples.Finding) []string {
	var out []string
	for i := range x.Times() {
		out = append(out, examples.Worded(s.Default, x.Fills(i, nil)))
	}
	return slices.Compact(out)
}

// step is a call as a step of a plan, with an owner that its tool allows.
func step(c examples.Planned, tools []llm.ToolFact) llm.StepReply {
	s := llm.StepReply{Key: c.Key, Group: string(rune('A' + c.Group)), Owner: string(c.Owner), Type: string(c.Tool), Summary: short(c.Does, 190)}
	given := map[string]json.RawMessage{}
	for name, value := range c.Arguments {
		if from, refers := value.(examples.From); refers {
			value = assistant.Reference{From: from.Key, Field: from.Field}
		}
		given[name] = asJSON(value)
	}
	s.Parameters = object(given)
	at := slices.IndexFunc(tools, func(t llm.ToolFact) bool { return t.Type == c.Tool })
	if at < 0 {
		return s
	}
	if owners := tools[at].Owners; len(owners) > 0 && !slices.Contains(owners, c.Owner) {
		s.Owner = string(owners[0])
	}
	return s
}

// parameters are those of a step; none where they cannot be read.
func parameters(s llm.StepReply) map[string]json.RawMessage {
	fields, err := s.Parameters.Fields()
	if err != nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// object is how a model writes parameters. They were read from JSON, so they can be.
func object(parameters map[string]json.RawMessage) llm.Object {
	out, err := llm.ObjectOf(parameters)
	if err != nil {
		return "{}"
	}
	return out
}

// asJSON is a value of an example, which was read from JSON.
func asJSON(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}
