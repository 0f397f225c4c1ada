package click

import "github.com/aisteam/aisteam/bots/view"

// About is what a verb is about: what of an action's subject goes over a wire, and comes back.
type About string

// What verbs are about.
const (
	APlan         About = "plan"
	AnApproval    About = "approval"
	OnACard       About = "approval_on_card" // of several, whose run is named where there is one
	AllOfARun     About = "all_of_run"
	AllInAMessage About = "all_in_message"
	AQuestion     About = "question"
	AnOption      About = "option"
	OneOfOptions  About = "one_of_options" // which one is told by what is chosen
	ARun          About = "run"
	ATask         About = "task"
	AnAnswer      About = "answer"
	ARequest      About = "request" // of those that an answer offers
	Themself      About = "themself"
)

// only is what of a subject the verb is about.
func (a About) only(on view.On) view.On {
	switch a {
	case APlan:
		return view.On{Plan: on.Plan, Version: on.Version}
	case AnApproval:
		return view.On{Approval: on.Approval}
	case OnACard:
		return view.On{Approval: on.Approval, Run: on.Run}
	case AllOfARun:
		return view.On{Run: on.Run, Shown: on.Shown}
	case AllInAMessage:
		return view.On{Message: on.Message, Shown: on.Shown}
	case AQuestion:
		return view.On{Ask: on.Ask}
	case AnOption, OneOfOptions:
		return view.On{Ask: on.Ask, Option: on.Option}
	case ARun:
		return view.On{Run: on.Run}
	case ATask:
		return view.On{Run: on.Run, Task: on.Task}
	case AnAnswer:
		return view.On{Said: on.Said}
	case ARequest:
		return view.On{Said: on.Said, Option: on.Option}
	case Themself:
		return view.On{}
	default:
		return view.On{}
	}
}

// Fits tells whether a subject has what the verb has to be about. Which task is meant may be chosen later, see [Verb.Note].
func (v Verb) Fits(on view.On) bool {
	switch v.About {
	case APlan:
		return on.Plan != ""
	case AnApproval, OnACard:
		return on.Approval != ""
	case AllOfARun:
		return on.Run != "" && on.Shown != ""
	case AllInAMessage:
		return on.Message != "" && on.Shown != ""
	case AQuestion, AnOption, OneOfOptions:
		return on.Ask != ""
	case ARun, ATask:
		return on.Run != ""
	case AnAnswer, ARequest:
		return on.Said != ""
	case Themself:
		return true
	default:
		return false
	}
}
