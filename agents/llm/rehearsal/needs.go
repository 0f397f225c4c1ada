package rehearsal

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

func (m *Model) requirements(f llm.RequirementsFacts) llm.RequirementsReply {
	wishes := m.understand(f.Request, f.Project, f.Recent)
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
			if r.Options == nil {
				r.Options = []llm.OptionReply{}
			}
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
	for _, w := range m.understand(f.Request, f.Project, nil) {
		out.Forks = append(out.Forks, w.Forks...)
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
