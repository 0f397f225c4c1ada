package planning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

const (
	maxQuestions = 6
	maxOptions   = 10
)

var keyForm = lazy.Pattern(`^[a-z][A-Za-z0-9_]{0,31}$`)

// requirements takes stage 1 and 3: the goal restated, and what the plan needs to know.
func (w *work) requirements(ctx context.Context) (Move, error) {
	if err := w.think(ctx, w.say("Hans is checking required inputs")); err != nil {
		return Move{}, err
	}
	reply, wrong, err := w.required(ctx)
	if err != nil {
		return Move{}, err
	}
	if wrong != nil {
		return w.stuck(wrong), nil
	}
	if reply.Possible && w.several(reply) && w.plansAnything() {
		return w.onSeveral(ctx, reply)
	}
	if name := line(reply.Project, maxLabel); name != "" && w.namesAnother(name, reply) {
		if p, known := match(name, w.situation.Projects); known {
			w.project, w.brief.Project = p, p.ID
			if err := w.think(ctx, w.say("Hans is checking the project context: %s", w.siteOf(p))); err != nil {
				return Move{}, err
			}
		} else {
			return w.unknownProject(ctx, name)
		}
	}
	if !reply.Possible || !w.plansAnything() {
		return w.cannot(ctx)
	}
	w.fill(reply)
	return w.questions(ctx)
}

// required asks what the plan needs. Where no tool that was offered brings the goal about, and the model knows what to look for, it is asked
// once more with what that finds.
func (w *work) required(ctx context.Context) (llm.RequirementsReply, *assistant.Problem, error) {
	offered := w.offered(w.brief.Request)
	reply, wrong, err := w.askRequirements(ctx, offered)
	if err != nil || wrong != nil || reply.Possible || w.brief.Looked != "" {
		return reply, wrong, err
	}
	w.brief.Looked = line(reply.Search, maxValue)
	if more := w.offered(w.brief.Request); len(more) > len(offered) {
		return w.askRequirements(ctx, more)
	}
	return reply, nil, nil
}

func (w *work) askRequirements(ctx context.Context, offered []tools.Tool) (llm.RequirementsReply, *assistant.Problem, error) {
	facts := llm.RequirementsFacts{
		Now: w.moment(), Request: w.brief.Request, Recent: w.earlier(w.situation, w.brief), Attached: agents.Attached(w.situation, maxAttached), Project: llm.FactOf(w.project),
		Projects: w.names(w.situation.Projects), Found: agents.FoundBefore(w.brief.Found), Tools: toolFacts(offered), Agents: agentFacts(w.team.Agents()),
	}
	return ask(ctx, w.desk, llm.PurposeRequirements, w.system(requirementsPrompt), facts, checkRequirements)
}

// namesAnother tells whether what the model takes for the request's project is another than the one in hand: it must
// stand in the request, and not be the value of one of the inputs, such as a page's title.
func (w *work) namesAnother(name string, r llm.RequirementsReply) bool {
	if !mentions(w.brief.Request, name) {
		return false
	}
	if p, ok := match(name, []assistant.Project{w.project}); ok && p.ID == w.project.ID {
		return false
	}
	return !slices.ContainsFunc(r.Requirements, func(q llm.RequirementReply) bool { return mentions(q.Value, name) })
}

func checkRequirements(r llm.RequirementsReply) error {
	if line(r.Goal, maxGoal) == "" {
		return errors.New("goal is empty")
	}
	seen := map[string]bool{}
	for i, q := range r.Requirements {
		switch {
		case !keyForm().MatchString(q.Key):
			return fmt.Errorf("requirement %d: its key must look like title or seoFocus", i+1)
		case seen[q.Key]:
			return fmt.Errorf("requirement %q is there twice", q.Key)
		case line(q.Question, maxLine) == "":
			return fmt.Errorf("requirement %q has no question", q.Key)
		case line(q.Reason, maxLine) == "":
			return fmt.Errorf("requirement %q does not say why it matters", q.Key)
		}
		seen[q.Key] = true
	}
	if len(r.Requirements) > 2*maxQuestions {
		return fmt.Errorf("there are more than %d requirements", maxQuestions)
	}
	return nil
}

// cannot is a request that no tool brings about. What is near to it is offered with it.
func (w *work) cannot(ctx context.Context) (Move, error) {
	if err := w.think(ctx, w.say("Hans found no tool for this request")); err != nil {
		return Move{}, err
	}
	if w.project.ID == "" {
		return w.missesProject(ctx, w.situation.Projects)
	}
	if !w.plansAnything() {
		return w.ends(problem(assistant.SideContext, assistant.Say("Nothing is allowed for the project %s yet.", w.project.Name),
			assistant.Say("Allow some kinds of tasks in the project's settings first."))), nil
	}
	out := problem(assistant.SideInput, assistant.Say("I cannot do that on %s: none of my tools brings it about.", w.project.Name), assistant.Say("Say it in other words, or ask for something near to it."))
	out.Unable, out.Unheard = true, w.brief.Looked == ""
	return w.ends(out), nil
}

// fill puts the checked reply into the brief.
func (w *work) fill(r llm.RequirementsReply) {
	b := &w.brief
	b.Goal, b.Title = line(r.Goal, maxGoal), line(r.Title, maxTitle)
	if b.Title == "" {
		b.Title = clip(b.Goal, maxTitle)
	}
	b.Agents, b.Requirements, b.Values = nil, nil, map[string]string{}
	for _, id := range r.Agents {
		if a := assistant.AgentID(id); !slices.Contains(b.Agents, a) {
			if _, ok := w.team.Find(a); ok {
				b.Agents = append(b.Agents, a)
			}
		}
	}
	for _, q := range r.Requirements[:min(len(r.Requirements), maxQuestions)] {
		need := assistant.Requirement{Required: q.Required, Question: assistant.Question{
			Key: q.Key, Text: line(q.Question, maxLine), Reason: line(q.Reason, maxLine), Free: true,
			Options: options(q.Options), Default: line(q.Default, maxValue),
		}}
		if len(need.Options) > 0 {
			need.Default = firstOf(pick(need.Options, need.Default), need.Default, need.Options[0].Value)
		}
		if v := line(q.Value, maxValue); v != "" {
			b.Values[q.Key] = firstOf(pick(need.Options, v), v)
		}
		b.Requirements = append(b.Requirements, need)
	}
}

// options are the checked options of a question. What people read is also the value, so that a plan shows their words.
func options(all []llm.OptionReply) []assistant.Option {
	var out []assistant.Option
	for _, o := range all {
		label := line(firstOf(o.Label, o.Value), maxLabel)
		if label != "" && pick(out, label) == "" && len(out) < maxOptions {
			out = append(out, assistant.Option{Value: label, Label: label, Description: line(o.Description, maxLine)})
		}
	}
	return out
}

func firstOf(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// open are the requirements without a value; required ones only, or all.
func open(b assistant.Brief, all bool) []assistant.Question {
	var out []assistant.Question
	for _, r := range b.Requirements {
		if b.Values[r.Key] == "" && (r.Required || all) {
			out = append(out, r.Question)
		}
	}
	return out
}

// questions takes stage 4: it asks what is missing, or goes on.
func (w *work) questions(ctx context.Context) (Move, error) {
	missing := open(w.brief, false)
	if len(missing) == 0 {
		w.takeDefaults()
		return w.forks(ctx)
	}
	asked := open(w.brief, true) // what is optional is asked along
	if err := w.think(ctx, w.say("Hans found %d missing inputs and prepares focused questions", len(asked))); err != nil {
		return Move{}, err
	}
	intro := w.say("Here is how I understand it: %s", w.brief.Goal) + "\n" + w.say("Before I plan it I need %d details.", len(asked))
	if !slices.ContainsFunc(missing, func(q assistant.Question) bool { return q.Default == "" }) {
		intro += " " + w.say("Say “you choose” to leave it to me.")
	}
	w.brief.Status = assistant.PlanGathering
	return w.pose(assistant.StageRequirements, intro, asked), nil
}

// takeDefaults fills what is optional and was not answered.
func (w *work) takeDefaults() {
	for _, r := range w.brief.Requirements {
		if !r.Required && w.brief.Values[r.Key] == "" && r.Default != "" {
			w.brief.Values[r.Key] = r.Default
		}
	}
}

// earlier is what was said before the request, for words that refer to it. Of a request that has left the window, or of a plan that was
// made before, nothing is known to have been said before it.
func (w *work) earlier(s assistant.Situation, b assistant.Brief) []llm.SaidFact {
	if !slices.ContainsFunc(s.Recent, func(m assistant.Message) bool { return b.Message != "" && m.ID == b.Message }) {
		return nil
	}
	return agents.Earlier(w.team.Team, s, b.Message)
}
