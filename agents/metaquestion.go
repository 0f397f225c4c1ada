package agents

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// ReplyTo is what an agent is told that a person answered to its question, and the person's own words in it.
func ReplyTo(q assistant.Question, values map[string]string, text string) (told, words string) {
	said := saidTo(q, values, text)
	if at := chosen(q, said); at >= 0 {
		o := q.Options[at]
		return "The person chooses: " + quotedOption(o), o.Label + " " + o.Value
	}
	return "The person answers: " + llm.Said("", said), said
}

// Chooses tells whether words are one of the options of what is asked, by its name or its number.
func Chooses(c assistant.Clarification, text string) bool {
	return slices.ContainsFunc(c.Questions, func(q assistant.Question) bool { return chosen(q, strings.TrimSpace(text)) >= 0 })
}

// ChosenOf is the value of the option that a person has chosen, by a press or by words; "" where they chose none.
func ChosenOf(q assistant.Question, values map[string]string, text string) string {
	if at := chosen(q, saidTo(q, values, text)); at >= 0 {
		return q.Options[at].Value
	}
	return ""
}

// saidTo is what a person has answered, by a press or by words.
func saidTo(q assistant.Question, values map[string]string, text string) string {
	return cmp.Or(strings.TrimSpace(text), strings.TrimSpace(values[q.Key]))
}

// chosen is which of a question's options words are; less than 0 for none.
func chosen(q assistant.Question, said string) int {
	at := slices.IndexFunc(q.Options, func(o assistant.Option) bool { return o.Value == said || strings.EqualFold(o.Label, said) })
	if n, picked := Picked(said, len(q.Options)); at < 0 && picked {
		at = n
	}
	return at
}

func quotedOption(o assistant.Option) string {
	if o.Label == o.Value {
		return o.Value
	}
	return o.Label + " (" + o.Value + ")"
}
