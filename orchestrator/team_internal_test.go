package orchestrator

import (
	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
)

// teamOf reads by the words of the agents that are compiled in with some tools, or with none.
func teamOf(all ...tools.Tool) agents.Vocabulary {
	t, err := team.New(team.Roster(), []tools.Pack{{Name: "test", Tools: all}})
	if err != nil {
		panic(err)
	}
	return agents.Of(t)
}
