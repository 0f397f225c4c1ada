package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// took is what an errand took.
type took struct {
	steps int
	time  time.Duration
}

// report is what errands took in each way that they were done.
type report map[string]map[way]took

func (r report) add(errand string, w way, t took) {
	if r[errand] == nil {
		r[errand] = map[way]took{}
	}
	r[errand][w] = t
}

// column is some of the ways, of which a table says one thing.
type column struct {
	head string
	has  func(way) bool
}

// stepsBy and timesBy are the columns: on a phone some pages are in its menu, which is a step; colours make no difference but in time.
func stepsBy() []column {
	return []column{
		{"wide", func(w way) bool { return w.width > phone }}, {"phone", func(w way) bool { return w.width == phone }}, {"plain", func(w way) bool { return !w.scripts() }},
	}
}

func timesBy() []column {
	var out []column
	for _, one := range ways() {
		if one.theme != "dark" {
			out = append(out, column{one.head(), func(w way) bool { return w.width == one.width && w.by == one.by }})
		}
	}
	return out
}

// table is a line for each errand: how many steps it took, and the milliseconds; of several the most.
func (r report) table(errands []errand) string {
	var out strings.Builder
	line := func(name string, cell func(column, func(took) int64) string) {
		fmt.Fprintf(&out, "%-38s", name)
		for _, c := range stepsBy() {
			fmt.Fprintf(&out, " %5s", cell(c, func(t took) int64 { return int64(t.steps) }))
		}
		for _, c := range timesBy() {
			fmt.Fprintf(&out, " %13s", cell(c, func(t took) int64 { return t.time.Milliseconds() }))
		}
		out.WriteString("\n")
	}
	line("steps, then milliseconds", func(c column, _ func(took) int64) string { return c.head })
	for _, one := range errands {
		line(one.name, func(c column, of func(took) int64) string { return r.most(one.name, c, of) })
	}
	return out.String()
}

// most is the most of something that an errand took by the ways of a column; "" where it was done in none of them.
func (r report) most(errand string, c column, of func(took) int64) string {
	most := int64(-1)
	for w, t := range r[errand] {
		if c.has(w) {
			most = max(most, of(t))
		}
	}
	if most < 0 {
		return ""
	}
	return strconv.FormatInt(most, 10)
}
