package rehearsal

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// spoken are options in the language of who asks.
func spoken(w wording.Words, from []llm.OptionReply) []llm.OptionReply {
	out := make([]llm.OptionReply, 0, len(from))
	for _, o := range from {
		out = append(out, llm.OptionReply{Value: o.Value, Label: w.Label(o.Label), Description: w.Label(o.Description)})
	}
	return out
}

func (m *Model) requirements(f llm.RequirementsFacts) llm.RequirementsReply {
	wishes, in := m.understand(f.Request, f.Project, f.Recent), wording.In(wording.Heard(f.Request))
	out := llm.RequirementsReply{
		Goal: script.First(goal(wishes, f.Project), "Do what was asked: "+script.Cut(f.Request, 200)), Title: title(wishes), Possible: len(wishes) > 0,
		Agents: []string{}, Requirements: []llm.RequirementReply{},
	}
	for _, w := range wishes {
		out.Project = script.First(out.Project, w.Project)
		out.Possible = out.Possible && !slices.ContainsFunc(w.Types, func(t assistant.TaskType) bool {
			return !slices.ContainsFunc(f.Tools, func(have llm.ToolFact) bool { return have.Type == t })
		})
		for _, r := range w.Needs {
			r.Question, r.Reason, r.Options = in.Label(r.Question), in.Label(r.Reason), spoken(in, r.Options)
			if !slices.ContainsFunc(out.Requirements, func(o llm.RequirementReply) bool { return o.Key == r.Key }) {
				out.Requirements = append(out.Requirements, r)
			}
		}
		for _, a := range w.Agents {
			known := slices.ContainsFunc(f.Agents, func(have llm.AgentFact) bool { return have.ID == a })
			if known && !slices.Contains(out.Agents, string(a)) {
				out.Agents = append(out.Agents, string(a))
			}
		}
	}
	return out
}

// goal restates what is to be done.
func goal(wishes []script.Wish, p llm.ProjectFact) string {
	if len(wishes) == 0 {
		return ""
	}
	var parts []string
	here := false
	for _, w := range wishes {
		parts = append(parts, w.Goal)
		here = here || w.Here
	}
	out := script.UpperFirst(script.Both(parts))
	if p.Name != "" && here {
		out += " on " + p.Name
	}
	return out + "."
}

func title(wishes []script.Wish) string {
	if len(wishes) == 0 {
		return ""
	}
	return wishes[0].Title
}

func (m *Model) forks(f llm.ForksFacts) llm.ForksReply {
	out := llm.ForksReply{Forks: []llm.ForkReply{}}
	in := wording.In(wording.Heard(f.Request))
	for _, w := range m.understand(f.Request, f.Project, nil) {
		for _, way := range w.Forks {
			out.Forks = append(out.Forks, llm.ForkReply{Key: way.Key, Title: in.Label(way.Title), Description: in.Label(way.Description)})
		}
	}
	return out
}

func (m *Model) plan(f llm.PlanFacts) llm.PlanReply {
	wishes := m.understand(f.Request, f.Project, f.Recent)
	d := script.NewDraft(f)
	for _, w := range wishes {
		if w.Draft != nil {
			w.Draft(d)
		}
	}
	return llm.PlanReply{Title: script.First(f.Title, title(wishes)), Steps: d.Steps()}
}
