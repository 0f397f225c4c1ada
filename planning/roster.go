package planning

import (
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// agentFacts are the agents that a plan may name.
func agentFacts(all []assistant.Agent) []llm.AgentFact {
	out := make([]llm.AgentFact, 0, len(all))
	for _, a := range all {
		out = append(out, llm.AgentFact{ID: a.ID, Name: a.Name, Title: a.Title, Role: a.Role})
	}
	return out
}
