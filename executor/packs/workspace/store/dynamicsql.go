package store

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant/workspace"
)

// compiled is the statement of a question.
type compiled struct {
	sql     string
	args    []any
	columns []workspace.Column // which it gives
	lists   []workspace.Column // which are read by themselves
	bad     bool               // an id is none, so there is nothing
}

// compile makes the statement. The question is one that has nothing wrong.
func compile(v workspace.Viewer, q workspace.DynamicQuery, by called) compiled {
	t, _ := workspace.DynamicTableOf(q.Table)
	from := sources()[q.Table]
	b := builder{v: v, q: q, t: t, from: from, s: from.narrowed(v, q, by)}
	out := compiled{}
	if q.Aggregated() == "" {
		out.columns, out.lists = b.told()
		out.sql = b.rows(out.columns)
	} else {
		out.columns = append(b.groups(), b.value())
		out.sql = b.counted(out.columns)
	}
	out.args, out.bad = b.s.args, b.s.bad
	return out
}

// builder writes the statement of a question.
type builder struct {
	v     workspace.Viewer
	q     workspace.DynamicQuery
	t     workspace.DynamicTable
	from  source
	s     *selection
	joins []string
}

// told are the columns that a row tells, each of them once.
func (b *builder) told() (columns, lists []workspace.Column) {
	columns = slices.Clone(b.t.Columns)
	for _, i := range b.q.Include {
		for _, c := range b.t.Includes[i] {
			switch {
			case slices.Contains(columns, c) || slices.Contains(lists, c):
			case c.Kind == workspace.ColumnList:
				lists = append(lists, c)
			default:
				columns = append(columns, c)
			}
		}
	}
	return columns, lists
}

func (b *builder) groups() []workspace.Column {
	var out []workspace.Column
	for _, g := range b.q.Groups {
		for _, c := range b.t.Groups[g] {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// value is the column that tells what was counted.
func (b *builder) value() workspace.Column {
	out := workspace.Column{Name: b.q.Value(), Kind: workspace.ColumnNumber}
	at := slices.IndexFunc(b.t.Columns, func(c workspace.Column) bool { return c.Name == b.q.Column })
	if at >= 0 {
		out.Kind = b.t.Columns[at].Kind
	}
	return out
}

// read is how a column is read. What it needs besides is joined.
func (b *builder) read(c string) string {
	t := b.from.terms[c]
	if t.join != "" && !slices.Contains(b.joins, t.join) {
		b.joins = append(b.joins, t.join)
	}
	if t.of != nil {
		return t.of(b.s, b.v, b.q)
	}
	return t.sql
}

// source ends a query of rows.
func (b *builder) source() string {
	return ` from ` + b.from.from + strings.Join(b.joins, "") + ` where ` + b.s.where.String()
}

// rows is the statement that gives rows.
func (b *builder) rows(columns []workspace.Column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = b.read(c.Name)
	}
	name, descending := b.q.Order, b.q.Direction == workspace.Descending
	if name == "" {
		name = b.t.Orders[0]
		descending = descending || b.q.Direction == "" && strings.HasSuffix(name, "_at") // the newest first
	}
	order := ordered(b.ranked(name, b.read(name)), descending)
	return `select ` + strings.Join(list, `, `) + b.source() + ` order by ` + order + `, ` + strings.Join(b.from.key, `, `) + b.s.most(b.q.Limit+1)
}

// counted is the statement that gives what many rows are at once. Groups are made of what a query of rows gives, whatever that is made of.
func (b *builder) counted(columns []workspace.Column) string {
	groups := columns[:len(columns)-1]
	var read, names []string
	for i, c := range groups {
		names = append(names, `g`+strconv.Itoa(i))
		read = append(read, b.read(c.Name)+` as `+names[i])
	}
	value, of := `count(*)`, `1`
	if b.q.Column != "" {
		value, of = string(b.q.Aggregated())+`(r.v)`, present(b.t, b.q.Column, b.read(b.q.Column))
	}
	sql := `select ` + strings.Join(append(slices.Clone(names), value), `, `) + ` from (select ` + strings.Join(append(read, of+` as v`), `, `) + b.source() + `) r`
	if len(groups) == 0 {
		return sql
	}
	var order []string
	descending := b.q.Direction == workspace.Descending
	if b.q.Order == "" || b.q.Order == b.q.Value() {
		if b.q.Order == "" && b.q.Direction == "" {
			descending = b.q.Aggregated() != workspace.AggregateMin
		}
		order = append(order, ordered(value, descending))
		descending = false
	}
	for i, c := range groups {
		if c.Name == b.q.Order {
			order = append([]string{ordered(b.ranked(c.Name, names[i]), descending)}, order...)
		}
		order = append(order, ordered(b.ranked(c.Name, names[i]), false))
	}
	return sql + ` group by ` + strings.Join(names, `, `) + ` order by ` + strings.Join(order, `, `) + b.s.most(b.q.Limit+1)
}

// ranked is what a column is ordered by: states and priorities as they follow each other, names by their bytes, as both databases do.
func (b *builder) ranked(name, sql string) string {
	switch {
	case name == "status":
		return rank(sql, b.t.Statuses)
	case name == "priority":
		return rank(sql, b.t.Priorities)
	case strings.HasSuffix(name, "_at") || strings.HasSuffix(name, "_id"):
		return sql
	}
	return `nullif(` + sql + `, '') :bytes`
}

// rank is the place of a value in a list of ours.
func rank(sql string, all []string) string {
	var out strings.Builder
	out.WriteString(`case ` + sql)
	for i, one := range all {
		out.WriteString(` when '` + one + `' then ` + strconv.Itoa(i))
	}
	return out.String() + ` end`
}

func ordered(sql string, descending bool) string {
	if descending {
		return sql + ` desc nulls last`
	}
	return sql + ` nulls last`
}

// present is a value that may be the least or the most: no day is none.
func present(t workspace.DynamicTable, name, sql string) string {
	for _, c := range t.Columns {
		if c.Name == name && c.Kind == workspace.ColumnDay {
			return `nullif(` + sql + `, '')`
		}
	}
	return sql
}
