package assistant

import "strings"

// Readers are the people who read a conversation, apart from approvers and admins, who may read every one.
type Readers struct {
	People []Person // its members, as they are now
	Open   bool     // it is in a platform's channel, which decides whom it lets in
}

// Told tells whether a person's request in another conversation may be mentioned here: every reader of this conversation must be
// allowed to see it.
func (r Readers) Told(requestedBy PersonID) bool {
	if r.Open {
		return false
	}
	for _, p := range r.People {
		if !MaySee(p, requestedBy) {
			return false
		}
	}
	return true
}

// Open tells whether more people may read a place than take part in its conversation: it is a channel, and no direct message.
func (p Place) Open() bool {
	if _, direct := p.Direct(); direct {
		return false
	}
	switch p.Surface { // the others show a conversation to its members
	case SurfaceSlack:
		return !strings.HasPrefix(p.Channel, "D")
	case SurfaceDiscord:
		return p.Space != ""
	default:
		return false
	}
}
