package assistant

import (
	"strings"
	"time"
)

// DirectMark begins the channel of a place that is somebody's direct messages, and of no other: platforms' ids are letters and digits.
const DirectMark = "@"

// DirectPlace is somebody's direct messages as a place of a conversation: of all its log it shows the one thing that waits for
// them, as the conversation's own place does, until it is decided and after. So what is decided in one is decided in the other.
func DirectPlace(to Identity, what Slot) Place {
	return Place{Surface: to.Surface, Space: to.Space, Channel: DirectMark + to.External, Thread: string(what)}
}

// Things that come to wait for a person within a short time, in several conversations, share one direct message.
const (
	GatheredMost   = 4 // actions, with all their buttons: Discord takes 40 components in a message
	GatheredWithin = 10 * time.Minute
)

// Direct gives the account whose direct messages the place is; false for every other place.
func (p Place) Direct() (account string, ok bool) { return strings.CutPrefix(p.Channel, DirectMark) }

// Shows tells whether a place shows what is under a slot: direct messages show what they were made for, and what reminds of it.
func (p Place) Shows(s Slot) bool {
	if _, direct := p.Direct(); !direct {
		return true
	}
	return s == Slot(p.Thread) || s == reminderSlot(Slot(p.Thread))
}

// Summons is what waits for people, and, where a background task has put it before them, how they were called so far.
type Summons struct {
	Reminded Reminded
	Run      RunID
	Rule     *ApprovalRule // says who decides; nil if nobody has set one
	Yeses    []Yes         // that were said under it so far
	Deciders []Person      // whom it may mean, those that it names before the others; nobody of its groups is known
	Unasked  bool          // nobody watches the place it is in
	OpenedAt time.Time
	RemindAt time.Time // when people are reminded who wait for it themselves; zero if nobody is
	Told     bool      // that it waits has been said in the log
	Owner    Addressee
	Delegate Addressee // whom the owner wants called after them; nobody with an empty Person
	Calls    []Call

	Delegations []Delegation // who has named a deputy; the deputies are among the deciders
}

// Addressee is somebody who can be called.
type Addressee struct {
	Person   PersonID
	Accounts []Identity // by which they can, the one to be tried first before the others
	Hearing  Hearing
	Zone     string
}

// Call is a direct message with what waits.
type Call struct {
	At      Place
	MadeAt  time.Time
	Shown   bool // it stands there
	Refused bool // the platform takes none
}

// CallStep is what is done next about something that waits for people.
type CallStep struct {
	Call   *Identity // the account to notify; nil for nobody
	Remind bool      // it is said in the log that it waits
	Direct bool      // what is said is shown in direct messages alone
	Next   time.Time // when to look again; zero for never
}

// Awake is when somebody may be told something: now, or the first moment after it that is no quiet one in their zone. A zone that
// nobody knows is UTC.
func (a Addressee) Awake(now time.Time) time.Time {
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	return a.Hearing.Awake(now, zone)
}

// Has tells whether a place is among the addressee's direct messages.
func (a Addressee) Has(p Place) bool {
	for _, i := range a.Accounts {
		if account, ok := p.Direct(); ok && account == i.External && p.Surface == i.Surface && p.Space == i.Space {
			return true
		}
	}
	return false
}
