package discord

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func plan(c bots.PlanCard) look {
	return fit(3, func(d int) look { return planLook(c, d) })
}

func planLook(c bots.PlanCard, detail int) look {
	head := "## " + line(c.Plan.Title, 150)
	if n := len(c.Plan.Steps); c.Open() {
		head += "\n" + count(n, "step", "steps")
	} else {
		head += "\n" + planIcon(c.State) + " " + planWord(c.State)
	}
	if intro := planIntro(c, detail); intro != "" {
		head += "\n" + intro
	}
	cs := []component{text(head), separator(true)}
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
			cs = append(cs, text("**Group "+line(g.Name, 40)+"**\n"+strings.Join(lines, "\n")))
		}
	}
	if more := len(c.Plan.Steps) - shown; more > 0 {
		cs = append(cs, small(fmt.Sprintf("and %s not shown here", count(more, "more step", "more steps"))))
	}
	return look{components: []component{container(planColour(c.State), append(cs, planEnd(c)...)...)}}
}

func planIntro(c bots.PlanCard, detail int) string {
	var parts []string
	if c.Plan.Goal != "" {
		parts = append(parts, esc(c.Plan.Goal, []int{100, 200, 400, 600}[detail]))
	}
	if c.Plan.Fork != "" {
		parts = append(parts, "**Way:** "+line(c.Plan.Fork, []int{60, 100, 200, 300}[detail]))
	}
	if len(c.Changes) > 0 {
		lines := []string{fmt.Sprintf("**What is different in version %d**", c.Plan.Version)}
		for i, ch := range c.Changes {
			if i == []int{3, 4, 6, 8}[detail] {
				lines = append(lines, fmt.Sprintf("- and %d more", len(c.Changes)-i))
				break
			}
			lines = append(lines, "- "+line(ch, []int{60, 80, 120, 180}[detail]))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n")
}

// stepLines is a step with its owner, its effect, what it would change and what the laws say.
func stepLines(s bots.PlanStep, detail int) string {
	owner := line(s.Owner.Called, 60)
	switch s.Effect {
	case assistant.EffectReversible:
		owner += " · can be undone"
	case assistant.EffectIrreversible:
		owner += " · ⚠️ cannot be undone"
	case assistant.EffectNone:
		owner += " · changes nothing outside"
	}
	lines := []string{fmt.Sprintf("**%d.** %s", s.Number, line(s.Summary, []int{60, 100, 150, 250}[detail])), "-# " + owner}
	if s.Preview != nil && detail > 0 {
		if s.Preview.Title != "" {
			lines = append(lines, "-# "+line(s.Preview.Title, 100))
		}
		for i, f := range s.Preview.Fields {
			if i == []int{0, 2, 4, 8}[detail] {
				lines = append(lines, fmt.Sprintf("-# and %s", count(len(s.Preview.Fields)-i, "more field", "more fields")))
				break
			}
			lines = append(lines, "-# "+line(fieldLine(f), []int{0, 60, 120, 240}[detail]))
		}
	}
	for i, n := range s.Notes {
		if i == detail {
			break
		}
		lines = append(lines, "-# ❗ "+line(n, 150))
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

func planEnd(c bots.PlanCard) []component {
	version := ""
	if c.Plan.Version > 0 {
		version = "version " + itoa(c.Plan.Version)
	}
	if !c.Open() {
		out := []component{small(decided(planIcon(c.State), planWord(c.State), c.DecidedBy, c.DecidedAt), c.Shown(), version)}
		if c.Note != "" {
			out = append(out, small("“"+line(c.Note, 400)+"”"))
		}
		return out
	}
	where, asked, sure := "", "", ""
	if c.Plan.ProjectName != "" {
		where = "changes " + line(c.Plan.ProjectName, 60)
	}
	if c.RequestedBy != "" {
		asked = "requested by " + line(c.RequestedBy, 60)
	}
	if n := c.Irreversible(); n > 0 {
		sure = fmt.Sprintf("%s that cannot be undone: you will be asked again before it", count(n, "step does something", "steps do something"))
	}
	id := func(verb string) string { return customID(verb, string(c.Plan.ID), c.Plan.Version) }
	out := []component{
		small(asked, line(c.Deciders, 300), expires(c.Plan.ExpiresAt), where, version, sure, c.Shown()),
		row(button(styleSuccess, "Approve plan", id(verbPlanApprove)), button(styleSecondary, "Request changes…", id(verbPlanEdit)),
			button(styleDanger, "Reject", id(verbPlanReject))),
	}
	if c.MayGoUnseen() {
		out = append(out, row(button(styleSecondary, bots.UnseenLabel, id(verbPlanUnseen))))
	}
	return out
}

func (r renderer) approval(c bots.ApprovalCard) look {
	return fit(3, func(d int) look { return r.approvalLook(c, d) })
}

func (r renderer) approvalLook(c bots.ApprovalCard, detail int) look {
	a := c.Approval
	head := "## " + line(a.Title, 200)
	if a.Why != "" {
		head += "\n" + esc(a.Why, []int{150, 300, 500, 700}[detail])
	}
	if a.Preview.Target != "" {
		head += "\n" + line(a.Preview.Target, 250)
	}
	if a.Irreversible {
		head += "\n⚠️ **This cannot be undone.**"
	}
	cs := []component{text(head)}
	if w := warnings(a.Preview, []int{3, 4, 6, 8}[detail], []int{80, 100, 150, 200}[detail]); w != "" {
		cs = append(cs, text(w))
	}
	limit, each := []int{3, 5, 8, 12}[detail], []int{80, 150, 300, 600}[detail]
	var fields []string
	for i, f := range a.Preview.Fields {
		if i == limit {
			fields = append(fields, fmt.Sprintf("-# and %s", count(len(a.Preview.Fields)-i, "more field", "more fields")))
			break
		}
		fields = append(fields, fieldDiff(f, each))
	}
	if len(fields) > 0 {
		cs = append(cs, separator(true), text(strings.Join(fields, "\n")))
	}
	if u := r.link(a.Preview.Link); u != "" && c.Open() && bots.Width(u) <= 400 {
		cs = append(cs, text("Look at it before it goes live: <"+u+">"))
	}
	return look{components: []component{container(approvalColour(c.State), append(cs, r.approvalEnd(c)...)...)}}
}

// fieldDiff shows what a field is and what it becomes.
func fieldDiff(f assistant.Field, n int) string {
	s := "**" + line(f.Name, 60) + "**"
	if f.Old != "" {
		s += "\n➖ " + line(f.Old, n)
	}
	if f.New != "" {
		s += "\n➕ " + line(f.New, n)
	}
	return s
}

func approvalWord(s assistant.ApprovalStatus) string {
	switch s {
	case assistant.ApprovalApproved:
		return "Approved"
	case assistant.ApprovalRejected:
		return "Rejected"
	case assistant.ApprovalExpired:
		return "Expired"
	case assistant.ApprovalWithdrawn:
		return "Withdrawn"
	case assistant.ApprovalPending:
		return "Open"
	default:
		return "Closed"
	}
}

func approvalColour(s assistant.ApprovalStatus) int {
	switch s {
	case assistant.ApprovalPending:
		return colourWaiting
	case assistant.ApprovalApproved:
		return colourGood
	case assistant.ApprovalRejected:
		return colourBad
	case assistant.ApprovalExpired, assistant.ApprovalWithdrawn:
		return colourQuiet
	default:
		return colourQuiet
	}
}

func (r renderer) approvalEnd(c bots.ApprovalCard) []component {
	if !c.Open() {
		icon := "🚫"
		if c.State == assistant.ApprovalApproved {
			icon = "✅"
		}
		note := ""
		if c.Note != "" {
			note = "“" + line(c.Note, 400) + "”"
		}
		return []component{small(decided(icon, approvalWord(c.State), c.DecidedBy, c.DecidedAt), note)}
	}
	style, verb := styleSuccess, verbApprove
	if c.Approval.Irreversible {
		style, verb = styleDanger, verbConfirm
	}
	id := string(c.Approval.ID)
	buttons := []component{button(style, "Approve", customID(verb, id)), button(styleSecondary, "Reject", customID(verbReject, id))}
	if c.Approval.Preview.Whole != "" && r.paged {
		buttons = append(buttons, button(styleSecondary, bots.ReadLabel, customID(verbRead, id)))
	}
	return []component{small(line(c.Deciders, 300), expires(c.Approval.ExpiresAt)), row(buttons...)}
}
