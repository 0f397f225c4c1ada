package panel

import (
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
)

// press is a button of a card.
type press struct {
	ID, Value, Label, Title, Class string
	Run                            assistant.RunID
	Sure                           *cardview.Sure // asks once more; nil where one press is enough
}

// Presses are the buttons of a decision. The wanted changes have a field of their own instead.
func (v drawing) Presses() []press {
	return v.pressed(map[cardview.Do]press{
		cardview.ApprovePlan: {ID: "approve", Value: "approved"}, cardview.ApproveUnseen: {ID: "unseen", Value: "unseen"}, cardview.RejectPlan: {ID: "reject", Value: "rejected"},
		cardview.Approve: {ID: "approve", Value: "approved"}, cardview.Always: {ID: "always", Value: "always"}, cardview.Reject: {ID: "reject", Value: "rejected"},
		cardview.ApproveAll: {ID: "approve-all", Value: "approved"}, cardview.RejectAll: {ID: "reject-all", Value: "rejected"},
	})
}

// To is where a decision on the card goes; "" where there is none to take.
func (v drawing) To() string {
	for _, a := range v.Says.Actions() {
		switch on := a.On; a.Do { //nolint:exhaustive // the others decide nothing
		case cardview.RejectPlan:
			return "/panel/plans/" + string(on.Plan)
		case cardview.Reject:
			return "/panel/approvals/" + string(on.Approval)
		case cardview.RejectAll:
			if !v.Apart {
				return "/panel/runs/" + string(on.Run) + "/approvals"
			}
		}
	}
	return ""
}

// carried is what goes with a decision: what of it whoever decides has seen.
type carried struct{ Name, Value string }

// Carried goes with a decision on the card.
func (v drawing) Carried() []carried {
	for _, a := range v.Says.Actions() {
		switch on := a.On; a.Do { //nolint:exhaustive // the others decide nothing
		case cardview.RejectPlan:
			return []carried{{"version", strconv.Itoa(on.Version)}, {"hash", on.Hash}}
		case cardview.Reject:
			return []carried{{"hash", on.Hash}}
		case cardview.RejectAll:
			return []carried{{"shown", on.Shown}}
		}
	}
	return nil
}

// On is what the first action is about that does something.
func (v drawing) On(do cardview.Do) *cardview.Action {
	for _, a := range v.Says.Actions() {
		if a.Do == do {
			return &a
		}
	}
	return nil
}

// Revise asks for another version; nil where there can be none.
func (v drawing) Revise() *cardview.Action { return v.On(cardview.ChangePlan) }

// Rewrite asks what is to be done with other arguments; nil where nothing can be changed.
func (v drawing) Rewrite() *cardview.Action { return v.On(cardview.ChangeAndDo) }

// Ask is the question that the card asks, "" where it is none that is open.
func (v drawing) Ask() assistant.ClarificationID {
	for _, a := range v.Says.Actions() {
		if a.On.Ask != "" {
			return a.On.Ask
		}
	}
	return ""
}

// RunPresses are the buttons of a run; their values are the last part of an address.
func (v drawing) RunPresses() []press {
	return v.pressed(map[cardview.Do]press{
		cardview.Stop: {ID: "stop", Value: "stop"}, cardview.Retry: {ID: "retry", Value: "retry"}, cardview.Undo: {ID: "undo", Value: "undo"},
	})
}

// pressed draws the actions that have a value. What cannot be undone says so on its
// button, since the panel asks once more only before what holds for its like, too.
func (v drawing) pressed(values map[cardview.Do]press) []press {
	var out []press
	for _, a := range v.Says.Actions() {
		p, ok := values[a.Do]
		if !ok {
			continue
		}
		p.ID, p.Label, p.Title, p.Run = v.ID+"-"+p.ID, a.Label, a.Title, a.On.Run
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
	var out []cardview.Action
	for _, a := range v.Says.Actions() {
		if a.Do == cardview.Ask {
			out = append(out, a)
		}
	}
	return out
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
	for _, f := range v.Local(v.Says.Facts()) {
		if (f.Sign == cardview.Warned) == loud {
			out = append(out, f)
		}
	}
	return out
}
