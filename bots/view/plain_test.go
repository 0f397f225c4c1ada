package view_test

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// page writes a view as plain text: what each of its parts says, below the part's name.
type page struct{ strings.Builder }

func plain(v view.View) string {
	var p page
	p.line("%s %s", v.Kind, v.Tone)
	p.said("label", v.Label)
	p.said("about", v.About)
	p.said("title", v.Title)
	p.said("badge", signed(v.Badge.Sign, v.Badge.Word))
	p.said("standing", strings.Join(v.Standing, " | "))
	p.fact("until", v.Until)
	acted := false
	for _, one := range v.Sections {
		p.section(one, acted)
		if _, is := one.(view.Actions); is {
			acted = true
		}
	}
	p.said("aloud", strings.ReplaceAll(v.Aloud, "\n", " / "))
	p.said("in words", v.InWords)
	return p.String()
}

// section writes a section. What stands below the actions is a hint.
func (p *page) section(s view.Section, acted bool) {
	switch s := s.(type) {
	case view.Text:
		part := map[view.Voice]string{view.Telling: "intro", view.Handing: "handed", view.Noting: "note", view.Quoting: "quote", view.Writing: "written", view.Passing: "passing", view.Vouched: "vouched"}[s.Voice]
		p.said(part, strings.TrimSpace(s.Lead+" "+s.Words))
	case view.Files:
		for _, name := range s.Names {
			p.said("file", name)
		}
	case view.Byline:
		p.said("by", strings.TrimSpace(s.By.Called+" "+s.Place+" "+s.Origin))
	case view.Facts:
		part := "facts"
		if acted {
			part = "hint"
		}
		p.facts(part, s.Items)
	case view.List:
		p.list(s)
	case view.Difference:
		p.list(s.Lines())
	case view.Table:
		p.list(s.Lines())
	case view.Chart:
		p.list(s.Lines())
	case view.Picture:
		p.line("picture: %s %s", s.Seen, s.File.URL)
	case view.Preview:
		p.preview("", s)
	case view.Part:
		p.line("part:")
		for l := range strings.Lines(plain(s.View)) {
			p.WriteString("  " + l)
		}
	case view.Steps:
		for _, g := range s.Groups {
			p.group(g)
		}
	case view.Form:
		for _, f := range s.Fields {
			p.question(f, s.In)
		}
	case view.Answers:
		for _, a := range s.Items {
			p.line("answer: %s", strings.TrimSpace(a.Question+" "+a.Answer))
		}
	case view.Problem:
		p.problem("", &s)
	case view.Thinking:
		p.thinking(s)
	case view.Actions:
		for _, a := range s.Items {
			p.action("", a)
		}
	}
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) said(part, words string) {
	if words != "" {
		p.line("%s: %s", part, words)
	}
}

func signed(s view.Sign, words string) string {
	if s != view.NoSign {
		words = strings.TrimSpace("(" + string(s) + ") " + words)
	}
	return words
}

func told(f view.Fact) string {
	words := signed(f.Sign, f.Text)
	if !f.At.IsZero() {
		words += " " + f.At.Format("2 Jan 15:04")
	}
	if f.Ahead {
		words += " (ahead)"
	}
	return words
}

func (p *page) fact(part string, f view.Fact) { p.said(part, told(f)) }

func (p *page) facts(part string, fs []view.Fact) {
	var all []string
	for _, f := range fs {
		all = append(all, told(f))
	}
	p.said(part, strings.Join(all, " | "))
}

func (p *page) list(l view.List) {
	if l.Title == "" {
		return
	}
	p.line("%s", l.Title)
	for _, f := range l.Items {
		p.line("  - %s", told(f))
	}
}

func (p *page) preview(indent string, v view.Preview) {
	p.said(indent+"preview", v.Title)
	p.said(indent+"target", v.Target)
	p.said(indent+"grave", v.Grave)
	for _, w := range v.Warnings {
		p.said(indent+"warning", w)
	}
	for _, f := range v.Fields {
		p.line("%s= %s", indent, view.FieldLine(wording.Words{}, f.Name, f.Old, f.New))
	}
	p.said(indent+v.Link.Words, v.Link.URL)
	p.said(indent+"whole", strings.ReplaceAll(v.Whole, "\n", " / "))
}

func (p *page) group(g view.Group) {
	p.line("%s [%s] begun %v", g.Title(), g.Note, g.Begun)
	for _, i := range g.Items {
		head := i.Title
		if i.Number > 0 {
			head = fmt.Sprintf("%d. %s", i.Number, head)
		}
		p.line("  %s — %s", head, i.Owner.Called)
		badge := signed(i.Badge.Sign, i.Badge.Word)
		if i.Badge.Needed {
			badge += " (needed)"
		}
		p.said("    badge", badge)
		p.facts("    facts", i.Facts)
		p.said("    already", i.Already)
		if i.Preview != nil {
			p.preview("    ", *i.Preview)
		}
		for _, n := range i.Notes {
			p.said("    note", n)
		}
		p.said("    result", i.Result)
		p.said("    read", strings.ReplaceAll(i.Read, "\n", " / "))
		p.said("    url", i.URL)
		p.said("    "+i.Stands.Words, i.Stands.URL)
		p.problem("    ", i.Problem)
		if i.Undo != nil {
			p.action("    ", *i.Undo)
		}
	}
}

func (p *page) question(q assistant.FormField, in wording.Words) {
	p.said("question", q.Label.String())
	p.said("  reason", q.Hint.String())
	for _, o := range q.Options {
		p.line("  - %s", strings.TrimSuffix(o.Label+" — "+o.Description, " — "))
	}
	p.said("  ", view.LeftToMe(q, in))
	if q.Free {
		p.line("  own words answer it")
	}
}

func (p *page) problem(indent string, v *view.Problem) {
	if v == nil {
		return
	}
	p.said(indent+"problem", v.Message)
	p.said(indent+"recovery", v.Recovery)
	p.said(indent+view.LabelProblem, v.ID)
}

func (p *page) thinking(t view.Thinking) {
	if t.Len() == 0 {
		return
	}
	p.line("%s | %s | %s", view.LabelThinking, t.Count(), t.Newest)
	for _, g := range t.Groups {
		p.said("  in", g.Title)
		for _, l := range g.Lines {
			p.line("  - %s: %s", l.Agent.Called, l.Text)
		}
	}
}

func (p *page) action(indent string, a view.Action) {
	p.line("%s[%s] %s, %s%s", indent, a.Label, a.Do, a.Weight, about(a.On))
	p.said(indent+"  spoken", a.Spoken)
	p.said(indent+"  title", a.Title)
	for _, c := range a.Options {
		p.line("%s  - %s", indent, c.Label)
	}
	for _, l := range a.Form.Lead {
		p.line("%s  opens: %s", indent, l)
	}
	if s := a.Sure; s != nil {
		p.line("%s  sure? %s %s [%s] [%s] grave %v", indent, s.Title, s.Text, s.Yes, s.No, s.Grave)
	}
}

func about(on view.On) string {
	var out strings.Builder
	for _, id := range []string{string(on.Plan), string(on.Approval), string(on.Ask), string(on.Run), string(on.Task)} {
		if id != "" {
			out.WriteString(" " + id)
		}
	}
	if on.Version+on.Option > 0 {
		fmt.Fprintf(&out, " v%d o%d", on.Version, on.Option)
	}
	return out.String()
}
