package store_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// everyScope makes a project of each scope, with a task in each, and gives the world's person and their colleague.
func everyScope(t *testing.T, w *tablekit.World) (mine, theirs office) {
	t.Helper()
	mine, theirs = of(t, w, w.Who), of(t, w, w.Colleague)
	team := mine.team("Two", w.Who, w.Colleague)
	alone := mine.team("One", w.Who)
	for _, p := range []workspace.Project{
		mine.project("mine"),
		mine.project("all", scoped(workspace.ScopeOrganization)),
		mine.project("ours", scoped(workspace.ScopeTeam), func(p *workspace.Project) { p.Team = team.ID }),
		mine.project("the other team's", scoped(workspace.ScopeTeam), func(p *workspace.Project) { p.Team = alone.ID }),
		mine.project("listed with both", func(p *workspace.Project) { p.Team = team.ID }),
	} {
		mine.task(p, p.Name)
	}
	return mine, theirs
}

func bySight(t *testing.T, w *tablekit.World) {
	mine, theirs := everyScope(t, w)
	same(t, "what its owner sees", []string{"all", "listed with both", "mine", "ours", "the other team's"}, mine.tasks(workspace.TasksWanted{}))
	same(t, "what a colleague sees", []string{"all", "ours"}, theirs.tasks(workspace.TasksWanted{}))
	same(t, "projects", []string{"all", "ours"}, theirs.projects())
	all, err := mine.Projects(t.Context(), mine.Viewer, workspace.ProjectsWanted{Words: "mine", Limit: 1})
	mine.ok(err)
	mine.ok(mine.AddMember(t.Context(), mine.Viewer, all[0].ID, w.Colleague.Person))
	mine.ok(mine.AddMember(t.Context(), mine.Viewer, all[0].ID, w.Colleague.Person))
	same(t, "after taking part", []string{"all", "mine", "ours"}, theirs.tasks(workspace.TasksWanted{}))
	theirs.task(all[0], "by a member")
	same(t, "totals", 4, totals(theirs, workspace.TotalsWanted{Today: "2026-11-27"}).Tasks)
	same(t, "of somebody elsewhere", []string(nil), of(t, w, w.Stranger).tasks(workspace.TasksWanted{}))
	nobody := office{mine.Workspace, workspace.Viewer{Tenant: w.Tenant}, t}
	_, err = nobody.Tasks(t.Context(), nobody.Viewer, workspace.TasksWanted{Limit: 1})
	tablekit.Not(t, err, assistant.ErrNotFound)
}

func totals(o office, q workspace.TotalsWanted) workspace.Totals {
	o.t.Helper()
	out, err := o.Totals(o.ctx(), o.Viewer, q)
	o.ok(err)
	return out
}

// byPolicy goes around the verbs. The embedded database has no policies; there the verbs alone see to it.
func byPolicy(t *testing.T, w *tablekit.World) {
	mine, _ := everyScope(t, w)
	private := mine.project("papers")
	k := mine.task(private, "read", func(k *workspace.Task) {
		k.Assignees, k.Labels = []workspace.Member{{Person: w.Person}}, []string{"paper"}
	})
	mine.blocker(private, "no glasses", k.ID)
	d := mine.document(private, "notes", "…")
	_, err := mine.LinkDocument(t.Context(), mine.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID, Type: workspace.LinkRelated})
	mine.ok(err)
	_, err = mine.AddComment(t.Context(), mine.Viewer, "c", workspace.Comment{Project: private.ID, Document: d.ID, Content: "…"})
	mine.ok(err)
	if !hasPolicies(t, w) {
		return
	}
	for _, table := range []string{"tasks", "assignees", "labels", "blockers", "documents", "links", "comments", "events"} {
		for who, want := range map[tablekit.Who]bool{w.Who: true, w.Colleague: false, {Tenant: w.Tenant}: false} {
			var found bool
			mine.ok(w.DB.Within(t.Context(), who.Read(), func(tx tables.Tx) error {
				tables.One(tx, &found, []any{new(string)}, `select max(cast(tenant_id as text)) from workspace_`+table+` where project_id = $1 having count(*) > 0`, string(private.ID))
				return nil
			}))
			if found != want {
				t.Errorf("of workspace_%s somebody finds %v, want %v", table, found, want)
			}
		}
	}
}

// hasPolicies tells whether the database is one that keeps people apart by itself.
func hasPolicies(t *testing.T, w *tablekit.World) bool {
	t.Helper()
	return w.DB.Within(t.Context(), w.Read(), func(tx tables.Tx) error {
		tx.Each(func(scan func(...any) error) error { return scan(new(string)) }, `select policyname from pg_policies where tablename = 'workspace_projects'`)
		return nil
	}) == nil
}

func linked(t *testing.T, w *tablekit.World) {
	mine, theirs := of(t, w, w.Who), of(t, w, w.Colleague)
	mine.task(mine.project("mine"), "of mine")
	p := theirs.project("theirs")
	theirs.task(p, "of theirs", func(k *workspace.Task) { k.Assignees = []workspace.Member{{Person: w.Colleague.Person}} })
	w.Linked(t)
	same(t, "tasks", []string{"of mine", "of theirs"}, mine.tasks(workspace.TasksWanted{}))
	same(t, "assigned tasks", []string{"of theirs"}, mine.tasks(workspace.TasksWanted{Assignee: w.Person}))
	all, err := mine.Tasks(t.Context(), mine.Viewer, workspace.TasksWanted{Assignee: w.Person, Limit: 1})
	if err != nil || len(all) != 1 || all[0].Assignees[0].Person != w.Person {
		t.Errorf("%+v: %v", all, err)
	}
	same(t, "own events", 4, len(mine.events(workspace.EventsWanted{Actor: w.Person})))
}

func gone(t *testing.T, w *tablekit.World) {
	_, theirs := everyScope(t, w)
	same(t, "before", []string{"all", "ours"}, theirs.projects())
	theirs.ok(w.DB.Within(t.Context(), w.Write(), func(tx tables.Tx) error {
		tx.Exec(`update persons set left_at = :now where id = $1`, w.Colleague.Person)
		return nil
	}))
	same(t, "projects", []string(nil), theirs.projects())
	same(t, "events", 0, len(theirs.events(workspace.EventsWanted{})))
	_, err := theirs.CreateProject(t.Context(), theirs.Viewer, "late", workspace.Project{
		Name: "late", Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive,
	})
	tablekit.Not(t, err, assistant.ErrNotFound)
	mine := of(t, w, w.Who)
	all, err := mine.Projects(t.Context(), mine.Viewer, workspace.ProjectsWanted{Words: "all", Limit: 1})
	mine.ok(err)
	_, err = mine.CreateTask(t.Context(), mine.Viewer, "for them", workspace.Task{
		Project: all[0].ID, Title: "t", Status: workspace.TaskTodo, Priority: workspace.PriorityLow, Assignees: []workspace.Member{{Person: w.Colleague.Person}},
	})
	tablekit.Not(t, err, workspace.ErrAssignee)
}

func readAlong(t *testing.T, w *tablekit.World) {
	mine, _ := everyScope(t, w)
	mine.Public = true
	same(t, "tasks", []string{"all"}, mine.tasks(workspace.TasksWanted{}))
	same(t, "projects", []string{"all"}, mine.projects())
	same(t, "events", 2, len(mine.events(workspace.EventsWanted{})))
	hits, err := mine.Search(t.Context(), mine.Viewer, workspace.HitsWanted{Words: "mine", Limit: 9})
	if err != nil || len(hits) != 0 {
		t.Errorf("%+v: %v", hits, err)
	}
}
