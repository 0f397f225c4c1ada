package store_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// The workspace keeps its promises on both databases, and nobody gets at what they may not see.
func TestTheWorkspaceIsKept(t *testing.T) {
	tablekit.Try(t, tablekit.Part{
		Pack: store.Pack(), Store: store.Workspace{}, Landed: os.DirFS("testdata"), Reads: left,
		Laws: map[string]func(*testing.T, *tablekit.World){
			"a project is seen by its scope and by who takes part":                bySight,
			"what is private is kept by the database itself":                      byPolicy,
			"who has become one person sees what both saw":                        linked,
			"who has left sees nothing":                                           gone,
			"where others read along only what everybody sees is told":            readAlong,
			"overdue, upcoming and stalled mean the same in queries and in words": terms,
			"a thing is made once for each key":                                   once,
			"of two who write over one version one is refused":                    versions,
			"a write without a difference leaves no trace":                        unchanged,
			"the feed tells of every write and only grows":                        feed,
			"what is taken back is gone unless something belongs to it":           takenBack,
			"what begins alike is cleared whole":                                  cleared,
			"what is brought along was done when it was done":                     ago,
			"what does not fit names its field and writes nothing":                wrong,
			"what is named has to be seen":                                        named,
			"tasks are narrowed by each of what can be asked":                     narrowed,
			"words are found in everything, whatever their case":                  searched,
			"people are told by team, project and who they work with":             people,
			"a document is to a task what was said last":                          links,
			"what is no id is not there":                                          noID,
			"what can be asked is told as the lists tell it":                      asLists,
			"what is put together at random is told or refused":                   atRandom,
			"what somebody does not see changes nothing of what they are told":    unseen,
			"what a table does not know is refused":                               refusedQuestions,
		},
		Fixture: kept,
	})
}

// office is the workspace as somebody sees it, of which nothing fails.
type office struct {
	store.Workspace
	workspace.Viewer

	t *testing.T
}

func of(t *testing.T, w *tablekit.World, who tablekit.Who) office {
	t.Helper()
	return office{store.New(w.DB), workspace.Viewer{Tenant: who.Tenant, Person: who.Person}, t}
}

func (o office) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o office) ctx() context.Context { return o.t.Context() }

func (o office) project(key string, change ...func(*workspace.Project)) workspace.Project {
	o.t.Helper()
	p := workspace.Project{Name: key, Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive}
	for _, f := range change {
		f(&p)
	}
	out, err := o.CreateProject(o.ctx(), o.Viewer, key, p)
	o.ok(err)
	return out
}

func scoped(s workspace.Scope) func(*workspace.Project) {
	return func(p *workspace.Project) { p.Scope = s }
}

func (o office) task(in workspace.Project, title string, change ...func(*workspace.Task)) workspace.Task {
	o.t.Helper()
	k := workspace.Task{Project: in.ID, Title: title, Status: workspace.TaskTodo, Priority: workspace.PriorityMedium}
	for _, f := range change {
		f(&k)
	}
	out, err := o.CreateTask(o.ctx(), o.Viewer, "task "+title, k)
	o.ok(err)
	return out
}

func (o office) blocker(in workspace.Project, title string, on workspace.TaskID) workspace.Blocker {
	o.t.Helper()
	out, err := o.CreateBlocker(o.ctx(), o.Viewer, "blocker "+title, workspace.Blocker{
		Project: in.ID, Task: on, Title: title, Status: workspace.BlockerOpen, Priority: workspace.PriorityHigh,
	})
	o.ok(err)
	return out
}

func (o office) document(in workspace.Project, title, content string) workspace.Document {
	o.t.Helper()
	out, err := o.CreateDocument(o.ctx(), o.Viewer, "document "+title, workspace.Document{
		Project: in.ID, Title: title, Content: content, Type: workspace.DocumentGeneral, Status: workspace.DocumentDraft,
	})
	o.ok(err)
	return out
}

func (o office) team(name string, who ...tablekit.Who) workspace.Team {
	o.t.Helper()
	team := workspace.Team{Name: name}
	for _, w := range who {
		team.Members = append(team.Members, workspace.Member{Person: w.Person})
	}
	out, err := o.CreateTeam(o.ctx(), o.Viewer, "team "+name, team)
	o.ok(err)
	return out
}

// projects are the names of those that are seen.
func (o office) projects() []string {
	o.t.Helper()
	all, err := o.Projects(o.ctx(), o.Viewer, workspace.ProjectsWanted{Limit: 100})
	o.ok(err)
	return titles(all, func(p workspace.Project) string { return p.Name })
}

func (o office) tasks(q workspace.TasksWanted) []string {
	o.t.Helper()
	q.Limit = 100
	all, err := o.Tasks(o.ctx(), o.Viewer, q)
	o.ok(err)
	return titles(all, func(k workspace.Task) string { return k.Title })
}

func (o office) events(q workspace.EventsWanted) []workspace.Event {
	o.t.Helper()
	q.Limit = 1000
	all, err := o.Events(o.ctx(), o.Viewer, q)
	o.ok(err)
	return all
}

func titles[T any](all []T, of func(T) string) []string {
	var out []string
	for _, one := range all {
		out = append(out, of(one))
	}
	slices.Sort(out)
	return out
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// left: what a version of before has left is read as it was.
func left(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	same(t, "projects", []string{"Relaunch"}, o.projects())
	all, err := o.Tasks(t.Context(), o.Viewer, workspace.TasksWanted{Limit: 10})
	if err != nil || len(all) != 1 || len(all[0].Assignees) != 1 || all[0].Version != 2 || all[0].Due != "2026-11-20" {
		t.Fatalf("%+v: %v", all, err)
	}
	same(t, "labels", []string{"design"}, all[0].Labels)
	docs, err := o.Documents(t.Context(), o.Viewer, workspace.DocumentsWanted{Task: all[0].ID, Limit: 10})
	if err != nil || len(docs) != 1 || docs[0].Title != "Brief" {
		t.Errorf("%+v: %v", docs, err)
	}
	if got := o.events(workspace.EventsWanted{}); len(got) != 1 || len(got[0].Changes) != 1 {
		t.Errorf("%+v", got)
	}
	all[0].Status = workspace.TaskDone
	if done, err := o.UpdateTask(t.Context(), o.Viewer, "", all[0]); err != nil || done.Version != 3 {
		t.Errorf("%+v: %v", done, err)
	}
}

// kept is something of everything in a project that is the person's alone, and all that can be done with it.
func kept(t *testing.T, w *tablekit.World) tablekit.Kept {
	o := of(t, w, w.Who)
	team := o.team("Design", w.Who)
	p := o.project("key", func(p *workspace.Project) { p.Team = team.ID })
	o.ok(o.AddMember(t.Context(), o.Viewer, p.ID, w.Person))
	k := o.task(p, "Logo", func(k *workspace.Task) {
		k.Assignees, k.Labels = []workspace.Member{{Person: w.Person}}, []string{"design"}
	})
	b := o.blocker(p, "No pictures", k.ID)
	d := o.document(p, "Brief", "What it is about")
	_, err := o.LinkDocument(t.Context(), o.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID, Type: workspace.LinkReference})
	o.ok(err)
	c, err := o.AddComment(t.Context(), o.Viewer, "comment", workspace.Comment{Project: p.ID, Task: k.ID, Content: "Soon"})
	o.ok(err)
	alone := o.document(p, "Alone", "Nothing belongs to it")
	return tablekit.Kept{
		Look:  func() any { return o.all() },
		Verbs: verbs(w, found{team, p, k, b, d, alone, c}),
	}
}

// found is what the fixture has made.
type found struct {
	team workspace.Team
	p    workspace.Project
	k    workspace.Task
	b    workspace.Blocker
	d    workspace.Document
	free workspace.Document
	c    workspace.Comment
}

// all is everything that is seen.
func (o office) all() []any {
	projects, err := o.Projects(o.ctx(), o.Viewer, workspace.ProjectsWanted{Limit: 100})
	o.ok(err)
	tasks, err := o.Tasks(o.ctx(), o.Viewer, workspace.TasksWanted{Limit: 100})
	o.ok(err)
	blockers, err := o.Blockers(o.ctx(), o.Viewer, workspace.BlockersWanted{Limit: 100})
	o.ok(err)
	documents, err := o.Documents(o.ctx(), o.Viewer, workspace.DocumentsWanted{Limit: 100})
	o.ok(err)
	teams, err := o.Teams(o.ctx(), o.Viewer)
	o.ok(err)
	out := []any{projects, tasks, blockers, documents, teams, o.events(workspace.EventsWanted{})}
	for _, k := range tasks {
		comments, err := o.Comments(o.ctx(), o.Viewer, workspace.CommentsWanted{Task: k.ID, Limit: 100})
		o.ok(err)
		links, err := o.Links(o.ctx(), o.Viewer, k.ID, "")
		o.ok(err)
		out = append(out, comments, links)
	}
	return out
}
