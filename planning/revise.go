package planning

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Revise makes the next version of a plan as the person wishes. A model says what becomes of it: in edits that code makes ("drop step 3, give
// layout to Dana"), or as its steps anew. The move carries the new version and what is different in it; a wish that
// changes nothing says so. A wish that cannot be followed is a Problem, and the plan stays as it was: it comes along as the
// next version, because asking for changes closed the one before.
func (p *Planner) Revise(ctx context.Context, d Desk, s assistant.Situation, plan assistant.Plan, wish string) (Move, error) {
	w := &work{Planner: p.at(d), desk: d, situation: s, fresh: true}
	var ok bool
	if w.project, ok = s.ProjectOf(plan.Project); !ok {
		return problem(assistant.SideContext, assistant.Say("The project of this plan does not exist any more."),
			assistant.Say("Ask me again for one of the projects there are.")), nil
	}
	if err := w.think(ctx, w.say("Hans is changing the plan as asked")); err != nil {
		return Move{}, err
	}
	w.brief.Unasked = plan.Unasked
	next := copied(plan)
	if !w.renamed(&next) {
		return problem(assistant.SideContext, assistant.Say("One of the projects that this was for does not exist any more."),
			assistant.Say("Ask me again for the projects there are.")), nil
	}
	if w.project.ID != "" && len(s.Projects) > 1 {
		w.projects, w.choice = s.Projects, plan.Several()
	}
	next.Version++
	wrong, err := w.change(ctx, &next, block(wish, maxRequest))
	if err == nil && wrong == nil {
		restate(plan, &next, w.words())
		wrong, err = w.finish(ctx, &next)
	}
	if err != nil {
		return Move{}, err
	}
	if wrong != nil {
		return w.stands(plan, wrong)
	}
	out := Move{Plan: &next, Changes: PlanDiff(plan, next, w.team.Team, w.words())}
	if len(out.Changes) == 0 {
		out.Say = w.say("The plan is the same as before: I found nothing in it to change for that. "+
			"You can say for example “drop step 2” or “give step 1 to %s”.", w.team.Name(plan.Steps[0].Owner))
	}
	return out, nil
}

// change applies the wish to the plan.
func (w *work) change(ctx context.Context, p *assistant.Plan, wish string) (*assistant.Problem, error) {
	if wish == "" {
		return nil, nil
	}
	was := p.Steps
	defer func() { p.Request = wished(p.Request, wish, was, p.Steps) }()
	facts := w.planFacts(firstOf(p.Request, p.Goal), p.Goal, p.Title, p.Values, w.offeredToChange(*p, wish))
	var err error
	if facts.Steps, err = replies(*p); err != nil {
		return nil, err
	}
	facts.Wish, facts.Done = wish, w.done
	task := planPrompt + revisePrompt
	if len(w.done) > 0 {
		task += redirectPrompt
	}
	if p.Fork != "" {
		facts.Fork = &llm.ForkReply{Title: p.Fork}
	}
	return w.redraft(ctx, p, w.system(task), facts)
}

// redraft asks the model what becomes of the plan: edits, which code makes, or its steps anew.
func (w *work) redraft(ctx context.Context, p *assistant.Plan, words prompt, facts llm.PlanFacts) (*assistant.Problem, error) {
	made := written{work: w}
	var edited *editor
	var refused *assistant.Problem
	check := func(r llm.ReviseReply) (err error) {
		if edited = nil; len(r.Edits) == 0 {
			return made.take(r.Steps)
		}
		edited = &editor{work: w, plan: copied(*p)}
		refused, err = edited.apply(r.Edits)
		return err
	}
	_, wrong, err := ask(ctx, w.desk, llm.PurposeRevise, words, facts, check)
	switch {
	case err != nil || wrong != nil:
		return made.why(wrong), err
	case edited == nil:
		p.Steps = made.steps
	case refused == nil:
		*p = edited.plan
	}
	return refused, nil
}

// stands is a Problem with the wish: the plan stands as it was. Asking for changes has closed its version, so it comes
// again as the next one.
func (w *work) stands(plan assistant.Plan, wrong *assistant.Problem) (Move, error) {
	again := copied(plan)
	again.Version++
	again.ExpiresAt = w.now().Add(w.waits())
	var err error
	again.Hash, err = assistant.PlanHash(again)
	return Move{Problem: wrong, Plan: &again}, err
}

// copied shares nothing that is changed with the plan it is a copy of.
func copied(p assistant.Plan) assistant.Plan {
	p.Values = maps.Clone(p.Values)
	p.Steps = slices.Clone(p.Steps)
	return p
}

// replies are a plan's steps as the model writes them.
func replies(p assistant.Plan) ([]llm.StepReply, error) {
	out := make([]llm.StepReply, 0, len(p.Steps))
	for _, s := range p.Steps {
		written, err := llm.ObjectOf(fields(s.Parameters))
		if err != nil {
			return nil, fmt.Errorf("step %s: %w", s.Key, err)
		}
		one := llm.StepReply{Key: s.Key, Group: s.Group, Owner: string(s.Owner), Type: string(s.Type), Summary: s.Summary, Parameters: written}
		if p.Several() {
			one.Project = p.NameOf(s)
		}
		out = append(out, one)
	}
	return out, nil
}

func inputProblem(recovery, message assistant.Sentence) *assistant.Problem {
	return &assistant.Problem{Side: assistant.SideInput, Message: message, Recovery: recovery}
}
