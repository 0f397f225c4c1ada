package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// form is what is asked, as many questions as there is room for; the form that opens has them all.
func (d *drawing) form(f view.Form) []slackapi.Block {
	var out []slackapi.Block
	for i, q := range f.Fields {
		if i == d.cut.questions {
			return append(out, ContextLine(f.In.Say("%s in the form", view.Count(f.In, len(f.Fields)-i, view.MoreQuestions))))
		}
		out = append(out, Section(d.question(q, f.In)))
	}
	return out
}

func (d *drawing) question(q assistant.FormField, in wording.Words) string {
	lines := []string{"*" + Escape(q.Label.String(), 500) + "*"}
	if !q.Hint.IsZero() {
		lines = append(lines, "_"+Escape(q.Hint.String(), d.cut.reason)+"_")
	}
	for i, o := range q.Options {
		if i == d.cut.options {
			lines = append(lines, "• "+view.More(in, len(q.Options)-i))
			break
		}
		line := "• " + Escape(o.Label, 80)
		if o.Description != "" && d.cut.option > 0 {
			line += " — " + Escape(o.Description, d.cut.option)
		}
		lines = append(lines, line)
	}
	if left := view.LeftToMe(q, in); left != "" {
		lines = append(lines, Escape(left, 130))
	}
	return strings.Join(lines, "\n")
}

func (d *drawing) answers(all view.Answers) []slackapi.Block {
	var out []slackapi.Block
	for _, a := range all.Items[:min(len(all.Items), 20)] {
		answer := Escape(a.Answer, d.cut.answer)
		if a.Question != "" {
			answer = "*" + Escape(a.Question, 300) + "* " + answer
		}
		out = append(out, ContextLine(answer))
	}
	return out
}
