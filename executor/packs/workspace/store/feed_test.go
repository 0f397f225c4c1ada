package store_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/tablekit"
)

func feed(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p", scoped(workspace.ScopeOrganization))
	k := o.task(p, "t")
	k.Assignees = []workspace.Member{{Person: w.Colleague.Person}}
	k, err := o.UpdateTask(t.Context(), o.Viewer, "", k)
	o.ok(err)
	k.Status = workspace.TaskDone
	k, err = o.UpdateTask(t.Context(), o.Viewer, "", k)
	o.ok(err)
	if k.Completed.IsZero() {
		t.Error("it is done, and nobody knows since when")
	}
	k.Status = workspace.TaskInReview
	k, err = o.UpdateTask(t.Context(), o.Viewer, "", k)
	if err != nil || !k.Completed.IsZero() {
		t.Errorf("%+v: %v", k, err)
	}
	b := o.blocker(p, "b", k.ID)
	b.Status, b.Resolution = workspace.BlockerResolved, "bought"
	b, err = o.UpdateBlocker(t.Context(), o.Viewer, "", b)
	if err != nil || b.Resolved.IsZero() {
		t.Errorf("%+v: %v", b, err)
	}
	theirs := of(t, w, w.Colleague)
	theirs.document(p, "d", "text")
	p.Status, p.Archived = workspace.ProjectArchived, "over"
	_, err = o.UpdateProject(t.Context(), o.Viewer, "", p)
	o.ok(err)
	var got []string
	for _, e := range o.events(workspace.EventsWanted{}) {
		got = append(got, string(e.Type)+" "+e.Title+" "+string(e.Action))
	}
	same(t, "the feed", []string{
		"project p archived", "document d created", "blocker b resolved", "blocker b created", "task t updated", "task t completed", "task t assigned", "task t created", "project p created",
	}, got)
	same(t, "a colleague's part", 1, len(o.events(workspace.EventsWanted{Actor: w.Colleague.Person})))
	same(t, "without one's own", 1, len(o.events(workspace.EventsWanted{Without: w.Person})))
	same(t, "of types", 3, len(o.events(workspace.EventsWanted{Types: []workspace.EntityType{workspace.EntityBlocker, workspace.EntityDocument}})))
	same(t, "of what is to come", 0, len(o.events(workspace.EventsWanted{Since: time.Now().Add(time.Hour)})))
	same(t, "what became of it", []workspace.Difference{{Name: "status", Old: "done", New: "in_review"}}, o.events(workspace.EventsWanted{})[4].Changes)
	onlyGrows(t, w, o)
}

func onlyGrows(t *testing.T, w *tablekit.World, o office) {
	t.Helper()
	before := o.events(workspace.EventsWanted{})
	for _, change := range []string{`update workspace_events set title = 'other' where tenant_id = $1`, `delete from workspace_events where tenant_id = $1`} {
		err := w.DB.Within(t.Context(), w.Write(), func(tx tables.Tx) error {
			tx.Exec(change, w.Tenant)
			return nil
		})
		if err == nil && !hasPolicies(t, w) {
			t.Errorf("%s is done", change)
		}
		same(t, change, before, o.events(workspace.EventsWanted{}))
	}
}

func takenBack(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	ctx := t.Context()
	p := o.project("p")
	k := o.task(p, "t", func(k *workspace.Task) {
		k.Labels = []string{"a"}
		k.Assignees = []workspace.Member{{Person: w.Person}}
	})
	d := o.document(p, "d", "text")
	tablekit.Not(t, o.RemoveProject(ctx, o.Viewer, "", p.ID, p.Version), assistant.ErrMoved)
	c, err := o.AddComment(ctx, o.Viewer, "c", workspace.Comment{Project: p.ID, Task: k.ID, Content: "c"})
	o.ok(err)
	tablekit.Not(t, o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version), assistant.ErrMoved)
	o.ok(o.RemoveComment(ctx, o.Viewer, "", c.ID))
	_, err = o.LinkDocument(ctx, o.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID, Type: workspace.LinkRelated})
	o.ok(err)
	tablekit.Not(t, o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version), assistant.ErrMoved)
	tablekit.Not(t, o.RemoveDocument(ctx, o.Viewer, "", d.ID, d.Version), assistant.ErrMoved)
	_, err = o.LinkDocument(ctx, o.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID})
	o.ok(err)
	b := o.blocker(p, "b", k.ID)
	tablekit.Not(t, o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version), assistant.ErrMoved)
	o.ok(o.RemoveBlocker(ctx, o.Viewer, "", b.ID, b.Version))
	tablekit.Not(t, o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version+1), assistant.ErrMoved)
	o.ok(o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version))
	o.ok(o.RemoveDocument(ctx, o.Viewer, "", d.ID, d.Version))
	same(t, "the last of the feed", workspace.ActionRemoved, o.events(workspace.EventsWanted{})[0].Action)
	o.ok(o.RemoveProject(ctx, o.Viewer, "", p.ID, p.Version))
	same(t, "projects", []string(nil), o.projects())
	for _, err := range []error{
		o.RemoveProject(ctx, o.Viewer, "", p.ID, p.Version), o.RemoveTask(ctx, o.Viewer, "", k.ID, k.Version), o.RemoveBlocker(ctx, o.Viewer, "", b.ID, b.Version),
		o.RemoveDocument(ctx, o.Viewer, "", d.ID, d.Version), o.RemoveComment(ctx, o.Viewer, "", c.ID),
	} {
		tablekit.Not(t, err, assistant.ErrNotFound)
	}
}

func cleared(t *testing.T, w *tablekit.World) {
	o, theirs := of(t, w, w.Who), of(t, w, w.Colleague)
	team := o.team("demo", w.Who)
	p := o.project("demo/one", func(p *workspace.Project) { p.Team = team.ID })
	k := o.task(p, "t", func(k *workspace.Task) {
		k.Labels = []string{"a"}
		k.Assignees = []workspace.Member{{Person: w.Person}}
	})
	o.blocker(p, "b", k.ID)
	_, err := o.AddComment(t.Context(), o.Viewer, "c", workspace.Comment{Project: p.ID, Task: k.ID, Content: "c"})
	o.ok(err)
	part := o.project("kept", func(q *workspace.Project) { q.Parent = p.ID })
	d := o.document(part, "d", "text")
	_, err = o.LinkDocument(t.Context(), o.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID, Type: workspace.LinkRelated})
	o.ok(err)
	theirs.project("demo/theirs")
	n, err := o.Clear(t.Context(), o.Viewer, "demo/")
	if err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	same(t, "projects", []string{"kept"}, o.projects())
	same(t, "tasks", []string(nil), o.tasks(workspace.TasksWanted{}))
	same(t, "a colleague's", []string{"demo/theirs"}, theirs.projects())
	n, err = o.Clear(t.Context(), o.Viewer, "demo/")
	if err != nil || n != 0 {
		t.Errorf("%d, %v", n, err)
	}
	n, err = o.Clear(t.Context(), o.Viewer, "team demo")
	if all, err := o.Teams(t.Context(), o.Viewer); err != nil || len(all) != 0 || n != 0 {
		t.Errorf("%+v: %v", all, err)
	}
	o.ok(err)
}

func ago(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p")
	before := office{store.Ago(o.Workspace, 10*24*time.Hour), o.Viewer, t}
	k := before.task(p, "t", func(k *workspace.Task) { k.Status = workspace.TaskInProgress })
	same(t, "stalled", []string{"t"}, o.tasks(workspace.TasksWanted{Stalled: true}))
	same(t, "events of this week", 1, len(o.events(workspace.EventsWanted{Since: time.Now().Add(-7 * 24 * time.Hour)})))
	k.Status = workspace.TaskDone
	k, err := store.Ago(o.Workspace, 3*24*time.Hour).UpdateTask(t.Context(), o.Viewer, "", k)
	if since := time.Since(k.Completed); err != nil || since < 71*time.Hour || since > 73*time.Hour {
		t.Errorf("%+v: %v", k, err)
	}
}
