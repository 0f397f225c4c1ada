package assistant

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// How long after something was put before a person they are reminded of it: a third of the time they have.
const (
	remindSoonest = 10 * time.Minute
	remindLatest  = time.Hour
	remindBefore  = 5 * time.Minute // its end at least; later it would only say that it is too late
)

// RemindAt says when a person is reminded of what was opened and expires then. It gives false where the time is too short to
// remind anybody within it, and where nothing expires.
func RemindAt(opened, expires time.Time) (time.Time, bool) {
	life := expires.Sub(opened)
	after := min(max(life/3, remindSoonest), remindLatest)
	if expires.IsZero() || life-after < remindBefore {
		return time.Time{}, false
	}
	return opened.Add(after), true
}

const reminderMark = "remind_"

// Reminder is the kind of the timer that reminds of what the timer of this kind ends. Both go with the decision.
func (k TimerKind) Reminder() TimerKind { return reminderMark + k }

// Reminds returns the kind of timer that a reminder belongs to, or false for a kind that is no reminder.
func (k TimerKind) Reminds() (TimerKind, bool) {
	of, ok := strings.CutPrefix(string(k), reminderMark)
	return TimerKind(of), ok
}

// Reminded tells the person who was asked that something still waits for them. It is said once. One of the ids is set.
type Reminded struct {
	Clarification ClarificationID  `json:"clarificationId,omitempty"`
	Plan          PlanID           `json:"planId,omitempty"`
	Version       int              `json:"version,omitempty"` // of the plan
	Approval      ApprovalID       `json:"approvalId,omitempty"`
	Card          RunID            `json:"card,omitempty"`     // the approval's, where it has none of its own
	Person        PersonID         `json:"personId,omitempty"` // who was asked; "" where that is nobody in particular
	Title         string           `json:"title"`              // of what waits
	ExpiresAt     time.Time        `json:"expiresAt"`
	Direct        bool             `json:"direct,omitempty"`    // they have it in their direct messages, and are reminded there
	Escalated     EscalationReason `json:"escalated,omitempty"` // why the question was put before people, where an agent could not go on by itself
	More          int              `json:"more,omitempty"`      // actions of others that wait in the same direct message

	// Rule says who decides, if a rule does: everybody who may and has not is reminded.
	Rule  *ApprovalRule `json:"rule,omitempty"`
	Asker PersonID      `json:"askedBy,omitempty"` // set if people other than the asker are reminded
	Yeses []PersonID    `json:"yeses,omitempty"`   // who has approved it so far
}

// Type implements [Body].
func (Reminded) Type() string { return "reminded" }

func (b Reminded) facts(Message) Facts {
	slot := reminderSlot(b.Subject())
	if (b.Rule != nil || b.Asker != "") && b.Person != "" {
		slot += Slot("/" + b.Person)
	}
	people := append(append([]PersonID{b.Person}, b.Rule.Named()...), b.Yeses...)
	if b.Asker != "" {
		people = append(people, b.Asker)
	}
	return Facts{Slot: slot, Plan: b.Plan, Clarification: b.Clarification, People: people}
}

func reminderSlot(what Slot) Slot { return "reminder:" + what }

// Subject is the slot of what waits.
func (b Reminded) Subject() Slot {
	switch {
	case b.Clarification != "":
		return askSlot(b.Clarification)
	case b.Plan != "":
		return planSlot(b.Plan, b.Version)
	default:
		return approvalSlot(b.Approval, b.Card)
	}
}

// Words returns the reminder in plain text, for places that cannot show the card.
func (b Reminded) Words() string {
	words := "A decision is still waiting"
	if b.Clarification != "" {
		words = "A question is still waiting for an answer"
	}
	if title := strings.Join(strings.Fields(b.Title), " "); title != "" {
		words += ": " + title
	}
	if n := b.Rule.Count(); n > 1 {
		words += fmt.Sprintf(" (%d of %d approvals)", len(b.Yeses), n)
	}
	return words + " (until " + b.ExpiresAt.UTC().Format("2 Jan 15:04") + " UTC)."
}

// Title names what a clarification asks about, for where its questions are not shown: the plan's title where there is one.
func (c Clarification) Title(plan string) string {
	first := ""
	if len(c.Questions) > 0 {
		first = c.Questions[0].Text
	}
	return cmp.Or(plan, first, c.Intro)
}
