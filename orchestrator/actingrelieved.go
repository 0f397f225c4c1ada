package orchestrator

import (
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// relieved has the chief go on with a session whose agent is on the team no more, and says so: what it has begun is not lost with it.
func (a *acting) relieved() error {
	if a.gone == "" {
		return nil
	}
	was, t := a.frame.Who(), a.turn
	a.agent = t.team.Agent(assistant.Chief)
	a.usable = agents.Usable(t.team.Team, a.agent, a.project)
	frame, err := a.frame.HandedTo(a.agent, t.team.Team, a.usable)
	if err != nil {
		return err
	}
	if err := a.keep(assistant.FromFrame, frame); err != nil {
		return err
	}
	a.handed(t, assistant.Routed{From: a.gone, To: []assistant.AgentID{a.agent.ID}, By: "rule"},
		t.words().Say("%s is not on the team any more, so %s goes on with this.", was, a.agent.Called()), fmt.Sprintf("%s/relieved-%d", a.session.ID, len(a.had)+1))
	a.had, a.frame, a.gone = append(a.had, a.gone), frame, ""
	return nil
}
