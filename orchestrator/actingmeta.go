package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// What an agent at work calls to steer itself: to think, to hand the work to a colleague, to have it planned. Asking a person stands
// in actingquestion.go.

// toPlan is a request that an agent at work hands to planning, with what it has found.
type toPlan struct {
	request assistant.Message
	found   string
}

// turning is the call of a step that takes the work elsewhere; there is at most one.
func turning(wishes []agents.Wish) (agents.Wish, bool) {
	for _, w := range wishes {
		if w.Refused == "" && w.Tool.Class == assistant.ClassMeta && w.Tool.Name != agents.ToolThink && w.Tool.Name != agents.ToolDone && w.Tool.Name != agents.ToolFind {
			return w, true
		}
	}
	return agents.Wish{}, false
}

// turnTo takes the work where the call wants it. over says that the turn goes no further with the session.
func (a *acting) turnTo(ctx context.Context, results agents.Record, w agents.Wish) (over bool, err error) {
	switch w.Tool.Name {
	case agents.ToolAsk:
		return true, a.putQuestion(results, w)
	case agents.ToolPlan:
		return true, a.toPlanning(ctx, results, w)
	default:
		return false, a.handOver(ctx, results, w)
	}
}

// endsWith tells the model whether a step ends its work by the changes in it: it holds nothing else.
func endsWith(wishes []agents.Wish) llm.ToolResult {
	changes := false
	for _, w := range wishes {
		if w.Refused != "" || !w.Does() && w.Tool.Name != agents.ToolDone {
			return llm.ToolResult{Failed: true, Content: agents.ToldNothingEnds}
		}
		changes = changes || w.Does()
	}
	if !changes {
		return llm.ToolResult{Failed: true, Content: agents.ToldNothingEnds}
	}
	return llm.ToolResult{Content: agents.ToldEnds}
}

// think notes where the agent stands, for people in a line that passes the filter of thinking, and gives the model its hint.
func (a *acting) think(ctx context.Context, w agents.Wish) (hint string, err error) {
	thought := agents.Wants[agents.Think](w)
	words := a.turn.words()
	line := ""
	switch thought.Assessment {
	case agents.OnTrack:
		line = words.Say("%s is getting on with it", a.agent.Name)
	case agents.NeedInfo:
		line = words.Say("%s needs to know more", a.agent.Name)
	case agents.Stuck:
		line = words.Say("%s is stuck", a.agent.Name)
	case agents.Complete:
		line = words.Say("%s has what it takes to answer", a.agent.Name)
	}
	if note := strings.TrimSpace(thought.Note()); note != "" {
		line += ": " + note
	}
	if err := a.turn.Think(ctx, a.agent.ID, assistant.PhaseExecution, line); err != nil {
		return "", err
	}
	return agents.Hint(thought, a.offered(), a.session.Spent), nil
}

// handOver lets a colleague go on from where the session stands. Nobody gets it back: agents who cannot do it shall say so.
func (a *acting) handOver(ctx context.Context, results agents.Record, w agents.Wish) error {
	wish := agents.Wants[agents.HandOver](w)
	result := llm.ToolResult{ID: w.Call.ID, Name: w.Call.Name}
	to, _ := a.turn.team.Find(wish.Agent)
	usable := agents.Usable(a.turn.team.Team, to, a.project)
	if result.Content = agents.KeptFrom(a.agent, to, slices.Contains(a.had, to.ID), slices.ContainsFunc(a.turn.team.Tools().All(), usable)); result.Content != "" {
		result.Failed = true
		results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &result})
		return a.goOn(ctx, results)
	}
	reason := assistant.SafeThought(wish.Reason)
	result.Content = agents.ToldHandedOver(a.agent, to)
	results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &result})
	frame, err := a.frame.HandedTo(to, a.turn.team.Team, usable)
	if err != nil {
		return err
	}
	if err := a.keep(assistant.FromFrame, frame); err != nil {
		return err
	}
	a.handed(a.turn, assistant.Routed{From: a.agent.ID, To: []assistant.AgentID{to.ID}, Reason: reason, By: "model"},
		a.turn.words().Say("%s is handing this over to %s: %s", a.agent.Name, to.Called(), reason), fmt.Sprintf("%s/handed-%d", a.session.ID, len(a.had)+1))
	a.had, a.agent, a.frame, a.usable = append(a.had, a.agent.ID), to, frame, usable
	return a.goOn(ctx, results)
}

// toPlanning ends the session: what was asked for in it is planned, with what was found. Planning is next in the same turn.
func (a *acting) toPlanning(ctx context.Context, results agents.Record, w agents.Wish) error {
	wish := agents.Wants[agents.ProposePlan](w)
	reason := assistant.SafeThought(wish.Reason)
	results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &llm.ToolResult{
		ID: w.Call.ID, Name: w.Call.Name, Content: agents.ToldPlanned,
	}})
	a.ends = true
	if err := a.add(results); err != nil {
		return err
	}
	a.session.Status = assistant.SessionDone
	a.stands()
	if err := a.turn.Think(ctx, a.agent.ID, assistant.PhaseRouting, a.turn.words().Say("%s has it planned: %s", a.agent.Name, reason)); err != nil {
		return err
	}
	a.routed(a.turn, assistant.Routed{From: a.agent.ID, To: []assistant.AgentID{assistant.Chief}, Reason: reason, By: "model"}, "")
	a.turn.toPlan = &toPlan{request: a.request(), found: strings.TrimSpace(wish.Found)}
	return nil
}

// request is what the session was begun for, as planning takes a request.
func (a *acting) request() assistant.Message {
	if m := a.turn.cause(); m.ID == a.session.Cause {
		return m
	}
	return assistant.Message{
		ID: a.session.Cause, Author: assistant.AuthorUser, Person: a.session.RequestedBy, Kind: assistant.KindMessage,
		Content: strings.Join(a.records.said(a.frame.Request()), "\n"), Body: assistant.Said{Background: a.frame.Background},
	}
}
