package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func clarification(c bots.ClarificationCard) Look {
	return fit(3, func(d int) Look { return askLook(c, d) })
}

func askLook(c bots.ClarificationCard, detail int) Look {
	var cs []Component
	if intro := Escape(c.Clarification.Intro, []int{150, 300, 600, 900}[detail]); intro != "" {
		cs = append(cs, Text(intro))
	}
	if !c.Open() {
		return Look{Components: []Component{container(colourQuiet, append(cs, askClosed(c, detail)...)...)}}
	}
	limit := []int{4, 6, 10, 15}[detail]
	for i, q := range c.Clarification.Questions {
		if i == limit {
			more := len(c.Clarification.Questions) - i
			cs = append(cs, small(fmt.Sprintf("and %s; I will ask again for what is missing", count(more, "more question", "more questions"))))
			break
		}
		cs = append(cs, Text(questionText(q, detail)))
	}
	hint := "Or just reply here. " + assistant.WhoAnswers + "."
	if !c.Clarification.ExpiresAt.IsZero() {
		hint += " The question " + Expires(c.Clarification.ExpiresAt) + "."
	}
	cs = append(append(cs, askActions(c.Clarification)...), small(hint))
	return Look{Components: []Component{container(colourWaiting, cs...)}}
}

func questionText(q assistant.Question, detail int) string {
	lines := []string{"**" + Line(q.Text, []int{120, 200, 300, 400}[detail]) + "**"}
	if q.Reason != "" {
		lines = append(lines, "-# "+Line(q.Reason, []int{60, 120, 200, 300}[detail]))
	}
	for i, o := range q.Options {
		if i == []int{3, 5, 8, 10}[detail] {
			lines = append(lines, fmt.Sprintf("- and %d more", len(q.Options)-i))
			break
		}
		l := "- " + Line(labelText(o), 60)
		if o.Description != "" && detail > 0 {
			l += " — " + Line(o.Description, []int{0, 40, 80, 100}[detail])
		}
		lines = append(lines, l)
	}
	if q.Default != "" {
		lines = append(lines, "-# If you leave it to me: "+Line(labelOf(q, q.Default), 60))
	}
	return strings.Join(lines, "\n")
}

func labelOf(q assistant.Question, value string) string {
	for _, o := range q.Options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	return value
}

func labelText(o assistant.Option) string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

const selectLimit = 25

// askActions offers what answers at one click where there is one question, and the form for all of them otherwise.
func askActions(c assistant.Clarification) []Component {
	form := func(style int, label string) Component { return button(style, label, CustomID(VerbForm, string(c.ID))) }
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 || len(c.Questions[0].Options) > selectLimit {
		return []Component{row(form(stylePrimary, "Answer…"))}
	}
	q := c.Questions[0]
	if len(q.Options) > 4 {
		out := []Component{row(Component{
			Type: typeSelect, CustomID: CustomID(VerbSelect, string(c.ID), 0), Placeholder: "Choose", Options: choices(q),
		})}
		if q.Free {
			out = append(out, row(form(styleSecondary, "Something else…")))
		}
		return out
	}
	var buttons []Component
	for i, o := range q.Options {
		buttons = append(buttons, button(styleSecondary, labelText(o), CustomID(VerbOption, string(c.ID), 0, i)))
	}
	if q.Free {
		buttons = append(buttons, form(styleSecondary, "Something else…"))
	}
	return rows(buttons)
}

// choices are a question's options; their values are positions, since a value may be longer than Discord takes.
func choices(q assistant.Question) []option {
	out := make([]option, 0, len(q.Options))
	for i, o := range q.Options {
		out = append(out, option{Label: Label(labelText(o), LimitOption), Value: optionID(i), Description: bots.Clip(bots.OneLine(o.Description), LimitOption)})
	}
	return out
}

// optionID names an option within its question.
func optionID(i int) string { return "o" + itoa(i) }

// Chosen is the position of the option that a select's value names, -1 for none.
func Chosen(value string) int {
	for i := range selectLimit {
		if value == optionID(i) {
			return i
		}
	}
	return -1
}

func askClosed(c bots.ClarificationCard, detail int) []Component {
	var lines []string
	n := []int{40, 80, 150, 300}[detail]
	for i, a := range c.Answers {
		if i == []int{5, 8, 12, 20}[detail] {
			lines = append(lines, fmt.Sprintf("-# and %d more", len(c.Answers)-i))
			break
		}
		lines = append(lines, "-# **"+Line(a.Question, n)+"** "+Line(a.Answer, n))
	}
	if c.Text != "" && len(c.Answers) == 0 {
		lines = append(lines, "-# “"+Line(c.Text, n)+"”")
	}
	var cs []Component
	if len(lines) > 0 {
		cs = append(cs, Text(strings.Join(lines, "\n")))
	}
	if c.State == bots.AskWithdrawn {
		return append(cs, small(decided("🚫", "No longer needed", "", c.AnsweredAt)))
	}
	return append(cs, small(decided("✅", "Answered", c.AnsweredBy, c.AnsweredAt)))
}
