package planning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// plan takes stages 6 to 8: the steps, the laws, the plan to be shown.
func (w *work) plan(ctx context.Context) (Move, error) {
	if err := w.think(ctx, w.say("Hans is drafting the steps and their owners")); err != nil {
		return Move{}, err
	}
	b := w.brief
	facts := w.planFacts(b.Request, b.Goal, b.Title, b.Values, w.offered(b.Request))
	out := assistant.Plan{
		ID: b.Plan, Version: 1, Project: w.project.ID, ProjectName: w.project.Name, Title: b.Title, Goal: b.Goal,
		Request: b.Request, Values: maps.Clone(b.Values), RequestedBy: b.RequestedBy, Unasked: b.Unasked,
	}
	if f := chosen(b); f != nil {
		out.Request += chosenWay + f.Title + ". " + f.Description
		facts.Fork = &llm.ForkReply{Key: f.Key, Title: f.Title, Description: f.Description}
		out.Fork = f.Title
	}
	title, steps, wrong, err := w.draft(ctx, w.system(planPrompt), facts)
	if err != nil {
		return Move{}, err
	}
	if wrong != nil {
		return w.stuck(wrong), nil
	}
	out.Steps = steps
	if title != "" && out.Title == "" {
		out.Title = title
	}
	wrong, err = w.finish(ctx, &out)
	if err != nil {
		return Move{}, err
	}
	if wrong != nil {
		return w.stuck(wrong), nil
	}
	return Move{Plan: &out}, nil
}

func (w *work) planFacts(request, goal, title string, values map[string]string, offered []tools.Tool) llm.PlanFacts {
	return llm.PlanFacts{
		Now: w.moment(), Request: request, Recent: w.earlier(w.situation, w.brief), Goal: goal, Title: title, Project: llm.FactOf(w.project), Projects: w.placeFacts(), Values: pairs(values),
		Found: agents.FoundBefore(w.brief.Found), Tools: toolFacts(offered), Agents: agentFacts(w.team.Agents()),
	}
}

// moment is when the person said last what is worked on.
func (w *work) moment() string {
	for _, m := range slices.Backward(w.situation.Recent) {
		if m.Author == assistant.AuthorUser && !m.Overheard() {
			return llm.Moment(m.At, w.situation.Person.Zone)
		}
	}
	return ""
}

// draft asks the model for steps that hold. A plan that does not is sent back with what is wrong a bounded number of
// times; what the laws forbid then is told to the person in their words.
func (w *work) draft(ctx context.Context, words prompt, facts llm.PlanFacts) (string, []assistant.Step, *assistant.Problem, error) {
	made := written{work: w}
	reply, wrong, err := ask(ctx, w.desk, llm.PurposePlan, words, facts, func(r llm.PlanReply) error { return made.take(r.Steps) })
	if err != nil {
		return "", nil, nil, err
	}
	return line(reply.Title, maxTitle), made.steps, made.why(wrong), nil
}

// written are steps as a model has written them.
type written struct {
	*work
	steps     []assistant.Step
	forbidden []string
}

// take keeps steps that hold; the error says what is wrong with others.
func (m *written) take(reply []llm.StepReply) error {
	m.forbidden = nil
	made, err := m.work.steps(reply)
	if err != nil {
		return err
	}
	var wrong []error
	for _, f := range assistant.Blocking(m.findings(made)) {
		wrong = append(wrong, fmt.Errorf("step %q: %s", f.Step, f.Message))
		m.forbidden = append(m.forbidden, f.Message)
	}
	if len(wrong) == 0 {
		m.steps = made
	}
	return errors.Join(wrong...)
}

// why says what the laws forbid, where that is what was wrong.
func (m *written) why(wrong *assistant.Problem) *assistant.Problem {
	if wrong == nil || len(m.forbidden) == 0 {
		return wrong
	}
	return &assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("I found no plan that the rules allow: %s.", m.words().List(m.forbidden[:min(len(m.forbidden), 3)])),
		Recovery: m.otherWay(),
	}
}

// findings applies the laws to steps that have no previews yet; every tool with an effect has one.
func (w *work) findings(steps []assistant.Step) []assistant.Finding {
	steps = slices.Clone(steps)
	for i := range steps {
		if steps[i].Preview == nil {
			steps[i].Preview = &assistant.Preview{}
		}
	}
	return w.checked(steps)
}

// checked applies the laws to each step, by the project that it works on.
func (w *work) checked(steps []assistant.Step) []assistant.Finding {
	var out []assistant.Finding
	for _, s := range steps {
		out = append(out, assistant.CheckPlan(assistant.Plan{Steps: []assistant.Step{s}}, w.projectOf(s), w.team.Rules())...)
	}
	return out
}

// finish adds what a plan is shown with: previews, notes of the laws, its hash and its time.
func (w *work) finish(ctx context.Context, p *assistant.Plan) (*assistant.Problem, error) {
	if err := w.think(ctx, w.say("Hans is checking that every step can be undone")); err != nil {
		return nil, err
	}
	w.tell(p)
	p.Previewed = false
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Stands != assistant.StepNew {
			continue // it was shown, and is approved
		}
		s.Notes, s.Preview, s.Tried, s.Said = nil, nil, nil, assistant.SaidAs("summary", w.tool(s.Type).Titled(s.Summary))
		wrong, err := w.fix(ctx, s)
		if err != nil || wrong != nil {
			return wrong, err
		}
		wrong, err = w.preview(ctx, s)
		if err != nil || wrong != nil {
			return wrong, err
		}
	}
	for _, f := range w.checked(p.Steps) {
		if f.Blocks {
			return &assistant.Problem{
				Side: assistant.SideContext, Message: assistant.Say("The rules do not allow this plan: %s.", f.Message),
				Recovery: w.otherWay(),
			}, nil
		}
		i := slices.IndexFunc(p.Steps, func(s assistant.Step) bool { return s.Key == f.Step })
		if p.Steps[i].Stands != assistant.StepNew {
			continue
		}
		p.Steps[i].Notes = append(p.Steps[i].Notes, f.Message)
	}
	p.ExpiresAt = w.now().Add(w.waits())
	var err error
	p.Hash, err = assistant.PlanHash(*p)
	return nil, err
}

// fix lets the step's tool settle what hangs on now and on who asks.
func (w *work) fix(ctx context.Context, s *assistant.Step) (*assistant.Problem, error) {
	tool := w.tool(s.Type)
	if tool.Fix == nil {
		return nil, nil
	}
	fixed, err := tool.Fix(ctx, tools.Call{
		Tenant: w.situation.Conversation.Tenant, Conversation: w.situation.Conversation.ID, Project: w.projectOf(*s), Asker: w.situation.Person, Audience: w.desk.Audience, Arguments: s.Parameters,
	})
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		said := trouble.Problem
		return &said, nil
	}
	if err != nil {
		return nil, fmt.Errorf("fix step %s (%s): %w", s.Key, s.Type, err)
	}
	s.Parameters = fixed
	return nil, nil
}

// preview asks the step's tool what it would change. A tool's own word on why it cannot is a Problem.
func (w *work) preview(ctx context.Context, s *assistant.Step) (*assistant.Problem, error) {
	tool := w.tool(s.Type)
	if s.Effect == assistant.EffectNone || tool.Preview == nil {
		return nil, nil
	}
	preview, err := tool.Previewed(ctx, tools.Call{
		Tenant: w.situation.Conversation.Tenant, Conversation: w.situation.Conversation.ID, Project: w.projectOf(*s), Asker: w.situation.Person, Audience: w.desk.Audience, Key: "preview", Arguments: filledIn(tool, s.Parameters),
	})
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		said := trouble.Problem
		return &said, nil
	}
	if err != nil {
		return nil, fmt.Errorf("preview step %s (%s): %w", s.Key, s.Type, err)
	}
	if preview.State == "" {
		return nil, fmt.Errorf("preview step %s (%s): it does not say which state it is of", s.Key, s.Type)
	}
	if s.Unfinished() { // what is said of the new state would be said of placeholders
		preview.Wanted, preview.Whole, preview.Link, preview.Drawing = "", "", "", nil
		tellWritten(preview.Fields, s.Parameters)
	}
	s.Preview, s.Definition = &preview, tool.Definition()
	return nil, nil
}

// letter is the name of the n-th group, from 0.
func letter(n int) string { return string(rune('A' + n)) }

// regroup names the groups A, B, C … again after steps have gone.
func regroup(steps []assistant.Step) {
	n, last := -1, ""
	for i := range steps {
		if g := steps[i].Group; g != last {
			n, last = n+1, g
		}
		steps[i].Group = letter(n)
	}
}

// numberOf is the step's number as people see it.
func numberOf(steps []assistant.Step, key string) string {
	i := slices.IndexFunc(steps, func(s assistant.Step) bool { return s.Key == key })
	return strconv.Itoa(i + 1)
}

func quoted(s string) string { return "“" + strings.TrimSpace(s) + "”" }
