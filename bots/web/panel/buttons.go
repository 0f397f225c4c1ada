package panel

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
)

// press is a button of a card.
type press struct {
	ID, Value, Label, Title, Class string
	Sure                           *cardview.Sure // asks once more; nil where one press is enough
}

// Presses are the buttons of a decision. The wanted changes have a field of their own instead.
func (v drawing) Presses() []press {
	values := map[cardview.Do]press{
		cardview.ApprovePlan: {ID: "approve", Value: "approved"}, cardview.ApproveUnseen: {ID: "unseen", Value: "unseen"}, cardview.RejectPlan: {ID: "reject", Value: "rejected"},
		cardview.Approve: {ID: "approve", Value: "approved"}, cardview.Always: {ID: "always", Value: "always"}, cardview.Reject: {ID: "reject", Value: "rejected"},
	}
	return v.pressed(values)
}

// Arguments are what a form may change of an action; none where nothing can be.
func (v drawing) Arguments() []assistant.Argument {
	if c, ok := v.Card.(bots.ApprovalCard); ok && c.Changeable() {
		return assistant.EditableArguments(c.Approval.Arguments)
	}
	return nil
}

// AllPresses decide all that is open on a card together.
func (v drawing) AllPresses() []press {
	return v.pressed(map[cardview.Do]press{cardview.ApproveAll: {ID: "approve-all", Value: "approved"}, cardview.RejectAll: {ID: "reject-all", Value: "rejected"}})
}

// Shown is the hash of what is decided together; "" where nothing is.
func (v drawing) Shown() string {
	for _, a := range v.Says.Actions {
		if a.On.Shown != "" && !v.Apart {
			return a.On.Shown
		}
	}
	return ""
}

// RunPresses are the buttons of a run; their values are the last part of an address.
func (v drawing) RunPresses() []press {
	values := map[cardview.Do]press{
		cardview.Stop: {ID: "stop", Value: "stop"}, cardview.Retry: {ID: "retry", Value: "retry"}, cardview.Undo: {ID: "undo", Value: "undo"},
	}
	return v.pressed(values)
}

// pressed draws the actions that have a value. What cannot be undone says so on its
// button, since the panel asks once more only before what holds for its like, too.
func (v drawing) pressed(values map[cardview.Do]press) []press {
	var out []press
	for _, a := range v.Says.Actions {
		p, ok := values[a.Do]
		if !ok {
			continue
		}
		p.ID, p.Label, p.Title = v.ID+"-"+p.ID, a.Label, a.Title
		switch {
		case a.Do == cardview.Approve && a.Weight == cardview.Grave:
			p.Label, p.Class = a.Sure.Yes, "primary danger"
		case a.Do == cardview.Always:
			p.Sure = a.Sure
		case a.Weight == cardview.Agree, a.Weight == cardview.Main:
			p.Class = "primary"
		}
		out = append(out, p)
	}
	return out
}

// Next are the requests that an answer offers.
func (v drawing) Next() []cardview.Action {
	c, ok := v.Card.(bots.AnswerCard)
	if !ok {
		return nil
	}
	return cardview.Next(c)
}

// Clock puts a time into the person's zone.
func (v drawing) Clock(t time.Time) time.Time { return t.In(v.Zone) }

// Local puts the times of small print into the person's zone.
func (v drawing) Local(facts []cardview.Fact) []cardview.Fact {
	out := make([]cardview.Fact, len(facts))
	for i, f := range facts {
		if !f.At.IsZero() {
			f.At = v.Clock(f.At)
		}
		out[i] = f
	}
	return out
}

// Loud is the small print that nobody may overlook; Low is the rest.
func (v drawing) Loud() []cardview.Fact { return v.where(true) }

// Low is the small print that may be overlooked.
func (v drawing) Low() []cardview.Fact { return v.where(false) }

func (v drawing) where(loud bool) []cardview.Fact {
	var out []cardview.Fact
	for _, f := range v.Local(v.Says.Facts) {
		if (f.Sign == cardview.Warned) == loud {
			out = append(out, f)
		}
	}
	return out
}
