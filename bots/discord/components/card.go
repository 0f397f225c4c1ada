package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// details is in how much detail a card may be drawn: with less and less of it until it fits.
const details = 4

// card draws what a card says.
func (r Renderer) card(v view.View) Look {
	l := fit(details, func(detail int) Look {
		d := drawing{v, detail, r}
		return Look{Components: []Component{container(colour(v.Tone), d.components()...)}}
	})
	l.decide, l.in = v.InWords, v.In
	return l
}

// drawing is a card in so much detail.
type drawing struct {
	view.View

	detail int
	r      Renderer
}

func (d drawing) components() []Component {
	var out []Component
	if head := d.head(); head != "" {
		out = append(out, Text(head))
	}
	if d.Unit != "" {
		out = append(append(out, separator(true)), d.steps()...)
	}
	out = append(out, d.preview()...)
	for _, p := range d.Parts {
		out = append(out, drawing{p, d.detail, d.r}.part()...)
	}
	out = append(out, d.questions()...)
	if answers := d.answers(); answers != "" {
		out = append(out, Text(answers))
	}
	if d.detail > 0 && d.Thinking.Len() > 0 {
		out = append(out, d.r.thought(d.View, []int{0, 300, 600, 1000, 1500}[d.detail], 200))
	}
	if len(d.Undone.Items) > 0 {
		out = append(out, Text(listed(d.In, d.Undone, []int{3, 4, 6, 8, 10}[d.detail], 190)))
	}
	for _, n := range d.Notes {
		out = append(out, small(Line(n, []int{100, 150, 300, 400, 500}[d.detail])))
	}
	if d.Problem != nil && d.Problem.ID != "" {
		out = append(out, small(d.In.Say(view.LabelProblem)+" "+Line(d.Problem.ID, 100)))
	}
	if len(d.Facts) > 0 {
		out = append(out, small(facts(d.Facts)...))
	}
	if d.Quote != "" {
		out = append(out, small(view.Quoted(Line(d.Quote, []int{40, 80, 150, 300, 400}[d.detail]))))
	}
	out = append(out, d.r.actions(d.View)...)
	if len(d.Hint) > 0 {
		out = append(out, small(facts(d.Hint)...))
	}
	return out
}

// head is what it is about, where it stands, and why.
func (d drawing) head() string {
	var out []string
	if d.Title != "" && d.Problem == nil {
		out = append(out, "## "+Line(d.Title, 150))
	}
	switch len(d.Standing) {
	case 0:
	case 1:
		out = append(out, sign(d.Badge.Sign)+Line(view.Sentence(d.Standing[0]), 100))
	default:
		out = append(out, Line(strings.Join(d.Standing, " · "), 150))
	}
	for _, h := range d.Handoffs[:min(len(d.Handoffs), 3, d.detail)] {
		out = append(out, "-# ➡️ "+Line(h, 150))
	}
	limit := []int{100, 200, 300, 500, 700}[d.detail]
	if d.Title == "" { // there is nothing else
		limit = []int{150, 300, 450, 600, 900}[d.detail]
	}
	for _, p := range d.Intro {
		if p.Lead == "" {
			out = append(out, Escape(p.Text, limit))
		} else {
			out = append(out, "**"+Line(p.Lead, 60)+"** "+Line(p.Text, []int{60, 80, 150, 200, 300}[d.detail]))
		}
	}
	if d.Preview.Target != "" {
		out = append(out, Line(d.Preview.Target, 250))
	}
	if d.Preview.Grave != "" {
		out = append(out, sign(view.Warned)+"**"+Line(d.Preview.Grave, 300)+"**")
	}
	if len(d.Changes.Items) > 0 {
		out = append(out, listed(d.In, d.Changes, []int{3, 4, 5, 6, 8}[d.detail], []int{60, 80, 100, 120, 180}[d.detail]))
	}
	return strings.Join(append(out, d.problem()...), "\n")
}

// part is one of several things that are decided on the card: as few components as can be, since a card has room for few.
func (d drawing) part() []Component {
	lines := []string{"**" + Line(d.Title, 150) + "**"}
	if len(d.Changes.Items) > 0 {
		lines = append(lines, listed(d.In, d.Changes, []int{1, 2, 3, 4, 5}[d.detail], []int{60, 80, 100, 120, 180}[d.detail]))
	}
	if d.Preview.Target != "" {
		lines = append(lines, Line(d.Preview.Target, 250))
	}
	if d.Preview.Grave != "" {
		lines = append(lines, sign(view.Warned)+"**"+Line(d.Preview.Grave, 300)+"**")
	}
	if w := warnings(d.In, d.Preview.Warnings, []int{3, 3, 4, 5, 8}[d.detail], []int{60, 80, 100, 150, 200}[d.detail]); w != "" {
		lines = append(lines, w)
	}
	limit, each := []int{2, 3, 4, 8, 12}[d.detail], []int{40, 60, 100, 200, 400}[d.detail]
	for i, f := range d.Preview.Fields {
		if i == limit {
			lines = append(lines, "-# "+view.Count(d.In, len(d.Preview.Fields)-i, view.MoreFields))
			break
		}
		lines = append(lines, fieldDiff(f, each))
	}
	if u := d.r.link(d.Preview.Link.URL); u != "" && bots.Width(u) <= 400 {
		lines = append(lines, d.Preview.Link.Words+": <"+u+">")
	}
	if len(d.Facts) > 0 {
		lines = append(lines, "-# "+strings.Join(facts(d.Facts), " · "))
	}
	if d.Quote != "" {
		lines = append(lines, "-# "+view.Quoted(Line(d.Quote, []int{40, 80, 150, 300, 400}[d.detail])))
	}
	return append([]Component{separator(true), Text(strings.Join(lines, "\n"))}, d.r.actions(d.View)...)
}

// problem is what went wrong, and how to go on.
func (d drawing) problem() []string {
	if d.Problem == nil {
		return nil
	}
	out := []string{sign(view.Warned) + "**" + Line(d.Problem.Message, 1200) + "**"}
	if d.Problem.Recovery != "" {
		out = append(out, Escape(d.Problem.Recovery, 1500))
	}
	return out
}

// listed is a list with its title.
func listed(w wording.Words, l view.List, most, each int) string {
	out := []string{"**" + Line(l.Title, 80) + "**"}
	for i, f := range l.Items {
		if i == most {
			out = append(out, "- "+view.More(w, len(l.Items)-i))
			break
		}
		bullet := sign(f.Sign)
		if bullet == "" {
			bullet = "- "
		}
		out = append(out, bullet+Line(f.Text, each))
	}
	return strings.Join(out, "\n")
}

// preview is what would become of something: what nobody may overlook first.
func (d drawing) preview() []Component {
	p := d.Preview
	var out []Component
	if w := warnings(d.In, p.Warnings, []int{3, 4, 5, 6, 8}[d.detail], []int{80, 100, 120, 150, 200}[d.detail]); w != "" {
		out = append(out, Text(w))
	}
	limit, each := []int{3, 4, 5, 8, 12}[d.detail], []int{80, 110, 150, 300, 600}[d.detail]
	var fields []string
	for i, f := range p.Fields {
		if i == limit {
			fields = append(fields, "-# "+view.Count(d.In, len(p.Fields)-i, view.MoreFields))
			break
		}
		fields = append(fields, fieldDiff(f, each))
	}
	if len(fields) > 0 {
		out = append(out, separator(true), Text(strings.Join(fields, "\n")))
	}
	if u := d.r.link(p.Link.URL); u != "" && bots.Width(u) <= 400 {
		out = append(out, Text(p.Link.Words+": <"+u+">"))
	}
	return out
}
