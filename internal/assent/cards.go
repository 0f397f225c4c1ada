package assent

import (
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// Card is what waits for a yes.
type Card struct {
	Name      string
	Plan      *assistant.Plan
	Approvals []assistant.Approval
}

// Cards are the shapes of what waits: one action, one for good, several on one card, two cards, a plan; and titles of words that would
// turn a yes around or put it off if they were taken out of what is said.
func Cards() []Card {
	const turning = "Contact Mia later: wait with the prices, not before Monday, unless they agree first"
	plan := func(title string, effect assistant.Effect) *assistant.Plan {
		return &assistant.Plan{Title: title, Steps: []assistant.Step{{Key: "a", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: title, Effect: effect}}}
	}
	out := []Card{
		{Name: "one", Approvals: []assistant.Approval{{Title: assistant.Say("Create the page Prices")}}},
		{Name: "one for good", Approvals: []assistant.Approval{{Title: assistant.Say("Send the letter to 240 customers"), Irreversible: true}}},
		{Name: "one of turning words", Approvals: []assistant.Approval{{Title: assistant.Say(turning)}}},
		{Name: "one for good of turning words", Approvals: []assistant.Approval{{Title: assistant.Say(turning), Irreversible: true}}},
		{Name: "two cards", Approvals: []assistant.Approval{{Title: assistant.Say("Delete the page Jobs")}, {Title: assistant.Say("Delete the second picture of the shop")}}},
		{Name: "plan", Plan: plan("Services page", assistant.EffectReversible)},
		{Name: "plan for good", Plan: plan("Letter to all", assistant.EffectIrreversible)},
		{Name: "plan of turning words", Plan: plan(turning, assistant.EffectReversible)},
	}
	for n := 2; n <= 5; n++ {
		out = append(out, numbered(n, false))
	}
	return append(out, numbered(3, true))
}

// numbered are n actions of one card, the last of them for good or not.
func numbered(n int, final bool) Card {
	c := Card{Name: fmt.Sprintf("%d numbered", n)}
	for i := range n {
		c.Approvals = append(c.Approvals, assistant.Approval{Run: "r", Number: i + 1, Title: assistant.Say("Create a ticket: %s", []string{"boiler", "first aid", "second line", "one form", "all hands"}[i])})
	}
	if final {
		c.Name += ", one for good"
		c.Approvals[n-1].Irreversible = true
	}
	return c
}

// Situation returns a conversation in which the card was shown before message 20 came.
func (c Card) Situation() assistant.Situation {
	sit := assistant.Situation{Seen: 10}
	if c.Plan != nil {
		p := *c.Plan
		p.ID, p.Version, p.Seq = "p", 1, 2
		sit.Plan = &p
	}
	for i, a := range c.Approvals {
		a.ID = assistant.ApprovalID(fmt.Sprintf("a%d", i))
		sit.Approvals = append(sit.Approvals, assistant.ApprovalRecord{Approval: a, Seq: int64(i + 1)})
	}
	return sit
}
