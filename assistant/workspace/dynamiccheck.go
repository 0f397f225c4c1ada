package workspace

import (
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Wrong returns what of a question its table does not know, as an [*assistant.FieldError] that lists what it does; nil where it can be asked.
func (q DynamicQuery) Wrong() error {
	c := check{}
	t, known := DynamicTableOf(q.Table)
	switch {
	case slices.Contains(NotKept(), q.Table):
		c.say("table", assistant.Say("The workspace keeps no “%s”. There are: %s.", q.Table, strings.Join(tableNames(), ", ")))
		return c.wrong()
	case !known:
		oneOf(&c, "table", q.Table, tableNames())
		return c.wrong()
	}
	for _, f := range q.Given() {
		if !slices.Contains(t.Filters, f) {
			c.say(f, assistant.Say("“%s” narrows no %s. What does: %s.", f, t.Name, someOf(t.Filters)))
		}
	}
	q.filtersWrong(&c, t)
	q.shapeWrong(&c, t)
	if q.Limit < 1 || q.Limit > DynamicMost {
		c.say("limit", assistant.Say("%s must be a number from %d to %d.", "limit", 1, DynamicMost))
	}
	return c.wrong()
}

// filtersWrong looks at the values of filters that the table knows.
func (q DynamicQuery) filtersWrong(c *check, t DynamicTable) {
	for _, s := range q.Statuses {
		oneOf(c, "status", s, t.Statuses)
	}
	for _, p := range q.Priorities {
		oneOf(c, "priority", p, t.Priorities)
	}
	for _, f := range []Field{{"project_id", string(q.Project)}, {"project_name", q.ProjectName}, {"assignee_name", q.AssigneeName}, {"search", q.Words}} {
		c.text(f.Name, f.Value, DynamicWords, false)
	}
	c.day("due_before", q.DueBefore)
	c.day("due_after", q.DueAfter)
	if q.Overdue && q.Today == "" {
		c.day("is_overdue", "?")
	}
}

// shapeWrong looks at what is told, and in which order.
func (q DynamicQuery) shapeWrong(c *check, t DynamicTable) {
	orders := t.Orders
	for _, i := range q.Include {
		oneOf(c, "include", i, slices.Sorted(maps.Keys(t.Includes)))
	}
	for _, g := range q.Groups {
		oneOf(c, "group_by", g, slices.Sorted(maps.Keys(t.Groups)))
	}
	if of := q.Aggregated(); of != "" {
		oneOf(c, "aggregate", of, Aggregates())
		if len(q.Include) > 0 {
			c.say("include", assistant.Say("“%s” is told of each row, and here rows are counted. Leave it out.", "include"))
		}
		orders = append([]string{q.Value()}, q.groupColumns(t)...)
	}
	switch q.Aggregated() {
	case AggregateMin, AggregateMax:
		oneOf(c, "column", q.Column, t.Bounds)
	case AggregateCount, "":
		if q.Column != "" {
			c.say("column", assistant.Say("“%s” is for the least or the most of a column, so “%s” has to say which.", "column", "aggregate"))
		}
	}
	if q.Order != "" {
		oneOf(c, "order_by", q.Order, orders)
	}
	if q.Direction != "" {
		oneOf(c, "direction", q.Direction, Directions())
	}
}

// groupColumns are the names of what tells of the question's groups.
func (q DynamicQuery) groupColumns(t DynamicTable) []string {
	var out []string
	for _, g := range q.Groups {
		for _, col := range t.Groups[g] {
			out = append(out, col.Name)
		}
	}
	return out
}

func tableNames() []string {
	var out []string
	for _, t := range DynamicTables() {
		out = append(out, t.Name)
	}
	return out
}

// someOf lists names, and says so where there are none.
func someOf(names []string) string {
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}
