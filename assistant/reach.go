package assistant

import "time"

// ReachID names a reach of a person.
type ReachID string

// Reach is where a person is told of what waits for them while they look at nothing of ours: one of their browsers, by push, or an
// address, by mail. Nothing is decided there.
type Reach struct {
	ID       ReachID
	Person   PersonID
	Surface  Surface  // an away one
	Name     string   // by which its person tells it from their others: the browser, the address
	Language Language // that it is spoken to in
	To       Secret   // the address, in its surface's form, including any keys
	Made     time.Time
	Open     bool // it has not been confirmed, and nothing is sent there but what asks for that
}

// ReachesMost bounds the reaches of one person on a surface; the oldest makes room.
const ReachesMost = 20

// ReachCodeLife is for how long an address can be confirmed.
const ReachCodeLife = 24 * time.Hour

// Away tells whether people of the surface are told of something while they look at nothing: it shows no conversation.
func (s Surface) Away() bool { return s == SurfacePush || s == SurfaceMail }

// CallAfter is how long people have to decide where they asked, before they are told elsewhere that it waits.
const CallAfter = time.Minute
