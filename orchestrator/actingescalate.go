package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// An agent at work escalates what it may not or cannot decide, and code does so for it where it has run out of what one request may take, or the
// same has failed again and again (seed 000 §6.3). The supervisor puts it before people, with the reason, and everything waits as for a question:
//
//	escalate, or code ──kept, turn ends──▶ waiting ──go on, another way, own words──▶ its result, with fresh budgets ──▶ ask the model
//	                                          └── stop, or nobody decides in time ──▶ stopped

// escalate puts before people what the agent has escalated.
func (a *acting) escalate(ctx context.Context, results loop.Record, w loop.Wish) error {
	wish := loop.Wants[loop.Escalate](w)
	c := a.escalation(wish.Reason, wish.Clarify())
	results.Asks = map[string]assistant.ClarificationID{w.Call.ID: c.ID}
	return a.putEscalated(ctx, results, c)
}

// raise puts before people what code has found to stand in the agent's way.
func (a *acting) raise(ctx context.Context, o loop.Raises) error {
	words := a.turn.words()
	q := loop.Escalate{Reason: o.Reason}.Clarify()
	q.Text = words.Say("What one request may take is used up, and this is not finished. Shall it go on with as much again?")
	if o.Reason == assistant.EscalatedTechnical {
		label := o.Failure.Tool
		if tool, known := a.turn.team.Tools().Get(o.Failure.Tool); known {
			label = tool.Label
		}
		q.Text = words.Say("“%s” has failed again and again: %s How shall it go on?", assistant.Label(label), o.Failure.Why)
	}
	c := a.escalation(o.Reason, q)
	return a.putEscalated(ctx, loop.Record{Raised: c.ID}, c)
}

// escalation is the question to people, with the ways that there always are.
func (a *acting) escalation(reason assistant.EscalationReason, q assistant.Question) assistant.Clarification {
	words := a.turn.words()
	goOn := words.Say("Go on")
	if reason == assistant.EscalatedBudget {
		goOn = words.Say("Go on with as much again")
	}
	q.Options = []assistant.Option{
		{Value: assistant.EscalationGoOn, Label: goOn},
		{Value: assistant.EscalationOther, Label: words.Say("Try another way")},
		{Value: assistant.EscalationStop, Label: words.Say("Stop here")},
	}
	return a.question(words.Tell(reason.Says(a.Agent.Name)), q, reason)
}

// putEscalated has the supervisor ask, and ends the turn. The thinking says whose it was.
func (a *acting) putEscalated(ctx context.Context, results loop.Record, c assistant.Clarification) error {
	chief := a.turn.team.Agent(assistant.Chief)
	if a.Agent.ID != chief.ID {
		line := a.turn.words().Say("%s has put this before %s: %s", a.Agent.Name, chief.Name, c.Intro)
		if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, line); err != nil {
			return err
		}
	}
	return a.waitsForPerson(results, c, chief.ID)
}

// fails notes in a record of what a task failed.
func (a *acting) fails(r *loop.Record, t assistant.Task) {
	if t.Status == assistant.TaskFailed && t.Problem != nil {
		r.Failures = append(r.Failures, loop.Failure{Tool: string(t.Type), Why: a.turn.words().Tell(t.Problem.Message)})
	}
}

// mayAnswer tells whether whoever spoke may answer a question, and tells them where they may not.
func (s *Supervisor) mayAnswer(ctx context.Context, t *turn, q assistant.Clarification) (bool, error) {
	if q.Escalated == "" {
		return true, nil
	}
	_, _, askedOf, _, err := s.asked.Clarification(ctx, t.claim.Tenant, q.ID)
	if err != nil {
		return false, fmt.Errorf("read question %s: %w", q.ID, err)
	}
	if assistant.MayAnswer(t.sit.Person, q, askedOf) {
		return true, nil
	}
	t.reply(t.words().Say(notYours(assistant.Settings{MembersApprove: true})), false)
	return false, nil
}
