package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
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
func (a *acting) putQuestion(results agents.Record, w agents.Wish) error {
	q := agents.Wants[agents.Ask](w).Clarify()
	c := assistant.Clarification{
		ID: assistant.NewID[assistant.ClarificationID](a.ids), Stage: assistant.StageWork, Session: a.session.ID,
		Intro: a.turn.words().Say("%s needs an answer to go on.", a.agent.Name), Questions: []assistant.Question{q},
		ExpiresAt: a.now().Add(a.turn.sit.Settings.PlanTTL()),
	}
	results.Asks = map[string]assistant.ClarificationID{w.Call.ID: c.ID}
	a.ends = true
	if err := a.add(results); err != nil {
		return err
	}
	a.session.Status, a.session.Run = assistant.SessionWaiting, ""
	a.stands()
	a.turn.say("ask", assistant.Message{
		Agent: a.agent.ID, Person: a.session.RequestedBy, Kind: assistant.KindMessage, Content: askText(c), Body: assistant.Asked{Clarification: c, Rehearsal: a.turn.backend.Rehearsal},
	})
	return nil
}

// answered lets the agent go on that has asked a question; false where it was not an agent at work who asked.
func (s *staff) answered(ctx context.Context, t *turn, q assistant.Clarification, values map[string]string, text string) (bool, error) {
	a, err := s.whoAsked(ctx, t, q)
	if a == nil || err != nil {
		return false, err
	}
	if !a.records.heard(t.cause().ID) {
		if err := a.hearAnswer(ctx, q, values, text); err != nil {
			return true, err
		}
	}
	err = a.work(ctx)
	if unfit(ctx, err) {
		a.session.Status = assistant.SessionStopped // so that "continue" goes on from the answer
		a.stands()
	}
	return true, err
}

// whoAsked is the agent at work that has asked a question, nil where none has.
func (s *staff) whoAsked(ctx context.Context, t *turn, q assistant.Clarification) (*acting, error) {
	if q.Session == "" {
		return nil, nil // planning asked
	}
	session, found, err := s.works.AgentSession(ctx, t.claim.Tenant, q.Session)
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
	a.session.Status, a.session.Spent = assistant.SessionWorking, assistant.Spent{}
	r := agents.Record{Heard: a.turn.cause().ID, By: []assistant.PersonID{a.turn.cause().Person}, Words: words}
	call, open, _ := a.records.asking(q.ID)
	if open {
		r.Message = llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: call.ID, Name: call.Name, Content: told}}}}
	} else {
		r.Message = llm.TextMessage(llm.RoleUser, agents.ToldAfterAll(q.Questions[0].Text, told))
	}
	if err := a.add(r); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// leaveOpen gives the newest question a result where it has none, so that the session can go on without the answer.
func (a *acting) leaveOpen(why string) error {
	call, open, found := a.records.asking("")
	if !found || !open {
		return nil
	}
	return a.add(agents.Record{Message: llm.Message{Role: llm.RoleTool, Parts: []llm.Part{
		{Result: &llm.ToolResult{ID: call.ID, Name: call.Name, Failed: true, Content: why}},
	}}})
}

// noAnswer ends the work of an agent whose question nobody answers; false where it was not an agent at work who asked.
func (s *staff) noAnswer(ctx context.Context, t *turn, q assistant.Clarification, line string) (bool, error) {
	a, err := s.whoAsked(ctx, t, q)
	if a == nil || err != nil {
		return false, err
	}
	a.session.Status = assistant.SessionStopped
	a.stands()
	t.reply(line+" "+t.words().Say("Say “continue” if it shall go on."), false)
	return true, nil
}

// answered takes an answer that came by a press or a form, or the end of the time for one.
func (s *Supervisor) answered(ctx context.Context, t *turn, b assistant.Answered) error {
	q, _, _, _, err := s.asked.Clarification(ctx, t.claim.Tenant, b.Clarification)
	if err != nil {
		return fmt.Errorf("read question %s: %w", b.Clarification, err)
	}
	var handled bool
	if b.Withdrawn {
		handled, err = s.staff.noAnswer(ctx, t, q, t.words().Say("I have put this aside, because nobody answered."))
	} else {
		handled, err = s.staff.answered(ctx, t, q, b.Values, b.Text)
	}
	if handled || err != nil {
		return err
	}
	return s.plans.answered(ctx, t, b)
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
