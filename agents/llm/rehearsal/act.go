package rehearsal

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// work is an answer under way: what was asked, and the calls that it comes to.
type work struct {
	asked   llm.Request
	found   []examples.Finding
	calls   []examples.Planned
	results []llm.ToolResult // since the person spoke
	missing string           // what has to be answered first
	planned bool             // it takes a plan, and nothing else is called
}

// act plays an agent at work. Its first step decides what becomes of a request: what takes a plan is proposed to planning, what the tools
// at hand do is called for, and what came of each call is said. It does neither where the request is for nothing that they do.
func act(r llm.Request, f llm.AnswerFacts) (calls []llm.ToolCall, said string) {
	w := begin(r, f)
	switch {
	case w.planned:
		return proposingPlan(f.Language), ""
	case len(w.found) == 0:
		return nil, ""
	case len(w.results) == 0 && w.missing != "":
		return nil, w.missing
	case w.found[0].Example.Says != nil:
		says := w.found[0].Example.Says
		return nil, wordedFor(w.found[0], cmp.Or(says[f.Language], says[assistant.English]), wording.In(f.Language))
	}
	done := doneBefore(r)
	for _, c := range w.calls {
		arguments, ready := w.arguments(c)
		if _, given := w.given(c.Key); given || !ready {
			continue
		}
		if !slices.ContainsFunc(r.Callable(), func(t llm.Tool) bool { return t.Name == string(c.Tool) }) {
			return nil, w.outcomes()
		}
		raw, err := json.Marshal(arguments)
		if err != nil {
			return nil, ""
		}
		if !done[string(c.Tool)+string(raw)] {
			calls = append(calls, llm.ToolCall{ID: "rehearsal-" + c.Key, Name: string(c.Tool), Arguments: raw})
		}
	}
	if len(calls) > 0 {
		return calls, ""
	}
	return nil, w.outcomes()
}

// begin reads what was asked. Nothing is found where one of its clauses is for something that cannot be done here.
func begin(r llm.Request, f llm.AnswerFacts) work {
	w := work{asked: r, results: resultsOf(r)}
	q := asked(r.Examples, f.Text, llm.ProjectFact{}, namesOf(f.Projects), f.Recent)
	if f.Project != nil {
		q.project = *f.Project
	}
	found := q.understood()
	if w.planned = w.takesPlan(found) || len(q.several) > 1 && worksFor(found) && w.offers(toolPlan) && len(w.results) == 0; w.planned {
		return w
	}
	if len(w.results) == 0 && slices.ContainsFunc(found, func(x examples.Finding) bool { return x.Example.Says == nil && !w.offers(x.Tool) }) {
		return w
	}
	for i, x := range found {
		if !x.Answers && !x.Direct {
			return w
		}
		if f.Run != "" {
			found[i].Filled["run"] = []string{f.Run}
		}
		for _, s := range x.Example.Slots {
			if len(x.Filled[s.Name]) == 0 && s.Default != "" {
				x.Filled[s.Name] = defaults(s, x)
			}
			if s.Needed && len(x.Filled[s.Name]) == 0 {
				if s.Question == "" {
					return w
				}
				w.missing = cmp.Or(w.missing, examples.Worded(s.Question, x.Fills(0, nil)))
			}
		}
	}
	w.found = found
	w.calls = examples.Calls(found, q.more(found), func(t assistant.TaskType) bool { return w.offers(t) || len(w.results) > 0 })
	return w
}

func (w work) offers(t assistant.TaskType) bool {
	return slices.ContainsFunc(w.asked.Callable(), func(have llm.Tool) bool { return have.Name == string(t) })
}

// given is what a call gave, by its key.
func (w work) given(key string) (llm.ToolResult, bool) {
	at := slices.IndexFunc(w.results, func(r llm.ToolResult) bool { return r.ID == "rehearsal-"+key })
	if at < 0 {
		return llm.ToolResult{}, false
	}
	return w.results[at], true
}

// arguments are those of a call as its tool takes them; they are not ready where an earlier call has given nothing yet.
func (w work) arguments(c examples.Planned) (out map[string]any, ready bool) {
	var schema jsonschema.Schema
	for _, t := range w.asked.Tools {
		if t.Name == string(c.Tool) && json.Unmarshal(t.Parameters, &schema) != nil {
			schema = jsonschema.Schema{}
		}
	}
	out = map[string]any{}
	for name, value := range c.Arguments {
		if from, refers := value.(examples.From); refers {
			given, ok := w.given(from.Key)
			if !ok || given.Failed {
				return nil, false
			}
			w.rows(out, name, given)
			continue
		}
		out[name] = value
		if one := schema.Properties[name]; one != nil && one.Type == "integer" {
			if n, err := strconv.Atoi(textOf(value)); err == nil {
				out[name] = n
			}
		}
	}
	return out, true
}

func textOf(value any) string {
	s, _ := value.(string)
	return s
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

// doing is what an agent wants next, in one step.
func doing(calls []llm.ToolCall) llm.Message {
	out := llm.Message{Role: llm.RoleAssistant}
	for _, c := range calls {
		out.Parts = append(out.Parts, llm.Part{Call: &c})
	}
	return out
}
