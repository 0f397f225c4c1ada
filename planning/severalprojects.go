package planning

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// places are the projects that a step may work on.
func (w *work) places() []assistant.Project {
	if len(w.projects) > 0 {
		return w.projects
	}
	return []assistant.Project{w.project}
}

// placeFacts are the places as a model is told of them; nothing where there is no choice.
func (w *work) placeFacts() []llm.ProjectFact {
	if len(w.projects) < 2 {
		return nil
	}
	out := make([]llm.ProjectFact, 0, len(w.projects))
	for _, p := range w.projects[:min(len(w.projects), maxOptions)] {
		out = append(out, llm.FactOf(p))
	}
	return out
}

// projectOf is the project that a step works on.
func (w *work) projectOf(s assistant.Step) assistant.Project {
	if s.Project == "" {
		return w.project
	}
	p, _ := w.situation.Focus(s.Project)
	return p
}

// place sets the project that a model has named for a step. Where the request is for several projects, a step that works on one has to
// say which.
func (w *work) place(s *assistant.Step, named string, needs assistant.Capability) error {
	name := line(named, maxLabel)
	if name == "" {
		if w.choice && needs != "" {
			return fmt.Errorf("it does not name its project: one of %s", w.words().List(w.names(w.places())))
		}
		return nil
	}
	p, known := match(name, w.places())
	if !known {
		return fmt.Errorf("there is no project %q here: it is one of %s", name, w.words().List(w.names(w.places())))
	}
	if p.ID != w.project.ID {
		s.Project, s.ProjectName = p.ID, p.Name
	}
	return nil
}

// renamed gives the steps the names that their projects have now. It is false where one of these does not exist any more.
func (w *work) renamed(p *assistant.Plan) bool {
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Project == "" {
			continue
		}
		project, there := w.situation.Focus(s.Project)
		if !there {
			return false
		}
		s.ProjectName = project.Name
	}
	return true
}

// undecided has the model say whether a request that could be about any of several projects is for more than one of them. Where it
// does not say so, the person is asked: which single project is meant is never guessed.
func (w *work) undecided(ctx context.Context, among []assistant.Project) (Move, error) {
	reply, several, err := w.forSeveral(ctx, among)
	switch {
	case err != nil:
		return Move{}, err
	case several:
		return w.onSeveral(ctx, reply)
	default:
		return w.missesProject(ctx, among)
	}
}

// meansSeveral has the model say whether an answer to the question for the project means more than one: “both of them”.
func (w *work) meansSeveral(ctx context.Context, answer string) (llm.RequirementsReply, bool, error) {
	if answer == "" || len(w.situation.Projects) < 2 {
		return llm.RequirementsReply{}, false, nil
	}
	asked := w.brief.Request
	w.brief.Request = block(asked+"\n"+answer, maxRequest)
	reply, several, err := w.forSeveral(ctx, w.situation.Projects)
	if !several {
		w.brief.Request = asked
	}
	return reply, several, err
}

// forSeveral asks the model, and takes the projects where it names more than one.
func (w *work) forSeveral(ctx context.Context, among []assistant.Project) (llm.RequirementsReply, bool, error) {
	w.projects = among
	if !w.plansAnything() {
		w.projects = nil
		return llm.RequirementsReply{}, false, nil
	}
	reply, wrong, err := w.required(ctx)
	w.projects = nil
	several := err == nil && wrong == nil && reply.Possible && w.several(reply)
	if !several {
		w.brief.Looked = "" // it was looked for without a project, and is looked for again once there is one
	}
	return reply, several, err
}

// several takes the projects that a model says the request is for, where these are more than one; the first is the plan's own.
func (w *work) several(r llm.RequirementsReply) bool {
	var meant []assistant.Project
	for _, name := range r.Projects {
		p, known := match(line(name, maxLabel), w.situation.Projects)
		if known && !slices.ContainsFunc(meant, func(m assistant.Project) bool { return m.ID == p.ID }) {
			meant = append(meant, p)
		}
	}
	if len(meant) < 2 || len(meant) > maxOptions {
		return false
	}
	w.take(meant)
	return true
}

// take makes the projects those that the plan is for.
func (w *work) take(meant []assistant.Project) {
	w.projects, w.project, w.choice = meant, meant[0], true
	w.brief.Project, w.brief.Projects = meant[0].ID, nil
	for _, p := range meant {
		w.brief.Projects = append(w.brief.Projects, p.ID)
	}
}

// onSeveral goes on with several projects, whose requirements are known.
func (w *work) onSeveral(ctx context.Context, r llm.RequirementsReply) (Move, error) {
	var sites []string
	for _, p := range w.projects {
		sites = append(sites, w.siteOf(p))
	}
	if err := w.think(ctx, w.say("Hans is checking the context of these projects: %s", w.words().List(sites))); err != nil {
		return Move{}, err
	}
	w.fill(r)
	return w.questions(ctx)
}

// takeKept takes the projects of a brief. It is false where one of them does not exist any more.
func (w *work) takeKept() bool {
	if len(w.brief.Projects) == 0 {
		return true
	}
	var meant []assistant.Project
	for _, id := range w.brief.Projects {
		p, there := w.situation.Focus(id)
		if !there {
			return false
		}
		meant = append(meant, p)
	}
	w.take(meant)
	return true
}
