package planning

import (
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// roster is the agents a plan may name.
type roster []assistant.Agent

func (r roster) find(id assistant.AgentID) (assistant.Agent, bool) {
	i := slices.IndexFunc(r, func(a assistant.Agent) bool { return a.ID == id })
	if i < 0 {
		return assistant.Agent{}, false
	}
	return r[i], true
}

// name is the agent's first name, or its id where the roster lacks it.
func (r roster) name(id assistant.AgentID) string {
	if a, ok := r.find(id); ok && a.Name != "" {
		return a.Name
	}
	return string(id)
}

// called is the agent's title and name.
func (r roster) called(id assistant.AgentID) string {
	if a, ok := r.find(id); ok && a.Name != "" {
		return a.Called()
	}
	return string(id)
}

func (r roster) facts() []llm.AgentFact {
	out := make([]llm.AgentFact, 0, len(r))
	for _, a := range r {
		out = append(out, llm.AgentFact{ID: a.ID, Name: a.Name, Title: a.Title, Role: a.Role})
	}
	return out
}
