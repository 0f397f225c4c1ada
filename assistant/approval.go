package assistant

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
)

// ApprovalStatus is where an approval stands.
type ApprovalStatus string

// The states of an approval.
const (
	ApprovalPending   ApprovalStatus = "pending"
	ApprovalApproved  ApprovalStatus = "approved"
	ApprovalRejected  ApprovalStatus = "rejected"
	ApprovalExpired   ApprovalStatus = "expired"
	ApprovalWithdrawn ApprovalStatus = "withdrawn"

	// ApprovalSentBack is how a card tells of one that people want otherwise. It is kept as rejected.
	ApprovalSentBack ApprovalStatus = "sent_back"
)

// Approval is a pending action that a person must decide.
type Approval struct { //nolint:recvcheck // JSON is written of values and read into pointers
	ID           ApprovalID      `json:"id"`
	Run          RunID           `json:"runId,omitempty"`
	Task         TaskID          `json:"taskId,omitempty"`
	Tool         string          `json:"tool"`
	Definition   string          `json:"definition,omitempty"` // of that tool, where a connection defines it
	Arguments    json.RawMessage `json:"arguments,omitempty"`
	Title        Sentence        `json:"title"`
	Why          Sentence        `json:"why"` // why it is asked (again)
	Preview      Preview         `json:"preview"`
	Irreversible bool            `json:"irreversible,omitempty"`
	Hash         string          `json:"hash"`             // [ConsentHash] of what is shown
	Form         []FormField     `json:"form,omitempty"`   // lets people change the arguments; nil if the schema was not read
	Staged       string          `json:"staged,omitempty"` // the key under which it was put where it can be looked at; "" if nothing was
	RequestedBy  PersonID        `json:"requestedBy"`
	ExpiresAt    time.Time       `json:"expiresAt"`
	Rule         *ApprovalRule   `json:"rule,omitempty"`       // who decides on it; nil is the default
	Standing     bool            `json:"standing,omitempty"`   // who approves may approve its like from now on
	Like         Like            `json:"like,omitzero"`        // what that would be for; zero where an earlier version asked
	Background   BackgroundID    `json:"background,omitempty"` // whose like that is, where a background task wants it
	Revisable    bool            `json:"revisable,omitempty"`  // people may want it otherwise, and its next version is written with their words
	Wish         string          `json:"wish,omitempty"`       // with which words this version was written; "" of the first
	Heard        []string        `json:"heard,omitempty"`      // whose words came in between, for which it is asked though its like stands approved
	Since        []Changed       `json:"since,omitempty"`      // what is different from the version that was sent back

	// Number is its position, from 1, among the actions of an agent's step, which share their run's card. People refer to it: "the
	// second one". It is 0 for an action with a card of its own.
	Number int `json:"number,omitempty"`
}

// MarshalJSON writes the English text and, beside it, the sentences it was made from.
func (a Approval) MarshalJSON() ([]byte, error) {
	type plain Approval
	return marshalSaid(plain(a), a.said()...)
}

// UnmarshalJSON also reads what earlier versions wrote, which is English alone.
func (a *Approval) UnmarshalJSON(raw []byte) error {
	type plain Approval
	return unmarshalSaid(raw, (*plain)(a), a.said)
}

func (a *Approval) said() []SentenceField {
	return []SentenceField{{"title", &a.Title}, {"why", &a.Why}}
}

// Card is the run whose card the action is on, or "" if it has a card of its own.
func (a Approval) Card() RunID {
	if a.Number > 0 {
		return a.Run
	}
	return ""
}

// Slot is the card that it stands on.
func (a Approval) Slot() Slot { return approvalSlot(a.ID, a.Card()) }

// TogetherHash hashes several actions that are decided together, so that a decision on a whole card is for exactly the actions
// shown. Their order does not matter.
func TogetherHash(as []Approval) string {
	lines := make([]string, 0, len(as))
	for _, a := range as {
		lines = append(lines, string(a.ID)+" "+a.Hash)
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:8])
}

// ApprovalRecord is an approval with its state, as the pending list and the gate read it.
type ApprovalRecord struct {
	Approval
	Conversation ConversationID
	Seq          int64 // of the message that put it before people
	Status       ApprovalStatus
	DecidedBy    PersonID
	DecidedAt    time.Time
	Note         string
	Yeses        []Yes     // so far, where it takes several or a rule says who
	ReadAt       time.Time // by the database's clock, which alone says whether its end is near
}

// stands is what a record adds to its approval.
type stands struct {
	Conversation ConversationID
	Seq          int64
	Status       ApprovalStatus
	DecidedBy    PersonID
	DecidedAt    time.Time
	Note         string
	Yeses        []Yes
	ReadAt       time.Time
}

// MarshalJSON adds the state to the approval, whose own MarshalJSON would leave it out.
func (r ApprovalRecord) MarshalJSON() ([]byte, error) {
	type plain Approval
	return marshalSaid(struct {
		plain
		stands
	}{plain(r.Approval), stands{r.Conversation, r.Seq, r.Status, r.DecidedBy, r.DecidedAt, r.Note, r.Yeses, r.ReadAt}}, r.said()...)
}

// UnmarshalJSON reads both.
func (r *ApprovalRecord) UnmarshalJSON(raw []byte) error {
	var s stands
	if err := errors.Join(json.Unmarshal(raw, &r.Approval), json.Unmarshal(raw, &s)); err != nil {
		return err
	}
	r.Conversation, r.Seq, r.Status, r.DecidedBy, r.DecidedAt, r.Note, r.Yeses, r.ReadAt = s.Conversation, s.Seq, s.Status, s.DecidedBy, s.DecidedAt, s.Note, s.Yeses, s.ReadAt
	return nil
}
