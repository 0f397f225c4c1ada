package blocks

import (
	"cmp"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// card draws what a card says.
func (r Renderer) card(v view.View) Message {
	m := fit(details, func(detail int) Message { return Message{Text: Plain(v.Aloud), Blocks: r.drawn(v, cutTo(detail))} })
	m.decide, m.in = v.InWords, v.In
	return m
}

// drawing is a card that is being drawn.
type drawing struct {
	view.View

	cut    cut
	r      Renderer
	handed int
	lines  []string // that the next block has together
	blocks []slackapi.Block
}

// drawn is a view as blocks. If the view has steps, their title is its title.
func (r Renderer) drawn(v view.View, c cut) []slackapi.Block {
	d := &drawing{View: v, cut: c, r: r}
	if _, steps := view.Find[view.Steps](v); v.Title != "" && !steps {
		d.say("*" + Escape(v.Title, 300) + "*")
	}
	for _, s := range v.Sections {
		d.section(s)
	}
	d.put()
	if len(d.blocks) == 0 { // Slack refuses a message of nothing
		d.put(ContextLine(Escape(cmp.Or(v.Label, "–"), 100)))
	}
	return d.blocks
}

// say adds lines to the next block.
func (d *drawing) say(safe ...string) { d.lines = append(d.lines, safe...) }

// put ends the block of lines, and puts others below it.
func (d *drawing) put(more ...slackapi.Block) {
	if len(d.lines) > 0 {
		d.blocks, d.lines = append(d.blocks, Section(strings.Join(d.lines, "\n"))), nil
	}
	d.blocks = append(d.blocks, more...)
}

func (d *drawing) section(s view.Section) {
	switch s := s.(type) {
	case view.Text:
		d.text(s)
	case view.Facts:
		d.put(small(s.Items))
	case view.Steps:
		d.put(d.steps(s)...)
	case view.Preview:
		d.preview(s)
	case view.Difference:
		d.list(s.Lines())
	case view.List:
		d.list(s)
	case view.Table:
		d.list(s.Lines())
	case view.Chart:
		d.list(s.Lines())
	case view.Picture:
		d.picture(s)
	case view.Part:
		d.put(slackapi.NewDividerBlock())
		d.put(d.r.drawn(s.View, d.cut)...)
	case view.Form:
		d.put(d.form(s)...)
	case view.Answers:
		d.put(d.answers(s)...)
	case view.Problem:
		d.problem(s)
	case view.Thinking:
		if d.cut.thinking > 0 {
			d.put(thinkingBox(s, d.cut.thinking))
		}
	case view.Files:
		d.files(s)
	case view.Byline:
		d.put(ContextLine(speaker(s.By), s.Place, s.Origin))
	case view.Actions:
		d.put(actions(s)...)
	}
}

func (d *drawing) text(t view.Text) {
	switch t.Voice {
	case view.Handing:
		if d.handed++; d.handed <= d.cut.handed {
			d.put(ContextLine(":arrow_right: " + Escape(bots.OneLine(t.Words), 500)))
		}
	case view.Noting:
		d.put(ContextLine(Escape(t.Words, 500)))
	case view.Quoting:
		d.put(ContextLine(view.Quoted(Escape(t.Words, d.cut.quote))))
	case view.Passing:
		d.put(ContextLine(Escape(t.Words, 1900)))
	case view.Writing:
		d.put(slackapi.NewMarkdownBlock("", t.Words))
	case view.Vouched:
		d.put(Section(":information_source: *" + Escape(t.Words, 600) + "*"))
	case view.Telling:
		d.told(t)
	}
}

func (d *drawing) told(t view.Text) {
	switch {
	case t.Lead != "":
		d.say("*" + Escape(t.Lead, 60) + "* " + Escape(t.Words, 300))
	case d.Title == "": // there is nothing else
		d.say(Escape(t.Words, d.cut.alone))
	default:
		d.say(Escape(t.Words, 700))
	}
}

// list is a list with its title. What comes below it stands apart from its last line.
func (d *drawing) list(l view.List) {
	d.say("*" + Escape(l.Title, 80) + "*")
	for i, f := range l.Items {
		if i == d.cut.listed {
			d.say("• " + view.More(l.In, len(l.Items)-i))
			break
		}
		bullet := sign(f.Sign)
		if bullet == "" {
			bullet = "• "
		}
		d.say(bullet + Escape(f.Text, 250))
	}
	d.put()
}

// picture leads to a picture: Slack reads no file that people have to be signed in for.
func (d *drawing) picture(p view.Picture) {
	if to := d.r.webLink(p.File.URL, Escape(p.Seen, 200)); to != "" {
		d.put(Section(":frame_with_picture: " + to))
		return
	}
	d.put(ContextLine(":frame_with_picture: " + Escape(p.Seen, 200)))
}

// preview draws what an action would change, which must not be overlooked, so it comes first.
func (d *drawing) preview(p view.Preview) {
	if p.Target != "" {
		d.say(Escape(p.Target, 300))
	}
	d.put()
	if p.Grave != "" {
		d.put(Section(sign(view.Warned) + "*" + Escape(p.Grave, 300) + "*"))
	}
	if lines := warnings(p.In, p.Warnings, d.cut.warnings, d.cut.warning); len(lines) > 0 {
		chunks, _ := spread(lines, LimitSection, 2)
		for _, c := range chunks {
			d.put(Section(c))
		}
	}
	for i, f := range p.Fields {
		if i == d.cut.fields {
			d.put(ContextLine(view.Count(p.In, len(p.Fields)-i, view.MoreFields)))
			break
		}
		d.put(Section(fieldDiff(f, d.cut.field)))
	}
	if to := d.r.webLink(p.Link.URL, p.Link.Words); to != "" {
		d.put(Section(to))
	}
}

// problem is what went wrong, and how to go on.
func (d *drawing) problem(p view.Problem) {
	d.say(sign(view.Warned) + "*" + Escape(p.Message, 1200) + "*")
	if p.Recovery != "" {
		d.say(Escape(p.Recovery, 1500))
	}
	d.put()
	if p.ID != "" {
		d.put(ContextLine(p.In.Say(view.LabelProblem) + " `" + Escape(p.ID, 100) + "`"))
	}
}
