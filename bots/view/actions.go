package view

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Actions are what can be pressed.
type Actions struct{ Items []Action }

// Do is what an action does. Surfaces encode it under names of their own, which old cards still send years later.
type Do string

// The actions.
const (
	ApprovePlan   Do = "approve plan"
	ApproveUnseen Do = "approve unseen"
	ChangePlan    Do = "change plan"
	PreviewPlan   Do = "preview plan" // all that it would do, without doing it
	RejectPlan    Do = "reject plan"
	Approve       Do = "approve"
	Always        Do = "always" // approve, and its like from now on
	Reject        Do = "reject"
	ApproveAll    Do = "approve all" // that is open on a card
	RejectAll     Do = "reject all"
	ChangeAndDo   Do = "change" // approve with other arguments, which a form asks for
	ReadWhole     Do = "read"
	Pick          Do = "pick"   // an option
	Choose        Do = "choose" // among options
	Fill          Do = "fill"   // a form with the questions
	Stop          Do = "stop"
	Retry         Do = "retry"
	Undo          Do = "undo"
	UndoStep      Do = "undo step"
	StopStep      Do = "stop step"
	RetryStep     Do = "retry step"
	HushHours     Do = "hush hours"  // no direct messages for two hours
	HushMonday    Do = "hush monday" // until Monday
	RateGood      Do = "rate good"   // an answer, and the person is thanked
	RateBad       Do = "rate bad"
	Ask           Do = "ask" // says the action's label in the name of the person who presses
)

// Weight is how an action stands out.
type Weight string

// The weights.
const (
	Plain Weight = "plain"
	Main  Weight = "main"
	Agree Weight = "agree"
	Grave Weight = "grave"
)

// Action is something to press.
type Action struct {
	Do      Do
	Label   string
	Spoken  string // for screen readers, where the label alone does not say it
	Title   string // its consequence, if a surface has room to show that first
	Weight  Weight
	On      On
	Options []assistant.Option // of which one is chosen
	Form    assistant.Form     // that it opens, where a surface draws it on the card
	Sure    *Sure

	Otherwise *Action // that stands for all, where a surface has no room for the choices
}

// OfSteps tells whether the action is chosen for one of a run's steps.
func (d Do) OfSteps() bool { return d == UndoStep || d == StopStep || d == RetryStep }

// On is the subject of an action.
type On struct {
	Plan     assistant.PlanID
	Version  int
	Approval assistant.ApprovalID
	Ask      assistant.ClarificationID
	Said     assistant.MessageID
	Option   int // of the question, or of what the answer offers
	Run      assistant.RunID
	Task     assistant.TaskID
	Message  assistant.PlaceID // the direct message whose actions are decided together
	Shown    string            // the hash of what is decided together
	Hash     string            // of what is decided on, where a surface carries it along
}

// Sure asks once more before an action counts.
type Sure struct {
	Title, Text, Yes, No string
	Grave                bool
}

func (a Actions) says() bool { return len(a.Items) > 0 }

func (a Actions) safe(s safe) Section {
	a.Items = slices.Clone(a.Items)
	for i := range a.Items {
		a.Items[i] = s.action(a.Items[i])
	}
	return a
}

func (s safe) action(a Action) Action {
	a.Label, a.Spoken, a.Title, a.Options, a.Form = s.words(a.Label), s.words(a.Spoken), s.words(a.Title), s.options(a.Options), s.form(a.Form)
	if a.Otherwise != nil {
		otherwise := s.action(*a.Otherwise)
		a.Otherwise = &otherwise
	}
	if a.Sure != nil {
		sure := *a.Sure
		sure.Title, sure.Text, sure.Yes, sure.No = s.words(sure.Title), s.words(sure.Text), s.words(sure.Yes), s.words(sure.No)
		a.Sure = &sure
	}
	return a
}

// Actions are all that can be pressed of the card itself, whose parts have their own.
func (v View) Actions() []Action {
	var out []Action
	for _, s := range All[Actions](v) {
		out = append(out, s.Items...)
	}
	return out
}

// Offered are the actions where no choice has more than so many options: what else there is stands for all of them.
func (a Actions) Offered(most int) []Action {
	for _, one := range a.Items {
		if one.Otherwise != nil && len(one.Options) > most {
			return []Action{*one.Otherwise}
		}
	}
	return a.Items
}

// offer adds actions to those that the card has.
func offer(v *View, more ...Action) {
	for i, s := range v.Sections {
		if of, ok := s.(Actions); ok {
			v.Sections[i] = Actions{slices.Concat(of.Items, more)}
			return
		}
	}
	add(v, Actions{more})
}
