package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// The lengths, in bytes, of what is put before people.
const (
	maxAsked      = 600
	maxAskedLabel = 80
)

// askKey is the key of an agent's question: it asks one at a time.
const askKey = "answer"

// Clarify is the agent's question as it is put before people.
func (q Ask) Clarify() assistant.Question {
	out := assistant.Question{Key: askKey, Text: shown(q.Question, maxAsked), Reason: shown(q.Reason, maxAsked), Free: true}
	for _, o := range q.Options {
		value, label := strings.TrimSpace(clip(o.Value, maxAsked)), shown(o.Label, maxAskedLabel)
		if value == "" {
			value = label
		}
		if label == "" {
			label = clip(value, maxAskedLabel)
		}
		taken := slices.ContainsFunc(out.Options, func(p assistant.Option) bool { return p.Value == value || p.Label == label })
		if value == "" || taken || len(out.Options) == mostOptions {
			continue
		}
		out.Options = append(out.Options, assistant.Option{Value: value, Label: label, Description: shown(o.Description, maxAsked)})
	}
	return out
}

// shown is a model's words as one line of a card.
func shown(text string, most int) string { return clip(strings.Join(strings.Fields(text), " "), most) }

// ReplyTo is what an agent is told that a person answered to its question, and the person's own words in it.
func ReplyTo(q assistant.Question, values map[string]string, text string) (told, words string) {
	said := strings.TrimSpace(text)
	if v := strings.TrimSpace(values[q.Key]); said == "" && v != "" {
		said = v
	}
	at := slices.IndexFunc(q.Options, func(o assistant.Option) bool { return o.Value == said || strings.EqualFold(o.Label, said) })
	if n, picked := Picked(said, len(q.Options)); at < 0 && picked {
		at = n
	}
	if at >= 0 {
		o := q.Options[at]
		return "The person chooses: " + quotedOption(o), o.Label + " " + o.Value
	}
	return "The person answers: " + llm.Said("", said), said
}

func quotedOption(o assistant.Option) string {
	if o.Label == o.Value {
		return o.Value
	}
	return o.Label + " (" + o.Value + ")"
}
