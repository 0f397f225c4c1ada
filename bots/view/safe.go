package view

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
)

// answer is Markdown where it is no chip.
func (s safe) answer(c bots.AnswerCard) bots.AnswerCard {
	if c.Status {
		c.Text = s.words(c.Text)
	} else {
		c.Text = links.Safe(strings.ToValidUTF8(c.Text, "�"), s.hosts)
	}
	c.Handoffs = s.all(c.Handoffs)
	return c
}

func (s safe) thinking(c bots.ThinkingCard) bots.ThinkingCard {
	c.Lines, c.Handoffs = s.lines(c.Lines), s.all(c.Handoffs)
	return c
}

func (s safe) step(c bots.StepCard) bots.StepCard {
	c.Actions = slices.Clone(c.Actions)
	for i := range c.Actions {
		c.Actions[i] = s.approval(c.Actions[i])
	}
	return c
}

func (s safe) failure(c bots.ErrorCard) bots.ErrorCard {
	c.Problem = *s.problem(&c.Problem)
	return c
}

func (s safe) reminder(c bots.ReminderCard) bots.ReminderCard {
	c.Title = s.words(c.Title)
	return c
}

func (s safe) approval(c bots.ApprovalCard) bots.ApprovalCard {
	a := &c.Approval
	a.Title, a.Why, a.Preview = s.words(a.Title), s.words(a.Why), s.preview(a.Preview)
	a.Heard = slices.Clone(a.Heard)
	for i := range a.Heard {
		a.Heard[i] = s.words(a.Heard[i])
	}
	c.RequestedBy, c.Deciders, c.DecidedBy, c.Counted = s.words(c.RequestedBy), s.words(c.Deciders), s.words(c.DecidedBy), s.words(c.Counted)
	c.Changes = slices.Clone(c.Changes)
	for i := range c.Changes {
		f := &c.Changes[i]
		f.Name, f.Old = s.words(f.Name), s.words(f.Old) // the new value is a person's
	}
	return c
}

type safe struct{ hosts []string }

func (s safe) words(text string) string { return links.SafeWords(text, s.hosts) }

func (s safe) all(texts []string) []string {
	out := slices.Clone(texts)
	for i := range out {
		out[i] = s.words(out[i])
	}
	return out
}

func (s safe) lines(ls []bots.ThinkingLine) []bots.ThinkingLine {
	out := slices.Clone(ls)
	for i := range out {
		out[i].Text = s.words(out[i].Text)
	}
	return out
}

func (s safe) problem(p *assistant.Problem) *assistant.Problem {
	if p == nil {
		return nil
	}
	out := *p
	out.Message, out.Recovery, out.Steps = s.words(p.Message), s.words(p.Recovery), s.all(p.Steps)
	return &out
}

// preview leaves the target and the link as they are: a tool says them, of a site that it was given.
func (s safe) preview(p assistant.Preview) assistant.Preview {
	p.Title, p.Fields, p.Warnings, p.Whole = s.words(p.Title), slices.Clone(p.Fields), s.all(p.Warnings), s.words(p.Whole)
	for i := range p.Fields {
		f := &p.Fields[i]
		f.Name, f.Old, f.New = s.words(f.Name), s.words(f.Old), s.words(f.New)
	}
	return p
}

func (s safe) plan(c bots.PlanCard) bots.PlanCard {
	c.Plan.Title, c.Plan.Goal, c.Plan.Fork = s.words(c.Plan.Title), s.words(c.Plan.Goal), s.words(c.Plan.Fork)
	c.RequestedBy, c.Deciders, c.DecidedBy = s.words(c.RequestedBy), s.words(c.Deciders), s.words(c.DecidedBy)
	c.Changes, c.Groups = s.all(c.Changes), slices.Clone(c.Groups)
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Steps = slices.Clone(g.Steps)
		for j := range g.Steps {
			step := &g.Steps[j]
			step.Summary, step.Notes = s.words(step.Summary), s.all(step.Notes)
			if step.Preview != nil {
				p := s.preview(*step.Preview)
				step.Preview = &p
			}
		}
	}
	return c
}

// clarification leaves the values as they are: they are what an answer is told by.
func (s safe) clarification(c bots.ClarificationCard) bots.ClarificationCard {
	q := &c.Clarification
	q.Intro, q.Questions, c.Answers = s.words(q.Intro), slices.Clone(q.Questions), slices.Clone(c.Answers)
	ours := map[string]bool{}
	for i := range q.Questions {
		one := &q.Questions[i]
		one.Text, one.Reason, one.Options = s.words(one.Text), s.words(one.Reason), slices.Clone(one.Options)
		if !slices.ContainsFunc(one.Options, func(o assistant.Option) bool { return o.Value == one.Default }) {
			one.Default = s.words(one.Default)
		}
		for j := range one.Options {
			o := &one.Options[j]
			if o.Label == "" {
				o.Label = o.Value
			}
			ours[o.Label] = true
			o.Label, o.Description = s.words(o.Label), s.words(o.Description)
		}
	}
	for i := range c.Answers {
		a := &c.Answers[i]
		a.Question = s.words(a.Question)
		if ours[a.Answer] {
			a.Answer = s.words(a.Answer)
		}
	}
	return c
}

func (s safe) run(c bots.RunCard) bots.RunCard {
	c.Title, c.Handoffs, c.Groups = s.words(c.Title), s.all(c.Handoffs), slices.Clone(c.Groups)
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Tasks = slices.Clone(g.Tasks)
		for j := range g.Tasks {
			t := &g.Tasks[j]
			t.Summary, t.Result, t.Problem = s.words(t.Summary), s.words(t.Result), s.problem(t.Problem)
		}
	}
	c.Thinking = slices.Clone(c.Thinking)
	for i := range c.Thinking {
		g := &c.Thinking[i]
		g.Agents = slices.Clone(g.Agents)
		for j := range g.Agents {
			g.Agents[j].Lines = s.lines(g.Agents[j].Lines)
		}
	}
	c.Undone = slices.Clone(c.Undone)
	for i := range c.Undone {
		u := &c.Undone[i]
		u.Summary, u.Problem = s.words(u.Summary), s.problem(u.Problem)
	}
	return c
}
