package orchestrator_test

import "github.com/aisteam/aisteam/agents/team"

// toolless is the team that is compiled in, without anything that it could do.
func toolless() *team.Team {
	t, err := team.New(team.Roster(), nil)
	if err != nil {
		panic(err)
	}
	return t
}
