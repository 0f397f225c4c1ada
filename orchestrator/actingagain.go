package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// continued lets an agent go on whose work in the conversation was stopped, with a fresh budget. What had not begun is proposed anew, so
// that nothing runs on a decision of before. It gives false where nothing was stopped, or the stopped work is not the newest.
func (s *staff) continued(ctx context.Context, t *turn) (bool, error) {
	session, found, err := s.lookups.NewestSession(ctx, t.claim.Tenant, t.claim.Conversation)
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
	taken := a.Records.Heard(t.cause().ID)
	if !taken && session.Status != assistant.SessionStopped {
		return false, nil
	}
	if !assistant.MayGoOn(t.sit.Person, session.RequestedBy) {
		t.reply(t.words().Say("Only the person who asked for this, an approver or an admin can let it go on. Nothing was changed."), false)
		return true, nil
	}
	if err := t.Think(ctx, a.Agent.ID, assistant.PhaseExecution, t.words().Say("%s goes on with what was stopped", a.Agent.Name)); err != nil {
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
	if err := a.leaveOpen(loop.ToldUnanswered); err != nil {
		return err
	}
	if err := a.cutOff(); err != nil {
		return err
	}
	if err := a.catchesUp(ctx); err != nil {
		return err
	}
	a.Session.Status, a.Session.Spent = assistant.SessionWorking, assistant.Spent{}
	if err := a.Add(a, loop.Record{Message: llm.TextMessage(llm.RoleUser, loop.ToGoOn), Heard: a.turn.cause().ID, By: []assistant.PersonID{a.turn.cause().Person}}); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// stoppedCalls gives a result to every call of the newest step that people were asked about, where it has none yet.
func (a *acting) stoppedCalls(ctx context.Context) error {
	if a.Session.Run == "" {
		return nil
	}
	view, err := a.lookups.Run(ctx, a.turn.claim.Tenant, a.Session.Run)
	if err != nil {
		return fmt.Errorf("read run %s: %w", a.Session.Run, err)
	}
	at, calls := a.Records.MadeFor(view.Tasks)
	if at < 0 || at < len(a.Records)-1 {
		return nil // they were told of
	}
	out := loop.Record{Message: llm.Message{Role: llm.RoleTool}}
	for _, c := range calls {
		k := a.Records.TaskOf(at, c, view.Tasks)
		decided, err := a.decided(ctx, k)
		if err != nil {
			return err
		}
		r, how := a.resultOf(c, k, decided, a.changed(c, k), nil)
		if how != "" {
			out.Remember(c.ID, how)
		}
		asks(&out, k)
		out.Refused = out.Refused || r.Failed
		out.By = append(out.By, worded(decided, a.changed(c, k))...)
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &r})
	}
	return a.Add(a, out)
}

// cutOff gives a result to the calls that were being made when somebody said stop: providers want one for each.
func (a *acting) cutOff() error {
	out := loop.Record{Message: llm.Message{Role: llm.RoleTool}}
	for _, c := range a.Records.Unanswered() {
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &llm.ToolResult{
			ID: c.ID, Name: c.Name, Failed: true, Content: loop.CutOff,
		}})
	}
	if len(out.Message.Parts) == 0 {
		return nil
	}
	return a.Add(a, out)
}
