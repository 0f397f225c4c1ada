package assistant

import "time"

// PendingKind says what kind of decision waits.
type PendingKind string

// The kinds.
const (
	PendingPlan     PendingKind = "plan"
	PendingQuestion PendingKind = "question"
	PendingApproval PendingKind = "approval"
	PendingFailed   PendingKind = "failed" // a run that failed, until somebody has looked at it
)

// Pending is something that waits for a person: a plan, a question, an action to be approved, or a run that failed.
type Pending struct {
	Kind         PendingKind
	Ref          string // the id of what waits
	Version      int    // of a plan
	Card         RunID  // an approval's, see [Approval.Card]
	Run          RunID  // of which an action waits, or that failed; "" for the others
	Plan         PlanID // that waits, or that a question is about; "" for the others
	Conversation ConversationID
	Thread       string // the conversation's title
	Title        string
	Why          string    // what there is to decide, a line; "" where the title says it
	Said         Sentences // what both were made of, where they are said by us
	RequestedBy  PersonID  // who asked for it; of a question, who is asked
	Since        time.Time
	Until        time.Time     // zero: it does not expire
	Rule         *ApprovalRule // of an approval: who decides on it; nil is the default

	Deferred map[PersonID]time.Time // who has put it off, and until when
	Handed   []Handed               // who has handed it to a colleague, earliest first

	Decides bool // the reader may decide on it, though others may have asked for it
	Apart   bool // they took no part in its conversation, and see of it this alone
}

// Says is its title.
func (p Pending) Says() Sentence { return p.Said.Of("title", p.Title) }

// Reason is what there is to decide.
func (p Pending) Reason() Sentence { return p.Said.Of("why", p.Why) }

// PendingFor are those that a person may be told of, in their order: what they may see, and what was marked as theirs to decide on.
func PendingFor(p Person, all []Pending) []Pending {
	var out []Pending
	for _, one := range all {
		if one.Decides || MaySee(p, one.RequestedBy) {
			out = append(out, one)
		}
	}
	return out
}
