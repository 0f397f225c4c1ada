package panel

import (
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// press is a button of a card.
type press struct {
	ID, Value, Label, Title, Class string
	No                             string // what puts its form away
	About                          []carried
	Opens                          assistant.Form // that has to be sent before it holds; the zero form where one press is enough
	Inputs                         []pages.Input  // of that form
}

// decides tells whether a verb is a decision on the card, which its form takes. Who decides apart decides on each by itself.
func (v drawing) decides(verb click.Verb) bool {
	switch verb.About {
	case click.APlan, click.AnApproval:
		return verb.Then == click.ThenNote || verb.Then == click.ThenStanding
	case click.AllOfARun:
		return !v.Apart
	default:
		return false
	}
}

// decision is the first action of the card that decides something; nil if there is none.
func (v drawing) decision() (*cardview.Action, click.Verb) {
	for _, a := range v.Says.Actions() {
		if verb, ok := click.Find(a.Do, a.On); ok && v.decides(verb) {
			return &a, verb
		}
	}
	return nil, click.Verb{}
}

// Presses are the buttons of a decision. The wanted changes have a field of their own instead.
func (v drawing) Presses() []press { return v.pressed(v.decides) }

// carried is sent along with a press: what it is about, and the version that the person has seen.
type carried struct{ Name, Value string }

// Carried goes with a decision on the card, whose buttons say which.
func (v drawing) Carried() []carried {
	a, verb := v.decision()
	if a == nil {
		return nil
	}
	return about(verb, a.On)
}

// Pressed goes with an action that has a form of its own.
func (v drawing) Pressed(a cardview.Action) []carried {
	verb, _ := click.Find(a.Do, a.On)
	return append(about(verb, a.On), carried{"decision", verb.Form[0]})
}

// about is what a verb is about, as a form sends it.
func about(verb click.Verb, of cardview.On) []carried {
	on, out := verb.Only(of), []carried{{"about", string(verb.About)}}
	version := ""
	if on.Version > 0 {
		version = strconv.Itoa(on.Version)
	}
	for _, one := range []carried{
		{"plan", string(on.Plan)},
		{"version", version},
		{"approval", string(on.Approval)},
		{"question", string(on.Ask)},
		{"run", string(on.Run)},
		{"task", string(on.Task)},
		{"shown", on.Shown},
		{"hash", of.Hash},
	} {
		if one.Value != "" {
			out = append(out, one)
		}
	}
	return out
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

// Rewritten are the inputs of that form.
func (v drawing) Rewritten() []pages.Input {
	return pages.Inputs(v.Rewrite().Form, v.ID+"-rewrite", v.In)
}

// Ask answers the question that the card asks; nil where it is none that is open.
func (v drawing) Ask() *cardview.Action {
	for _, a := range v.Says.Actions() {
		if a.On.Ask != "" {
			return &cardview.Action{Do: cardview.Fill, On: a.On}
		}
	}
	return nil
}

// RunPresses are the buttons of a run.
func (v drawing) RunPresses() []press {
	return v.pressed(func(verb click.Verb) bool { return verb.About == click.ARun })
}

// pressed draws the actions of some verbs. What cannot be undone says so on its
// button, since the panel has a form only for what holds for its like, too.
func (v drawing) pressed(of func(click.Verb) bool) []press {
	var out []press
	for _, a := range v.Says.Actions() {
		verb, ok := click.Find(a.Do, a.On)
		if !ok || !of(verb) {
			continue
		}
		p := press{ID: v.ID + "-" + element(verb), Value: verb.Form[0], Label: a.Label, Title: a.Title, About: about(verb, a.On)}
		switch {
		case a.Do == cardview.Approve && a.Weight == cardview.Grave:
			p.Label, p.Class = a.Sure.Yes, "primary danger"
		case a.Do == cardview.Always:
			p.No, p.Opens, p.Inputs = v.In.Say("Not yet"), a.Form, pages.Inputs(a.Form, p.ID, v.In)
		case a.Weight == cardview.Agree, a.Weight == cardview.Main:
			p.Class = "primary"
		}
		out = append(out, p)
	}
	return out
}

// element is what the element of a verb's button is called.
func element(v click.Verb) string {
	name := v.Form[0]
	switch name {
	case "approved":
		name = "approve"
	case "rejected":
		name = "reject"
	}
	if v.About == click.AllOfARun {
		name += "-all"
	}
	return name
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
