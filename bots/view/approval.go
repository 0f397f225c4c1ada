package view

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// noWayBack is said wherever something is decided that cannot be undone.
const (
	LabelChangeAndDo = "Change it" // of the button, and of its form
	AskChangeAndDo   = "It is done with what you write here."
	RestOnPanel      = "Lists and whatever else there is no room for here can be changed on the panel."
)

const noWayBack = "This cannot be undone."

func approval(c bots.ApprovalCard, w wording.Words) View {
	v, all := approvalHead(c, w), approvalSays(c, w)
	add(&v, all.why...)
	add(&v, all.below(c)...)
	return v
}

func approvalHead(c bots.ApprovalCard, w wording.Words) View {
	v := View{In: w, Kind: Approval, State: string(c.State), Label: w.Say("Approval"), Title: bots.OneLine(w.Tell(c.Approval.Title)), Aloud: approvalAloud(c, w)}
	v.Badge, v.Tone = approvalBadge(c.State, w)
	if c.RequestedBy != "" {
		v.About = w.Say("for %s", called(c.RequestedBy))
	}
	return v
}

// saidOfApproval is what an approval says below its head.
type saidOfApproval struct {
	why     []Section
	words   Text // of the person who asked for another version, or decided
	changes Section
	preview Preview
	facts   Facts
	actions []Action
}

// below are the sections below why it is asked. Who decides on what was written anew reads first what was wished.
func (a saidOfApproval) below(c bots.ApprovalCard) []Section {
	if c.Open() {
		return []Section{a.words, a.changes, a.preview, a.facts, Actions{a.actions}}
	}
	return []Section{a.changes, a.preview, a.facts, a.words, Actions{a.actions}}
}

func approvalSays(c bots.ApprovalCard, w wording.Words) saidOfApproval {
	a := c.Approval
	p := preview(a.Preview, w)
	if a.Irreversible {
		p.Grave = w.Say(noWayBack)
	}
	if c.Open() {
		return saidOfApproval{
			why: why(a, w), words: Text{Voice: Quoting, Words: bots.OneLine(a.Wish)}, changes: changedSince(a, w), preview: p,
			facts: some(says(c.Counted), says(c.Deciders), says(c.Lacking), Expires(w, a.ExpiresAt), rehearsed(c.Rehearsal, w)), actions: approvalActions(c, w),
		}
	}
	p.Link = Link{}
	badge, _ := approvalBadge(c.State, w)
	return saidOfApproval{
		words: Text{Voice: Quoting, Words: bots.OneLine(c.Note)}, changes: approvedChanges(c, w), preview: p,
		facts: some(decided(w, badge, c.DecidedBy, c.DecidedAt), says(c.Counted), Fact{Text: c.Standing, At: c.Stands}, rehearsed(c.Rehearsal, w)), actions: askAgain(c, w),
	}
}

// why says why somebody has to decide, which is over then.
func why(a assistant.Approval, w wording.Words) []Section {
	out := []Section{Text{Words: w.Tell(a.Why)}}
	if len(a.Heard) > 0 {
		out = append(out, Text{Words: w.Say("This could be done without asking. It is asked about all the same, because it also stands on the words of %s.", bots.OneLine(strings.Join(a.Heard, ", ")))})
	}
	return out
}

// askAgain offers to ask once more after an expiry or a refusal.
func askAgain(c bots.ApprovalCard, w wording.Words) []Action {
	if !c.CanAskAgain() {
		return nil
	}
	return []Action{{Do: Retry, Label: w.Say(LabelAskAgain), Weight: Plain, On: On{Run: c.Approval.Run}}}
}

// approvedChanges returns what the person who approved changed.
func approvedChanges(c bots.ApprovalCard, w wording.Words) Difference {
	fields := slices.Clone(c.Changes)
	for i := range fields {
		fields[i].Name = c.Approval.ArgumentName(fields[i].Name)
	}
	return Difference{In: w, Title: w.Say("Approved with changes"), Fields: fields, Wanted: true}
}

// changedSince is what is different from the version that was sent back.
func changedSince(a assistant.Approval, w wording.Words) List {
	l := ChangedLines(a.Since, w)
	switch {
	case len(l.Items) > 0:
		l.Title = w.Say("What is different from the version before")
	case a.Wish != "":
		l.Title, l.Items = w.Say("What is different from the version before"), []Fact{says(w.Say("nothing"))}
	}
	return l
}

// ChangedLines are the lines that fields have lost and got.
func ChangedLines(all []assistant.Changed, w wording.Words) List {
	l := List{In: w}
	line := func(name, sign, text string) {
		if name != "" {
			sign = w.Label(name) + ": " + sign
		}
		l.Items = append(l.Items, Fact{Text: bots.Clip(sign+" "+bots.OneLine(text), mostOfChange)})
	}
	for _, c := range all {
		for _, gone := range c.Gone {
			line(c.Name, "−", gone)
		}
		for _, come := range c.Come {
			line(c.Name, "+", come)
		}
	}
	return l
}

// mostOfChange bounds a change on its line.
const mostOfChange = 300

func approvalActions(c bots.ApprovalCard, w wording.Words) []Action {
	on := On{Approval: c.Approval.ID, Run: c.Approval.Card(), Hash: c.Approval.Hash}
	approve := Action{Do: Approve, Label: w.Say("Approve"), Weight: Agree, On: on, Sure: SureOf(w, c.Approval.Irreversible)}
	if c.Approval.Irreversible {
		approve.Weight = Grave
	}
	out := []Action{approve}
	if c.Approval.Standing && !c.Approval.Irreversible {
		out = append(out, Action{Do: Always, Label: w.Say(LabelAlways), Weight: Plain, On: on, Form: read(StandingForm(c.Approval, w), w)})
	}
	out = append(out, Action{Do: Reject, Label: w.Say("Reject"), Weight: Plain, On: on})
	if a := c.Approval; a.Revisable {
		out = append(out, Action{Do: ChangePlan, Label: w.Say(LabelAskChanges), Weight: Plain, On: On{Approval: a.ID}})
	}
	if c.Changeable() {
		out = append(out, Action{Do: ChangeAndDo, Label: w.Say(LabelChangeAndDo), Weight: Plain, On: on, Form: read(ArgumentsForm(c.Approval), w)})
	}
	if c.Approval.Preview.Whole != "" {
		out = append(out, Action{Do: ReadWhole, Label: w.Say(LabelRead), Weight: Plain, On: on})
	}
	return out
}

// SureOf asks once more before an action is approved.
func SureOf(w wording.Words, irreversible bool) *Sure {
	if irreversible {
		return &Sure{Title: w.Say("Do this now?"), Text: w.Say(noWayBack), Yes: w.Say("Yes, do it for good"), No: w.Say("Not yet"), Grave: true}
	}
	return &Sure{Title: w.Say("Do this now?"), Text: w.Say("It runs as shown here."), Yes: w.Say("Do it"), No: w.Say("Not yet")}
}

func approvalAloud(c bots.ApprovalCard, w wording.Words) string {
	if !c.Open() {
		b, _ := approvalBadge(c.State, w)
		return Sentence(b.Word) + ": " + w.Tell(c.Approval.Title) + inBrackets(c.DecidedBy)
	}
	head := w.Say("Approval needed: %s", w.Tell(c.Approval.Title))
	if c.Approval.Irreversible {
		head += ". " + strings.TrimSuffix(w.Say(noWayBack), ".")
	}
	out := []string{head}
	if c.Lacking != "" {
		out = append(out, c.Lacking)
	}
	for _, warning := range c.Approval.Preview.Warnings {
		out = append(out, w.Say("Warning: %s", bots.OneLine(w.Tell(warning))))
	}
	for _, f := range c.Approval.Preview.Fields {
		out = append(out, FieldLine(w, w.Label(f.Name), w.Tell(f.Was()), w.Tell(f.Becomes())))
	}
	return strings.Join(out, "\n")
}
