package bots

import (
	"cmp"
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ReminderCard tells the person who was asked that something still waits for them. Once shown it stays as it is.
type ReminderCard struct {
	Language     assistant.Language // that it is shown in
	Conversation assistant.ConversationID
	Subject      assistant.Slot // what waits
	Question     bool           // for an answer; otherwise for a decision
	Title        string
	More         int                // others that wait in the same message
	For          assistant.PersonID // "" for nobody in particular
	Person       string             // their name
	Who          string             // may decide, or answer, in words
	Lacking      string             // that nobody here can decide it, and who can change that
	Counted      string             // how many have approved of those who have to; "" where one is enough
	Decides      bool               // whom it is for is one of them
	Direct       bool               // it goes to their direct messages, where what waits stands
	ExpiresAt    time.Time
}

// Settled implements [Card].
func (ReminderCard) Settled() bool { return true }

// SpokenIn implements [Card].
func (c ReminderCard) SpokenIn() assistant.Language { return c.Language }

func (ReminderCard) card() {}

// Calling is how a reminder speaks to somebody.
type Calling struct {
	Theirs  bool   // it speaks to the person themself
	Mention string // their id on the platform, where they are called
	Link    string // to where it is decided, when that is elsewhere
}

func foldReminder(ms []assistant.Message, names Names) (ReminderCard, bool) {
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Reminded); ok {
			who, decides := names.Deciders(b.Person), names.decides(b.Person)
			if b.Clarification != "" && b.Escalated == "" {
				who, decides = names.Words().Say(assistant.WhoAnswers), names.People[b.Person].Role != assistant.RoleGuest
			}
			if b.Escalated != "" {
				who = names.Words().Say(assistant.WhoDecidesEscalated)
			}
			if b.Rule != nil || b.Asker != "" { // they were chosen since they may
				who, decides = names.DecidersBy(b.Rule, b.Asker), b.Person != ""
			}
			lacking := ""
			if b.Approval != "" {
				lacking = names.Lacking(b.Approval, b.Rule, cmp.Or(b.Asker, b.Person), yesesOf(b))
			}
			return ReminderCard{
				Lacking:      lacking,
				Counted:      names.Counted(b.Rule, names.each(b.Yeses)),
				Language:     names.Language,
				Conversation: m.Conversation, Subject: b.Subject(), Question: b.Clarification != "", Title: b.Title, More: b.More, Direct: b.Direct,
				For: b.Person, Person: names.Person(b.Person), Who: who, Decides: decides, ExpiresAt: b.ExpiresAt,
			}, true
		}
	}
	return ReminderCard{}, false
}

// yesesOf are those that a reminder tells of.
func yesesOf(b assistant.Reminded) (out []assistant.Yes) {
	for _, p := range b.Yeses {
		out = append(out, assistant.Yes{Approval: b.Approval, Person: p})
	}
	return out
}

// Pager is a surface that can call a person: by a direct message, and with a mention where the platform refuses one.
type Pager interface {
	// Remind sends a reminder to the account it is for, and returns the platform's id of it. again says that an earlier try whose
	// answer was lost may have sent it; the place itself was searched by then. It never calls a person twice.
	Remind(ctx context.Context, p assistant.Place, c ReminderCard, to assistant.Identity, nonce string, again bool) (ref string, err error)
}

// Accounts tells by which account a person is known on a platform.
type Accounts interface {
	// Account returns the account, or [assistant.ErrNotFound] if there is none.
	Account(ctx context.Context, t assistant.TenantID, id assistant.PersonID, s assistant.Surface, space string) (assistant.Identity, error)
}

// elsewhere tells whether another place is to show a parcel and this one is not: direct messages show the one thing that they
// were made for, as long as somebody has to decide it, and what reminds of it, which nobody else is shown then.
func (b *batch) elsewhere(p parcel) bool {
	c, reminds := p.card.(ReminderCard)
	if _, direct := b.claim.Place.Direct(); !direct {
		return reminds && c.Direct
	}
	waits, can := p.card.(interface{ Open() bool })
	if b.claim.With != "" && p.slot.Slot == assistant.Slot(b.claim.Place.Thread) {
		return true
	}
	return !b.claim.Place.Shows(p.slot.Slot) || reminds && !c.Direct || p.fresh && can && !waits.Open()
}

// asideWait is how long a place rests for a reminder that was put off. Opening a direct message may be put off for minutes,
// and what is said in the place meanwhile should not wait for it.
const asideWait = 10 * time.Second

// aside tells whether nothing in the place has to wait for the parcel.
func (p parcel) aside() bool {
	_, ok := p.card.(ReminderCard)
	return ok
}

// passed tells whether what the card reminds of is settled by now. Whatever settled it is in the log behind the reminder, so
// that it is among what the place has not been shown either.
func (c ReminderCard) passed(u assistant.Undelivered, now time.Time) bool {
	if !now.Before(c.ExpiresAt) {
		return true
	}
	for _, s := range u.Slots {
		if s.Slot != c.Subject {
			continue
		}
		subject, _ := Fold(s.Slot, s.Messages, Names{})
		open, ok := subject.(interface{ Open() bool })
		return ok && !open.Open()
	}
	return false
}
