package assistant

import (
	"encoding/json"
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
)

// Approval is a pending action that a person must decide.
type Approval struct {
	ID           ApprovalID      `json:"id"`
	Run          RunID           `json:"runId,omitempty"`
	Task         TaskID          `json:"taskId,omitempty"`
	Tool         string          `json:"tool"`
	Arguments    json.RawMessage `json:"arguments,omitempty"`
	Title        string          `json:"title"`
	Why          string          `json:"why"` // why it is asked (again)
	Preview      Preview         `json:"preview"`
	Irreversible bool            `json:"irreversible,omitempty"`
	Hash         string          `json:"hash"`             // [ConsentHash] of what is shown
	Staged       string          `json:"staged,omitempty"` // the key under which it was put where it can be looked at; "" where nothing was
	RequestedBy  PersonID        `json:"requestedBy"`
	ExpiresAt    time.Time       `json:"expiresAt"`
	Rule         *ApprovalRule   `json:"rule,omitempty"`     // who decides on it; nil is whoever decides where nobody set a rule
	Standing     bool            `json:"standing,omitempty"` // who approves may approve its like from now on
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
	Yeses        []Yes // so far, where it takes several or a rule says who
}
