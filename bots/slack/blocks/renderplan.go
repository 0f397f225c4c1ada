package blocks

import (
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r Renderer) plan(c bots.PlanCard) Message {
	return fit(3, func(d int) Message { return planLook(c, d) })
}

func planLook(c bots.PlanCard, detail int) Message {
	steps := len(c.Plan.Steps)
	title := fmt.Sprintf("%s — %s", bots.OneLine(c.Plan.Title), count(steps, "step", "steps"))
	if !c.Open() {
		title = bots.OneLine(c.Plan.Title) + " — " + planWord(c.State)
	}
	var blocks []slackapi.Block
	if intro := planIntro(c); intro != "" {
		blocks = append(blocks, Section(intro))
	}
	block := slackapi.NewPlanBlock(bots.Clip(title, LimitTitle))
	limit := []int{12, 20, 30, 40}[detail]
	for _, g := range c.Groups {
		for _, s := range g.Steps {
			if len(block.Tasks) == limit {
				continue
			}
			block.Tasks = append(block.Tasks, *planTask(g.Name, s, detail))
		}
	}
	blocks = append(blocks, block)
	if more := steps - len(block.Tasks); more > 0 {
		blocks = append(blocks, ContextLine(fmt.Sprintf("and %s not shown here", count(more, "more step", "more steps"))))
	}
	return Message{Text: planText(c), Blocks: append(blocks, planEnd(c)...)}
}

func planIntro(c bots.PlanCard) string {
	var parts []string
	if c.Plan.Goal != "" {
		parts = append(parts, Escape(c.Plan.Goal, 700))
	}
	if c.Plan.Fork != "" {
		parts = append(parts, "*Way:* "+Escape(bots.OneLine(c.Plan.Fork), 300))
	}
	if len(c.Changes) > 0 {
		lines := []string{fmt.Sprintf("*What is different in version %d*", c.Plan.Version)}
		for i, ch := range c.Changes {
			if i == 8 {
				lines = append(lines, fmt.Sprintf("• and %d more", len(c.Changes)-i))
				break
			}
			lines = append(lines, "• "+Escape(bots.OneLine(ch), 180))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n")
}

func planTask(group string, s bots.PlanStep, detail int) *slackapi.TaskCardBlock {
	title := fmt.Sprintf("%s · %d. %s", group, s.Number, bots.OneLine(s.Summary))
	task := slackapi.NewTaskCardBlock(bots.Clip(s.Key, 100)+":"+itoa(s.Number), bots.Clip(title, LimitTitle)).
		WithStatus(slackapi.TaskCardStatusPending)
	return task.WithDetails(rich(stepLines(s, detail), []int{80, 250, 600, 1500}[detail]))
}

func stepLines(s bots.PlanStep, detail int) []string {
	lines := []string{bots.OneLine(s.Owner.Called)}
	switch s.Effect {
	case assistant.EffectReversible:
		lines[0] += " · can be undone"
	case assistant.EffectIrreversible:
		lines[0] += " · cannot be undone"
	case assistant.EffectNone:
		lines[0] += " · changes nothing outside"
	}
	if s.Preview != nil && detail > 0 {
		if s.Preview.Title != "" {
			lines = append(lines, bots.OneLine(s.Preview.Title))
		}
		for _, f := range s.Preview.Fields {
			lines = append(lines, bots.Clip(fieldLine(f), []int{0, 80, 160, 320}[detail]))
		}
	}
	for _, n := range s.Notes {
		lines = append(lines, "! "+bots.OneLine(n))
	}
	return lines
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

func planText(c bots.PlanCard) string {
	if !c.Open() {
		s := fmt.Sprintf("Plan %s: %s", planWord(c.State), c.Plan.Title)
		if c.DecidedBy != "" {
			s += " (" + c.DecidedBy + ")"
		}
		return Plain(s)
	}
	lines := []string{fmt.Sprintf("Plan ready for approval: %s (%s).", c.Plan.Title, count(len(c.Plan.Steps), "step", "steps"))}
	for _, g := range c.Groups {
		for _, s := range g.Steps {
			lines = append(lines, fmt.Sprintf("%s %d. %s — %s", g.Name, s.Number, bots.OneLine(s.Summary), s.Owner.Called))
		}
	}
	return Plain(strings.Join(append(lines, "Approve, reject or ask for changes in this thread."), "\n"))
}

func planWord(s assistant.PlanStatus) string {
	switch s {
	case assistant.PlanApproved:
		return "approved"
	case assistant.PlanRejected:
		return "rejected"
	case assistant.PlanSuperseded:
		return "changes requested"
	case assistant.PlanExpired:
		return "expired"
	case assistant.PlanWithdrawn:
		return "withdrawn"
	case assistant.PlanOpen, assistant.PlanGathering, assistant.PlanChoosing:
		return "open"
	default:
		return string(s)
	}
}

// planEnd is who may decide and the buttons, or who decided.
func planEnd(c bots.PlanCard) []slackapi.Block {
	version := fmt.Sprintf("version %d", c.Plan.Version)
	if !c.Open() {
		icon := ":no_entry_sign:"
		switch c.State {
		case assistant.PlanApproved:
			icon = ":white_check_mark:"
		case assistant.PlanSuperseded:
			icon = ":pencil2:"
		case assistant.PlanExpired:
			icon = ":hourglass:"
		case assistant.PlanRejected, assistant.PlanWithdrawn, assistant.PlanOpen, assistant.PlanGathering, assistant.PlanChoosing:
		}
		word := planWord(c.State)
		line := ContextLine(decided(icon, strings.ToUpper(word[:1])+word[1:], c.DecidedBy, c.DecidedAt), c.Shown(), version)
		if c.Note == "" {
			return []slackapi.Block{line}
		}
		return []slackapi.Block{line, ContextLine("“" + Escape(bots.OneLine(c.Note), 500) + "”")}
	}
	where := ""
	if c.Plan.ProjectName != "" {
		where = "changes *" + Escape(bots.OneLine(c.Plan.ProjectName), 100) + "*"
	}
	asked := ""
	if c.RequestedBy != "" {
		asked = "Requested by " + Escape(bots.OneLine(c.RequestedBy), 100)
	}
	return []slackapi.Block{
		ContextLine(asked, Escape(bots.OneLine(c.Deciders), 300), expires(c.Plan.ExpiresAt), where, version, c.Shown()),
		planButtons(c),
	}
}

func planButtons(c bots.PlanCard) slackapi.Block {
	value := planValue(c.Plan.ID, c.Plan.Version)
	what := count(len(c.Plan.Steps), "step", "steps") + " will run."
	if n := c.Irreversible(); n > 0 {
		what += fmt.Sprintf(" %s that cannot be undone; you will be asked again before it.", count(n, "step does something", "steps do something"))
	}
	approve := Button(actionPlanApprove, value, "Approve plan", slackapi.StylePrimary,
		&confirmation{title: "Run this plan?", text: what, yes: "Run it", no: "Not yet"})
	approve.AccessibilityLabel = bots.Clip("Approve the plan "+bots.OneLine(c.Plan.Title), 75)
	elements := []slackapi.BlockElement{approve}
	if c.MayGoUnseen() {
		elements = append(elements, Button(actionPlanUnseen, value, bots.UnseenLabel, slackapi.StyleDefault,
			&confirmation{title: bots.UnseenTitle, text: bots.UnseenText, yes: "Publish unseen", no: "Show me first", danger: true}))
	}
	return slackapi.NewActionBlock("", append(elements,
		Button(actionPlanEdit, value, "Request changes", slackapi.StyleDefault, nil),
		Button(actionPlanReject, value, "Reject", slackapi.StyleDanger,
			&confirmation{title: "Reject the plan?", text: "Nothing will run.", yes: "Reject", no: "Back", danger: true}))...)
}

func (r Renderer) approval(c bots.ApprovalCard) Message {
	return fit(3, func(d int) Message { return r.approvalLook(c, d) })
}

func (r Renderer) approvalLook(c bots.ApprovalCard, detail int) Message {
	a := c.Approval
	head := "*" + Escape(bots.OneLine(a.Title), 300) + "*"
	if a.Why != "" {
		head += "\n" + Escape(a.Why, 800)
	}
	if a.Preview.Target != "" {
		head += "\n" + Escape(bots.OneLine(a.Preview.Target), 300)
	}
	blocks := []slackapi.Block{Section(head)}
	if a.Irreversible {
		blocks = append(blocks, Section(":warning: *This cannot be undone.*"))
	}
	if lines := warnings(a.Preview, []int{3, 5, 10, 15}[detail], []int{100, 150, 200, 250}[detail]); len(lines) > 0 {
		chunks, _ := spread(lines, LimitSection, 2)
		for _, c := range chunks {
			blocks = append(blocks, Section(c))
		}
	}
	limit, each := []int{4, 8, 12, 16}[detail], []int{120, 250, 500, 1300}[detail]
	for i, f := range a.Preview.Fields {
		if i == limit {
			blocks = append(blocks, ContextLine(fmt.Sprintf("and %s", count(len(a.Preview.Fields)-i, "more field", "more fields"))))
			break
		}
		blocks = append(blocks, Section(fieldDiff(f, each)))
	}
	if u := r.Link(a.Preview.Link); u != "" && c.Open() && bots.Width(u) <= 1000 {
		blocks = append(blocks, Section("<"+strings.ReplaceAll(Escape(u, 1200), "|", "%7C")+"|Look at it before it goes live>"))
	}
	return Message{Text: approvalText(c), Blocks: append(blocks, approvalEnd(c)...)}
}

// fieldDiff shows what a field is and what it becomes.
func fieldDiff(f assistant.Field, n int) string {
	s := "*" + Escape(bots.OneLine(f.Name), 100) + "*"
	if f.Old != "" {
		s += "\n:heavy_minus_sign: " + Escape(f.Old, n)
	}
	if f.New != "" {
		s += "\n:heavy_plus_sign: " + Escape(f.New, n)
	}
	return s
}

func approvalText(c bots.ApprovalCard) string {
	if !c.Open() {
		s := fmt.Sprintf("%s: %s", approvalWord(c.State), c.Approval.Title)
		if c.DecidedBy != "" {
			s += " (" + c.DecidedBy + ")"
		}
		return Plain(s)
	}
	head := "Approval needed: " + c.Approval.Title
	if c.Approval.Irreversible {
		head += ". This cannot be undone"
	}
	lines := []string{head}
	for _, w := range c.Approval.Preview.Warnings {
		lines = append(lines, "Warning: "+bots.OneLine(w))
	}
	for _, f := range c.Approval.Preview.Fields {
		lines = append(lines, fieldLine(f))
	}
	return Plain(strings.Join(lines, "\n"))
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
		return string(s)
	}
}

func approvalEnd(c bots.ApprovalCard) []slackapi.Block {
	if !c.Open() {
		icon := ":no_entry_sign:"
		if c.State == assistant.ApprovalApproved {
			icon = ":white_check_mark:"
		}
		note := ""
		if c.Note != "" {
			note = "“" + Escape(bots.OneLine(c.Note), 500) + "”"
		}
		return []slackapi.Block{ContextLine(decided(icon, approvalWord(c.State), c.DecidedBy, c.DecidedAt), note)}
	}
	value := approvalValue(c.Approval.ID)
	sure := &confirmation{title: "Do this now?", text: "It runs as shown here.", yes: "Do it", no: "Not yet"}
	style := slackapi.StylePrimary
	if c.Approval.Irreversible {
		sure.text, sure.danger, style = "This cannot be undone.", true, slackapi.StyleDanger
	}
	elements := []slackapi.BlockElement{
		Button(actionApprove, value, "Approve", style, sure), Button(actionReject, value, "Reject", slackapi.StyleDefault, nil),
	}
	if c.Approval.Preview.Whole != "" {
		elements = append(elements, Button(actionRead, value, bots.ReadLabel, slackapi.StyleDefault, nil))
	}
	return []slackapi.Block{
		ContextLine(Escape(bots.OneLine(c.Deciders), 300), expires(c.Approval.ExpiresAt)), slackapi.NewActionBlock("", elements...),
	}
}
