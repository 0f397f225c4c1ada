package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/view"
)

// questions are what is asked, as many as there is room for; the form has them all.
func (d drawing) questions() []slackapi.Block {
	var out []slackapi.Block
	for i, q := range d.Questions {
		if i == []int{5, 8, 10, 15, 25}[d.detail] {
			return append(out, ContextLine(d.In.Say("%s in the form", view.Count(d.In, len(d.Questions)-i, view.MoreQuestions))))
		}
		out = append(out, Section(d.question(q)))
	}
	return out
}

func (d drawing) question(q view.Question) string {
	lines := []string{"*" + Escape(q.Text, 500) + "*"}
	if q.Reason != "" {
		lines = append(lines, "_"+Escape(q.Reason, []int{100, 150, 200, 300, 500}[d.detail])+"_")
	}
	for i, o := range q.Options {
		if i == []int{4, 10, 10, 10, 10}[d.detail] {
			lines = append(lines, "• "+view.More(d.In, len(q.Options)-i))
			break
		}
		line := "• " + Escape(o.Label, 80)
		if o.Description != "" && d.detail > 0 {
			line += " — " + Escape(o.Description, []int{0, 40, 60, 80, 80}[d.detail])
		}
		lines = append(lines, line)
	}
	if left := q.LeftToMe(); left != "" {
		lines = append(lines, Escape(left, 130))
	}
	return strings.Join(lines, "\n")
}

func (d drawing) answers() []slackapi.Block {
	var out []slackapi.Block
	for _, a := range d.Answers[:min(len(d.Answers), 20)] {
		answer := Escape(a.Answer, []int{60, 100, 150, 300, 600}[d.detail])
		if a.Question != "" {
			answer = "*" + Escape(a.Question, 300) + "* " + answer
		}
		out = append(out, ContextLine(answer))
	}
	return out
}
