package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// step draws what an agent wants to do at the same time: each action with its own buttons, and buttons for all open ones.
func step(c bots.StepCard, w wording.Words) View {
	v := View{Kind: Approval, State: string(assistant.ApprovalPending), Label: w.Say("Approval"), Title: w.Say("%d changes wait for a decision", len(c.Waiting()))}
	v.Badge, v.Tone = approvalBadge(assistant.ApprovalPending, w)
	if !c.Open() {
		v.Title, v.State, v.Badge, v.Tone = w.Say("%d changes are decided", len(c.Actions)), "", Badge{Word: w.Say("decided")}, Quiet
	}
	aloud := []string{v.Title}
	alike := !slices.ContainsFunc(c.Actions, func(a bots.ApprovalCard) bool {
		return a.Deciders != c.Actions[0].Deciders || a.Lacking != c.Actions[0].Lacking || a.Rehearsal != c.Actions[0].Rehearsal
	})
	for i, a := range c.Actions {
		add(&v, Part{stepPart(c, i, alike, w)})
		aloud = append(aloud, strconv.Itoa(place(c, i))+". "+approvalAloud(a, w))
	}
	v.Aloud = strings.Join(aloud, "\n")
	if waiting := c.Waiting(); len(waiting) > 0 {
		if alike {
			add(&v, some(says(c.Actions[0].Deciders), says(c.Actions[0].Lacking), rehearsed(c.Actions[0].Rehearsal, w)))
		}
		add(&v, Actions{stepActions(On{Run: c.Run, Message: c.Message}, waiting, w)})
	}
	return v
}

// stepPart is one of the actions: what is said on its own card, less what the whole card says once, and what is over.
func stepPart(c bots.StepCard, i int, alike bool, w wording.Words) View {
	a, number := c.Actions[i], strconv.Itoa(place(c, i))
	a.Rehearsal = a.Rehearsal && (!c.Open() || !alike)
	v, all := approvalHead(a, w), approvalSays(a, w)
	v.Title = number + ". " + v.Title
	all.actions = slices.DeleteFunc(all.actions, func(one Action) bool {
		return one.Do == Always || one.Do == Retry && c.Open() // there is no room for the one, and the other is for when all of it is decided
	})
	for j := range all.actions {
		all.actions[j].Label += " " + number
	}
	if c.Open() && alike {
		all.facts.Items = slices.DeleteFunc(all.facts.Items, func(f Fact) bool { return f.Text == a.Deciders || f.Text == a.Lacking })
	}
	if a.Task != "" {
		all.facts.Items = append([]Fact{says(w.Say("automation “%s”", called(a.Task)))}, all.facts.Items...)
	}
	if !a.Open() {
		all.preview.Fields, all.preview.Warnings = nil, nil // it was decided; only the open ones need to be seen
	}
	add(&v, all.below(a)...)
	return v
}

// place names an action: by its number in the step, or by its place.
func place(c bots.StepCard, i int) int {
	if n := c.Actions[i].Approval.Number; n > 0 && c.Message == "" {
		return n
	}
	return i + 1
}

// stepActions decide all that is open together. What cannot be undone is approved by itself.
func stepActions(on On, waiting []assistant.Approval, w wording.Words) []Action {
	if len(waiting) < 2 {
		return nil
	}
	on.Shown = assistant.TogetherHash(waiting)
	reject := Action{Do: RejectAll, Label: w.Say("Reject all"), Weight: Plain, On: on}
	if slices.ContainsFunc(waiting, func(a assistant.Approval) bool { return a.Irreversible }) {
		return []Action{reject}
	}
	return []Action{{Do: ApproveAll, Label: w.Say("Approve all %d", len(waiting)), Weight: Agree, On: on, Sure: SureOf(w, false)}, reject}
}
