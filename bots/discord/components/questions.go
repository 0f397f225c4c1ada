package components

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// form is what is asked, as many questions as there is room for.
func (d *drawing) form(f view.Form) []Component {
	var out []Component
	for i, q := range f.Fields {
		if i == d.cut.questions {
			return append(out, small(view.Unasked(f.In, len(f.Fields)-i)))
		}
		out = append(out, Text(d.question(q, f.In)))
	}
	return out
}

func (d *drawing) question(q assistant.FormField, in wording.Words) string {
	lines := []string{"**" + Line(q.Label.String(), d.cut.question) + "**"}
	if !q.Hint.IsZero() {
		lines = append(lines, "-# "+Line(q.Hint.String(), d.cut.reason))
	}
	for i, o := range q.Options {
		if i == d.cut.options {
			lines = append(lines, "- "+view.More(in, len(q.Options)-i))
			break
		}
		l := "- " + Line(o.Label, 60)
		if o.Description != "" && d.cut.option > 0 {
			l += " — " + Line(o.Description, d.cut.option)
		}
		lines = append(lines, l)
	}
	if left := view.LeftToMe(q, in); left != "" {
		lines = append(lines, "-# "+Line(left, 90))
	}
	return strings.Join(lines, "\n")
}

func (d *drawing) answers(all view.Answers) string {
	var lines []string
	for i, a := range all.Items {
		if i == d.cut.answers {
			lines = append(lines, "-# "+view.More(all.In, len(all.Items)-i))
			break
		}
		answer := Line(a.Answer, d.cut.answer)
		if a.Question != "" {
			answer = "**" + Line(a.Question, d.cut.answer) + "** " + answer
		}
		lines = append(lines, "-# "+answer)
	}
	return strings.Join(lines, "\n")
}
