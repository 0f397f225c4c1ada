package assistant

import (
	"cmp"
	"slices"
)

// ProjectOf is the project that a step works on: its own, or the plan's.
func (p Plan) ProjectOf(s Step) ProjectID { return cmp.Or(s.Project, p.Project) }

// Several tells whether the steps work on more than one project, so that each has to say which.
func (p Plan) Several() bool { return len(p.Projects()) > 1 }

// Projects are the projects that the steps work on, each once, in the order of the steps.
func (p Plan) Projects() []ProjectID {
	var out []ProjectID
	for _, s := range p.Steps {
		if id := p.ProjectOf(s); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// NameOf is the name of the project that a step works on.
func (p Plan) NameOf(s Step) string {
	if s.Project != "" {
		return s.ProjectName
	}
	return p.ProjectName
}

// ProjectNames are the names of all that the plan works on, in the order of the steps; the plan's own where it has no steps yet.
func (p Plan) ProjectNames() []string {
	var out []string
	for _, s := range p.Steps {
		if name := p.NameOf(s); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if len(out) == 0 && p.ProjectName != "" {
		out = []string{p.ProjectName}
	}
	return out
}
