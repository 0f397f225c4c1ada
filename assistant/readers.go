package assistant

import "strings"

// Readers are those who read what is said in a conversation, beside approvers and admins, who may read each.
type Readers struct {
	People []Person // its members, as they are now
	Open   bool     // it is in a channel of a platform, which lets in whom it likes
}

// Told tells whether what somebody asked for in another conversation may be told here, of which one reader may be told all that is
// theirs: everybody who reads it may see it.
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
