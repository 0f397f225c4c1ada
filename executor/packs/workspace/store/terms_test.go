package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// terms: a task of each status, day and age is found by a query where the noun says so, and counted.
func terms(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("terms")
	for _, status := range workspace.TaskStatuses() {
		for _, due := range []workspace.Date{"", "2025-11-27", "2026-11-26", "2026-11-27", "2026-11-28", "2026-12-04", "2026-12-05"} {
			for _, age := range []time.Duration{0, workspace.StalledAfter - time.Hour, workspace.StalledAfter + time.Hour} {
				k := o.task(p, fmt.Sprint(status, due, age), func(k *workspace.Task) { k.Status, k.Due = status, due })
				o.ok(w.DB.Within(t.Context(), w.Write(), func(tx tables.Tx) error {
					tx.Exec(`update workspace_tasks set updated_at = :before($2) where id = $1`, string(k.ID), age)
					return nil
				}))
			}
		}
	}
	all, err := o.Tasks(t.Context(), o.Viewer, workspace.TasksWanted{Limit: 1000})
	o.ok(err)
	now := time.Now()
	count := workspace.Totals{Tasks: len(all), ByStatus: map[workspace.TaskStatus]int{}}
	var overdue, upcoming, stalled, open []workspace.Task
	for _, k := range all {
		count.ByStatus[k.Status]++
		if k.Overdue(today) {
			overdue = append(overdue, k)
		}
		if k.Upcoming(today, workspace.UpcomingDays) {
			upcoming = append(upcoming, k)
		}
		if k.Stalled(now) {
			stalled = append(stalled, k)
		}
		if k.Status != workspace.TaskDone {
			open = append(open, k)
		}
	}
	title := func(k workspace.Task) string { return k.Title }
	same(t, "overdue", titles(overdue, title), o.tasks(workspace.TasksWanted{Overdue: true, Today: today}))
	same(t, "upcoming", titles(upcoming, title), o.tasks(workspace.TasksWanted{Upcoming: workspace.UpcomingDays, Today: today}))
	same(t, "stalled", titles(stalled, title), o.tasks(workspace.TasksWanted{Stalled: true}))
	same(t, "open", titles(open, title), o.tasks(workspace.TasksWanted{Open: true}))
	count.Overdue, count.Upcoming, count.Stalled = len(overdue), len(upcoming), len(stalled)
	for i, status := range workspace.BlockerStatuses() {
		for range i + 1 {
			b := o.blocker(p, fmt.Sprint(status, i, o.events(workspace.EventsWanted{})[0].ID), "")
			if b.Status = status; b.Open() {
				count.OpenBlockers++
			}
			if b.Status != workspace.BlockerOpen {
				_, err := o.UpdateBlocker(t.Context(), o.Viewer, "", b)
				o.ok(err)
			}
		}
	}
	got := totals(o, workspace.TotalsWanted{Project: p.ID, Today: today, Days: workspace.UpcomingDays})
	same(t, "totals", count, got)
	same(t, "attention", len(overdue)+len(stalled)+3, got.Attention())
}

func once(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p")
	same(t, "project", p, o.project("p", func(p *workspace.Project) { p.Name = "again" }))
	k := o.task(p, "t")
	same(t, "task", k, o.task(p, "t", func(k *workspace.Task) { k.Priority = workspace.PriorityCritical }))
	same(t, "blocker", o.blocker(p, "b", k.ID), o.blocker(p, "b", ""))
	same(t, "document", o.document(p, "d", "one"), o.document(p, "d", "two"))
	same(t, "team", o.team("x", w.Who), o.team("x"))
	c := workspace.Comment{Project: p.ID, Task: k.ID, Content: "one"}
	one, err := o.AddComment(t.Context(), o.Viewer, "c", c)
	o.ok(err)
	c.Content = "two"
	two, err := o.AddComment(t.Context(), o.Viewer, "c", c)
	o.ok(err)
	same(t, "comment", one, two)
	same(t, "events", 5, len(o.events(workspace.EventsWanted{})))
}

func versions(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	p := o.project("p")
	k := o.task(p, "t")
	first, second := k, k
	first.Priority, second.Priority = workspace.PriorityHigh, workspace.PriorityLow
	k, err := o.UpdateTask(t.Context(), o.Viewer, "", first)
	if err != nil || k.Version != 2 || k.Priority != workspace.PriorityHigh {
		t.Errorf("%+v: %v", k, err)
	}
	_, err = o.UpdateTask(t.Context(), o.Viewer, "", second)
	tablekit.Not(t, err, assistant.ErrMoved)
	same(t, "what is kept", []string{"t"}, o.tasks(workspace.TasksWanted{Priorities: []workspace.Priority{workspace.PriorityHigh}}))
	p.Name = "q"
	p, err = o.UpdateProject(t.Context(), o.Viewer, "", p)
	o.ok(err)
	p.Version = 1
	p.Name = "r"
	_, err = o.UpdateProject(t.Context(), o.Viewer, "", p)
	tablekit.Not(t, err, assistant.ErrMoved)
	b, d := o.blocker(p, "b", ""), o.document(p, "d", "text")
	b.Version, d.Version = 7, 0
	b.Title, d.Title = "c", "e"
	_, err = o.UpdateBlocker(t.Context(), o.Viewer, "", b)
	tablekit.Not(t, err, assistant.ErrMoved)
	_, err = o.UpdateDocument(t.Context(), o.Viewer, "", d)
	tablekit.Not(t, err, assistant.ErrMoved)
}

func unchanged(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	k := o.task(o.project("p"), "t", func(k *workspace.Task) {
		k.Labels, k.Assignees = []string{"b", "a", "b"}, []workspace.Member{{Person: w.Person}, {Person: w.Person}}
	})
	same(t, "labels", []string{"a", "b"}, k.Labels)
	same(t, "assignees", 1, len(k.Assignees))
	k.Labels = []string{"b", "a"}
	same, err := o.UpdateTask(t.Context(), o.Viewer, "", k)
	if err != nil || same.Version != 1 || len(o.events(workspace.EventsWanted{})) != 2 {
		t.Errorf("%+v: %v", same, err)
	}
}
