package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r Renderer) approval(c bots.ApprovalCard) Look {
	return fit(3, func(d int) Look { return r.approvalLook(c, d) })
}

func (r Renderer) approvalLook(c bots.ApprovalCard, detail int) Look {
	a := c.Approval
	head := "## " + Line(a.Title, 200)
	if a.Why != "" {
		head += "\n" + Escape(a.Why, []int{150, 300, 500, 700}[detail])
	}
	if a.Preview.Target != "" {
		head += "\n" + Line(a.Preview.Target, 250)
	}
	if a.Irreversible {
		head += "\n⚠️ **This cannot be undone.**"
	}
	cs := []Component{Text(head)}
	if w := warnings(a.Preview, []int{3, 4, 6, 8}[detail], []int{80, 100, 150, 200}[detail]); w != "" {
		cs = append(cs, Text(w))
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
		cs = append(cs, separator(true), Text(strings.Join(fields, "\n")))
	}
	if u := r.link(a.Preview.Link); u != "" && c.Open() && bots.Width(u) <= 400 {
		cs = append(cs, Text("Look at it before it goes live: <"+u+">"))
	}
	return Look{Components: []Component{container(approvalColour(c.State), append(cs, r.approvalEnd(c)...)...)}}
}

// fieldDiff shows what a field is and what it becomes.
func fieldDiff(f assistant.Field, n int) string {
	s := "**" + Line(f.Name, 60) + "**"
	if f.Old != "" {
		s += "\n➖ " + Line(f.Old, n)
	}
	if f.New != "" {
		s += "\n➕ " + Line(f.New, n)
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

func (r Renderer) approvalEnd(c bots.ApprovalCard) []Component {
	if !c.Open() {
		icon := "🚫"
		if c.State == assistant.ApprovalApproved {
			icon = "✅"
		}
		note := ""
		if c.Note != "" {
			note = "“" + Line(c.Note, 400) + "”"
		}
		return []Component{small(decided(icon, approvalWord(c.State), c.DecidedBy, c.DecidedAt), note)}
	}
	style, verb := styleSuccess, verbApprove
	if c.Approval.Irreversible {
		style, verb = styleDanger, VerbConfirm
	}
	id := string(c.Approval.ID)
	buttons := []Component{button(style, "Approve", CustomID(verb, id)), button(styleSecondary, "Reject", CustomID(verbReject, id))}
	if c.Approval.Preview.Whole != "" && r.Paged {
		buttons = append(buttons, button(styleSecondary, bots.ReadLabel, CustomID(VerbRead, id)))
	}
	return []Component{small(Line(c.Deciders, 300), Expires(c.Approval.ExpiresAt)), row(buttons...)}
}
