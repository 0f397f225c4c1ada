package workspace

import (
	"time"
)

// The bounds of a question that is put together from parts.
const (
	DynamicUsual = 20 // rows, where nobody says how many
	DynamicMost  = 100
	DynamicWords = 200 // characters of what is searched for
	DynamicText  = 400 // characters of a long text in a row
	DynamicNamed = 500 // things that part of a name may mean
)

// DynamicQuery is a question about one table of the workspace, put together from what [DynamicTables] says the table knows. What is left
// zero narrows nothing; a limit is always given. Archived projects, and what is in them, are left out, unless a status or the project is
// named.
type DynamicQuery struct {
	Table string
	DynamicFilters

	Include   []string // what each row tells besides
	Aggregate Aggregate
	Column    string   // of which [AggregateMin] or [AggregateMax] is taken
	Groups    []string // by what it is counted
	Order     string   // a column, or what is counted; "" is the table's own order, and of groups the most first
	Direction Direction
	Limit     int
	Today     Date // for what is overdue
}

// DynamicFilters narrow a question. A table knows some of them, by the names beside them.
type DynamicFilters struct {
	Statuses     []string  // status
	Priorities   []string  // priority
	Project      ProjectID // project_id
	ProjectName  string    // project_name: each of the words is in the project's name
	AssigneeName string    // assignee_name: each of the words is in the name of somebody it is assigned to
	Mine         bool      // assigned_to_me
	Own          bool      // created_by_me
	DueBefore    Date      // due_before: on an earlier day
	DueAfter     Date      // due_after: on a later day
	UpdatedAfter time.Time // updated_after
	CreatedAfter time.Time // created_after
	Overdue      bool      // is_overdue
	Stalled      bool      // is_stalled
	Open         bool      // exclude_done
	Words        string    // search: each of the words is in it
}

// Given are the names of the filters that narrow something.
func (f DynamicFilters) Given() []string {
	var out []string
	for _, one := range []struct {
		name  string
		given bool
	}{
		{"status", len(f.Statuses) > 0},
		{"priority", len(f.Priorities) > 0},
		{"project_id", f.Project != ""},
		{"project_name", f.ProjectName != ""},
		{"assignee_name", f.AssigneeName != ""},
		{"assigned_to_me", f.Mine},
		{"created_by_me", f.Own},
		{"due_before", f.DueBefore != ""},
		{"due_after", f.DueAfter != ""},
		{"updated_after", !f.UpdatedAfter.IsZero()},
		{"created_after", !f.CreatedAfter.IsZero()},
		{"is_overdue", f.Overdue},
		{"is_stalled", f.Stalled},
		{"exclude_done", f.Open},
		{"search", f.Words != ""},
	} {
		if one.given {
			out = append(out, one.name)
		}
	}
	return out
}

// Aggregate is what is told of many rows at once, instead of the rows.
type Aggregate string

// The aggregates. Where only groups are given, it is counted.
const (
	AggregateCount Aggregate = "count"
	AggregateMin   Aggregate = "min"
	AggregateMax   Aggregate = "max"
)

// Aggregates lists them.
func Aggregates() []Aggregate { return []Aggregate{AggregateCount, AggregateMin, AggregateMax} }

// Direction is which end of an order comes first. What is not there comes last in both.
type Direction string

// The directions; the first is the default.
const (
	Ascending  Direction = "asc"
	Descending Direction = "desc"
)

// Directions lists them.
func Directions() []Direction { return []Direction{Ascending, Descending} }

// Aggregated is what the question counts by; "" where it asks for rows.
func (q DynamicQuery) Aggregated() Aggregate {
	if q.Aggregate == "" && len(q.Groups) > 0 {
		return AggregateCount
	}
	return q.Aggregate
}

// Value is the name of what an aggregate tells, such as count or max_due_date.
func (q DynamicQuery) Value() string {
	if of := q.Aggregated(); of != AggregateCount && of != "" {
		return string(of) + "_" + q.Column
	}
	return string(AggregateCount)
}

// DynamicRows is what a question has found.
type DynamicRows struct {
	Columns []Column // in their order
	Rows    []DynamicRow
	More    bool // there are more than the limit
}

// DynamicRow is a row by the names of its columns: a string for a text or a day, a [time.Time], an int, a bool or a []string. What is not
// there is left out.
type DynamicRow map[string]any

// Column is a column by the name that tools take.
type Column struct {
	Name string
	Kind ColumnKind
}

// ColumnKind is what stands in a column.
type ColumnKind int

// The kinds of columns.
const (
	ColumnText ColumnKind = iota
	ColumnDay
	ColumnMoment
	ColumnNumber
	ColumnFlag
	ColumnList
)
