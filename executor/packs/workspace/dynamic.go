package workspace

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Query are the arguments of dynamic_query.
type Query struct {
	Table        string   `json:"table" jsonschema:"what is looked up"`
	Status       []string `json:"status,omitempty" jsonschema:"only those in one of these states, which have to be the table's"`
	Priority     []string `json:"priority,omitempty" jsonschema:"only those of one of these priorities"`
	Project      string   `json:"project_id,omitempty" jsonschema:"only in this project, by its id or its whole name"`
	ProjectName  string   `json:"project_name,omitempty" jsonschema:"only in projects whose names have these words"`
	AssigneeName string   `json:"assignee_name,omitempty" jsonschema:"only what is assigned to somebody whose name has these words"`
	Mine         bool     `json:"assigned_to_me,omitempty" jsonschema:"only what is assigned to whoever asks"`
	Own          bool     `json:"created_by_me,omitempty" jsonschema:"only what whoever asks has created"`
	DueBefore    string   `json:"due_before,omitempty" jsonschema:"only what is due before this day, YYYY-MM-DD"`
	DueAfter     string   `json:"due_after,omitempty" jsonschema:"only what is due after this day, YYYY-MM-DD"`
	UpdatedAfter string   `json:"updated_after,omitempty" jsonschema:"only what was changed from this day, or this RFC 3339 moment, on"`
	CreatedAfter string   `json:"created_after,omitempty" jsonschema:"only what was created from this day, or this RFC 3339 moment, on"`
	Overdue      bool     `json:"is_overdue,omitempty" jsonschema:"only those whose day is over and that are not done"`
	Stalled      bool     `json:"is_stalled,omitempty" jsonschema:"only those in progress that nobody has changed for 7 days or more"`
	Open         bool     `json:"exclude_done,omitempty" jsonschema:"without those that are done or resolved"`
	Search       string   `json:"search,omitempty" jsonschema:"words in the text, or in the name of people and teams"`
	Include      []string `json:"include,omitempty" jsonschema:"what each row tells besides"`
	Aggregate    string   `json:"aggregate,omitempty" jsonschema:"how many there are, or the least or most of a column, instead of rows"`
	Column       string   `json:"column,omitempty" jsonschema:"the column for the least or the most"`
	Groups       []string `json:"group_by,omitempty" jsonschema:"told for each of these apart; counted where no aggregate is given"`
	Order        string   `json:"order_by,omitempty" jsonschema:"a column, or count; what comes first where this is left out is the newest, what is due first, or the most"`
	Direction    string   `json:"direction,omitempty" jsonschema:"of the order"`
	Limit        int      `json:"limit,omitempty" jsonschema:"how many rows or groups at most"`
}

// QueryFound are the fields of the result of dynamic_query.
type QueryFound struct {
	Columns []string         `json:"columns"`
	Rows    []map[string]any `json:"rows" jsonschema:"each by the names of the columns; what is not there is left out"`
	More    bool             `json:"more,omitempty" jsonschema:"there are more than these"`
}

func (p pack) dynamic(s Queried) tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskQuery), Label: "Query the workspace", Description: dynamicSaid(),
	}, map[string]bound{
		"table":     among(slices.Concat(tablesOf(), workspace.NotKept())),
		"status":    amongAll(func(t workspace.DynamicTable) []string { return t.Statuses }),
		"priority":  among(workspace.Priorities()),
		"include":   amongAll(func(t workspace.DynamicTable) []string { return slices.Sorted(maps.Keys(t.Includes)) }),
		"group_by":  amongAll(func(t workspace.DynamicTable) []string { return slices.Sorted(maps.Keys(t.Groups)) }),
		"column":    amongAll(func(t workspace.DynamicTable) []string { return t.Bounds }),
		"aggregate": among(workspace.Aggregates()), "direction": among(workspace.Directions()), "limit": upTo(workspace.DynamicMost, workspace.DynamicUsual),
	}, func(ctx context.Context, a asked, in Query) (out answer[QueryFound], err error) {
		q, err := p.question(ctx, a, in)
		if err != nil {
			return out, askable(err)
		}
		found, err := s.Query(ctx, a.viewer, q)
		if err != nil {
			return out, askable(err)
		}
		return answer[QueryFound]{foundSaid(a, q, found), queryFound(a, found)}, nil
	})
}

// question is the question that the arguments ask.
func (p pack) question(ctx context.Context, a asked, in Query) (workspace.DynamicQuery, error) {
	project, err := p.findProject(ctx, a, in.Project)
	if err != nil {
		return workspace.DynamicQuery{}, err
	}
	updated, err := a.since("updated_after", in.UpdatedAfter)
	if err != nil {
		return workspace.DynamicQuery{}, err
	}
	created, err := a.since("created_after", in.CreatedAfter)
	if err != nil {
		return workspace.DynamicQuery{}, err
	}
	return workspace.DynamicQuery{
		Table: in.Table,
		DynamicFilters: workspace.DynamicFilters{
			Statuses: in.Status, Priorities: in.Priority, Project: project.ID, ProjectName: in.ProjectName, AssigneeName: in.AssigneeName, Mine: in.Mine, Own: in.Own,
			DueBefore: workspace.Date(in.DueBefore), DueAfter: workspace.Date(in.DueAfter), UpdatedAfter: updated, CreatedAfter: created,
			Overdue: in.Overdue, Stalled: in.Stalled, Open: in.Open, Words: in.Search,
		},
		Include: in.Include, Aggregate: workspace.Aggregate(in.Aggregate), Column: in.Column, Groups: in.Groups, Order: in.Order,
		Direction: workspace.Direction(in.Direction), Limit: or(in.Limit, workspace.DynamicUsual), Today: a.today,
	}, nil
}

// since is a moment that is given as one, or as the day that begins with it where whoever asks lives.
func (a asked) since(key, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil && at.Year() > 0 {
		return at, nil
	}
	if _, err := workspace.ParseDate(text); err == nil {
		return time.ParseInLocation(time.DateOnly, text, a.now.Location())
	}
	return time.Time{}, &assistant.FieldError{Key: key, Message: assistant.Say("“%s” has to be a day such as 2026-12-31.", key)}
}

// askable is what is wrong with a question as people read it.
func askable(err error) error {
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return assistant.BadInput(wrong.Message, assistant.Say("Ask once more with that changed."))
	}
	return err
}

// foundSaid says what a question has found.
func foundSaid(a asked, q workspace.DynamicQuery, found workspace.DynamicRows) assistant.Sentence {
	n := len(found.Rows)
	switch {
	case q.Aggregated() != "" && len(q.Groups) == 0 && n == 1:
		value := found.Rows[0][q.Value()]
		if count, is := value.(int); is {
			return assistant.Say("Counted in %s: %d", q.Table, count)
		}
		if value == nil {
			return assistant.Say("Nothing was found in %s", q.Table)
		}
		said, _ := a.told(value).(string)
		return assistant.Say("In %s, %s is %s", q.Table, q.Value(), said)
	case n == 0:
		return assistant.Say("Nothing was found in %s", q.Table)
	case found.More:
		return assistant.Say("There is more in %s; these are the first %d", q.Table, n)
	}
	return assistant.Say("Found in %s: %d", q.Table, n)
}

func queryFound(a asked, found workspace.DynamicRows) QueryFound {
	out := QueryFound{Columns: []string{}, Rows: []map[string]any{}, More: found.More}
	for _, c := range found.Columns {
		out.Columns = append(out.Columns, c.Name)
	}
	for _, row := range found.Rows {
		told := map[string]any{}
		for name, value := range row {
			told[name] = a.told(value)
		}
		out.Rows = append(out.Rows, told)
	}
	return out
}

// told is a value as a result has it.
func (a asked) told(value any) any {
	switch v := value.(type) {
	case time.Time:
		return a.at(v)
	case string:
		return cut(v)
	}
	return value
}

func tablesOf() []string {
	var out []string
	for _, t := range workspace.DynamicTables() {
		out = append(out, t.Name)
	}
	return out
}

// amongAll is what any of the tables knows; which one knows it the store says.
func amongAll(of func(workspace.DynamicTable) []string) bound {
	var all []string
	for _, t := range workspace.DynamicTables() {
		all = append(all, of(t)...)
	}
	slices.Sort(all)
	return among(slices.Compact(all))
}

// dynamicSaid describes the tool, with what each of the tables knows.
func dynamicSaid() string {
	var b strings.Builder
	b.WriteString("Looks up what the other tools of the workspace do not list so: rows of one table, or how many there are by groups, of what the person who asks can see. " +
		"Nothing of archived projects, unless a status or the project is named. Changes nothing. Each table knows some of the arguments:")
	for _, t := range workspace.DynamicTables() {
		b.WriteString("\n" + t.Name + ": ")
		for _, part := range []struct {
			name string
			all  []string
		}{
			{"filters", t.Filters},
			{"include", slices.Sorted(maps.Keys(t.Includes))},
			{"group_by", slices.Sorted(maps.Keys(t.Groups))},
			{"order_by", t.Orders},
			{"column", t.Bounds},
			{"status", t.Statuses},
		} {
			if len(part.all) > 0 {
				b.WriteString(part.name + " " + strings.Join(part.all, ", ") + "; ")
			}
		}
	}
	return b.String()
}
