package workspace_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// TestAQuestionThatCannotBeAskedNamesItsField: and what would fit there.
func TestAQuestionThatCannotBeAskedNamesItsField(t *testing.T) {
	type q = workspace.DynamicQuery
	for _, one := range []struct {
		field, allows string
		change        func(*q)
	}{
		{"table", "organization_members", func(q *q) { q.Table = "persons" }},
		{"table", "tasks", func(q *q) { q.Table = "" }},
		{"table", "keeps no “journal_entries”", func(q *q) { q.Table = "journal_entries" }},
		{"table", "keeps no “departments”", func(q *q) { q.Table = "departments" }},
		{"is_overdue", "status, project_id, project_name", func(q *q) { q.Table, q.Overdue = "documents", true }},
		{"status", "What does: search.", func(q *q) { q.Table, q.Statuses = "users", []string{"done"} }},
		{"search", "What does: –.", func(q *q) { q.Table, q.Words = "organizations", "x" }},
		{"status", "idea, todo", func(q *q) { q.Statuses = []string{"todo", "doing"} }},
		{"priority", "low, medium", func(q *q) { q.Priorities = []string{"urgent"} }},
		{"include", "assignee, creator, labels, project", func(q *q) { q.Include = []string{"project", "salary"} }},
		{"include", "Leave it out", func(q *q) { q.Include, q.Aggregate = []string{"project"}, workspace.AggregateCount }},
		{"group_by", "assignee, creator", func(q *q) { q.Groups = []string{"words"} }},
		{"aggregate", "count, min, max", func(q *q) { q.Aggregate = "sum" }},
		{"column", "due_date, created_at", func(q *q) { q.Aggregate, q.Column = workspace.AggregateMax, "title" }},
		{"column", "“aggregate” has to say which", func(q *q) { q.Column = "due_date" }},
		{"column", "“aggregate” has to say which", func(q *q) { q.Aggregate, q.Column = workspace.AggregateCount, "due_date" }},
		{"order_by", "due_date, priority", func(q *q) { q.Order = "words" }},
		{"order_by", "count, status", func(q *q) { q.Groups, q.Order = []string{"status"}, "title" }},
		{"direction", "asc, desc", func(q *q) { q.Direction = "up" }},
		{"limit", "from 1 to 100", func(q *q) { q.Limit = 0 }},
		{"limit", "from 1 to 100", func(q *q) { q.Limit = 101 }},
		{"limit", "from 1 to 100", func(q *q) { q.Limit = -1 }},
		{"search", "200 characters", func(q *q) { q.Words = strings.Repeat("ü", 201) }},
		{"project_name", "200 characters", func(q *q) { q.ProjectName = strings.Repeat("x", 201) }},
		{"assignee_name", "UTF-8", func(q *q) { q.AssigneeName = "\xff" }},
		{"due_before", "2026-12-31", func(q *q) { q.DueBefore = "2026-02-30" }},
		{"due_after", "2026-12-31", func(q *q) { q.DueAfter = "tomorrow" }},
		{"is_overdue", "a day", func(q *q) { q.Overdue, q.Today = true, "" }},
	} {
		asked := q{Table: "tasks", Limit: 1, Today: "2026-11-27"}
		if err := asked.Wrong(); err != nil {
			t.Fatal(err)
		}
		one.change(&asked)
		wrong, is := errors.AsType[*assistant.FieldError](asked.Wrong())
		if !is || wrong.Key != one.field || !strings.Contains(wrong.Message.String(), one.allows) {
			t.Errorf("%+v: %v, want %s with %q", asked, wrong, one.field, one.allows)
		}
	}
}

// TestWhatATableKnowsIsThere: each order is a column, each bound one that has a least, and every filter has a name.
func TestWhatATableKnowsIsThere(t *testing.T) {
	all := workspace.DynamicFilters{
		Statuses: []string{"x"}, Priorities: []string{"x"}, Project: "x", ProjectName: "x", AssigneeName: "x", Mine: true, Own: true, DueBefore: "x", DueAfter: "x",
		UpdatedAfter: day(), CreatedAfter: day(), Overdue: true, Stalled: true, Open: true, Words: "x",
	}.Given()
	used := map[string]bool{}
	for _, table := range workspace.DynamicTables() {
		columns := slices.Clone(table.Columns)
		for _, more := range slices.Sorted(maps.Keys(table.Includes)) {
			columns = append(columns, table.Includes[more]...)
		}
		has := func(name string, kinds ...workspace.ColumnKind) bool {
			return slices.ContainsFunc(columns, func(c workspace.Column) bool {
				return c.Name == name && (kinds == nil || slices.Contains(kinds, c.Kind))
			})
		}
		for _, o := range table.Orders {
			if !has(o) {
				t.Errorf("%s is ordered by %s, which it does not have", table.Name, o)
			}
		}
		for _, b := range table.Bounds {
			if !has(b, workspace.ColumnDay, workspace.ColumnMoment) {
				t.Errorf("%s: there is no least %s", table.Name, b)
			}
		}
		for _, f := range table.Filters {
			used[f] = true
			if !slices.Contains(all, f) {
				t.Errorf("%s: nothing is the filter %s", table.Name, f)
			}
		}
		if len(table.Orders) == 0 || len(table.Columns) == 0 {
			t.Errorf("%s has no order", table.Name)
		}
	}
	if len(used) != len(all) {
		t.Errorf("filters that no table knows: %v of %v are used", slices.Sorted(maps.Keys(used)), all)
	}
}

func day() time.Time { return time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC) }
