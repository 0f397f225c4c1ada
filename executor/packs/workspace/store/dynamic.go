package store

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// patience is how long a question that somebody put together may take the database.
const patience = 5 * time.Second

// Query answers a question about one table. The text of its statement is made of the parts in sources alone; what the caller says is an
// argument, or picks a part by its name. Each statement asks what the viewer sees, also where it counts.
func (s Workspace) Query(ctx context.Context, v workspace.Viewer, q workspace.DynamicQuery) (out workspace.DynamicRows, err error) {
	if err := q.Wrong(); err != nil {
		return out, wrap(err, "query the workspace")
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.read(within, v, func(t tables.Tx) error {
		out, err = answered(within, t, v, q)
		return err
	})
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = workspace.ErrTooMuch
	}
	return out, wrap(err, "query "+q.Table)
}

func answered(ctx context.Context, t tables.Tx, v workspace.Viewer, q workspace.DynamicQuery) (out workspace.DynamicRows, err error) {
	called, err := resolve(ctx, t, v, q)
	if err != nil {
		return out, err
	}
	c := compile(v, q, called)
	if c.bad {
		return out, workspace.ErrProject
	}
	t.Each(readsInto(c.columns, &out.Rows), c.sql, c.args...)
	if err := t.Flush(ctx); err != nil {
		return out, err
	}
	if out.More = len(out.Rows) > q.Limit; out.More {
		out.Rows = out.Rows[:q.Limit]
	}
	out.Columns = slices.Concat(c.columns, c.lists)
	return out, lists(ctx, t, v, c.lists, out.Rows)
}

// readsInto reads rows of such columns.
func readsInto(columns []workspace.Column, to *[]workspace.DynamicRow) tables.Row {
	return func(scan func(...any) error) error {
		dests := make([]any, len(columns))
		for i, c := range columns {
			dests[i] = dest(c.Kind)
		}
		if err := scan(dests...); err != nil {
			return err
		}
		row := workspace.DynamicRow{}
		for i, c := range columns {
			put(row, c.Name, dests[i])
		}
		*to = append(*to, row)
		return nil
	}
}

// dest is where a value of a kind is read into. Lists are read by themselves.
func dest(kind workspace.ColumnKind) any {
	switch kind {
	case workspace.ColumnMoment:
		return new(time.Time)
	case workspace.ColumnNumber:
		return new(int)
	case workspace.ColumnFlag:
		return new(bool)
	case workspace.ColumnText, workspace.ColumnDay, workspace.ColumnList:
	}
	return new(string)
}

// put keeps what was read, unless it is not there.
func put(row workspace.DynamicRow, name string, from any) {
	switch v := from.(type) {
	case *time.Time:
		if !v.IsZero() {
			row[name] = *v
		}
	case *int:
		row[name] = *v
	case *bool:
		row[name] = *v
	case *string:
		if *v != "" {
			row[name] = *v
		}
	}
}

// lists reads the columns of rows that are lists.
func lists(ctx context.Context, t tables.Tx, v workspace.Viewer, columns []workspace.Column, rows []workspace.DynamicRow) error {
	if len(columns) == 0 || len(rows) == 0 {
		return nil
	}
	of := map[string]map[string][]string{} // the lists of a row, by its id
	if columns[0].Name == "members" {
		all, err := teams(ctx, t, v)
		if err != nil {
			return err
		}
		for _, one := range all {
			of[string(one.ID)] = map[string][]string{"members": calledSo(one.Members)}
		}
	} else {
		all := make([]workspace.Task, len(rows))
		for i, row := range rows {
			id, _ := row["id"].(string)
			all[i].ID = workspace.TaskID(id)
		}
		if err := taskParts(ctx, t, v, all); err != nil {
			return err
		}
		for _, one := range all {
			who := ids(one.Assignees, func(m workspace.Member) string { return string(m.Person) })
			of[string(one.ID)] = map[string][]string{"assignee_ids": who, "assignees": calledSo(one.Assignees), "labels": one.Labels}
		}
	}
	for _, row := range rows {
		id, _ := row["id"].(string)
		for _, c := range columns {
			if all := of[id][c.Name]; len(all) > 0 {
				row[c.Name] = all
			}
		}
	}
	return nil
}

func calledSo(all []workspace.Member) []string {
	var out []string
	for _, m := range all {
		out = append(out, m.Name)
	}
	return out
}
