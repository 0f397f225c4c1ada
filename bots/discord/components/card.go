package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// card draws what a card says.
func (r Renderer) card(v view.View) Look {
	if v.Kind == view.Thoughts || v.Kind == view.Reply {
		l := r.plain(v)
		if len(l.Components) == 0 { // Discord refuses a message of nothing
			l.Components = []Component{small("💭 " + v.Label)}
		}
		return l
	}
	l := fit(details, func(detail int) Look {
		d := drawing{View: v, detail: detail, cut: cutTo(detail), r: r}
		return Look{Components: []Component{container(colour(v.Tone), d.drawn()...)}}
	})
	if files, ok := view.Find[view.Files](v); ok {
		l.Files = r.enclosed(files.Kept())
	}
	l.decide, l.in = v.InWords, v.In
	return l
}

// drawing is a card that is being drawn, or a part of one.
type drawing struct {
	view.View

	detail int
	cut    cut
	part   bool        // it has as few components as can be, since a card has room for few
	bare   bool        // it stands in no frame, with room for more
	below  []Component // what stands below the words of an answer
	r      Renderer
	handed int
	lines  []string // that the next text has together
	out    []Component
}

func (d *drawing) drawn() []Component {
	d.head()
	for _, s := range d.Sections {
		d.section(s)
	}
	if _, acts := view.Find[view.Actions](d.View); !acts && !d.part { // the button that opens much of a run's thinking stands among its others
		d.put(d.r.actions(d.View, view.Actions{})...)
	}
	d.put()
	return d.out
}

// head draws the card's subject and state.
func (d *drawing) head() {
	if d.part {
		d.say("**" + Line(d.Title, 150) + "**")
		return
	}
	if d.Title != "" {
		d.say("## " + Line(d.Title, 150))
	}
	switch len(d.Standing) {
	case 0:
	case 1:
		d.say(sign(d.Badge.Sign) + Line(view.Sentence(d.Standing[0]), 100))
	default:
		d.say(Line(strings.Join(d.Standing, " · "), 150))
	}
}

// say adds lines to the next text.
func (d *drawing) say(safe ...string) { d.lines = append(d.lines, safe...) }

// put ends the text of lines, and puts others below it.
func (d *drawing) put(more ...Component) {
	if len(d.lines) > 0 {
		d.out, d.lines = append(d.out, Text(strings.Join(d.lines, "\n"))), nil
	}
	d.out = append(d.out, more...)
}

// apart is a text that stands by itself where there is room.
func (d *drawing) apart(safe string) {
	if d.part {
		d.say(safe)
		return
	}
	d.put(Text(safe))
}

// small is small print that stands by itself where there is room.
func (d *drawing) small(safe ...string) { d.apart("-# " + strings.Join(safe, " · ")) }

func (d *drawing) section(s view.Section) {
	switch s := s.(type) {
	case view.Text:
		d.text(s)
	case view.Facts:
		d.small(facts(s.Items)...)
	case view.Steps:
		d.put(separator(true))
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
		one := drawing{View: s.View, detail: d.detail, cut: d.cut.ofPart(d.detail), part: true, r: d.r}
		d.put(separator(true))
		d.put(one.drawn()...)
	case view.Form:
		d.put(d.form(s)...)
	case view.Answers:
		d.put(Text(d.answers(s)))
	case view.Problem:
		d.problem(s)
	case view.Thinking:
		d.thinking(s)
	case view.Files:
		d.files(s)
	case view.Byline:
		d.put(small(speaker(s.By), s.Place, s.Origin))
	case view.Actions:
		d.put(d.r.actions(d.View, s)...)
	}
}

func (d *drawing) text(t view.Text) {
	switch t.Voice {
	case view.Handing:
		d.handing(t)
	case view.Noting:
		d.small(Line(t.Words, d.cut.noted))
	case view.Quoting:
		d.small(view.Quoted(Line(t.Words, d.cut.quote)))
	case view.Passing:
		d.put(small(Line(t.Words, 1500)))
	case view.Writing: // which is in Discord's dialect already
		d.put(Text(t.Words))
		d.put(d.below...)
	case view.Vouched:
		d.put(container(colourQuiet, Text("ℹ️ **"+Line(t.Words, 600)+"**")))
	case view.Telling:
		d.told(t)
	}
}

// handing says who took over from whom.
func (d *drawing) handing(t view.Text) {
	d.handed++
	switch {
	case d.bare && d.handed <= 5:
		d.put(small("➡️ " + Line(t.Words, 300)))
	case !d.bare && d.handed <= d.cut.handed:
		d.say("-# ➡️ " + Line(t.Words, 150))
	}
}

func (d *drawing) told(t view.Text) {
	switch {
	case t.Lead != "":
		d.say("**" + Line(t.Lead, 60) + "** " + Line(t.Words, d.cut.led))
	case d.Title == "": // there is nothing else
		d.say(Escape(t.Words, d.cut.alone))
	default:
		d.say(Escape(t.Words, d.cut.told))
	}
}

// problem is what went wrong, and how to go on.
func (d *drawing) problem(p view.Problem) {
	d.say(sign(view.Warned) + "**" + Line(p.Message, 1200) + "**")
	if p.Recovery != "" {
		d.say(Escape(p.Recovery, 1500))
	}
	if p.ID != "" {
		d.small(p.In.Say(view.LabelProblem) + " " + Line(p.ID, 100))
	}
}

// list is a list with its title. What comes below it stands apart from its last line.
func (d *drawing) list(l view.List) {
	d.say("**" + Line(l.Title, 80) + "**")
	for i, f := range l.Items {
		if i == d.cut.listed {
			d.say("- " + view.More(l.In, len(l.Items)-i))
			break
		}
		bullet := sign(f.Sign)
		if bullet == "" {
			bullet = "- "
		}
		d.say(bullet + Line(f.Text, d.cut.line))
	}
	if !d.part {
		d.put()
	}
}

// picture leads to a picture: Discord reads no file that people have to be signed in for.
func (d *drawing) picture(p view.Picture) {
	if u := d.r.link(p.File.URL); u != "" {
		d.apart("🖼️ " + Line(p.Seen, 200) + ": <" + u + ">")
		return
	}
	d.small("🖼️ " + Line(p.Seen, 200))
}

// preview draws what an action would change, which must not be overlooked, so it comes first.
func (d *drawing) preview(p view.Preview) {
	if p.Target != "" {
		d.say(Line(p.Target, 250))
	}
	if p.Grave != "" {
		d.say(sign(view.Warned) + "**" + Line(p.Grave, 300) + "**")
	}
	if w := warnings(p.In, p.Warnings, d.cut.warnings, d.cut.warning); w != "" {
		d.apart(w)
	}
	if fields := d.fields(p); len(fields) > 0 {
		if !d.part {
			d.put(separator(true))
		}
		d.apart(strings.Join(fields, "\n"))
	}
	if u := d.r.link(p.Link.URL); u != "" && bots.Width(u) <= 400 {
		d.apart(p.Link.Words + ": <" + u + ">")
	}
}

func (d *drawing) fields(p view.Preview) []string {
	var out []string
	for i, f := range p.Fields {
		if i == d.cut.fields {
			return append(out, "-# "+view.Count(p.In, len(p.Fields)-i, view.MoreFields))
		}
		out = append(out, fieldDiff(f, d.cut.field))
	}
	return out
}
