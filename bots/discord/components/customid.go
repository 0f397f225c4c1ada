package components

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

// A custom id is what an old card still sends years later: v1:kind:verb:id[:number[:number]], opaque ids and positions,
// nothing that says more.
const idVersion = "v1"

// The verbs of the custom ids, with their kind, that are not on cards: those are in the table of verbs.
const (
	VerbPlanChanges = "plan:changes"     // the form for the wanted changes
	VerbSure        = "approval:sure"    // the answer to whether it shall be done for good
	VerbForGood     = "approval:forgood" // the form for how long its like is approved
	VerbAnswers     = "ask:answers"      // the form with the questions
	VerbHalt        = "draft:stop"       // of an answer that is being written; the id is the thread of its place
	verbSendBack    = "approval:edit"    // open the form for the wanted changes
	VerbSentBack    = "approval:changes" // that form
	VerbRewritten   = "approval:written" // the form for what an action is to be done with
	VerbReadPage    = "approval:readpage"
	VerbThoughtTurn = "thinking:turn" // open the thinking of a turn
	VerbThoughtRun  = "thinking:run"  // or of a run
	VerbLeafTurn    = "thinking:turnpage"
	VerbLeafRun     = "thinking:runpage"
	VerbAbout       = "about:ask" // the form of "Ask about this"
)

// behind divides an id from what stands behind it: of a card's run, the approval on it; of that or a direct message, the hash of what is decided together.
const behind = "."

// customID writes what a verb is about, under a name of the verb.
func customID(name string, about click.About, on view.On) string {
	switch about {
	case click.APlan:
		return CustomID(name, string(on.Plan), on.Version)
	case click.AnApproval:
		return CustomID(name, string(on.Approval))
	case click.OnACard:
		if on.Run != "" {
			return CustomID(name, string(on.Run)+behind+string(on.Approval))
		}
		return CustomID(name, string(on.Approval))
	case click.AllOfARun:
		return CustomID(name, string(on.Run)+behind+on.Shown)
	case click.AllInAMessage:
		return CustomID(name, string(on.Message)+behind+on.Shown)
	case click.AQuestion:
		return CustomID(name, string(on.Ask))
	case click.AnOption:
		return CustomID(name, string(on.Ask), 0, on.Option)
	case click.OneOfOptions:
		return CustomID(name, string(on.Ask), 0)
	case click.ARun, click.ATask:
		return CustomID(name, string(on.Run))
	case click.AnAnswer:
		return CustomID(name, string(on.Said))
	case click.ARequest:
		return CustomID(name, string(on.Said), on.Option)
	case click.Themself:
		return CustomID(name, "me")
	default:
		return CustomID(name, "me")
	}
}

// Subject is the decoded content of a custom id.
type Subject struct {
	Verb    string
	Task    string // that was chosen
	ID      string
	Numbers [2]int
}

// CustomID writes one.
func CustomID(verb, id string, numbers ...int) string {
	var b strings.Builder
	b.WriteString(idVersion + ":" + verb + ":" + id)
	for _, n := range numbers {
		b.WriteString(":" + itoa(n))
	}
	return b.String()
}

// ReadID reads a custom id. What is not one of ours, or was made by a newer version, gives false.
func ReadID(s string) (Subject, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 4 || len(parts) > 6 || parts[0] != idVersion || parts[3] == "" {
		return Subject{}, false
	}
	out := Subject{Verb: parts[1] + ":" + parts[2], ID: parts[3]}
	for i, p := range parts[4:] {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 || n > 1<<30 {
			return Subject{}, false
		}
		out.Numbers[i] = n
	}
	return out, true
}

// on is what the action is about. An id is of the kind that its verb is about.
func (s Subject) on(about click.About) view.On {
	head, tail, _ := strings.Cut(s.ID, behind)
	on := view.On{
		Plan: assistant.PlanID(s.ID), Version: s.Numbers[0], Approval: assistant.ApprovalID(s.ID), Ask: assistant.ClarificationID(s.ID), Said: assistant.MessageID(s.ID),
		Run: assistant.RunID(head), Message: assistant.PlaceID(head), Shown: tail, Task: assistant.TaskID(s.Task), Option: s.Numbers[0],
	}
	if about == click.AnOption {
		on.Option = s.Numbers[1]
	}
	return on
}

// Press is the verb of a button, and what it is about. asks tells that Discord asks first whether it is meant.
func (s Subject) Press() (verb click.Verb, on view.On, asks bool) {
	for _, v := range click.Verbs() {
		asks := v.Asks == s.Verb
		if on := s.on(v.About); (asks || slices.Contains(v.Discord, s.Verb)) && v.Fits(on) {
			return v, on, asks
		}
	}
	return click.Verb{}, view.On{}, false
}

// Wanted returns what the person wants changed: a plan, or what a step would do.
func (s Subject) Wanted() view.On {
	if s.Verb == VerbSentBack {
		return view.On{Approval: assistant.ApprovalID(s.ID)}
	}
	return view.On{Plan: assistant.PlanID(s.ID), Version: s.Numbers[0]}
}

// Thread is the thread of the place in which an answer is being written, "" where that is the channel itself.
func (s Subject) Thread() string {
	if s.ID == notInThread {
		return ""
	}
	return s.ID
}

// Approval names the card that an approval stands on, and the approval; "" for one that has a card of its own.
func (s Subject) Approval() (assistant.Slot, assistant.ApprovalID) {
	card, id, _ := strings.Cut(s.ID, behind)
	return assistant.Slot("approval:" + card), assistant.ApprovalID(id)
}

// Act is the note of a button whose id says it all; nil when more has to be known.
func (s Subject) Act() assistant.Body {
	verb, on, _ := s.Press()
	return verb.Note(on)
}
