package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// What an agent at work calls to steer itself: to think, to hand the work to a colleague, to have it planned. Asking a person stands
// in actingquestion.go.

// toPlan is a request that an agent at work hands to planning, with what it has found.
type toPlan struct {
	request assistant.Message
	found   string
}

// turnTo takes the work where the call wants it. over says that the turn goes no further with the session.
func (a *acting) turnTo(ctx context.Context, results loop.Record, w loop.Wish) (over bool, err error) {
	switch w.Tool.Name {
	case loop.ToolAsk:
		return true, a.putQuestion(results, w)
	case loop.ToolEscalate:
		return true, a.escalate(ctx, results, w)
	case loop.ToolPlan:
		return true, a.toPlanning(ctx, results, w)
	default:
		return false, a.handOver(ctx, results, w)
	}
}

// handOver lets a colleague go on from where the session stands. Nobody gets it back: agents who cannot do it shall say so.
func (a *acting) handOver(ctx context.Context, results loop.Record, w loop.Wish) error {
	wish := loop.Wants[loop.HandOver](w)
	result := llm.ToolResult{ID: w.Call.ID, Name: w.Call.Name}
	to, _ := a.turn.team.Find(wish.Agent)
	usable := a.usableBy(to)
	if result.Content = loop.KeptFrom(a.Agent, to, slices.Contains(a.Had, to.ID), slices.ContainsFunc(a.turn.team.Tools().All(), usable)); result.Content != "" {
		result.Failed = true
		results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &result})
		return a.GoOn(ctx, a, results)
	}
	reason := assistant.SafeThought(wish.Reason)
	result.Content = loop.ToldHandedOver(a.Agent, to)
	results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &result})
	frame, err := agents.HandedTo(a.Frame, to, a.turn.team.Team, usable)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s/handed-%d", a.Session.ID, len(a.Had)+1)
	a.handed(a.turn, assistant.Routed{From: a.Agent.ID, To: []assistant.AgentID{to.ID}, Reason: reason, By: "model"},
		a.turn.words().Say("%s is handing this over to %s: %s", a.Agent.Name, to.Called(), reason), key)
	if err := a.HandTo(a, to, frame, usable); err != nil {
		return err
	}
	return a.GoOn(ctx, a, results)
}

// toPlanning ends the session: what was asked for in it is planned, with what was found.
func (a *acting) toPlanning(ctx context.Context, results loop.Record, w loop.Wish) error {
	wish := loop.Wants[loop.ProposePlan](w)
	results.Message.Parts = append(results.Message.Parts, llm.Part{Result: &llm.ToolResult{
		ID: w.Call.ID, Name: w.Call.Name, Content: loop.ToldPlanned,
	}})
	a.ends = true
	if err := a.Add(a, results); err != nil {
		return err
	}
	a.Session.Status = assistant.SessionDone
	a.Stands(a)
	return a.leaveToPlanning(ctx, assistant.SafeThought(wish.Reason), strings.TrimSpace(wish.Found))
}

// leaveToPlanning has it planned what was asked for, for a reason that people read, with what was found. Planning is next in the same turn.
func (a *acting) leaveToPlanning(ctx context.Context, reason, found string) error {
	if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseRouting, a.turn.words().Say("%s has it planned: %s", a.Agent.Name, reason)); err != nil {
		return err
	}
	from := a.Agent.ID
	if a.route != nil { // nobody has taken it up
		from = a.turn.sit.Conversation.Agent
	}
	a.routed(a.turn, assistant.Routed{From: from, To: []assistant.AgentID{assistant.Chief}, Reason: reason, By: "model"}, "")
	a.turn.toPlan = &toPlan{request: a.request(), found: found}
	return nil
}

// request is what the session was begun for, as planning takes a request.
func (a *acting) request() assistant.Message {
	if m := a.turn.cause(); m.ID == a.Session.Cause {
		return m
	}
	return assistant.Message{
		ID: a.Session.Cause, Author: assistant.AuthorUser, Person: a.Session.RequestedBy, Kind: assistant.KindMessage,
		Content: strings.Join(a.Records.Said(a.Frame.Request()), "\n"), Body: assistant.Said{Background: a.Frame.Background},
	}
}
