package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// details is in how much detail a card may be drawn: with less and less of it until it fits.
const details = 4

// card draws what a card says.
func (r Renderer) card(v view.View) Message {
	m := fit(details, func(detail int) Message {
		d := drawing{v, detail, r}
		return Message{Text: Plain(v.Aloud), Blocks: d.blocks()}
	})
	m.decide, m.in = v.InWords, v.In
	return m
}

// drawing is a card in so much detail.
type drawing struct {
	view.View

	detail int
	r      Renderer
}

func (d drawing) blocks() []slackapi.Block {
	out := handed(d.Handoffs[:min(len(d.Handoffs), mostHandoffs, []int{0, 1, 2, 3, mostHandoffs}[d.detail])])
	if head := d.head(); head != "" {
		out = append(out, Section(head))
	}
	if d.Unit != "" {
		out = append(out, d.steps()...)
	}
	out = append(out, d.preview()...)
	for _, p := range d.Parts {
		out = append(append(out, slackapi.NewDividerBlock()), drawing{p, d.detail, d.r}.blocks()...)
	}
	out = append(out, d.questions()...)
	out = append(out, d.answers()...)
	out = append(out, d.problem()...)
	if d.detail > 0 && d.Thinking.Len() > 0 {
		out = append(out, thinkingBox(d.Thinking, []int{0, 800, 1600, 3000, 5000}[d.detail]))
	}
	out = append(out, d.list(d.Undone)...)
	for _, n := range d.Notes {
		out = append(out, ContextLine(Escape(n, 500)))
	}
	if len(d.Facts) > 0 {
		out = append(out, small(d.Facts))
	}
	if d.Quote != "" {
		out = append(out, ContextLine(view.Quoted(Escape(d.Quote, []int{60, 150, 300, 500, 500}[d.detail]))))
	}
	if acts := actions(d.View); acts != nil {
		out = append(out, acts)
	}
	if len(d.Hint) > 0 {
		out = append(out, small(d.Hint))
	}
	return out
}

// head is what it is about: the title where it does not stand above steps, and why.
func (d drawing) head() string {
	var out []string
	if d.Title != "" && d.Unit == "" && d.Problem == nil {
		out = append(out, "*"+Escape(d.Title, 300)+"*")
	}
	limit := 700
	if d.Title == "" { // there is nothing else
		limit = []int{300, 700, 1500, 2500, 2500}[d.detail]
	}
	for _, p := range d.Intro {
		if p.Lead == "" {
			out = append(out, Escape(p.Text, limit))
		} else {
			out = append(out, "*"+Escape(p.Lead, 60)+"* "+Escape(p.Text, 300))
		}
	}
	if d.Preview.Target != "" {
		out = append(out, Escape(d.Preview.Target, 300))
	}
	if len(d.Changes.Items) > 0 {
		out = append(out, listed(d.In, d.Changes, 8, 180))
	}
	return strings.Join(out, "\n")
}

// listed is a list with its title.
func listed(w wording.Words, l view.List, most, each int) string {
	out := []string{"*" + Escape(l.Title, 80) + "*"}
	for i, f := range l.Items {
		if i == most {
			out = append(out, "• "+view.More(w, len(l.Items)-i))
			break
		}
		bullet := sign(f.Sign)
		if bullet == "" {
			bullet = "• "
		}
		out = append(out, bullet+Escape(f.Text, each))
	}
	return strings.Join(out, "\n")
}

func (d drawing) list(l view.List) []slackapi.Block {
	if len(l.Items) == 0 {
		return nil
	}
	return []slackapi.Block{Section(listed(d.In, l, []int{3, 5, 8, 10, 10}[d.detail], 250))}
}

// preview is what would become of something: what nobody may overlook first.
func (d drawing) preview() []slackapi.Block {
	p := d.Preview
	var out []slackapi.Block
	if p.Grave != "" {
		out = append(out, Section(sign(view.Warned)+"*"+Escape(p.Grave, 300)+"*"))
	}
	if lines := warnings(d.In, p.Warnings, []int{3, 4, 5, 10, 15}[d.detail], []int{100, 120, 150, 200, 250}[d.detail]); len(lines) > 0 {
		chunks, _ := spread(lines, LimitSection, 2)
		for _, c := range chunks {
			out = append(out, Section(c))
		}
	}
	limit, each := []int{4, 6, 8, 12, 16}[d.detail], []int{120, 180, 250, 500, 1300}[d.detail]
	for i, f := range p.Fields {
		if i == limit {
			out = append(out, ContextLine(view.Count(d.In, len(p.Fields)-i, view.MoreFields)))
			break
		}
		out = append(out, Section(fieldDiff(f, each)))
	}
	if to := d.r.webLink(p.Link.URL, p.Link.Words); to != "" {
		out = append(out, Section(to))
	}
	return out
}

// problem is what went wrong, and how to go on.
func (d drawing) problem() []slackapi.Block {
	p := d.Problem
	if p == nil {
		return nil
	}
	text := sign(view.Warned) + "*" + Escape(p.Message, 1200) + "*"
	if p.Recovery != "" {
		text += "\n" + Escape(p.Recovery, 1500)
	}
	out := []slackapi.Block{Section(text)}
	if p.ID != "" {
		out = append(out, ContextLine(d.In.Say(view.LabelProblem)+" `"+Escape(p.ID, 100)+"`"))
	}
	return out
}
