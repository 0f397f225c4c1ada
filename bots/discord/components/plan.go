package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func plan(c bots.PlanCard) Look {
	return fit(3, func(d int) Look { return planLook(c, d) })
}

func planLook(c bots.PlanCard, detail int) Look {
	head := "## " + Line(c.Plan.Title, 150)
	if n := len(c.Plan.Steps); c.Open() {
		head += "\n" + count(n, "step", "steps")
	} else {
		head += "\n" + planIcon(c.State) + " " + planWord(c.State)
	}
	if intro := planIntro(c, detail); intro != "" {
		head += "\n" + intro
	}
	cs := []Component{Text(head), separator(true)}
	shown, limit := 0, []int{6, 10, 20, 30}[detail]
	for i, g := range c.Groups {
		var lines []string
		for _, s := range g.Steps {
			if shown < limit && i < 10 {
				shown++
				lines = append(lines, stepLines(s, detail))
			}
		}
		if len(lines) > 0 {
			cs = append(cs, Text("**Group "+Line(g.Name, 40)+"**\n"+strings.Join(lines, "\n")))
		}
	}
	if more := len(c.Plan.Steps) - shown; more > 0 {
		cs = append(cs, small(fmt.Sprintf("and %s not shown here", count(more, "more step", "more steps"))))
	}
	return Look{Components: []Component{container(planColour(c.State), append(cs, planEnd(c)...)...)}}
}

func planIntro(c bots.PlanCard, detail int) string {
	var parts []string
	if c.Plan.Goal != "" {
		parts = append(parts, Escape(c.Plan.Goal, []int{100, 200, 400, 600}[detail]))
	}
	if c.Plan.Fork != "" {
		parts = append(parts, "**Way:** "+Line(c.Plan.Fork, []int{60, 100, 200, 300}[detail]))
	}
	if len(c.Changes) > 0 {
		lines := []string{fmt.Sprintf("**What is different in version %d**", c.Plan.Version)}
		for i, ch := range c.Changes {
			if i == []int{3, 4, 6, 8}[detail] {
				lines = append(lines, fmt.Sprintf("- and %d more", len(c.Changes)-i))
				break
			}
			lines = append(lines, "- "+Line(ch, []int{60, 80, 120, 180}[detail]))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n")
}

// stepLines is a step with its owner, its effect, what it would change and what the laws say.
func stepLines(s bots.PlanStep, detail int) string {
	owner := Line(s.Owner.Called, 60)
	switch s.Effect {
	case assistant.EffectReversible:
		owner += " · can be undone"
	case assistant.EffectIrreversible:
		owner += " · ⚠️ cannot be undone"
	case assistant.EffectNone:
		owner += " · changes nothing outside"
	}
	lines := []string{fmt.Sprintf("**%d.** %s", s.Number, Line(s.Summary, []int{60, 100, 150, 250}[detail])), "-# " + owner}
	if s.Preview != nil && detail > 0 {
		if s.Preview.Title != "" {
			lines = append(lines, "-# "+Line(s.Preview.Title, 100))
		}
		for i, f := range s.Preview.Fields {
			if i == []int{0, 2, 4, 8}[detail] {
				lines = append(lines, fmt.Sprintf("-# and %s", count(len(s.Preview.Fields)-i, "more field", "more fields")))
				break
			}
			lines = append(lines, "-# "+Line(fieldLine(f), []int{0, 60, 120, 240}[detail]))
		}
	}
	for i, n := range s.Notes {
		if i == detail {
			break
		}
		lines = append(lines, "-# ❗ "+Line(n, 150))
	}
	return strings.Join(lines, "\n")
}

// fieldLine is a field of a difference on one line.
func fieldLine(f assistant.Field) string {
	switch {
	case f.Old == "":
		return fmt.Sprintf("%s: %s", bots.OneLine(f.Name), bots.OneLine(f.New))
	case f.New == "":
		return fmt.Sprintf("%s: %s → removed", bots.OneLine(f.Name), bots.OneLine(f.Old))
	default:
		return fmt.Sprintf("%s: %s → %s", bots.OneLine(f.Name), bots.OneLine(f.Old), bots.OneLine(f.New))
	}
}

func planWord(s assistant.PlanStatus) string {
	switch s {
	case assistant.PlanApproved:
		return "Approved"
	case assistant.PlanRejected:
		return "Rejected"
	case assistant.PlanSuperseded:
		return "Changes requested"
	case assistant.PlanExpired:
		return "Expired"
	case assistant.PlanWithdrawn:
		return "Withdrawn"
	case assistant.PlanOpen, assistant.PlanGathering, assistant.PlanChoosing:
		return "Open"
	default:
		return "Closed"
	}
}

func planIcon(s assistant.PlanStatus) string {
	switch s {
	case assistant.PlanApproved:
		return "✅"
	case assistant.PlanSuperseded:
		return "✏️"
	case assistant.PlanExpired:
		return "⌛"
	case assistant.PlanRejected, assistant.PlanWithdrawn, assistant.PlanOpen, assistant.PlanGathering, assistant.PlanChoosing:
		return "🚫"
	default:
		return "🚫"
	}
}

func planColour(s assistant.PlanStatus) int {
	switch s {
	case assistant.PlanOpen, assistant.PlanGathering, assistant.PlanChoosing:
		return colourWaiting
	case assistant.PlanApproved:
		return colourGood
	case assistant.PlanRejected:
		return colourBad
	case assistant.PlanSuperseded, assistant.PlanExpired, assistant.PlanWithdrawn:
		return colourQuiet
	default:
		return colourQuiet
	}
}

func planEnd(c bots.PlanCard) []Component {
	version := ""
	if c.Plan.Version > 0 {
		version = "version " + itoa(c.Plan.Version)
	}
	if !c.Open() {
		out := []Component{small(decided(planIcon(c.State), planWord(c.State), c.DecidedBy, c.DecidedAt), c.Shown(), version)}
		if c.Note != "" {
			out = append(out, small("“"+Line(c.Note, 400)+"”"))
		}
		return out
	}
	where, asked, sure := "", "", ""
	if c.Plan.ProjectName != "" {
		where = "changes " + Line(c.Plan.ProjectName, 60)
	}
	if c.RequestedBy != "" {
		asked = "requested by " + Line(c.RequestedBy, 60)
	}
	if n := c.Irreversible(); n > 0 {
		sure = fmt.Sprintf("%s that cannot be undone: you will be asked again before it", count(n, "step does something", "steps do something"))
	}
	id := func(verb string) string { return CustomID(verb, string(c.Plan.ID), c.Plan.Version) }
	out := []Component{
		small(asked, Line(c.Deciders, 300), Expires(c.Plan.ExpiresAt), where, version, sure, c.Shown()),
		row(button(styleSuccess, "Approve plan", id(verbPlanApprove)), button(styleSecondary, "Request changes…", id(VerbPlanEdit)),
			button(styleDanger, "Reject", id(verbPlanReject))),
	}
	if c.MayGoUnseen() {
		out = append(out, row(button(styleSecondary, bots.UnseenLabel, id(verbPlanUnseen))))
	}
	return out
}
