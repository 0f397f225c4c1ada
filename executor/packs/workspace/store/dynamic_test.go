package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// ask is a question of the most rows about a table.
func ask(table string) workspace.DynamicQuery {
	return workspace.DynamicQuery{Table: table, Limit: workspace.DynamicMost, Today: today}
}

// narrowings are the values that are tried of each filter.
func (p *plenty) narrowings(t workspace.DynamicTable) map[string][]func(*workspace.DynamicFilters) {
	type f = workspace.DynamicFilters
	now := time.Now()
	out := map[string][]func(*f){
		"project_id": {func(f *f) { f.Project = p.projects[0].ID }, func(f *f) { f.Project = p.projects[5].ID }, func(f *f) { f.Project = p.projects[4].ID }},
		"project_name": {
			func(f *f) { f.ProjectName = "ÜBER" }, func(f *f) { f.ProjectName = "a re" }, func(f *f) { f.ProjectName = "%" }, func(f *f) { f.ProjectName = "Mine alone" },
		},
		"assignee_name":  {func(f *f) { f.AssigneeName = "übel" }, func(f *f) { f.AssigneeName = "miller SARAH" }, func(f *f) { f.AssigneeName = "nobody" }},
		"assigned_to_me": {func(f *f) { f.Mine = true }}, "created_by_me": {func(f *f) { f.Own = true }},
		"due_before":    {func(f *f) { f.DueBefore = "2026-11-27" }},
		"due_after":     {func(f *f) { f.DueAfter = "2026-11-26" }},
		"updated_after": {func(f *f) { f.UpdatedAfter = now.Add(-100 * time.Hour) }, func(f *f) { f.UpdatedAfter = now.Add(time.Hour) }},
		"created_after": {func(f *f) { f.CreatedAfter = now.Add(-100 * time.Hour) }},
		"is_overdue":    {func(f *f) { f.Overdue = true }}, "is_stalled": {func(f *f) { f.Stalled = true }}, "exclude_done": {func(f *f) { f.Open = true }},
		"search": {func(f *f) { f.Words = "über" }, func(f *f) { f.Words = "LOGO" }, func(f *f) { f.Words = "0%" }, func(f *f) { f.Words = "both" }, func(f *f) { f.Words = "sarah" }},
	}
	for _, s := range t.Statuses {
		out["status"] = append(out["status"], func(f *f) { f.Statuses = []string{s} })
	}
	if len(t.Statuses) > 0 {
		out["status"] = append(out["status"], func(f *f) { f.Statuses = t.Statuses[:2] })
	}
	for i := range t.Priorities {
		out["priority"] = append(out["priority"], func(f *f) { f.Priorities = t.Priorities[i:] })
	}
	return out
}

// shapes are what a table is asked to tell, in each order and by each group.
func shapes(t workspace.DynamicTable) []func(*workspace.DynamicQuery) {
	type q = workspace.DynamicQuery
	groups := slices.Sorted(maps.Keys(t.Groups))
	out := []func(*q){
		func(*q) {}, func(q *q) { q.Limit = 2 }, func(q *q) { q.Direction = workspace.Descending }, func(q *q) { q.Aggregate = workspace.AggregateCount },
		func(q *q) { q.Include = slices.Sorted(maps.Keys(t.Includes)) },
	}
	for _, o := range t.Orders {
		for _, d := range workspace.Directions() {
			out = append(out, func(q *q) { q.Order, q.Direction = o, d })
		}
	}
	for _, c := range t.Bounds {
		for _, a := range []workspace.Aggregate{workspace.AggregateMin, workspace.AggregateMax} {
			out = append(out, func(q *q) { q.Aggregate, q.Column = a, c })
			for _, g := range groups {
				out = append(out, func(q *q) { q.Aggregate, q.Column, q.Groups = a, c, []string{g} })
			}
		}
	}
	for _, g := range groups {
		out = append(out, func(q *q) { q.Groups = []string{g} }, func(q *q) { q.Groups, q.Order = []string{g}, "count" })
		for _, c := range t.Groups[g] {
			out = append(out, func(q *q) { q.Groups, q.Order, q.Direction = []string{g}, c.Name, workspace.Descending })
		}
		for _, other := range groups {
			out = append(out, func(q *q) { q.Groups = []string{g, other} })
		}
	}
	return out
}

// questions are each filter of a table with each of its shapes.
func (p *plenty) questions(t workspace.DynamicTable) []workspace.DynamicQuery {
	var out []workspace.DynamicQuery
	narrowings := p.narrowings(t)
	for _, shape := range shapes(t) {
		q := ask(t.Name)
		shape(&q)
		out = append(out, q)
		for _, f := range t.Filters {
			for _, narrow := range narrowings[f] {
				one := q
				narrow(&one.DynamicFilters)
				out = append(out, one)
			}
		}
	}
	return out
}

// answers asks, and compares what comes with what the lists say.
func (p *plenty) answers(o office, q workspace.DynamicQuery, all []fact) {
	o.t.Helper()
	got, err := o.Query(o.ctx(), o.Viewer, q)
	if err != nil {
		o.t.Errorf("%+v: %v", q, err)
		return
	}
	want, more := evaluated(o, q, all)
	if d := cmp.Diff(want, got.Rows, cmpopts.EquateEmpty()); d != "" || got.More != more {
		o.t.Errorf("%+v: more %v, want %v (-want +got):\n%s", q, got.More, more, d)
	}
}

// asLists: each table with each filter, order and aggregate tells what the lists of the workspace tell.
func asLists(t *testing.T, w *tablekit.World) {
	p := newPlenty(t, w)
	for _, table := range workspace.DynamicTables() {
		for who, o := range map[string]office{"mine": p.mine, "theirs": p.theirs, "along": p.along} {
			t.Run(table.Name+" "+who, func(t *testing.T) {
				o.t = t
				all := p.facts(o, table.Name)
				for _, shape := range shapes(table)[:5+2*len(table.Orders)] { // what rows tell, and each order, always
					q := ask(table.Name)
					shape(&q)
					p.answers(o, q, all)
				}
				for _, q := range sampled.Of(t, p.questions(table), 60) {
					p.answers(o, q, all)
				}
			})
		}
		narrowings := p.narrowings(table)
		for _, f := range table.Filters {
			if len(narrowings[f]) == 0 {
				t.Errorf("%s: nobody tries %s", table.Name, f)
			}
		}
	}
}

// atRandom: whatever is put together is answered as the lists say, or refused with the field that does not fit.
func atRandom(t *testing.T, w *tablekit.World) {
	p := newPlenty(t, w)
	r := sampled.Random(t)
	known := map[string][]fact{}
	for range sampled.Number(200, 5000) {
		q := p.random(r)
		if wrong, is := errors.AsType[*assistant.FieldError](q.Wrong()); is {
			_, err := p.theirs.Query(t.Context(), p.theirs.Viewer, q)
			names(t, err, wrong.Key)
			continue
		}
		if known[q.Table] == nil {
			known[q.Table] = p.facts(p.theirs, q.Table)
		}
		p.answers(p.theirs, q, known[q.Table])
	}
}

// random puts a question together, mostly of what its table knows.
func (p *plenty) random(r *rand.Rand) workspace.DynamicQuery {
	tables := workspace.DynamicTables()
	t := tables[r.IntN(len(tables))]
	q := ask(t.Name)
	pick := func(all []string) string {
		if len(all) == 0 || r.IntN(20) == 0 {
			return "colour"
		}
		return all[r.IntN(len(all))]
	}
	q.Limit = r.IntN(workspace.DynamicMost+3) - 1
	narrowings := p.narrowings(t)
	for range r.IntN(4) {
		name := pick(t.Filters)
		if r.IntN(12) == 0 {
			name = pick(slices.Sorted(maps.Keys(narrowings)))
		}
		if all := narrowings[name]; len(all) > 0 {
			all[r.IntN(len(all))](&q.DynamicFilters)
		}
	}
	all := shapes(t)
	all[r.IntN(len(all))](&q)
	switch r.IntN(4) {
	case 0:
		if q.Aggregated() == "" {
			q.Include = append(q.Include, pick(slices.Sorted(maps.Keys(t.Includes))))
		}
	case 1:
		if q.Aggregated() != "" {
			q.Groups = append(q.Groups, pick(slices.Sorted(maps.Keys(t.Groups))))
		}
	case 2:
		q.Direction = workspace.Directions()[r.IntN(2)]
	}
	return q
}

// unseen: what somebody does not see changes no row, no number and no order of what they are told.
func unseen(t *testing.T, w *tablekit.World) {
	p := newPlenty(t, w)
	var all []workspace.DynamicQuery
	for _, table := range workspace.DynamicTables() {
		all = append(all, sampled.Of(t, p.questions(table), 40)...)
	}
	look := func(o office) []workspace.DynamicRows {
		var out []workspace.DynamicRows
		for _, q := range all {
			got, err := o.Query(o.ctx(), o.Viewer, q)
			o.ok(err)
			out = append(out, got)
		}
		return out
	}
	theirs, along := look(p.theirs), look(p.along)
	others := of(t, w, w.Stranger)
	apart, _ := p.mine.Teams(t.Context(), p.mine.Viewer)
	for i, in := range []struct {
		o office
		p workspace.Project
	}{
		{p.mine, p.mine.project("Relaunch canary")},
		{p.mine, p.mine.project("ÜBER canary", scoped(workspace.ScopeTeam), func(p *workspace.Project) {
			p.Team = apart[slices.IndexFunc(apart, func(t workspace.Team) bool { return t.Name == "alone" })].ID
		})},
		{others, others.project("Relaunch canary", scoped(workspace.ScopeOrganization))},
	} {
		p.canaries(w, in.o, in.p, i)
	}
	for i, q := range all {
		for who, was := range map[string][]workspace.DynamicRows{"theirs": theirs, "along": along} {
			o := map[string]office{"theirs": p.theirs, "along": p.along}[who]
			now, err := o.Query(o.ctx(), o.Viewer, q)
			if d := cmp.Diff(was[i], now); d != "" || err != nil {
				t.Errorf("%s: %+v hangs on what they do not see (-without +with): %v\n%s", who, q, err, d)
			}
		}
	}
}

// canaries puts things into a project that would come first, or last, of all.
func (p *plenty) canaries(w *tablekit.World, o office, in workspace.Project, i int) {
	for n, status := range workspace.TaskStatuses() {
		k := o.task(in, fmt.Sprint("logo über canary ", n), func(k *workspace.Task) {
			k.Status, k.Priority, k.Due = status, workspace.Priorities()[n%4], []workspace.Date{"1999-01-01", "2999-01-01", ""}[n%3]
			k.Labels, k.Assignees = []string{"web", "canary"}, []workspace.Member{{Person: o.Person}}
		})
		if o.Tenant == w.Tenant {
			p.write(w, `update workspace_tasks set updated_at = :before($2), created_at = :before($2) where id = $1`, string(k.ID), time.Duration(9000)*time.Hour)
		}
		o.blocker(in, fmt.Sprint("canary ", i, n), k.ID)
		d := o.document(in, fmt.Sprint("canary ", i, n), "logo über")
		_, err := o.AddComment(o.ctx(), o.Viewer, fmt.Sprint("canary ", i, n), workspace.Comment{Project: in.ID, Document: d.ID, Content: "logo über"})
		o.ok(err)
	}
	o.ok(o.AddMember(o.ctx(), o.Viewer, in.ID, o.Person))
}

// refusedQuestions: what a table does not know is refused before the database is asked, and a project that is none is not there.
func refusedQuestions(t *testing.T, w *tablekit.World) {
	o := of(t, w, w.Who)
	for field, q := range map[string]workspace.DynamicQuery{
		"table": {Table: "persons", Limit: 1}, "order_by": {Table: "tasks", Order: "x.title; drop table persons", Limit: 1}, "limit": {Table: "tasks"},
		"due_before": {Table: "tasks", DynamicFilters: workspace.DynamicFilters{DueBefore: "soon"}, Limit: 1},
		"search":     {Table: "tasks", DynamicFilters: workspace.DynamicFilters{Words: "\x00"}, Limit: 1},
	} {
		_, err := o.Query(t.Context(), o.Viewer, q)
		names(t, err, field)
	}
	q := ask("tasks")
	q.Project = "x"
	_, err := o.Query(t.Context(), o.Viewer, q)
	tablekit.Not(t, err, assistant.ErrNotFound)
}

// stuck is a database that answers nothing.
type stuck struct{ tables.DB }

func (stuck) Within(ctx context.Context, _ tables.Scope, _ func(tables.Tx) error) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestAQuestionThatTakesTooLongIsRefused: whoever asks too much hears so; whoever gives up hears nothing of it.
func TestAQuestionThatTakesTooLongIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, v := store.New(stuck{}), workspace.Viewer{Tenant: "t", Person: "p"}
		if _, err := s.Query(t.Context(), v, ask("tasks")); !errors.Is(err, workspace.ErrTooMuch) {
			t.Errorf("got %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Query(ctx, v, ask("tasks")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
