package store_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant/workspace"
)

// evaluated is what a question finds among facts, without any SQL.
func evaluated(o office, q workspace.DynamicQuery, all []fact) (rows []workspace.DynamicRow, more bool) {
	t, _ := workspace.DynamicTableOf(q.Table)
	var found []fact
	for _, f := range all {
		if passes(o, q, f) {
			found = append(found, f)
		}
	}
	if q.Aggregated() != "" {
		rows = grouped(t, q, found)
	} else {
		rows = told(t, q, found)
	}
	if more = len(rows) > q.Limit; more {
		rows = rows[:q.Limit]
	}
	return rows, more
}

// passes tells whether a row is one of those that the question is about.
func passes(o office, q workspace.DynamicQuery, f fact) bool {
	due := f.text("due_date")
	over := f.text("status") == string(workspace.TaskDone) || f.text("status") == string(workspace.BlockerResolved)
	assigned := func(ok func(workspace.Member) bool) bool { return slices.ContainsFunc(f.assignees, ok) }
	k := workspace.Task{Status: workspace.TaskStatus(f.text("status")), Due: workspace.Date(due), Updated: f.at("updated_at")}
	for _, holds := range []bool{
		!f.archived || q.Project != "" || q.Table == "projects" && len(q.Statuses) > 0,
		len(q.Statuses) == 0 || slices.Contains(q.Statuses, f.text("status")),
		len(q.Priorities) == 0 || slices.Contains(q.Priorities, f.text("priority")),
		q.Project == "" || q.Project == f.project,
		has(f.in, q.ProjectName),
		q.AssigneeName == "" || assigned(func(m workspace.Member) bool { return has(m.Name, q.AssigneeName) }),
		!q.Mine || assigned(func(m workspace.Member) bool { return m.Person == o.Person }),
		!q.Own || f.creator == o.Person,
		q.DueBefore == "" || due != "" && due < string(q.DueBefore),
		q.DueAfter == "" || due > string(q.DueAfter),
		q.UpdatedAfter.IsZero() || !f.at("updated_at").Before(q.UpdatedAfter),
		q.CreatedAfter.IsZero() || !f.at("created_at").Before(q.CreatedAfter),
		!q.Overdue || k.Overdue(today),
		!q.Stalled || k.Stalled(time.Now()),
		!q.Open || !over,
		has(f.words, q.Words),
	} {
		if !holds {
			return false
		}
	}
	return true
}

// has tells whether a text has each of the words, whatever their case.
func has(text, words string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(strings.ToLower(text), word) {
			return false
		}
	}
	return true
}

// told are rows in their order, with what the question asks of them.
func told(t workspace.DynamicTable, q workspace.DynamicQuery, found []fact) []workspace.DynamicRow {
	order, descending := q.Order, q.Direction == workspace.Descending
	if order == "" {
		order = t.Orders[0]
		descending = q.Direction == workspace.Descending || q.Direction == "" && strings.HasSuffix(order, "_at")
	}
	slices.SortFunc(found, func(a, b fact) int {
		return cmp.Or(place(t, order, a.DynamicRow, b.DynamicRow, descending), slices.Compare(a.key, b.key))
	})
	columns := slices.Clone(t.Columns)
	for _, i := range q.Include {
		columns = append(columns, t.Includes[i]...)
	}
	var out []workspace.DynamicRow
	for _, f := range found {
		row := workspace.DynamicRow{}
		for _, c := range columns {
			if v, there := f.DynamicRow[c.Name]; there {
				row[c.Name] = v
			}
		}
		out = append(out, row)
	}
	return out
}

// grouped is what there is of each group.
func grouped(t workspace.DynamicTable, q workspace.DynamicQuery, found []fact) []workspace.DynamicRow {
	var columns []workspace.Column
	for _, g := range q.Groups {
		for _, c := range t.Groups[g] {
			if !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
	}
	at, out := map[string]workspace.DynamicRow{}, []workspace.DynamicRow(nil)
	for _, f := range found {
		for _, one := range each(q, f) {
			var key strings.Builder
			group := workspace.DynamicRow{}
			for _, c := range columns {
				text, _ := one[c.Name].(string)
				key.WriteString(text + "\x00")
				if text != "" {
					group[c.Name] = text
				}
			}
			if at[key.String()] == nil {
				at[key.String()] = group
				out = append(out, group)
			}
			count(t, q, at[key.String()], one)
		}
	}
	if len(columns) == 0 && len(out) == 0 {
		out = []workspace.DynamicRow{{}}
		if q.Aggregated() == workspace.AggregateCount {
			out[0]["count"] = 0
		}
	}
	sortGroups(t, q, columns, out)
	return out
}

// each is a row for each of the groups that it belongs to, where it may be in several.
func each(q workspace.DynamicQuery, f fact) []workspace.DynamicRow {
	out := []workspace.DynamicRow{f.DynamicRow}
	spread := func(n int, put func(workspace.DynamicRow, int)) {
		var all []workspace.DynamicRow
		for _, row := range out {
			for i := range n {
				one := maps.Clone(row)
				put(one, i)
				all = append(all, one)
			}
		}
		out = all
	}
	if slices.Contains(q.Groups, "assignee") && len(f.assignees) > 0 {
		spread(len(f.assignees), func(row workspace.DynamicRow, i int) {
			row["assignee_id"], row["assignee"] = string(f.assignees[i].Person), f.assignees[i].Name
		})
	}
	if labels, _ := f.DynamicRow["labels"].([]string); slices.Contains(q.Groups, "label") && len(labels) > 0 {
		spread(len(labels), func(row workspace.DynamicRow, i int) { row["label"] = labels[i] })
	}
	return out
}

// count adds a row to its group.
func count(t workspace.DynamicTable, q workspace.DynamicQuery, group, row workspace.DynamicRow) {
	if q.Aggregated() == workspace.AggregateCount {
		n, _ := group["count"].(int)
		group["count"] = n + 1
		return
	}
	v, there := row[q.Column]
	was, had := group[q.Value()]
	if !there {
		return
	}
	c := 0
	if had {
		c = place(t, q.Column, workspace.DynamicRow{q.Column: v}, workspace.DynamicRow{q.Column: was}, false)
	}
	if !had || q.Aggregated() == workspace.AggregateMin && c < 0 || q.Aggregated() == workspace.AggregateMax && c > 0 {
		group[q.Value()] = v
	}
}

func sortGroups(t workspace.DynamicTable, q workspace.DynamicQuery, columns []workspace.Column, out []workspace.DynamicRow) {
	order, descending := q.Order, q.Direction == workspace.Descending
	if order == "" {
		order = q.Value()
		descending = descending || q.Direction == "" && q.Aggregated() != workspace.AggregateMin
	}
	slices.SortFunc(out, func(a, b workspace.DynamicRow) int {
		c := place(t, order, a, b, descending)
		for _, col := range columns {
			c = cmp.Or(c, place(t, col.Name, a, b, false))
		}
		return c
	})
}

// place tells which of two rows comes first. What is not there comes last.
func place(t workspace.DynamicTable, name string, a, b workspace.DynamicRow, descending bool) int {
	x, hasX := a[name]
	y, hasY := b[name]
	if !hasX || !hasY {
		return cmp.Compare(map[bool]int{false: 1}[hasX], map[bool]int{false: 1}[hasY])
	}
	c := 0
	switch x := x.(type) {
	case time.Time:
		other, _ := y.(time.Time)
		c = x.Compare(other)
	case int:
		other, _ := y.(int)
		c = cmp.Compare(x, other)
	case string:
		other, _ := y.(string)
		c = strings.Compare(x, other)
		switch name {
		case "status":
			c = cmp.Compare(slices.Index(t.Statuses, x), slices.Index(t.Statuses, other))
		case "priority":
			c = cmp.Compare(slices.Index(t.Priorities, x), slices.Index(t.Priorities, other))
		}
	}
	if descending {
		return -c
	}
	return c
}
