package loop

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what is put before people: lengths in bytes, and options.
const (
	maxAsked      = 600
	maxAskedLabel = 80
	maxOptions    = 10 // answers to choose from
)

// askKey is the key of an agent's question: it asks one at a time.
const askKey = "answer"

// Clarify is the agent's question as it is put before people.
func (q Ask) Clarify() assistant.Question {
	out := assistant.Question{Key: askKey, Text: shown(q.Question, maxAsked), Reason: shown(q.Reason, maxAsked), Free: true}
	for _, o := range q.Options {
		value, label := strings.TrimSpace(llm.Clip(o.Value, maxAsked)), shown(o.Label, maxAskedLabel)
		if value == "" {
			value = label
		}
		if label == "" {
			label = llm.Clip(value, maxAskedLabel)
		}
		taken := slices.ContainsFunc(out.Options, func(p assistant.Option) bool { return p.Value == value || p.Label == label })
		if value == "" || taken || len(out.Options) == maxOptions {
			continue
		}
		out.Options = append(out.Options, assistant.Option{Value: value, Label: label, Description: shown(o.Description, maxAsked)})
	}
	return out
}

// shown is a model's words as one line of a card.
func shown(text string, most int) string {
	return llm.Clip(strings.Join(strings.Fields(text), " "), most)
}
