package view

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Table is rows below the names of their columns. The first column says what a row is of.
type Table struct {
	In      wording.Words
	Title   string
	Columns []string
	Rows    [][]string
}

func (t Table) says() bool { return len(t.Rows) > 0 }

func (t Table) safe(s safe) Section {
	t.Title, t.Columns, t.Rows = s.words(t.Title), s.all(t.Columns), slices.Clone(t.Rows)
	for i := range t.Rows {
		t.Rows[i] = s.all(t.Rows[i])
	}
	return t
}

// Lines are the rows as a list, for where there are no tables: each says its columns' names. Empty cells are left out.
func (t Table) Lines() List {
	l := List{In: t.In, Title: t.Title}
	for _, row := range t.Rows {
		var cells []string
		for i, cell := range row {
			switch cell = bots.OneLine(cell); {
			case cell == "":
			case i > 0 && i < len(t.Columns) && t.Columns[i] != "":
				cells = append(cells, bots.OneLine(t.Columns[i])+": "+cell)
			default:
				cells = append(cells, cell)
			}
		}
		l.Items = append(l.Items, Fact{Text: strings.Join(cells, " · ")})
	}
	return l
}
