package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// An agent at work asks a person, and goes on with the answer, in another turn and with fresh budgets:
//
//	ask_user ──question kept, turn ends──▶ waiting ──answer, by words or a form──▶ its result ──▶ ask the model
//	                                          └── stop, or nobody answers in time ──▶ stopped; "continue" goes on without it

// questions are what people were asked.
type questions interface {
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
}

// putQuestion puts the agent's question before the person and ends the turn. Nothing of the session is left in memory.
func (a *acting) putQuestion(results loop.Record, w loop.Wish) error {
	c := a.question(a.turn.words().Say("%s needs an answer to go on.", a.Agent.Name), loop.Wants[loop.Ask](w).Clarify(), "")
	results.Asks = map[string]assistant.ClarificationID{w.Call.ID: c.ID}
	return a.waitsForPerson(results, c, a.Agent.ID)
}

// question is what a person is asked for the session; escalated says why, where that is not the agent's own to ask.
func (a *acting) question(intro string, q assistant.Question, escalated assistant.EscalationReason) assistant.Clarification {
	return assistant.Clarification{
		ID: assistant.NewID[assistant.ClarificationID](a.ids), Stage: assistant.StageWork, Session: a.Session.ID, Intro: intro,
		Questions: []assistant.Question{q}, ExpiresAt: a.now().Add(a.turn.sit.Settings.PlanTTL()), Escalated: escalated,
	}
}

// waitsForPerson has an agent ask whoever wanted the work, and the session wait for the answer.
func (a *acting) waitsForPerson(results loop.Record, c assistant.Clarification, by assistant.AgentID) error {
	a.ends = true
	if err := a.Add(a, results); err != nil {
		return err
	}
	a.Session.Status, a.Session.Run = assistant.SessionWaiting, ""
	a.Stands(a)
	a.turn.say("ask", assistant.Message{
		Agent: by, Person: a.Session.RequestedBy, Kind: assistant.KindMessage, Content: askText(c), Body: assistant.Asked{Clarification: c, Rehearsal: a.turn.backend.Rehearsal},
	})
	return nil
}

// answered lets the agent go on that has asked a question; false where it was not an agent at work who asked.
func (s *staff) answered(ctx context.Context, t *turn, q assistant.Clarification, values map[string]string, text string) (bool, error) {
	a, err := s.whoAsked(ctx, t, q)
	if a == nil || err != nil {
		return false, err
	}
	if q.Escalated != "" && agents.ChosenOf(q.Questions[0], values, text) == assistant.EscalationStop {
		return true, a.stopsHere(ctx, t.words().Say("All right, it stops here. What was done before stays."))
	}
	if !a.Records.Heard(t.cause().ID) {
		if err := a.hearAnswer(ctx, q, values, text); err != nil {
			return true, err
		}
	}
	err = a.work(ctx)
	if unfit(ctx, err) {
		a.Session.Status = assistant.SessionStopped // so that "continue" goes on from the answer
		a.Stands(a)
		err = errors.Join(err, a.recalls(ctx))
	}
	return true, err
}

// whoAsked is the agent at work that has asked a question, nil where none has.
func (s *staff) whoAsked(ctx context.Context, t *turn, q assistant.Clarification) (*acting, error) {
	if q.Session == "" {
		return nil, nil // planning asked
	}
	session, found, err := s.lookups.AgentSession(ctx, t.claim.Tenant, q.Session)
	switch {
	case errors.Is(err, assistant.ErrNotFound), err == nil && !found:
		return nil, nil // nobody can go on with it
	case err != nil:
		return nil, fmt.Errorf("find session %s: %w", q.Session, err)
	}
	return s.resumed(ctx, t, session)
}

// hearAnswer gives the session its answer, as the result of the call that asked, and fresh budgets.
func (a *acting) hearAnswer(ctx context.Context, q assistant.Clarification, values map[string]string, text string) error {
	told, words := agents.ReplyTo(q.Questions[0], values, text)
	a.Session.Status, a.Session.Spent = assistant.SessionWorking, assistant.Spent{}
	r := loop.Record{Heard: a.turn.cause().ID, By: []assistant.PersonID{a.turn.cause().Person}, Words: words}
	call, open, _ := a.Records.Asking(q.ID)
	switch {
	case open:
		r.Message = llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: call.ID, Name: call.Name, Content: told}}}}
	case q.Escalated != "":
		r.Message = llm.TextMessage(llm.RoleUser, loop.ToldDecided(q.Questions[0].Text, told))
	default:
		r.Message = llm.TextMessage(llm.RoleUser, loop.ToldAfterAll(q.Questions[0].Text, told))
	}
	if err := a.Add(a, r); err != nil {
		return err
	}
	if err := a.catchesUp(ctx); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// leaveOpen gives the newest question a result where it has none, so that the session can go on without the answer.
func (a *acting) leaveOpen(why string) error {
	call, open, found := a.Records.Asking("")
	if !found || !open {
		return nil
	}
	return a.Add(a, loop.Record{Message: llm.Message{Role: llm.RoleTool, Parts: []llm.Part{
		{Result: &llm.ToolResult{ID: call.ID, Name: call.Name, Failed: true, Content: why}},
	}}})
}

// noAnswer ends the work of an agent whose question nobody answers; false where it was not an agent at work who asked.
func (s *staff) noAnswer(ctx context.Context, t *turn, q assistant.Clarification, line string) (bool, error) {
	a, err := s.whoAsked(ctx, t, q)
	if a == nil || err != nil {
		return false, err
	}
	return true, a.stopsHere(ctx, line)
}

// stopsHere ends the agent's work in words of code, so that people may let it go on later.
func (a *acting) stopsHere(ctx context.Context, line string) error {
	a.Session.Status = assistant.SessionStopped
	a.Stands(a)
	if err := a.recalls(ctx); err != nil {
		return err
	}
	a.turn.reply(line+" "+a.turn.words().Say("Say “continue” if it shall go on."), false)
	return nil
}

// answered takes an answer that came by a press or a form, or the end of the time for one.
func (s *Supervisor) answered(ctx context.Context, t *turn, b assistant.Answered) error {
	q, _, of, _, err := s.asked.Clarification(ctx, t.claim.Tenant, b.Clarification)
	if err != nil {
		return fmt.Errorf("read question %s: %w", b.Clarification, err)
	}
	var handled bool
	if b.Withdrawn {
		handled, err = s.staff.noAnswer(ctx, t, q, unansweredText(t, of))
	} else {
		handled, err = s.staff.answered(ctx, t, q, b.Values, b.Text)
	}
	if handled || err != nil {
		return err
	}
	return s.plans.answered(ctx, t, b)
}

// unansweredText says why there is no answer to a question that somebody was asked.
func unansweredText(t *turn, of assistant.PersonID) string {
	if p := t.sit.Person; p.Left && p.ID == of {
		return t.words().Say("I have put this aside, because %s is not on the team any more and nobody else takes part in this conversation.", p.Name)
	}
	return t.words().Say("I have put this aside, because nobody answered.")
}

// withdraw drops the open question, and the work that it was asked for.
func (s *Supervisor) withdraw(ctx context.Context, t *turn, q assistant.Clarification) error {
	if q.Session == "" {
		return s.plans.withdraw(t, q)
	}
	t.say("withdrawn", withdrawal(t, q))
	_, err := s.staff.noAnswer(ctx, t, q, t.words().Say("All right, I have dropped it."))
	return err
}
