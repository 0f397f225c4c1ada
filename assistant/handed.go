package assistant

import (
	"slices"
	"time"
)

// Handed is something that waits and that somebody has put before a colleague who may decide on it, too. It decides nothing, and gives the
// colleague no right that they have not got.
type Handed struct {
	Waits

	Conversation ConversationID // that it waits in
	From         PersonID
	To           PersonID  // "": it is taken back
	At           time.Time // set when it is stored
}

// CanBeHanded tells whether something of a kind is decided on, so that a colleague can do it.
func (k PendingKind) CanBeHanded() bool { return k == PendingPlan || k == PendingApproval }

// HandedBy is to whom a person has handed it, where they have.
func (p Pending) HandedBy(who PersonID) (Handed, bool) {
	i := slices.IndexFunc(p.Handed, func(h Handed) bool { return h.From == who })
	if i < 0 {
		return Handed{}, false
	}
	return p.Handed[i], true
}

// HandedTo are those by whom it was put before a person.
func (p Pending) HandedTo(who PersonID) []Handed {
	return slices.DeleteFunc(slices.Clone(p.Handed), func(h Handed) bool { return h.To != who })
}
