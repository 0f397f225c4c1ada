package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// step is what an agent wants to do at the same time: each action with its own buttons, and buttons for all that are open.
func step(c bots.StepCard, w wording.Words) View {
	v := View{Kind: Approval, Label: w.Say("Approval"), Title: w.Say("%d changes wait for a decision", len(c.Waiting()))}
	v.Badge, v.Tone = approvalBadge(assistant.ApprovalPending, w)
	if !c.Open() {
		v.Title, v.Badge, v.Tone = w.Say("%d changes are decided", len(c.Actions)), Badge{Word: w.Say("decided")}, Quiet
	}
	aloud := []string{v.Title}
	alike := !slices.ContainsFunc(c.Actions, func(a bots.ApprovalCard) bool {
		return a.Deciders != c.Actions[0].Deciders || a.Lacking != c.Actions[0].Lacking
	})
	for i, a := range c.Actions {
		one := approval(a, w)
		one.In = w
		one.Title = strconv.Itoa(place(c, i)) + ". " + one.Title
		one.Actions = slices.DeleteFunc(one.Actions, func(a Action) bool { return a.Do == Always }) // there is no room for it beside the others
		if c.Open() {
			one.Actions = slices.DeleteFunc(one.Actions, func(a Action) bool { return a.Do == Retry }) // once all of it is decided
		}
		for j := range one.Actions {
			one.Actions[j].Label += " " + strconv.Itoa(place(c, i))
		}
		if c.Open() && alike {
			one.Facts = slices.DeleteFunc(one.Facts, func(f Fact) bool { return f.Text == a.Deciders || f.Text == a.Lacking }) // the card says it once
		}
		one.Intro = nil
		if a.Task != "" {
			one.Facts = append([]Fact{says(w.Say("background task “%s”", called(a.Task)))}, one.Facts...)
		}
		if !a.Open() {
			one.Preview.Fields, one.Preview.Warnings = nil, nil // it was decided on; what is left to decide is to be seen
		}
		v.Parts = append(v.Parts, one)
		aloud = append(aloud, strconv.Itoa(place(c, i))+". "+approvalAloud(a, w))
	}
	v.Aloud = strings.Join(aloud, "\n")
	if waiting := c.Waiting(); len(waiting) > 0 {
		if alike {
			v.Facts = some(says(c.Actions[0].Deciders), says(c.Actions[0].Lacking))
		}
		v.Actions = stepActions(On{Run: c.Run, Message: c.Message}, waiting, w)
	}
	return v
}

// place is what people call an action: its number among those of its step, or where it stands.
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
