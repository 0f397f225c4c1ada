package storage

import "strings"

// column is a column, and what it holds.
type column struct {
	name  string
	value any // an argument, or [spelled]
}

// spelled is what a column holds where that is SQL.
type spelled string

// rightNow is the time of the transaction.
const rightNow spelled = `:now`

// insertion is the statement that makes a row, and its arguments: what a column holds stands beside its name. Of the same columns it is
// the same text, so that it is prepared once.
func insertion(table string, row ...column) (sql string, args []any) {
	names, values := make([]string, 0, len(row)), make([]string, 0, len(row))
	for _, c := range row {
		names = append(names, c.name)
		if s, ok := c.value.(spelled); ok {
			values = append(values, string(s))
			continue
		}
		args = append(args, c.value)
		values = append(values, list(len(args), 1))
	}
	return `insert into ` + table + ` (` + strings.Join(names, `, `) + `) values (` + strings.Join(values, `, `) + `)`, args
}

// insert queues making a row.
func (t *tx) insert(table string, row ...column) {
	sql, args := insertion(table, row...)
	t.exec(sql, args...)
}
