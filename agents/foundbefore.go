package agents

import "github.com/aisteam/aisteam/agents/llm"

// FoundBefore is what an agent has found out about a request before it was planned, as data: tools told it, and a model has put it
// together.
func FoundBefore(found string) string {
	if found == "" {
		return ""
	}
	return llm.Data("what an agent found out before this was planned", found)
}
