package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func plan(c bots.PlanCard, w wording.Words) View {
	p := c.Plan
	v := View{Kind: Plan, State: string(c.State), Label: w.Say("Plan"), Title: bots.OneLine(p.Title), Aloud: planAloud(c, w)}
	v.Badge, v.Tone = planStands(c, w)
	v.Standing = []string{v.Badge.Word}
	if c.Open() {
		v.Standing = []string{Count(w, len(p.Steps), StepUnit)}
	} else {
		v.About = onProjects(p, w)
	}
	add(&v, Text{Words: p.Goal})
	if p.Fork != "" {
		add(&v, Text{Lead: w.Say("The chosen way:"), Words: bots.OneLine(p.Fork)})
	}
	steps := Steps{In: w, Unit: StepUnit}
	for _, g := range c.Groups {
		steps.Groups = append(steps.Groups, planGroup(c, g, w))
	}
	add(&v, changes(c, w), steps, planFacts(c, v.Badge, w), Text{Voice: Quoting, Words: bots.OneLine(c.Note)})
	if c.Open() {
		add(&v, Actions{planActions(c, w)})
	}
	return v
}

// planStands returns a plan's state; a plan that needed no approval has none.
func planStands(c bots.PlanCard, w wording.Words) (Badge, Tone) {
	b, tone := planBadge(c.State, w)
	if c.AtOnce {
		b.Word = w.Say("started at once")
	}
	if c.DryRun {
		b.Word = w.Say("previewed")
	}
	return b, tone
}

func changes(c bots.PlanCard, w wording.Words) List {
	if len(c.Changes) == 0 {
		return List{}
	}
	return List{In: w, Title: w.Say("What is different in version %d", c.Plan.Version), Items: facts(c.Changes)}
}

// onProjects are the projects that a plan works on.
func onProjects(p assistant.Plan, w wording.Words) string {
	names := p.ProjectNames()
	for i := range names {
		names[i] = called(names[i])
	}
	return w.List(names)
}

// onProject says which project a step works on, where a plan or a run has several; nothing where it has one.
func onProject(name string, w wording.Words) Fact {
	if name == "" {
		return Fact{}
	}
	return Fact{Text: w.Say("on %s", called(name))}
}

func planGroup(c bots.PlanCard, g bots.PlanGroup, w wording.Words) Group {
	out := Group{In: w, Name: bots.OneLine(g.Name), Begun: true, Note: parallel(len(g.Steps), w)}
	for _, s := range g.Steps {
		where := ""
		if c.Plan.Several() {
			where = c.Plan.NameOf(s.Step)
		}
		i := Item{
			ID: s.Key, Key: s.Key, Number: s.Number, Title: bots.OneLine(w.Tell(s.Says())), Owner: s.Owner, Effect: s.Effect,
			Facts: some(onProject(where, w), stepStands(s, w)).Items, Notes: labels(s.Notes, w),
		}
		if s.Tried != nil {
			i.Read = tried(s.Tried.Result)
			if s.Tried.Why != "" {
				i.Notes = append(i.Notes, bots.OneLine(s.Tried.Why))
			}
		}
		if s.Preview != nil {
			p := preview(*s.Preview, w)
			i.Preview = &p
			if slices.ContainsFunc(p.Fields, func(f assistant.Field) bool { return f.Old != "" && f.Old != f.New }) {
				i.Already = w.Say("replaces what is there")
			}
		}
		out.Items = append(out.Items, i)
	}
	return out
}

// tried is what people may read of what a dry run has written.
func tried(r *assistant.Result) string {
	if r == nil {
		return ""
	}
	return r.Read
}

// previewed says what a dry run has shown of a plan; "" where there was none.
func previewed(c bots.PlanCard, w wording.Words) string {
	if !c.Plan.Previewed || !c.Open() {
		return ""
	}
	open := 0
	for _, s := range c.Plan.Steps {
		if s.Stands == assistant.StepNew && s.Effect != assistant.EffectNone && !s.Shown() {
			open++
		}
	}
	if open > 0 {
		return w.Say("Previewed, nothing was changed. %d steps could not be shown whole: you are asked before each", open)
	}
	return w.Say("Previewed, nothing was changed. What is shown is what is done; what changes meanwhile is asked again")
}

// stepStands is how a step stands in the run that its plan changes, else whether it can be undone.
func stepStands(s bots.PlanStep, w wording.Words) Fact {
	switch s.Stands {
	case assistant.StepDone:
		return Fact{Sign: Done, Text: w.Say("done, and kept")}
	case assistant.StepKept:
		return Fact{Text: w.Say("goes on as it is")}
	default:
		return Effect(s.Effect, w)
	}
}

// parallel says that a group's steps run at the same time.
func parallel(n int, w wording.Words) string {
	if n < 2 {
		return ""
	}
	return w.Say("in parallel")
}

func planFacts(c bots.PlanCard, b Badge, w wording.Words) Facts {
	version := Fact{}
	if c.Plan.Version > 0 {
		version.Text = w.Say("version %d", c.Plan.Version)
	}
	if c.AtOnce {
		return some(Fact{Sign: b.Sign, Text: w.Say(assistant.SaidAtOnce), At: c.DecidedAt}, version, rehearsed(c.Rehearsal, w))
	}
	if !c.Open() {
		return some(decided(w, b, c.DecidedBy, c.DecidedAt), says(shown(c, w)), version, rehearsed(c.Rehearsal, w))
	}
	where, asked := Fact{}, Fact{}
	if names := onProjects(c.Plan, w); names != "" {
		where.Text = w.Say("changes %s", names)
	}
	if c.RequestedBy != "" {
		asked.Text = w.Say("Requested by %s", called(c.RequestedBy))
	}
	return some(asked, says(c.Deciders), Expires(w, c.Plan.ExpiresAt), where, version, irreversible(c, w), says(shown(c, w)), says(previewed(c, w)), rehearsed(c.Rehearsal, w))
}

// irreversible says how many steps have no way back; nothing where all have one.
func irreversible(c bots.PlanCard, w wording.Words) Fact {
	n := c.Irreversible()
	if n == 0 {
		return Fact{}
	}
	return Fact{Sign: Warned, Text: w.Say("%d steps cannot be undone: you will be asked again before each", n)}
}

// shown says what becomes of the texts that the plan has yet to write; "" if there are none.
func shown(c bots.PlanCard, w wording.Words) string {
	unfinished := slices.ContainsFunc(c.Plan.Steps, assistant.Step.Unfinished)
	switch {
	case !unfinished:
		return ""
	case c.Unseen:
		return w.Say("What is written on the way is published without being shown first")
	case c.Open():
		return w.Say("What is written on the way is shown before it goes live")
	default:
		return ""
	}
}

func planActions(c bots.PlanCard, w wording.Words) []Action {
	on := On{Plan: c.Plan.ID, Version: c.Plan.Version, Hash: c.Plan.Hash}
	runs := w.Say("%d steps will run.", c.ToRun())
	if grave := irreversible(c, w).Text; grave != "" {
		runs += " " + grave + "."
	}
	out := []Action{{
		Do: ApprovePlan, Label: w.Say("Approve and start"), Spoken: w.Say("Approve the plan %s", bots.OneLine(c.Plan.Title)), Weight: Agree, On: on,
		Sure: &Sure{Title: w.Say("Run this plan?"), Text: runs, Yes: w.Say("Run it"), No: w.Say("Not yet")},
	}}
	if c.MayGoUnseen() {
		text := w.Say("What is written on the way goes live without anybody having read it. It can be taken back.")
		out = append(out, Action{
			Do: ApproveUnseen, Label: w.Say("Approve, publish without showing me"), Title: text, Weight: Plain, On: on,
			Sure: &Sure{Title: w.Say("Publish without showing you?"), Text: text, Yes: w.Say("Publish unseen"), No: w.Say("Show me first"), Grave: true},
		})
	}
	if c.Plan.MayBePreviewed() {
		out = append(out, Action{
			Do: PreviewPlan, Label: w.Say("Preview everything"), Title: w.Say("Each step shows what it would change. Nothing is changed by it."), Weight: Plain, On: on,
		})
	}
	return append(out,
		Action{Do: ChangePlan, Label: w.Say(LabelChanges), Weight: Plain, On: on},
		Action{Do: RejectPlan, Label: w.Say("Reject"), Weight: Grave, On: on, Sure: &Sure{
			Title: w.Say("Reject the plan?"), Text: w.Say("Nothing will run."), Yes: w.Say("Reject"), No: w.Say("Back"), Grave: true,
		}})
}

func planAloud(c bots.PlanCard, w wording.Words) string {
	if !c.Open() {
		b, _ := planStands(c, w)
		return w.Say("Plan %s: %s", b.Word, c.Plan.Title) + inBrackets(c.DecidedBy)
	}
	lines := []string{w.Say("Plan ready for approval: %s (%s).", c.Plan.Title, Count(w, len(c.Plan.Steps), StepUnit))}
	for _, g := range c.Groups {
		for _, s := range g.Steps {
			lines = append(lines, g.Name+" "+strconv.Itoa(s.Number)+". "+bots.OneLine(w.Tell(s.Says()))+" — "+s.Owner.Called)
		}
	}
	return strings.Join(append(lines, w.Say("Approve, reject or ask for changes in this thread.")), "\n")
}

func inBrackets(name string) string {
	if name == "" {
		return ""
	}
	return " (" + name + ")"
}
