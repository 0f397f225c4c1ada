package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what is told as said before a request.
const (
	maxEarlier     = 20  // lines: the first, which says what it is about, and the newest
	maxEarlierLine = 300 // bytes of one
)

// Earlier is what people and the team had said in a conversation before a message, for a request that is about it: "a ticket about
// this". What was overheard is told line by line, each by whoever its transcript names.
func Earlier(t *team.Team, s assistant.Situation, message assistant.MessageID) []llm.SaidFact {
	var out []llm.SaidFact
	for _, m := range before(s.Recent, assistant.Message{ID: message}) {
		switch {
		case m.Kind != assistant.KindMessage:
		case m.Overheard():
			out = append(out, overheard(m.Content)...)
		case m.Author == assistant.AuthorUser:
			out = append(out, earlier(llm.ByPerson, s.Speaker(m), m.Content))
		default:
			out = append(out, earlier(llm.ByAssistant, t.Agent(m.Agent).Name, m.Content))
		}
	}
	out = slices.DeleteFunc(out, func(f llm.SaidFact) bool { return f.Text == "" })
	if n := len(out); n > maxEarlier {
		out = append(out[:1:1], out[n-maxEarlier+1:]...)
	}
	return out
}

// overheard are the lines of a transcript. Its head and its notes on what was left out are nobody's words.
func overheard(transcript string) []llm.SaidFact {
	var out []llm.SaidFact
	for line := range strings.Lines(transcript) {
		if by, text, named := strings.Cut(strings.TrimSpace(line), ": "); named && !strings.HasPrefix(by, "(") {
			out = append(out, earlier(llm.ByOthers, by, text))
		}
	}
	return out
}

func earlier(by, name, text string) llm.SaidFact {
	return llm.SaidFact{By: by, Name: llm.OneLine(name, maxName), Text: llm.OneLine(text, maxEarlierLine)}
}
