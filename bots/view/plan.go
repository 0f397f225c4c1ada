package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func plan(c bots.PlanCard) View {
	p := c.Plan
	v := View{
		Kind: Plan, Label: "Plan", Title: bots.OneLine(p.Title), Unit: Steps, Quote: bots.OneLine(c.Note), Changes: changes(c), Aloud: planAloud(c),
	}
	v.Badge, v.Tone = planBadge(c.State)
	v.Standing = []string{v.Badge.Word}
	if c.Open() {
		v.Standing = []string{Count(len(p.Steps), Steps)}
	} else {
		v.About = called(p.ProjectName)
	}
	if p.Goal != "" {
		v.Intro = append(v.Intro, Para{Text: p.Goal})
	}
	if p.Fork != "" {
		v.Intro = append(v.Intro, Para{Lead: "The chosen way:", Text: bots.OneLine(p.Fork)})
	}
	for _, g := range c.Groups {
		v.Groups = append(v.Groups, planGroup(g))
	}
	v.Facts = planFacts(c, v.Badge)
	if c.Open() {
		v.Actions = planActions(c)
	}
	return v
}

func changes(c bots.PlanCard) List {
	if len(c.Changes) == 0 {
		return List{}
	}
	return List{Title: fmt.Sprintf("What is different in version %d", c.Plan.Version), Items: facts(c.Changes)}
}

func planGroup(g bots.PlanGroup) Group {
	out := Group{Name: bots.OneLine(g.Name), Begun: true, Note: parallel(len(g.Steps))}
	for _, s := range g.Steps {
		i := Item{
			ID: s.Key, Key: s.Key, Number: s.Number, Title: bots.OneLine(s.Summary), Owner: s.Owner, Effect: s.Effect,
			Facts: some(Effect(s.Effect)), Notes: lines(s.Notes),
		}
		if s.Preview != nil {
			p := preview(*s.Preview)
			i.Preview = &p
			if slices.ContainsFunc(p.Fields, func(f assistant.Field) bool { return f.Old != "" && f.Old != f.New }) {
				i.Already = "replaces what is there"
			}
		}
		out.Items = append(out.Items, i)
	}
	return out
}

// parallel says that what is in a group goes at the same time.
func parallel(n int) string {
	if n < 2 {
		return ""
	}
	return "in parallel"
}

// preview is what a tool says would become of something. The target and the address are the tool's, of a site that it was given.
func preview(p assistant.Preview) Preview {
	out := Preview{Title: bots.OneLine(p.Title), Target: bots.OneLine(p.Target), Fields: p.Fields, Warnings: lines(p.Warnings), Whole: p.Whole}
	if p.Link != "" {
		out.Link = Link{"Look at it before it goes live", p.Link}
	}
	return out
}

func planFacts(c bots.PlanCard, b Badge) []Fact {
	version := Fact{}
	if c.Plan.Version > 0 {
		version.Text = fmt.Sprintf("version %d", c.Plan.Version)
	}
	if !c.Open() {
		return some(decided(b.Sign, b.Word, c.DecidedBy, c.DecidedAt), says(shown(c)), version)
	}
	where, asked := Fact{}, Fact{}
	if c.Plan.ProjectName != "" {
		where.Text = "changes " + called(c.Plan.ProjectName)
	}
	if c.RequestedBy != "" {
		asked.Text = "Requested by " + called(c.RequestedBy)
	}
	return some(asked, says(c.Deciders), Expires(c.Plan.ExpiresAt), where, version, irreversible(c), says(shown(c)))
}

// irreversible says how many steps have no way back; nothing where all have one.
func irreversible(c bots.PlanCard) Fact {
	switch n := c.Irreversible(); n {
	case 0:
		return Fact{}
	case 1:
		return Fact{Sign: Warned, Text: "1 step cannot be undone: you will be asked again before it"}
	default:
		return Fact{Sign: Warned, Text: fmt.Sprintf("%d steps cannot be undone: you will be asked again before each", n)}
	}
}

// shown says what becomes of the texts that the plan has yet to write; "" where there are none.
func shown(c bots.PlanCard) string {
	unfinished := slices.ContainsFunc(c.Plan.Steps, assistant.Step.Unfinished)
	switch {
	case !unfinished:
		return ""
	case c.Unseen:
		return "What is written on the way is published without being shown first"
	case c.Open():
		return "What is written on the way is shown before it goes live"
	default:
		return ""
	}
}

func planActions(c bots.PlanCard) []Action {
	on := On{Plan: c.Plan.ID, Version: c.Plan.Version}
	runs := Count(len(c.Plan.Steps), Steps) + " will run."
	if grave := irreversible(c).Text; grave != "" {
		runs += " " + grave + "."
	}
	out := []Action{{
		Do: ApprovePlan, Label: "Approve and start", Spoken: "Approve the plan " + bots.OneLine(c.Plan.Title), Weight: Agree, On: on,
		Sure: &Sure{Title: "Run this plan?", Text: runs, Yes: "Run it", No: "Not yet"},
	}}
	if c.MayGoUnseen() {
		const text = "What is written on the way goes live without anybody having read it. It can be taken back."
		out = append(out, Action{
			Do: ApproveUnseen, Label: "Approve, publish without showing me", Title: text, Weight: Plain, On: on,
			Sure: &Sure{Title: "Publish without showing you?", Text: text, Yes: "Publish unseen", No: "Show me first", Grave: true},
		})
	}
	return append(out,
		Action{Do: ChangePlan, Label: LabelChanges, Weight: Plain, On: on},
		Action{Do: RejectPlan, Label: "Reject", Weight: Grave, On: on, Sure: &Sure{Title: "Reject the plan?", Text: "Nothing will run.", Yes: "Reject", No: "Back", Grave: true}})
}

func planAloud(c bots.PlanCard) string {
	if !c.Open() {
		b, _ := planBadge(c.State)
		return "Plan " + b.Word + ": " + c.Plan.Title + inBrackets(c.DecidedBy)
	}
	lines := []string{fmt.Sprintf("Plan ready for approval: %s (%s).", c.Plan.Title, Count(len(c.Plan.Steps), Steps))}
	for _, g := range c.Groups {
		for _, s := range g.Steps {
			lines = append(lines, fmt.Sprintf("%s %d. %s — %s", g.Name, s.Number, bots.OneLine(s.Summary), s.Owner.Called))
		}
	}
	return strings.Join(append(lines, "Approve, reject or ask for changes in this thread."), "\n")
}

func inBrackets(name string) string {
	if name == "" {
		return ""
	}
	return " (" + name + ")"
}
