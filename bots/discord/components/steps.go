package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// mostGroups is how many groups a card has room for.
const mostGroups = 8

// steps are the steps of a plan or the tasks of a run.
func (d drawing) steps() []Component {
	var out []Component
	shown, all, limit := 0, 0, []int{5, 10, 20, 30, 40}[d.detail]
	for n, g := range d.Groups {
		all += len(g.Items)
		var lines []string
		for _, i := range g.Items {
			if shown < limit && n < mostGroups {
				shown++
				lines = append(lines, d.step(i)...)
			}
		}
		if len(lines) > 0 {
			out = append(out, Text("**"+Line(g.Title(), 50)+"**\n"+strings.Join(lines, "\n")))
		}
	}
	if more := all - shown; more > 0 {
		out = append(out, small(d.NotShown(more)))
	}
	return out
}

// step is a step with who does it, what words have to add to its sign, what it would change and what became of it.
func (d drawing) step(i view.Item) []string {
	title := Line(i.Title, []int{50, 80, 120, 200, 250}[d.detail])
	if i.Number > 0 {
		title = fmt.Sprintf("**%d.** %s", i.Number, title)
	} else {
		title = sign(i.Badge.Sign) + title
	}
	parts := []string{title}
	lines := []string{}
	if d.detail > 1 || i.Number > 0 {
		lines, parts = append(lines, title), []string{"-# " + Line(i.Owner.Called, 60)}
	}
	if i.Badge.Needed {
		parts = append(parts, Line(i.Badge.Word, 150))
	}
	lines = append(lines, strings.Join(append(parts, facts(i.Facts)...), " · "))
	lines = append(lines, d.planned(i)...)
	return append(lines, d.outcome(i)...)
}

// planned is what a step would change, and what the laws say of it.
func (d drawing) planned(i view.Item) []string {
	var out []string
	if i.Preview != nil {
		for _, f := range i.Preview.Fields {
			if f.Whole {
				out = append(out, "-# "+Line(view.FieldLine(d.In, f.Name, f.Old, f.New), mostWhole))
			}
		}
	}
	if i.Preview != nil && d.detail > 0 {
		if i.Preview.Title != "" {
			out = append(out, "-# "+Line(i.Preview.Title, 100))
		}
		for n, f := range i.Preview.Fields {
			if f.Whole {
				continue
			}
			if n == []int{0, 2, 3, 4, 8}[d.detail] {
				out = append(out, "-# "+view.Count(d.In, len(i.Preview.Fields)-n, view.MoreFields))
				break
			}
			out = append(out, "-# "+Line(view.FieldLine(d.In, f.Name, f.Old, f.New), []int{0, 60, 90, 120, 240}[d.detail]))
		}
	}
	for _, n := range i.Notes[:min(len(i.Notes), d.detail)] {
		out = append(out, "-# ❗ "+Line(n, 150))
	}
	return out
}

// outcome is what became of a task.
func (d drawing) outcome(i view.Item) []string {
	var out []string
	n := []int{50, 80, 120, 200, 300}[d.detail]
	switch {
	case i.Problem != nil && d.detail > 0:
		out = append(out, "-# "+Line(i.Problem.Message, n)+" "+Line(i.Problem.Recovery, n))
	case i.Problem != nil:
		out = append(out, "-# "+Line(i.Problem.Message, n))
	case i.Result != "":
		out = append(out, "-# "+Line(i.Result, n))
	}
	if u := d.r.link(i.URL); u != "" && bots.Width(u) <= []int{60, 100, 200, 300, 400}[d.detail] {
		out = append(out, "-# <"+u+">")
	}
	return out
}
