package rehearsal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

// act plays an agent at work: what the rules read in the request it calls for, all of it at once, and then says what came of each.
// Neither where the request is for nothing that the tools at hand do.
func (m *Model) act(r llm.Request, f llm.AnswerFacts) (calls []llm.ToolCall, said string) {
	steps, missing := m.operations(r, f)
	if results := resultsOf(r); len(results) > 0 && len(steps) > 0 {
		return nil, outcomes(results)
	}
	switch {
	case missing != "":
		return nil, missing
	case len(steps) == 0 || len(r.Callable()) == 0:
		return nil, ""
	}
	done := doneBefore(r)
	for _, s := range steps {
		arguments, err := json.Marshal(arguments(r.Callable(), s))
		if err != nil {
			return nil, ""
		}
		if done[s.Type+string(arguments)] {
			continue
		}
		calls = append(calls, llm.ToolCall{ID: "rehearsal-" + s.Key, Name: s.Type, Arguments: arguments})
	}
	return calls, ""
}

// operations are what a request asks for and the tools at hand do, or the question that has to be answered first.
func (m *Model) operations(r llm.Request, f llm.AnswerFacts) (steps []llm.StepReply, missing string) {
	var project llm.ProjectFact
	if f.Project != nil {
		project = *f.Project
	}
	wishes := m.understand(f.Text, project, f.Recent)
	d := script.NewDraft(llm.PlanFacts{Request: f.Text, Project: project})
	for _, w := range wishes {
		if !w.Acts || w.Draft == nil {
			return nil, ""
		}
		for _, n := range w.Needs {
			if n.Required && n.Value == "" && n.Default == "" && missing == "" {
				missing = n.Question
			}
			d.Values[n.Key] = script.First(n.Value, n.Default)
		}
		w.Draft(d)
	}
	if len(r.Callable()) == 0 && len(resultsOf(r)) == 0 {
		return nil, ""
	}
	steps = d.Steps()
	for _, s := range steps {
		if len(r.Callable()) > 0 && !slices.ContainsFunc(r.Callable(), func(t llm.Tool) bool { return t.Name == s.Type }) {
			return nil, ""
		}
	}
	return steps, missing
}

// arguments are a step's parameters as its tool takes them.
func arguments(tools []llm.Tool, s llm.StepReply) map[string]any {
	var schema jsonschema.Schema
	for _, t := range tools {
		if t.Name == s.Type && json.Unmarshal(t.Parameters, &schema) != nil {
			schema = jsonschema.Schema{}
		}
	}
	out := map[string]any{}
	for _, p := range s.Parameters {
		out[p.Name] = p.Value
		if one := schema.Properties[p.Name]; one != nil && one.Type == "integer" {
			if n, err := strconv.Atoi(p.Value); err == nil {
				out[p.Name] = n
			}
		}
	}
	return out
}

// doneBefore are the calls that were done already, by what they were made with: work that was stopped and goes on does them no second
// time.
func doneBefore(r llm.Request) map[string]bool {
	out := map[string]bool{}
	called := map[string]string{}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			switch {
			case p.Call != nil:
				called[p.Call.ID] = p.Call.Name + string(p.Call.Arguments)
			case p.Result != nil && !p.Result.Failed:
				out[called[p.Result.ID]] = true
			}
		}
	}
	return out
}

// resultsOf are the results since the person spoke, in order.
func resultsOf(r llm.Request) []llm.ToolResult {
	var out []llm.ToolResult
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == llm.RoleUser {
			break
		}
		for _, p := range slices.Backward(m.Parts) {
			if p.Result != nil {
				out = append(out, *p.Result)
			}
		}
	}
	slices.Reverse(out)
	return out
}

var dataForm = script.Pattern(`(?s)«data»[^\n]*\n(.*?)\n«end»`)

// outcomes says what came of each call: what was done with every field that it gave, else why it was not.
func outcomes(results []llm.ToolResult) string {
	lines := make([]string, 0, len(results))
	for _, r := range results {
		var quoted []string
		if all := dataForm().FindAllStringSubmatch(r.Content, -1); len(all) > 0 {
			quoted = all[len(all)-1] // what came of it stands last, behind what people have changed
		}
		switch {
		case r.Failed:
			why, _, _ := strings.Cut(r.Content, "\n")
			if quoted != nil {
				why += " " + quoted[1]
			}
			lines = append(lines, why)
		case quoted != nil:
			first, _, _ := strings.Cut(quoted[1], "\n")
			lines = append(lines, strings.TrimSuffix(first, ".")+"."+fieldOf(quoted[1]))
		default:
			lines = append(lines, r.Content)
		}
	}
	return strings.Join(lines, "\n")
}

// fieldOf says the number that a result gives, since people call things by it.
func fieldOf(content string) string {
	if _, rest, found := strings.Cut(content, "\nnumber:\n"); found {
		number, _, _ := strings.Cut(rest, "\n")
		return fmt.Sprintf(" Its number is %s.", number)
	}
	return ""
}

// doing is what an agent at work wants next, in one step.
func doing(calls []llm.ToolCall) llm.Message {
	out := llm.Message{Role: llm.RoleAssistant}
	for _, c := range calls {
		out.Parts = append(out.Parts, llm.Part{Call: &c})
	}
	return out
}
