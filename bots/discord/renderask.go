package discord

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func clarification(c bots.ClarificationCard) look {
	return fit(3, func(d int) look { return askLook(c, d) })
}

func askLook(c bots.ClarificationCard, detail int) look {
	var cs []component
	if intro := esc(c.Clarification.Intro, []int{150, 300, 600, 900}[detail]); intro != "" {
		cs = append(cs, text(intro))
	}
	if !c.Open() {
		return look{components: []component{container(colourQuiet, append(cs, askClosed(c, detail)...)...)}}
	}
	limit := []int{4, 6, 10, 15}[detail]
	for i, q := range c.Clarification.Questions {
		if i == limit {
			more := len(c.Clarification.Questions) - i
			cs = append(cs, small(fmt.Sprintf("and %s; I will ask again for what is missing", count(more, "more question", "more questions"))))
			break
		}
		cs = append(cs, text(questionText(q, detail)))
	}
	hint := "Or just reply here. " + assistant.WhoAnswers + "."
	if !c.Clarification.ExpiresAt.IsZero() {
		hint += " The question " + expires(c.Clarification.ExpiresAt) + "."
	}
	cs = append(append(cs, askActions(c.Clarification)...), small(hint))
	return look{components: []component{container(colourWaiting, cs...)}}
}

func questionText(q assistant.Question, detail int) string {
	lines := []string{"**" + line(q.Text, []int{120, 200, 300, 400}[detail]) + "**"}
	if q.Reason != "" {
		lines = append(lines, "-# "+line(q.Reason, []int{60, 120, 200, 300}[detail]))
	}
	for i, o := range q.Options {
		if i == []int{3, 5, 8, 10}[detail] {
			lines = append(lines, fmt.Sprintf("- and %d more", len(q.Options)-i))
			break
		}
		l := "- " + line(labelText(o), 60)
		if o.Description != "" && detail > 0 {
			l += " — " + line(o.Description, []int{0, 40, 80, 100}[detail])
		}
		lines = append(lines, l)
	}
	if q.Default != "" {
		lines = append(lines, "-# If you leave it to me: "+line(labelOf(q, q.Default), 60))
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
func askActions(c assistant.Clarification) []component {
	form := func(style int, label string) component { return button(style, label, customID(verbForm, string(c.ID))) }
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 || len(c.Questions[0].Options) > selectLimit {
		return []component{row(form(stylePrimary, "Answer…"))}
	}
	q := c.Questions[0]
	if len(q.Options) > 4 {
		out := []component{row(component{
			Type: typeSelect, CustomID: customID(verbSelect, string(c.ID), 0), Placeholder: "Choose", Options: choices(q),
		})}
		if q.Free {
			out = append(out, row(form(styleSecondary, "Something else…")))
		}
		return out
	}
	var buttons []component
	for i, o := range q.Options {
		buttons = append(buttons, button(styleSecondary, labelText(o), customID(verbOption, string(c.ID), 0, i)))
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
		out = append(out, option{Label: label0(labelText(o), limitOption), Value: optionID(i), Description: bots.Clip(bots.OneLine(o.Description), limitOption)})
	}
	return out
}

// optionID names an option within its question.
func optionID(i int) string { return "o" + itoa(i) }

func askClosed(c bots.ClarificationCard, detail int) []component {
	var lines []string
	n := []int{40, 80, 150, 300}[detail]
	for i, a := range c.Answers {
		if i == []int{5, 8, 12, 20}[detail] {
			lines = append(lines, fmt.Sprintf("-# and %d more", len(c.Answers)-i))
			break
		}
		lines = append(lines, "-# **"+line(a.Question, n)+"** "+line(a.Answer, n))
	}
	if c.Text != "" && len(c.Answers) == 0 {
		lines = append(lines, "-# “"+line(c.Text, n)+"”")
	}
	var cs []component
	if len(lines) > 0 {
		cs = append(cs, text(strings.Join(lines, "\n")))
	}
	if c.State == bots.AskWithdrawn {
		return append(cs, small(decided("🚫", "No longer needed", "", c.AnsweredAt)))
	}
	return append(cs, small(decided("✅", "Answered", c.AnsweredBy, c.AnsweredAt)))
}
