package agents

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// askedFor is what somebody asks for now, then what they asked for before, the newest first: words that refer to it find nothing by
// themselves.
func askedFor(q Question) []string {
	out := []string{llm.Clip(q.About.Content, maxSaid)}
	for _, m := range slices.Backward(before(q.Situation.Recent, q.About)) {
		if m.Author == assistant.AuthorUser && !m.Overheard() && len(out) < maxRecent {
			out = append(out, llm.Clip(m.Content, maxLine))
		}
	}
	return out
}

// usedIn are the tools that a conversation's newest run uses.
func usedIn(s assistant.Situation) []string {
	var out []string
	for _, t := range s.Tasks {
		out = append(out, string(t.Type))
	}
	return out
}
