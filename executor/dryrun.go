package executor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// DryRun is a plan that is gone through without changing anything, and for whom.
type DryRun struct {
	Team     *team.Team
	Claim    assistant.Claim // of the conversation: what is written on the way is logged behind it
	Projects []assistant.Project
	Asker    assistant.Person // who has asked for the plan
	Plan     assistant.Plan
	Done     map[string]assistant.Result // of the steps that a run at work is done with, where the plan changes one
	Language assistant.Language
}

// DryRun goes through the steps of a plan as the tasks of its run would, up to the effect: what resolves the parameters, applies the
// laws and previews is what does so when the plan runs, so that what is shown is what happens unless something changes meanwhile.
//
// A step that only writes is done, and so is a query whose result a later step needs. What was written is logged by its arguments: a
// dry run that is taken again after a crash, or made of the next version of the plan, finds it and pays nothing twice.
func (e *Executor) DryRun(ctx context.Context, d DryRun) (assistant.Plan, error) {
	t := trial{Executor: e.with(d.Team), DryRun: d, words: wording.In(d.Language), results: map[string]assistant.Result{}}
	maps.Copy(t.results, d.Done)
	p := d.Plan
	p.Steps, p.Previewed = slices.Clone(p.Steps), true
	for i := range p.Steps {
		if err := t.step(ctx, &p.Steps[i]); err != nil {
			return assistant.Plan{}, fmt.Errorf("try step %s of plan %s: %w", p.Steps[i].Key, p.ID, err)
		}
	}
	var err error
	p.Hash, err = assistant.PlanHash(p)
	return p, err
}

// trial is a dry run under way.
type trial struct {
	*Executor
	DryRun

	words   wording.Words
	results map[string]assistant.Result // of the steps that were done, by key
}

// step tries one step. Its error is what is not the step's own; what a person may read of it is in the step.
func (t *trial) step(ctx context.Context, s *assistant.Step) error {
	if s.Stands != assistant.StepNew {
		return nil // it was approved as it is
	}
	s.Tried = &assistant.Tried{}
	if missing := t.missing(*s); missing > 0 {
		s.Tried.Why = t.words.Say("It takes something from step %d, which is there only when the plan runs.", missing)
		return nil
	}
	h := t.hand(*s)
	if err := h.admit(); err != nil {
		return t.refused(ctx, s, err)
	}
	if h.tool.Effect != assistant.EffectNone {
		return t.preview(ctx, h, s)
	}
	switch {
	case h.tool.Files:
		s.Tried.Why = t.words.Say("It makes a file, which is made when the plan runs.")
	case h.tool.Rewrite.Words != "" || t.needed(s.Key):
		return t.write(ctx, h, s)
	}
	return nil // it only looks at something, which nothing else depends on
}

// hand is the step as a task in hand, of a run that does not exist.
func (t *trial) hand(s assistant.Step) *hand {
	p := t.Plan
	project := assistant.Project{}
	for _, one := range t.Projects {
		if one.ID == p.ProjectOf(s) {
			project = one
		}
	}
	task := assistant.Task{
		Key: s.Key, Group: s.Group, Project: p.ProjectOf(s), Owner: s.Owner, Type: s.Type, Parameters: s.Parameters, Summary: s.Summary,
		Effect: s.Effect, Definition: s.Definition,
	}
	run := assistant.Run{Conversation: t.Claim.Conversation, Project: p.Project, Plan: p.ID, RequestedBy: p.RequestedBy}
	return &hand{
		Executor: t.Executor, claim: assistant.TaskClaim{Tenant: t.Claim.Tenant, Conversation: t.Claim.Conversation},
		work: assistant.TaskWork{Task: task, Run: run, Project: project, Asker: t.Asker, Results: t.results, Unasked: p.Unasked != ""},
	}
}

// missing is the number of the first step whose result the step takes and that has none; 0 where there is none.
func (t *trial) missing(s assistant.Step) int {
	for _, key := range froms(s) {
		if _, there := t.results[key]; !there {
			return 1 + slices.IndexFunc(t.Plan.Steps, func(o assistant.Step) bool { return o.Key == key })
		}
	}
	return 0
}

// froms are the keys of the steps that a step takes something from.
func froms(s assistant.Step) []string {
	all, err := assistant.References(s.Parameters)
	if err != nil {
		return nil // the gate says what is wrong with them
	}
	var out []string
	for _, r := range all {
		out = append(out, r.From)
	}
	return out
}

// preview shows what the step would change.
func (t *trial) preview(ctx context.Context, h *hand, s *assistant.Step) error {
	now, err := h.present(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return t.refused(ctx, s, err)
	}
	if now.Whole == "" && assistant.Unfinished(s.Parameters) {
		now.Whole = h.written(now.Fields)
	}
	s.Tried.Arguments, s.Preview, s.Definition = h.args, &now, h.tool.Definition()
	return nil
}

// needed tells whether another step takes something from the step.
func (t *trial) needed(key string) bool {
	return slices.ContainsFunc(t.Plan.Steps, func(o assistant.Step) bool { return slices.Contains(froms(o), key) })
}

// write does a step that changes nothing.
func (t *trial) write(ctx context.Context, h *hand, s *assistant.Step) error {
	receipt, err := t.once(ctx, h, *s)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, errUnlogged) {
		return err
	}
	if err != nil {
		return t.refused(ctx, s, err)
	}
	receipt.Result.Link = h.tool.Link
	result := t.fits(ctx, h.tool.Name, receipt.Result)
	s.Tried.Arguments, s.Tried.Result = h.args, &result
	s.Tried.Kept, t.results[s.Key] = t.writes(*s) || t.feeds(s.Key), result
	return nil
}

// writes tells whether a step is a text that is written once.
func (t *trial) writes(s assistant.Step) bool {
	tool, _ := t.team.Tools().Get(string(s.Type))
	return tool.Rewrite.Words != ""
}

// feeds tells whether a text is written of what the step gives: it is kept with that text, which would be another one otherwise.
func (t *trial) feeds(key string) bool {
	at := slices.IndexFunc(t.Plan.Steps, func(s assistant.Step) bool { return s.Key == key })
	return slices.ContainsFunc(t.Plan.Steps[at+1:], func(o assistant.Step) bool {
		return slices.Contains(froms(o), key) && (t.writes(o) || o.Effect == assistant.EffectNone && t.feeds(o.Key))
	})
}

// once does the step, unless the log has what came of it.
func (t *trial) once(ctx context.Context, h *hand, s assistant.Step) (assistant.Receipt, error) {
	if t.own == nil || h.tool.Rewrite.Words == "" {
		return h.use(ctx, "")
	}
	key := "dry:" + string(t.Plan.ID) + "/" + s.Key + "/" + hashOf(h.bound(), string(h.work.Project.ID), h.args)
	call, fresh, err := t.own.StartOwnCall(ctx, t.Claim, assistant.ToolCall{
		ID: assistant.NewID[assistant.CallID](t.ids), Key: key, Tool: h.tool.Name, Definition: h.tool.Definition(),
		Arguments: h.args, Effect: h.tool.Effect,
	})
	switch {
	case err != nil:
		return assistant.Receipt{}, fmt.Errorf("log that %s is called: %w: %w", h.tool.Name, errUnlogged, err)
	case !fresh && call.State == assistant.CallSettled && call.Receipt != nil:
		return *call.Receipt, nil
	}
	receipt, err := h.use(ctx, key)
	if ctx.Err() != nil {
		return assistant.Receipt{}, context.Cause(ctx)
	}
	h.settle(&call, assistant.CallSettled, &receipt)
	if err != nil {
		h.settle(&call, assistant.CallRefused, nil)
	}
	if logged := t.own.SettleOwnCall(ctx, t.Claim, call); logged != nil {
		return assistant.Receipt{}, fmt.Errorf("log what came of %s: %w: %w", h.tool.Name, errUnlogged, logged)
	}
	return receipt, err
}

// errUnlogged is a log of calls that cannot be written: it says nothing about the step.
var errUnlogged = errors.New("the log of calls was not written")

// refused keeps why a step could not be previewed. A reason that is nobody's to read is logged, and told in general words.
func (t *trial) refused(ctx context.Context, s *assistant.Step, err error) error {
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		s.Tried.Why = t.words.Tell(trouble.Problem.Message)
		return nil
	}
	t.log.WarnContext(ctx, "a step could not be previewed", slog.String("tool", string(s.Type)), slog.String("error", clean(err.Error())))
	s.Tried.Why = t.words.Say("It could not be previewed just now. It is looked at again before it is done.")
	return nil
}
