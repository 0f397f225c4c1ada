package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// noWayBack is said wherever something is decided that cannot be undone.
const noWayBack = "This cannot be undone."

func approval(c bots.ApprovalCard) View {
	a := c.Approval
	v := View{Kind: Approval, Label: "Approval", Title: bots.OneLine(a.Title), Preview: preview(a.Preview), Aloud: approvalAloud(c)}
	v.Badge, v.Tone = approvalBadge(c.State)
	if c.RequestedBy != "" {
		v.About = "for " + called(c.RequestedBy)
	}
	if a.Why != "" {
		v.Intro = append(v.Intro, Para{Text: a.Why})
	}
	if a.Irreversible {
		v.Preview.Grave = noWayBack
	}
	if !c.Open() {
		v.Preview.Link = Link{}
		v.Facts, v.Quote = some(decided(v.Badge.Sign, v.Badge.Word, c.DecidedBy, c.DecidedAt)), bots.OneLine(c.Note)
		return v
	}
	v.Facts = some(says(c.Deciders), Expires(a.ExpiresAt))
	v.Actions = approvalActions(c)
	return v
}

func approvalActions(c bots.ApprovalCard) []Action {
	on := On{Approval: c.Approval.ID}
	approve := Action{Do: Approve, Label: "Approve", Weight: Agree, On: on, Sure: SureOf(c.Approval.Irreversible)}
	if c.Approval.Irreversible {
		approve.Weight = Grave
	}
	out := []Action{approve, {Do: Reject, Label: "Reject", Weight: Plain, On: on}}
	if c.Approval.Preview.Whole != "" {
		out = append(out, Action{Do: ReadWhole, Label: LabelRead, Weight: Plain, On: on})
	}
	return out
}

// SureOf asks once more before an action is approved.
func SureOf(irreversible bool) *Sure {
	if irreversible {
		return &Sure{Title: "Do this now?", Text: noWayBack, Yes: "Yes, do it for good", No: "Not yet", Grave: true}
	}
	return &Sure{Title: "Do this now?", Text: "It runs as shown here.", Yes: "Do it", No: "Not yet"}
}

func approvalAloud(c bots.ApprovalCard) string {
	if !c.Open() {
		b, _ := approvalBadge(c.State)
		return Sentence(b.Word) + ": " + c.Approval.Title + inBrackets(c.DecidedBy)
	}
	head := "Approval needed: " + c.Approval.Title
	if c.Approval.Irreversible {
		head += ". " + strings.TrimSuffix(noWayBack, ".")
	}
	out := []string{head}
	for _, w := range c.Approval.Preview.Warnings {
		out = append(out, "Warning: "+bots.OneLine(w))
	}
	for _, f := range c.Approval.Preview.Fields {
		out = append(out, FieldLine(f.Name, f.Old, f.New))
	}
	return strings.Join(out, "\n")
}
