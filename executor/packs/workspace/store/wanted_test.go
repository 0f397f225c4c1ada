package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/internal/tablekit"
)

func wrong(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p")
	k := o.task(p, "t")
	before := o.all()
	fits := workspace.Project{Name: "n", Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive}
	for field, change := range map[string]func(*workspace.Project){
		"name": func(p *workspace.Project) { p.Name = " " }, "description": func(p *workspace.Project) { p.Description = strings.Repeat("ü", workspace.MaxText+1) },
		"project_type": func(p *workspace.Project) { p.Type = "shopping" }, "scope": func(p *workspace.Project) { p.Scope = "personal" },
		"status": func(p *workspace.Project) { p.Status = "" }, "start_date": func(p *workspace.Project) { p.Start = "2026-02-30" },
		"target_end_date": func(p *workspace.Project) { p.Start, p.End = "2026-02-03", "2026-02-02" }, "color": func(p *workspace.Project) { p.Color = "red" },
		"emoji": func(p *workspace.Project) { p.Emoji = strings.Repeat("x", 17) }, "team_id": func(p *workspace.Project) { p.Scope = workspace.ScopeTeam },
		"reason": func(p *workspace.Project) { p.Archived = "\xff" },
	} {
		bad := fits
		change(&bad)
		_, err := o.CreateProject(t.Context(), o.Viewer, "bad "+field, bad)
		names(t, err, field)
		bad.ID, bad.Version = p.ID, p.Version
		_, err = o.UpdateProject(t.Context(), o.Viewer, "", bad)
		names(t, err, field)
	}
	for field, change := range map[string]func(*workspace.Task){
		"title": func(k *workspace.Task) { k.Title = strings.Repeat("x", workspace.MaxTitle+1) }, "description": func(k *workspace.Task) { k.Description = "\x00" },
		"status": func(k *workspace.Task) { k.Status = "doing" }, "priority": func(k *workspace.Task) { k.Priority = "urgent" },
		"due_date": func(k *workspace.Task) { k.Due = "tomorrow" }, "labels": func(k *workspace.Task) { k.Labels = make([]string, 10_000) },
		"assignee_ids": func(k *workspace.Task) { k.Assignees = make([]workspace.Member, workspace.MaxLabels+1) },
	} {
		bad := k
		change(&bad)
		_, err := o.UpdateTask(t.Context(), o.Viewer, "", bad)
		names(t, err, field)
	}
	_, err := o.CreateBlocker(t.Context(), o.Viewer, "b", workspace.Blocker{Project: p.ID, Title: "t", Status: "stuck", Priority: workspace.PriorityLow})
	names(t, err, "status")
	_, err = o.CreateDocument(t.Context(), o.Viewer, "d", workspace.Document{Project: p.ID, Title: "t", Type: "poem", Status: workspace.DocumentDraft})
	names(t, err, "document_type")
	_, err = o.AddComment(t.Context(), o.Viewer, "c", workspace.Comment{Project: p.ID, Content: "on nothing"})
	names(t, err, "task_id")
	_, err = o.LinkDocument(t.Context(), o.Viewer, "", workspace.Link{Task: k.ID, Type: "friend"})
	names(t, err, "link_type")
	_, err = o.CreateTeam(t.Context(), o.Viewer, "x", workspace.Team{})
	names(t, err, "name")
	same(t, "after all that", before, o.all())
}

func names(t *testing.T, err error, field string) {
	t.Helper()
	if wrong, ok := errors.AsType[*assistant.FieldError](err); !ok || wrong.Key != field || wrong.Message.IsZero() {
		t.Errorf("%s: %v", field, err)
	}
}

func named(t *testing.T, w *tablekit.World) {
	mine, theirs := of(t, w, w.Who), of(t, w, w.Colleague)
	ctx := t.Context()
	p, q := mine.project("p"), mine.project("q")
	hidden := theirs.project("hidden")
	before := mine.all()
	_, err := mine.CreateProject(ctx, mine.Viewer, "child", workspace.Project{
		Name: "child", Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive, Parent: hidden.ID,
	})
	tablekit.Not(t, err, workspace.ErrProject)
	_, err = mine.CreateProject(ctx, mine.Viewer, "teamless", workspace.Project{
		Name: "x", Type: workspace.ProjectGeneral, Scope: workspace.ScopeTeam, Status: workspace.ProjectActive, Team: theirs.team("theirs", w.Colleague).ID,
	})
	tablekit.Not(t, err, workspace.ErrTeam)
	task := workspace.Task{Project: p.ID, Title: "t", Status: workspace.TaskTodo, Priority: workspace.PriorityLow}
	task.Assignees = []workspace.Member{{Person: w.Colleague.Person}}
	_, err = mine.CreateTask(ctx, mine.Viewer, "1", task)
	tablekit.Not(t, err, workspace.ErrAssignee)
	task.Assignees[0].Person = w.Stranger.Person
	_, err = mine.CreateTask(ctx, mine.Viewer, "2", task)
	tablekit.Not(t, err, workspace.ErrAssignee)
	elsewhere := theirs.task(hidden, "hidden")
	_, err = mine.CreateBlocker(ctx, mine.Viewer, "3", workspace.Blocker{Project: p.ID, Task: elsewhere.ID, Title: "b", Status: workspace.BlockerOpen, Priority: workspace.PriorityLow})
	tablekit.Not(t, err, workspace.ErrTask)
	_, err = mine.AddComment(ctx, mine.Viewer, "4", workspace.Comment{Project: p.ID, Task: elsewhere.ID, Content: "c"})
	tablekit.Not(t, err, workspace.ErrTask)
	same(t, "after all that", before[0], mine.all()[0])
	same(t, "events", 2, len(mine.events(workspace.EventsWanted{})))
	d := mine.document(p, "d", "text")
	_, err = mine.LinkDocument(ctx, mine.Viewer, "", workspace.Link{Document: d.ID, Task: elsewhere.ID, Type: workspace.LinkRelated})
	tablekit.Not(t, err, workspace.ErrTask)
	q.Parent = p.ID
	q, err = mine.UpdateProject(ctx, mine.Viewer, "", q)
	mine.ok(err)
	p.Parent = q.ID
	_, err = mine.UpdateProject(ctx, mine.Viewer, "", p)
	tablekit.Not(t, err, workspace.ErrCircle)
	p.Parent = p.ID
	_, err = mine.UpdateProject(ctx, mine.Viewer, "", p)
	tablekit.Not(t, err, workspace.ErrCircle)
}

func narrowed(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p, q := o.project("p", scoped(workspace.ScopeOrganization)), o.project("q")
	o.task(p, "logo", func(k *workspace.Task) {
		k.Labels, k.Assignees, k.Due = []string{"design"}, []workspace.Member{{Person: w.Colleague.Person}}, "2026-11-30"
	})
	o.task(p, "form", func(k *workspace.Task) { k.Status, k.Priority = workspace.TaskDone, workspace.PriorityCritical })
	o.task(q, "shop", func(k *workspace.Task) { k.Description = "100% of the_logo" })
	for _, of := range []struct {
		q    workspace.TasksWanted
		want []string
	}{
		{workspace.TasksWanted{}, []string{"form", "logo", "shop"}},
		{workspace.TasksWanted{Project: q.ID}, []string{"shop"}},
		{workspace.TasksWanted{Assignee: w.Colleague.Person}, []string{"logo"}},
		{workspace.TasksWanted{Statuses: []workspace.TaskStatus{workspace.TaskDone, workspace.TaskIdea}}, []string{"form"}},
		{workspace.TasksWanted{Priorities: []workspace.Priority{workspace.PriorityMedium}}, []string{"logo", "shop"}},
		{workspace.TasksWanted{Label: "design"}, []string{"logo"}},
		{workspace.TasksWanted{Words: "LOGO"}, []string{"logo", "shop"}},
		{workspace.TasksWanted{Words: "0%"}, []string{"shop"}},
		{workspace.TasksWanted{Words: "%"}, []string{"shop"}},
		{workspace.TasksWanted{Words: "e_l"}, []string{"shop"}},
		{workspace.TasksWanted{Words: "l_g"}, nil},
		{workspace.TasksWanted{Open: true, Project: p.ID}, []string{"logo"}},
	} {
		same(t, "tasks", of.want, o.tasks(of.q))
	}
	all, err := o.Tasks(t.Context(), o.Viewer, workspace.TasksWanted{Limit: 1})
	if err != nil || len(all) != 1 || all[0].Title != "logo" || all[0].ProjectName != "p" {
		t.Errorf("the first is %+v: %v", all, err)
	}
	q.Status = workspace.ProjectArchived
	q, err = o.UpdateProject(t.Context(), o.Viewer, "", q)
	o.ok(err)
	same(t, "without what is archived", []string{"form", "logo"}, o.tasks(workspace.TasksWanted{}))
	same(t, "of what is archived", []string{"shop"}, o.tasks(workspace.TasksWanted{Project: q.ID}))
	same(t, "projects", []string{"p"}, o.projects())
	archived, err := o.Projects(t.Context(), o.Viewer, workspace.ProjectsWanted{Statuses: []workspace.ProjectStatus{workspace.ProjectArchived}, Limit: 9})
	if err != nil || len(archived) != 1 || archived[0].ID != q.ID {
		t.Errorf("%+v: %v", archived, err)
	}
}

func searched(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("Überarbeitung")
	k := o.task(p, "ÜBERSETZEN")
	o.blocker(p, "Übersicht fehlt", "")
	d := o.document(p, "Plan", "Es geht um die ÜBERGABE.")
	_, err := o.AddComment(t.Context(), o.Viewer, "c", workspace.Comment{Project: p.ID, Task: k.ID, Content: "Über den Preis reden wir noch"})
	o.ok(err)
	for words, want := range map[string]int{"über": 5, "ÜBER": 5, "übergabe": 1, "über preis": 1, "über nichts": 0, "": 5} {
		hits, err := o.Search(t.Context(), o.Viewer, workspace.HitsWanted{Words: words, Limit: 9})
		if err != nil || len(hits) != want {
			t.Errorf("%q finds %+v: %v", words, hits, err)
		}
	}
	hits, err := o.Search(t.Context(), o.Viewer, workspace.HitsWanted{Words: "über", Types: []workspace.EntityType{workspace.EntityDocument}, Project: p.ID, Limit: 9})
	if err != nil || len(hits) != 1 || hits[0].ID != string(d.ID) || hits[0].ProjectName != p.Name || hits[0].Title != "Plan" || hits[0].Text == "" {
		t.Errorf("%+v: %v", hits, err)
	}
}

func people(t *testing.T, w *tablekit.World) {
	mine, theirs := of(t, w, w.Who), of(t, w, w.Colleague)
	team := mine.team("Design", w.Colleague)
	p := mine.project("p", scoped(workspace.ScopeOrganization))
	count := func(o office, q workspace.MembersWanted) int {
		q.Limit = 9
		all, err := o.Members(t.Context(), o.Viewer, q)
		o.ok(err)
		return len(all)
	}
	same(t, "the organization, with who has connected Slack", 3, count(mine, workspace.MembersWanted{}))
	same(t, "by name", 2, count(mine, workspace.MembersWanted{Words: "UMA"}))
	same(t, "by another name", 0, count(mine, workspace.MembersWanted{Words: "Sarah"}))
	same(t, "the team", 1, count(mine, workspace.MembersWanted{Team: team.ID}))
	same(t, "the project", 1, count(theirs, workspace.MembersWanted{Project: p.ID}))
	same(t, "whom they work with", 0, count(theirs, workspace.MembersWanted{With: w.Colleague.Person}))
	mine.task(p, "t", func(k *workspace.Task) { k.Assignees = []workspace.Member{{Person: w.Colleague.Person}} })
	same(t, "the project by then", 2, count(theirs, workspace.MembersWanted{Project: p.ID}))
	same(t, "whom they work with by then", 1, count(theirs, workspace.MembersWanted{With: w.Colleague.Person}))
	hidden := mine.project("hidden")
	same(t, "of what they do not see", 0, count(theirs, workspace.MembersWanted{Project: hidden.ID}))
	teams, err := theirs.Teams(t.Context(), theirs.Viewer)
	if err != nil || len(teams) != 1 || len(teams[0].Members) != 1 || !strings.HasPrefix(teams[0].Members[0].Name, "Uma") {
		t.Errorf("%+v: %v", teams, err)
	}
}

func links(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p")
	k, d := o.task(p, "t"), o.document(p, "d", "text")
	said := func(is workspace.LinkType) workspace.LinkType {
		t.Helper()
		was, err := o.LinkDocument(t.Context(), o.Viewer, "", workspace.Link{Document: d.ID, Task: k.ID, Type: is})
		o.ok(err)
		return was.Type
	}
	for _, of := range []struct{ is, was workspace.LinkType }{{workspace.LinkRelated, ""}, {workspace.LinkDeliverable, workspace.LinkRelated}, {workspace.LinkDeliverable, workspace.LinkDeliverable}} {
		same(t, "what it was", of.was, said(of.is))
		all, err := o.Links(t.Context(), o.Viewer, "", d.ID)
		o.ok(err)
		same(t, "links", []workspace.Link{{Document: d.ID, Title: "d", Task: k.ID, TaskTitle: "t", Type: of.is}}, all)
	}
	same(t, "events", 5, len(o.events(workspace.EventsWanted{})))
	same(t, "what it was", workspace.LinkDeliverable, said(""))
	all, err := o.Links(t.Context(), o.Viewer, k.ID, "")
	if err != nil || len(all) != 0 {
		t.Errorf("%+v: %v", all, err)
	}
}

func noID(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	ctx, v := t.Context(), o.Viewer
	var all []error
	add := func(_ any, err error) { all = append(all, err) }
	add(o.Projects(ctx, v, workspace.ProjectsWanted{ID: "x", Limit: 1}))
	add(o.Tasks(ctx, v, workspace.TasksWanted{ID: "x", Limit: 1}))
	add(o.Tasks(ctx, v, workspace.TasksWanted{Project: "x", Limit: 1}))
	add(o.Tasks(ctx, v, workspace.TasksWanted{Assignee: "x", Limit: 1}))
	add(o.Blockers(ctx, v, workspace.BlockersWanted{Task: "x", Limit: 1}))
	add(o.Documents(ctx, v, workspace.DocumentsWanted{Task: "x", Limit: 1}))
	add(o.Comments(ctx, v, workspace.CommentsWanted{Limit: 1}))
	add(o.Comments(ctx, v, workspace.CommentsWanted{Document: "x", Limit: 1}))
	add(o.Members(ctx, v, workspace.MembersWanted{Team: "x", Limit: 1}))
	add(o.Members(ctx, v, workspace.MembersWanted{Project: "x", Limit: 1}))
	add(o.Members(ctx, v, workspace.MembersWanted{With: "x", Limit: 1}))
	add(o.Events(ctx, v, workspace.EventsWanted{Actor: "x", Limit: 1}))
	add(o.Events(ctx, v, workspace.EventsWanted{Project: "x", Limit: 1}))
	add(o.Totals(ctx, v, workspace.TotalsWanted{Project: "x"}))
	add(o.Search(ctx, v, workspace.HitsWanted{Project: "x", Limit: 1}))
	add(o.Links(ctx, v, "", ""))
	add(o.Links(ctx, v, "x", ""))
	add(o.UpdateTask(ctx, v, "", workspace.Task{ID: "x", Title: "t", Status: workspace.TaskTodo, Priority: workspace.PriorityLow}))
	add(o.CreateTask(ctx, v, "k", workspace.Task{Project: "x", Title: "t", Status: workspace.TaskTodo, Priority: workspace.PriorityLow}))
	add(nil, o.AddMember(ctx, v, "x", w.Person))
	add(nil, o.RemoveTask(ctx, v, "", "", 1))
	for i, err := range all {
		if !errors.Is(err, assistant.ErrNotFound) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
