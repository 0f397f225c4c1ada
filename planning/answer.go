package planning

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// detailKey holds what a person added in own words while choosing a way.
const detailKey = "details"

// Answer goes on with a brief after a person answered: values by question key from a form, of which an empty one takes its
// question's default, or own words in text, which are matched by code first and interpreted by the model only where that leaves something open. With neither it tries
// again from where a Problem stopped it.
func (p *Planner) Answer(ctx context.Context, d Desk, s assistant.Situation, b assistant.Brief, values map[string]string, text string) (Move, error) {
	b.Values = maps.Clone(b.Values)
	if b.Values == nil {
		b.Values = map[string]string{}
	}
	w := &work{Planner: p.at(d), desk: d, situation: s, brief: b}
	if leaves(w.team, text) {
		w.brief.Status = assistant.PlanWithdrawn
		return Move{Brief: &w.brief, Say: w.say("All right, I have dropped that. Nothing was changed.")}, nil
	}
	if b.Project == "" && b.Goal == "" && !w.placeless() {
		return w.answerProject(ctx, values, text)
	}
	project, ok := s.ProjectOf(b.Project)
	if !ok {
		return w.ends(problem(assistant.SideContext, assistant.Say("The project this was for does not exist any more."),
			assistant.Say("Ask me again for one of the projects there are."))), nil
	}
	w.project = project
	if !w.takeKept() {
		return w.ends(problem(assistant.SideContext, assistant.Say("One of the projects that this was for does not exist any more."),
			assistant.Say("Ask me again for the projects there are."))), nil
	}
	if b.Goal == "" {
		return w.requirements(ctx)
	}
	if b.Status == assistant.PlanChoosing {
		return w.answerFork(ctx, values, text)
	}
	return w.answerRequirements(ctx, values, text)
}

func (w *work) answerRequirements(ctx context.Context, values map[string]string, text string) (Move, error) {
	asked := open(w.brief, true)
	values = withDefaults(asked, values)
	if err := w.think(ctx, w.say("Hans is reading the answer")); err != nil {
		return Move{}, err
	}
	found, wrong, err := w.understand(ctx, asked, values, text)
	if err != nil {
		return Move{}, err
	}
	maps.Copy(w.brief.Values, found)
	if wrong != nil {
		return w.stuck(wrong), nil
	}
	w.takeDefaults()
	w.brief.Requirements = slices.DeleteFunc(slices.Clone(w.brief.Requirements), func(r assistant.Requirement) bool {
		return !r.Required && w.brief.Values[r.Key] == "" // asked once; a plan does without
	})
	missing := open(w.brief, false)
	if len(missing) == 0 {
		return w.forks(ctx)
	}
	if err := w.think(ctx, w.say("Hans found %d inputs still open", len(missing))); err != nil {
		return Move{}, err
	}
	intro := w.say("Thank you. I still need %d details.", len(missing))
	switch {
	case len(missing) == len(asked) && text == "":
		intro = w.say("I cannot go on without %d details that have no answer yet. Say “never mind” to leave it.", len(missing))
	case len(missing) == len(asked):
		intro = w.say("I could not find the answer in that. I still need %d details.", len(missing))
	}
	if slices.ContainsFunc(missing, func(q assistant.Question) bool { return q.Default == "" }) && choose(w.team, text) {
		intro += " " + w.say("These I cannot choose for you.")
	}
	return w.pose(assistant.StageRequirements, intro, missing), nil
}

// withDefaults answers what a form left empty with what the form said would be taken then.
func withDefaults(qs []assistant.Question, values map[string]string) map[string]string {
	out := maps.Clone(values)
	for _, q := range qs {
		if v, given := out[q.Key]; given && line(v, maxValue) == "" {
			out[q.Key] = q.Default
		}
	}
	return out
}

// understand reads an answer by code, and by the model where words are left and something required is open.
func (w *work) understand(ctx context.Context, qs []assistant.Question, values map[string]string, text string) (map[string]string, *assistant.Problem, error) {
	r := read(w.team, qs, values, text)
	open := r.open(qs)
	if r.rest == "" || len(open) == 0 {
		return r.values, nil, nil
	}
	facts := llm.InterpretFacts{Text: r.rest, Questions: open, Known: pairs(r.values)}
	reply, wrong, err := ask[llm.InterpretReply](ctx, w.desk, llm.PurposeInterpret, w.system(interpretPrompt), facts, nil)
	if err != nil || wrong != nil {
		return r.values, wrong, err
	}
	for _, q := range open {
		for _, a := range reply.Answers {
			if a.Key == q.Key && r.values[q.Key] == "" {
				r.take(q, a.Value)
			}
		}
		if slices.Contains(reply.Choose, q.Key) && r.values[q.Key] == "" && q.Default != "" {
			r.values[q.Key] = q.Default
		}
	}
	return r.values, nil, nil
}

const forkKey = "fork"

// forks takes stage 5: it offers the ways there are, or goes on when there is only one.
func (w *work) forks(ctx context.Context) (Move, error) {
	if w.brief.Fork != "" {
		return w.plan(ctx)
	}
	if err := w.think(ctx, w.say("Hans is comparing ways to reach the goal")); err != nil {
		return Move{}, err
	}
	facts := llm.ForksFacts{
		Request: w.brief.Request, Goal: w.brief.Goal, Project: llm.FactOf(w.project), Projects: w.placeFacts(), Values: pairs(w.brief.Values),
		Tools: toolFacts(w.offered(w.brief.Request)),
	}
	reply, wrong, err := ask[llm.ForksReply](ctx, w.desk, llm.PurposeForks, w.system(forksPrompt), facts, nil)
	if err != nil {
		return Move{}, err
	}
	if wrong != nil { // a plan does without: whatever it was, drafting the steps says so if it lasts
		return w.plan(ctx)
	}
	w.brief.Forks = nil
	seen := map[string]bool{}
	for _, f := range reply.Forks {
		title := line(f.Title, maxLabel)
		if title == "" || seen[folded(title)] || len(w.brief.Forks) == 3 {
			continue
		}
		seen[folded(title)] = true
		w.brief.Forks = append(w.brief.Forks, assistant.Fork{
			Key: fmt.Sprintf("way%d", len(w.brief.Forks)+1), Title: title, Description: line(f.Description, maxLine),
		})
	}
	if len(w.brief.Forks) < 2 {
		w.brief.Forks = nil
		return w.plan(ctx)
	}
	if err := w.think(ctx, w.say("Hans suggests %d ways to go", len(w.brief.Forks))); err != nil {
		return Move{}, err
	}
	w.brief.Status = assistant.PlanChoosing
	return w.pose(assistant.StageFork, w.say("There is more than one good way to do this."), []assistant.Question{w.forkQuestion(w.brief.Forks)}), nil
}

func (w *work) forkQuestion(forks []assistant.Fork) assistant.Question {
	q := assistant.Question{
		Key: forkKey, Text: w.say("Which way do you want to go?"), Reason: w.say("It decides what the steps of the plan do."),
		Default: forks[0].Key, Free: true,
	}
	for _, f := range forks {
		q.Options = append(q.Options, assistant.Option{Value: f.Key, Label: f.Title, Description: f.Description})
	}
	return q
}

func (w *work) answerFork(ctx context.Context, values map[string]string, text string) (Move, error) {
	if w.brief.Fork != "" || len(w.brief.Forks) == 0 {
		return w.plan(ctx)
	}
	q := w.forkQuestion(w.brief.Forks)
	q.Free = false // own words choose one of the ways, and may add a detail to it
	values = withDefaults([]assistant.Question{q}, values)
	detail := text
	if own := line(values[forkKey], maxValue); own != "" && text == "" && option(q.Options, own) == "" {
		text, detail, values = own, own, nil
	}
	found, wrong, err := w.understand(ctx, []assistant.Question{q}, values, text)
	if err != nil {
		return Move{}, err
	}
	if wrong != nil {
		return w.stuck(wrong), nil
	}
	if found[forkKey] == "" {
		return w.pose(assistant.StageFork, w.say("I could not tell which way you mean."), []assistant.Question{w.forkQuestion(w.brief.Forks)}), nil
	}
	w.brief.Fork = found[forkKey]
	if d := line(detail, maxValue); d != "" && !choose(w.team, d) && pick(q.Options, d) == "" && !picked(q.Options, d) {
		w.brief.Values[detailKey] = d
	}
	return w.plan(ctx)
}

// picked tells whether words say nothing more than which option.
func picked(options []assistant.Option, text string) bool {
	_, ok := agents.Picked(text, len(options))
	return ok
}

// chosen is the fork the person picked.
func chosen(b assistant.Brief) *assistant.Fork {
	i := slices.IndexFunc(b.Forks, func(f assistant.Fork) bool { return f.Key == b.Fork })
	if i < 0 {
		return nil
	}
	return &b.Forks[i]
}

// pairs are values in the order of their keys.
func pairs(values map[string]string) []llm.Pair {
	out := make([]llm.Pair, 0, len(values))
	for _, k := range slices.Sorted(maps.Keys(values)) {
		out = append(out, llm.Pair{Key: k, Value: values[k]})
	}
	return out
}
