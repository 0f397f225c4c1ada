package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

// A plan that is at work is changed as a plan is: words ask for it, the run is planning while a version of it is made and decided on, and
// what was approved replaces what has not begun. Nothing of the run starts in between; what is in the middle of a call ends it.

// redirects begins to change the plan of a run at work as words want it.
func (p *plans) redirects(ctx context.Context, t *turn, v assistant.RunView, wish string) error {
	w := t.words()
	if !assistant.MayDecide(t.sit.Person, t.sit.Settings, v.Run.RequestedBy) {
		t.reply(w.Say(notYours(t.sit.Settings)), false)
		return nil
	}
	t.run = v.Run.ID
	if v.Run.Status == assistant.RunRunning {
		b := assistant.RedirectRequested{Run: v.Run.ID, Wish: wish}
		t.keep(assistant.Message{
			Key: "redirect/" + string(t.cause().ID), Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus,
			Content: w.Say("%s wants this run changed", personCalled(t.sit.Person.Name, w)), Run: v.Run.ID, Body: b,
		})
		if err := t.kept(ctx); err != nil {
			return err
		}
		v.Run = v.Run.After(b)
		if now := v.Run; t.sit.Run != nil && t.sit.Run.ID == now.ID {
			t.sit.Run = &now // a version that needs nobody's yes is begun in this turn
		}
	}
	t.redirecting = &v
	newest, _, _, err := p.read.Plan(ctx, t.claim.Tenant, v.Run.Plan, 0)
	if err != nil {
		return fmt.Errorf("read plan %s: %w", v.Run.Plan, err)
	}
	return p.newVersion(ctx, t, v, newest, wish, false)
}

// newVersion shows the next version of the plan of a run that is planning. Where there is none to show, the run goes on as before; what is
// shown already stays.
func (p *plans) newVersion(ctx context.Context, t *turn, v assistant.RunView, shown assistant.Plan, wish string, again bool) error {
	t.doing.move(assistant.ActivityPlanning)
	defer p.timed()()
	move, err := p.redirected(ctx, t, v, shown, wish)
	switch {
	case err != nil:
		return err
	case move.Plan != nil:
		t.redirecting = nil
		return p.moved(ctx, t, move)
	case again: // its version was closed by the wish
		shown.Version++
		if shown.Hash, err = assistant.PlanHash(shown); err != nil {
			return fmt.Errorf("show plan %s again: %w", shown.ID, err)
		}
		move.Plan, t.redirecting = &shown, nil
		return p.moved(ctx, t, move)
	}
	if err := p.moved(ctx, t, move); err != nil {
		return err
	}
	return p.resumes(ctx, t, v)
}

// unchanged lets a run go on by the plan that it had, where the turn was to change it and came to nothing.
func (p *plans) unchanged(ctx context.Context, t *turn) error {
	if t.redirecting == nil {
		return nil
	}
	return p.resumes(ctx, t, *t.redirecting)
}

// redirected is the next version of a run's plan.
func (p *plans) redirected(ctx context.Context, t *turn, v assistant.RunView, shown assistant.Plan, wish string) (planning.Move, error) {
	approved, _, _, err := p.read.Plan(ctx, t.claim.Tenant, v.Run.Plan, v.Run.PlanVersion)
	if err != nil {
		return planning.Move{}, fmt.Errorf("read plan %s version %d: %w", v.Run.Plan, v.Run.PlanVersion, err)
	}
	if shown.Redirects == "" { // what was closed of earlier changes is not what the wish is about
		version := shown.Version
		shown = approved
		shown.Version = version
	}
	move, err := p.planner.Redirect(ctx, p.taskHost(t), t.sit, planning.Redirected{Approved: approved, Shown: shown, Run: v}, wish)
	if err != nil {
		return move, fmt.Errorf("change plan %s at work: %w", v.Run.Plan, err)
	}
	return move, nil
}

// resumes lets a run go on by the plan that it had.
func (p *plans) resumes(ctx context.Context, t *turn, v assistant.RunView) error {
	if v.Run.Status != assistant.RunPlanning {
		return nil
	}
	t.redirecting = nil
	b := assistant.RunRedirected{Run: v.Run.ID, Version: v.Run.PlanVersion}
	t.say("resumed", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Content: t.words().Say("This run goes on as it was planned"), Run: v.Run.ID, Body: b,
	})
	return p.runs.next(ctx, t, v.Run.After(b), v.Tasks)
}

// redirectDecided handles what became of a change of a run at work that was not approved.
func (p *plans) redirectDecided(ctx context.Context, t *turn, b assistant.PlanDecided, plan assistant.Plan) error {
	v, err := p.runs.turnTo(ctx, t, plan.Redirects)
	if err != nil || v.Run.Status != assistant.RunPlanning {
		return err // it was stopped meanwhile
	}
	switch b.Verdict {
	case assistant.VerdictChanges:
		if b.DryRun {
			return p.tryOut(ctx, t, plan)
		}
		return p.newVersion(ctx, t, v, plan, b.Note, true)
	case assistant.VerdictExpired: // what nobody wanted so any more does not go on by itself
		t.reply(t.words().Say("Nobody decided on the change of “%s” in time, so I have stopped it. What is done is kept.", plan.Title), false)
		stop := assistant.StopRequested{Run: v.Run.ID}
		t.say("act", assistant.Message{
			Agent: assistant.Chief, Kind: assistant.KindStatus, Run: v.Run.ID, Body: stop,
			Content: t.words().Say("This run was stopped, because nobody decided how it is to go on"),
		})
		v.Run, v.Tasks = v.Run.After(stop), assistant.TasksAfter(v.Tasks, stop)
		if err := p.runs.withdrawn(ctx, t, v); err != nil {
			return err
		}
		return p.runs.next(ctx, t, v.Run, v.Tasks)
	case assistant.VerdictRejected:
		t.reply(t.words().Say("All right, “%s” goes on as it was planned.", plan.Title), false)
	case assistant.VerdictApproved, assistant.VerdictWithdrawn:
	}
	return p.resumes(ctx, t, v)
}

// redirect lets a run go on by an approved change of its plan: it gains what is new, and what is dropped or replaced ends before its next
// call.
func (p *plans) redirect(ctx context.Context, t *turn, plan assistant.Plan, d planning.Decision) error {
	v, err := p.runs.turnTo(ctx, t, plan.Redirects)
	if err != nil {
		return err
	}
	if v.Run.Status != assistant.RunPlanning {
		t.reply(t.words().Say("“%s” has ended meanwhile, so nothing of this change was begun. Say it again if you still want it.", plan.Title), false)
		return nil
	}
	b, ends, err := planning.BuildRedirect(plan, v, p.ids, d)
	switch {
	case errors.Is(err, assistant.ErrMoved):
		return p.showAgain(ctx, t, plan)
	case err != nil:
		return fmt.Errorf("change run %s: %w", v.Run.ID, err)
	}
	t.doing.move(assistant.ActivityExecuting)
	t.say("redirected", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Run: v.Run.ID, Body: b,
		Content: t.words().Say("Run changed: it goes on by version %d of its plan", plan.Version),
	})
	run, tasks := v.Run.After(b), assistant.TasksAfter(v.Tasks, b)
	tasks = t.begunWith(plan, run, tasks)
	for _, k := range ends {
		if k.Begun() {
			stop := assistant.StopRequested{Run: run.ID, Task: k.ID}
			t.say("act", assistant.Message{
				Agent: assistant.Chief, Kind: assistant.KindStatus, Content: t.words().Say("Stops before its next call: %s", k.Summary), Run: run.ID, Body: stop,
			})
			tasks = assistant.TasksAfter(tasks, stop)
			continue
		}
		if tasks, err = p.runs.leaveOut(ctx, t, run, tasks, k, t.words().Say("Not in the plan any more: %s", k.Summary)); err != nil {
			return err
		}
	}
	return p.runs.next(ctx, t, run, tasks)
}

// planWithdrawn withdraws the change of a run that was stopped before anybody decided on it.
func (t *turn) planWithdrawn(run assistant.RunID) {
	plan := t.sit.Plan
	if plan == nil || plan.Redirects != run {
		return
	}
	t.say("plan", assistant.Message{
		Key: fmt.Sprintf("withdrawn/%s/%d", plan.ID, plan.Version), Agent: assistant.Chief, Kind: assistant.KindStatus,
		Content: decisionText(assistant.VerdictWithdrawn, "", t.words()),
		Body:    assistant.PlanDecided{Plan: plan.ID, Version: plan.Version, Verdict: assistant.VerdictWithdrawn},
	})
}
