package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// tryOut shows all that a plan would do without doing any of it: as the plan's next version, which is what is decided on from then on. A
// plan that cannot be made as it would be now is shown as any other revision is, with what stands in its way.
func (p *plans) tryOut(ctx context.Context, t *turn, plan assistant.Plan) error {
	move, err := p.asNow(ctx, t, plan)
	if err != nil {
		return err
	}
	switch {
	case move.Plan == nil && plan.Redirects != "":
		v, err := p.runs.turnTo(ctx, t, plan.Redirects)
		if err != nil {
			return err
		}
		return p.newVersion(ctx, t, v, plan, "", true)
	case move.Plan == nil || move.Problem != nil:
		return p.moved(ctx, t, move)
	}
	done, err := p.doneOf(ctx, t, plan)
	if err != nil {
		return err
	}
	doing := t.words().Say("Hans is going through the steps without changing anything.")
	if err := t.Think(ctx, assistant.Chief, assistant.PhasePlanning, doing); err != nil {
		return err
	}
	t.flush(ctx)
	asker, err := p.askerOf(ctx, t, plan)
	if err != nil {
		return err
	}
	var tried assistant.Plan
	if err := t.laneHold.aside(ctx, func() (err error) {
		tried, err = p.runs.doer.DryRun(ctx, executor.DryRun{
			Team: t.team.Team, Claim: t.claim, Projects: t.sit.Projects, Asker: asker, Plan: *move.Plan, Done: done, Language: t.sit.Conversation.Language,
		})
		return err
	}); err != nil {
		return fmt.Errorf("dry run of plan %s: %w", plan.ID, err)
	}
	move.Plan, move.Say = &tried, ""
	t.tellWritten(tried)
	return p.moved(ctx, t, move)
}

// doneOf is what the run that a plan changes has come to by now, by the keys of its steps; nothing where it changes none.
func (p *plans) doneOf(ctx context.Context, t *turn, plan assistant.Plan) (map[string]assistant.Result, error) {
	if plan.Redirects == "" {
		return nil, nil
	}
	v, err := p.runs.turnTo(ctx, t, plan.Redirects)
	if err != nil {
		return nil, err
	}
	out := map[string]assistant.Result{}
	for _, k := range v.Tasks {
		if k.Done() && k.Result != nil {
			out[k.Key] = *k.Result
		}
	}
	return out, nil
}

// askerOf is who has asked for a plan, as they are now. What a step would do may depend on them, and never on who wants to see it.
func (p *plans) askerOf(ctx context.Context, t *turn, plan assistant.Plan) (assistant.Person, error) {
	if plan.RequestedBy == "" || plan.RequestedBy == t.sit.Person.ID {
		return t.sit.Person, nil
	}
	asker, err := p.runs.lookups.Person(ctx, t.claim.Tenant, plan.RequestedBy)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return assistant.Person{}, fmt.Errorf("read who asked for plan %s: %w", plan.ID, err)
	}
	return asker, nil
}

// tellWritten says what was written for a plan and would be published by it, whole: a card has room for the beginning of each text, and
// whoever approves the plan approves all of it.
func (t *turn) tellWritten(p assistant.Plan) {
	var texts []string
	for i, s := range p.Steps {
		if s.Stands == assistant.StepNew && s.Shown() && assistant.Unfinished(s.Parameters) {
			title := t.words().Say("Step %d: %s", i+1, plainly(s.Summary))
			texts = append(texts, "**"+title+"**\n\n"+cmp.Or(s.Preview.Whole, assistant.Legible(s.Preview.Fields)))
		}
	}
	if len(texts) > 0 {
		t.reply(t.words().Say("This is what was written for it. Nothing was changed.")+"\n\n"+strings.Join(texts, "\n\n"), false)
	}
}

// begunWith ends the tasks whose text a dry run of the plan has written: what was shown is what is used.
func (t *turn) begunWith(plan assistant.Plan, run assistant.Run, tasks []assistant.Task) []assistant.Task {
	kept := plan.Kept()
	for _, task := range tasks {
		result, ok := kept[task.Key]
		if !ok || task.Status.Ended() {
			continue
		}
		end := assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted, Result: result}
		t.say("written", assistant.Message{
			Agent: task.Owner, Kind: assistant.KindStatus, Run: run.ID, Body: end,
			Content: t.words().Say("Written when the plan was previewed: %s", task.Summary),
		})
		tasks = assistant.TasksAfter(tasks, end)
	}
	return tasks
}
