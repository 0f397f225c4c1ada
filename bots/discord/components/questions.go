package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots/view"
)

// questions are what is asked, as many as there is room for.
func (d drawing) questions() []Component {
	var out []Component
	for i, q := range d.Questions {
		if i == []int{4, 5, 6, 10, 15}[d.detail] {
			return append(out, small(view.Unasked(d.In, len(d.Questions)-i)))
		}
		out = append(out, Text(d.question(q)))
	}
	return out
}

func (d drawing) question(q view.Question) string {
	lines := []string{"**" + Line(q.Text, []int{120, 160, 200, 300, 400}[d.detail]) + "**"}
	if q.Reason != "" {
		lines = append(lines, "-# "+Line(q.Reason, []int{60, 90, 120, 200, 300}[d.detail]))
	}
	for i, o := range q.Options {
		if i == []int{3, 4, 5, 8, 10}[d.detail] {
			lines = append(lines, "- "+view.More(d.In, len(q.Options)-i))
			break
		}
		l := "- " + Line(o.Label, 60)
		if o.Description != "" && d.detail > 0 {
			l += " — " + Line(o.Description, []int{0, 40, 60, 80, 100}[d.detail])
		}
		lines = append(lines, l)
	}
	if left := q.LeftToMe(); left != "" {
		lines = append(lines, "-# "+Line(left, 90))
	}
	return strings.Join(lines, "\n")
}

func (d drawing) answers() string {
	var lines []string
	n := []int{40, 60, 80, 150, 300}[d.detail]
	for i, a := range d.Answers {
		if i == []int{5, 6, 8, 12, 20}[d.detail] {
			lines = append(lines, "-# "+view.More(d.In, len(d.Answers)-i))
			break
		}
		answer := Line(a.Answer, n)
		if a.Question != "" {
			answer = "**" + Line(a.Question, n) + "** " + answer
		}
		lines = append(lines, "-# "+answer)
	}
	return strings.Join(lines, "\n")
}
