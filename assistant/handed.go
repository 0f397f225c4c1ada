package assistant

import (
	"slices"
	"time"
)

// Handed is something that waits and that a person has handed to a colleague who may decide on it too. It decides nothing, and
// gives the colleague no new right.
type Handed struct {
	Waits

	Conversation ConversationID // that it waits in
	From         PersonID
	To           PersonID  // "": it is taken back
	At           time.Time // set when it is stored
}

// CanBeHanded tells whether something of a kind is decided on, so that a colleague can do it.
func (k PendingKind) CanBeHanded() bool { return k == PendingPlan || k == PendingApproval }

// HandedBy returns the handing by a person, if there is one.
func (p Pending) HandedBy(who PersonID) (Handed, bool) {
	i := slices.IndexFunc(p.Handed, func(h Handed) bool { return h.From == who })
	if i < 0 {
		return Handed{}, false
	}
	return p.Handed[i], true
}

// HandedTo returns the handings to a person.
func (p Pending) HandedTo(who PersonID) []Handed {
	return slices.DeleteFunc(slices.Clone(p.Handed), func(h Handed) bool { return h.To != who })
}
