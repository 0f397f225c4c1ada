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
func (d *drawing) steps(t view.Steps) []Component {
	var out []Component
	shown, all := 0, 0
	for n, g := range t.Groups {
		all += len(g.Items)
		var lines []string
		for _, i := range g.Items {
			if shown < d.cut.steps && n < mostGroups {
				shown++
				lines = append(lines, d.step(i)...)
			}
		}
		if len(lines) > 0 {
			out = append(out, Text("**"+Line(g.Title(), 50)+"**\n"+strings.Join(lines, "\n")))
		}
	}
	if more := all - shown; more > 0 {
		out = append(out, small(t.NotShown(more)))
	}
	return out
}

// step is a step with who does it, what words have to add to its sign, what it would change and what became of it.
func (d *drawing) step(i view.Item) []string {
	title := Line(i.Title, d.cut.step)
	if i.Number > 0 {
		title = fmt.Sprintf("**%d.** %s", i.Number, title)
	} else {
		title = sign(i.Badge.Sign) + title
	}
	parts := []string{title}
	lines := []string{}
	if d.cut.owners || i.Number > 0 {
		lines, parts = append(lines, title), []string{"-# " + Line(i.Owner.Called, 60)}
	}
	if i.Badge.Needed {
		parts = append(parts, Line(i.Badge.Word, 150))
	}
	parts = append(parts, facts(i.Facts)...)
	if u := d.r.link(i.Stands.URL); u != "" {
		parts = append(parts, "["+Line(i.Stands.Words, 60)+"]("+u+")")
	}
	lines = append(lines, strings.Join(parts, " · "))
	lines = append(lines, d.planned(i)...)
	return append(lines, d.outcome(i)...)
}

// planned returns what a step would change, and the notes on it.
func (d *drawing) planned(i view.Item) []string {
	var out []string
	if p := i.Preview; p != nil {
		for _, f := range p.Fields {
			if f.Whole {
				out = append(out, "-# "+Line(view.FieldLine(p.In, f.Name, f.Old, f.New), mostWhole))
			}
		}
		out = append(out, d.peeked(*p)...)
	}
	for _, n := range i.Notes[:min(len(i.Notes), d.cut.notes)] {
		out = append(out, "-# ❗ "+Line(n, 150))
	}
	return out
}

// peeked is what of a step's preview need not be shown to its end.
func (d *drawing) peeked(p view.Preview) []string {
	if d.cut.stepFields == 0 {
		return nil
	}
	var out []string
	if p.Title != "" {
		out = append(out, "-# "+Line(p.Title, 100))
	}
	for n, f := range p.Fields {
		if f.Whole {
			continue
		}
		if n == d.cut.stepFields {
			return append(out, "-# "+view.Count(p.In, len(p.Fields)-n, view.MoreFields))
		}
		out = append(out, "-# "+Line(view.FieldLine(p.In, f.Name, f.Old, f.New), d.cut.stepField))
	}
	return out
}

// outcome is what became of a task.
func (d *drawing) outcome(i view.Item) []string {
	var out []string
	switch {
	case i.Problem != nil && d.cut.recovery > 0:
		out = append(out, "-# "+Line(i.Problem.Message, d.cut.outcome)+" "+Line(i.Problem.Recovery, d.cut.recovery))
	case i.Problem != nil:
		out = append(out, "-# "+Line(i.Problem.Message, d.cut.outcome))
	case i.Result != "":
		out = append(out, "-# "+Line(i.Result, d.cut.outcome))
	}
	if u := d.r.link(i.URL); u != "" && bots.Width(u) <= d.cut.source {
		out = append(out, "-# <"+u+">")
	}
	return out
}
