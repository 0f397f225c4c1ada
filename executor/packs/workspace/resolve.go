package workspace

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

const mostNamed = 20 // of several that are meant

// me stands for whoever asks, where somebody is named.
const me = "me"

// findProject is the project that an argument names by its id or its name; the zero value where it names none.
func (p pack) findProject(ctx context.Context, a asked, said string) (workspace.Project, error) {
	if a.later(said) {
		return workspace.Project{Name: said}, nil
	}
	if said == "" {
		return workspace.Project{}, nil
	}
	q := workspace.ProjectsWanted{Words: said, Statuses: workspace.ProjectStatuses(), Limit: mostNamed}
	if assistant.ValidID(said) {
		q = workspace.ProjectsWanted{ID: workspace.ProjectID(said), Limit: 1}
	}
	all, err := p.Projects(ctx, a.viewer, q)
	if err != nil {
		return workspace.Project{}, err
	}
	return meant(said, all, func(p workspace.Project) string { return p.Name }, workspace.ErrProject)
}

// findTask is the task that an argument names by its id or its title.
func (p pack) findTask(ctx context.Context, a asked, said string) (workspace.Task, error) {
	if a.later(said) {
		return workspace.Task{Title: said}, nil
	}
	q := workspace.TasksWanted{Words: said, Limit: mostNamed}
	if assistant.ValidID(said) {
		q = workspace.TasksWanted{ID: workspace.TaskID(said), Limit: 1}
	}
	all, err := p.Tasks(ctx, a.viewer, q)
	if err != nil {
		return workspace.Task{}, err
	}
	return meant(said, all, func(k workspace.Task) string { return k.Title }, workspace.ErrTask)
}

// findDocument is the document that an argument names by its id or its title, with its content.
func (p pack) findDocument(ctx context.Context, a asked, said string) (workspace.Document, error) {
	if a.later(said) {
		return workspace.Document{Title: said}, nil
	}
	if !assistant.ValidID(said) {
		all, err := p.written.Documents(ctx, a.viewer, workspace.DocumentsWanted{Words: said, Limit: mostNamed})
		if err != nil {
			return workspace.Document{}, err
		}
		one, err := meant(said, all, func(d workspace.Document) string { return d.Title }, workspace.ErrDocument)
		if err != nil {
			return workspace.Document{}, err
		}
		said = string(one.ID)
	}
	all, err := p.written.Documents(ctx, a.viewer, workspace.DocumentsWanted{ID: workspace.DocumentID(said), Limit: 1})
	if err != nil {
		return workspace.Document{}, err
	}
	return meant(said, all, func(d workspace.Document) string { return d.Title }, workspace.ErrDocument)
}

// findBlocker is the blocker that an argument names by its id or its title, or by the task that it holds up.
func (p pack) findBlocker(ctx context.Context, a asked, said string) (workspace.Blocker, error) {
	if a.later(said) {
		return workspace.Blocker{Title: said}, nil
	}
	if assistant.ValidID(said) {
		all, err := p.blocked.Blockers(ctx, a.viewer, workspace.BlockersWanted{ID: workspace.BlockerID(said), Limit: 1})
		if err != nil {
			return workspace.Blocker{}, err
		}
		return meant(said, all, blockerTitle, workspace.ErrBlocker)
	}
	all, err := p.openBlockers(ctx, a, workspace.BlockersWanted{Limit: mostPeople})
	if err != nil {
		return workspace.Blocker{}, err
	}
	all = slices.DeleteFunc(all, func(b workspace.Blocker) bool { return !holds(b.Title, said) && !strings.EqualFold(b.TaskTitle, said) })
	return meant(said, all, blockerTitle, workspace.ErrBlocker)
}

func blockerTitle(b workspace.Blocker) string { return b.Title }

// projectFor is the project that something is put into: the one that is named, or the only one that there is.
func (p pack) projectFor(ctx context.Context, a asked, said string) (workspace.Project, error) {
	if said != "" {
		return p.findProject(ctx, a, said)
	}
	all, err := p.Projects(ctx, a.viewer, workspace.ProjectsWanted{Limit: mostNamed})
	if err != nil {
		return workspace.Project{}, err
	}
	if len(all) == 1 {
		return all[0], nil
	}
	var names []string
	for _, one := range all {
		names = append(names, "“"+one.Name+"”")
	}
	if len(all) == 0 {
		return workspace.Project{}, assistant.BadInput(assistant.Say("There is no project in the workspace yet that you can see here."), assistant.Say("Nothing was changed. I can create one."))
	}
	return workspace.Project{}, assistant.BadInput(assistant.Say("It is not said in which project."), assistant.Say("Say which one: %s.", strings.Join(names, ", ")))
}

// findMember is who an argument names by their id, their name or as “me”; the zero value where it names nobody.
func (p pack) findMember(ctx context.Context, a asked, said string) (workspace.Member, error) {
	switch {
	case said == "" || a.later(said):
		return workspace.Member{Name: said}, nil
	case strings.EqualFold(said, me):
		return workspace.Member{Person: a.Asker.ID, Name: a.Asker.Name, Role: a.Asker.Role}, nil
	}
	q := workspace.MembersWanted{Limit: mostPeople}
	if !assistant.ValidID(said) {
		q.Words, q.Limit = said, mostNamed
	}
	all, err := p.Members(ctx, a.viewer, q)
	if err != nil {
		return workspace.Member{}, err
	}
	if assistant.ValidID(said) {
		for _, m := range all {
			if string(m.Person) == said {
				return m, nil
			}
		}
		all = nil
	}
	return meant(said, all, func(m workspace.Member) string { return m.Name }, workspace.ErrPerson)
}

// meant is the one of several that is called so; where several may be meant it says which there are.
func meant[T any](said string, all []T, called func(T) string, none error) (one T, err error) {
	var exactly []T
	for _, t := range all {
		if strings.EqualFold(called(t), said) {
			exactly = append(exactly, t)
		}
	}
	switch {
	case len(all) == 0:
		return one, none
	case len(exactly) == 1:
		return exactly[0], nil
	case len(all) == 1:
		return all[0], nil
	}
	var names []string
	for _, t := range all {
		names = append(names, "“"+called(t)+"”")
	}
	return one, assistant.BadInput(assistant.Say("Several may be meant by “%s”: %s.", said, strings.Join(names, ", ")), assistant.Say("Say which one."))
}

// holds tells whether a name has each of the words.
func holds(name, words string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(strings.ToLower(name), word) {
			return false
		}
	}
	return true
}
