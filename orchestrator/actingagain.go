package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// continued lets an agent go on whose work in the conversation was stopped, with a fresh budget. What had not begun is proposed anew, so
// that nothing runs on a decision of before. It gives false where nothing was stopped, or the stopped work is not the newest.
func (s *staff) continued(ctx context.Context, t *turn) (bool, error) {
	session, found, err := s.works.NewestSession(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, fmt.Errorf("find what was stopped: %w", err)
	}
	if !found {
		return false, nil
	}
	a, err := s.resumed(ctx, t, session)
	if err != nil {
		return false, err
	}
	a.again = true
	taken := a.records.heard(t.cause().ID)
	if !taken && session.Status != assistant.SessionStopped {
		return false, nil
	}
	if !assistant.MayGoOn(t.sit.Person, session.RequestedBy) {
		t.reply(t.words().Say("Only the person who asked for this, an approver or an admin can let it go on. Nothing was changed."), false)
		return true, nil
	}
	if err := t.Think(ctx, a.agent.ID, assistant.PhaseExecution, t.words().Say("%s goes on with what was stopped", a.agent.Name)); err != nil {
		return true, err
	}
	if !taken {
		if err := a.pickUp(ctx); err != nil {
			return true, err
		}
	}
	return true, a.work(ctx)
}

// pickUp tells the session what became of the calls that were stopped, and that it goes on.
func (a *acting) pickUp(ctx context.Context) error {
	if err := a.stoppedCalls(ctx); err != nil {
		return err
	}
	if err := a.leaveOpen(agents.ToldUnanswered); err != nil {
		return err
	}
	if err := a.cutOff(); err != nil {
		return err
	}
	a.session.Status, a.session.Spent = assistant.SessionWorking, assistant.Spent{}
	if err := a.add(agents.Record{Message: llm.TextMessage(llm.RoleUser, agents.ToGoOn), Heard: a.turn.cause().ID, By: []assistant.PersonID{a.turn.cause().Person}}); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// stoppedCalls gives a result to every call of the newest step that people were asked about, where it has none yet.
func (a *acting) stoppedCalls(ctx context.Context) error {
	if a.session.Run == "" {
		return nil
	}
	view, err := a.works.Run(ctx, a.turn.claim.Tenant, a.session.Run)
	if err != nil {
		return fmt.Errorf("read run %s: %w", a.session.Run, err)
	}
	at, calls := a.records.madeFor(view.Tasks)
	if at < 0 || at < len(a.records)-1 {
		return nil // they were told of
	}
	out := agents.Record{Message: llm.Message{Role: llm.RoleTool}}
	for _, c := range calls {
		k := a.records.taskOf(at, c, view.Tasks)
		decided, err := a.decided(ctx, k)
		if err != nil {
			return err
		}
		r, how := resultOf(c, k, decided, a.changed(c, k), nil)
		if how != "" {
			out.Came = came(out.Came, c.ID, how)
		}
		out.Refused = out.Refused || r.Failed
		out.By = append(out.By, worded(decided, a.changed(c, k))...)
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &r})
	}
	return a.add(out)
}

// cutOff gives a result to the calls that were being made when somebody said stop: providers want one for each.
func (a *acting) cutOff() error {
	out := agents.Record{Message: llm.Message{Role: llm.RoleTool}}
	for _, c := range a.records.unanswered() {
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &llm.ToolResult{
			ID: c.ID, Name: c.Name, Failed: true, Content: agents.CutOff,
		}})
	}
	if len(out.Message.Parts) == 0 {
		return nil
	}
	return a.add(out)
}
