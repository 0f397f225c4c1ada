package orchestrator

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// regrouped notes that another team goes on with a session than has worked on it, and says so: its agent and its tools are those that are
// here now. It is said once of each team, however often the turn is taken again.
func (a *acting) regrouped(ctx context.Context) {
	then, now, t := a.Session.Team, a.turn.team.Hash(), a.turn
	a.Session.Team = now
	if t.team.Rebuilds(then) {
		return
	}
	a.log.InfoContext(ctx, "another team goes on with a session", slog.String("tenant", string(t.claim.Tenant)), slog.String("conversation", string(t.claim.Conversation)),
		slog.String("then", then), slog.String("now", now))
	t.keep(assistant.Message{
		Key: fmt.Sprintf("%s/team-%s", a.Session.ID, now), Agent: assistant.Chief, Kind: assistant.KindThinking,
		Content: t.words().Say("The team has changed since this was begun. It goes on with the agents and tools that are here now."),
		Body:    assistant.Thought{Phase: assistant.PhaseExecution, Run: t.run, Team: now},
		Run:     t.run,
	})
}

// relieved has the chief go on with a session whose agent is on the team no more, and says so: what it has begun is not lost with it.
func (a *acting) relieved() error {
	if a.Gone == "" {
		return nil
	}
	was, t, to := a.Frame.Who(), a.turn, a.turn.team.Agent(assistant.Chief)
	usable := a.usableBy(to)
	frame, err := agents.HandedTo(a.Frame, to, t.team.Team, usable)
	if err != nil {
		return err
	}
	a.handed(t, assistant.Routed{From: a.Gone, To: []assistant.AgentID{to.ID}, By: "rule"},
		t.words().Say("%s is not on the team any more, so %s goes on with this.", was, to.Called()), fmt.Sprintf("%s/relieved-%d", a.Session.ID, len(a.Had)+1))
	return a.HandTo(a, to, frame, usable)
}
