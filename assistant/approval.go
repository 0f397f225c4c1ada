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
	Hash         string          `json:"hash"` // of what is shown
	RequestedBy  PersonID        `json:"requestedBy"`
	ExpiresAt    time.Time       `json:"expiresAt"`
}

// ApprovalRecord is an approval with its state, as the pending list and the gate read it.
type ApprovalRecord struct {
	Approval
	Conversation ConversationID
	Status       ApprovalStatus
	DecidedBy    PersonID
	DecidedAt    time.Time
	Note         string
}

// MayDecide tells whether a person may decide what somebody asked for: the one who asked, an approver, an admin.
func MayDecide(p Person, requestedBy PersonID) bool {
	return p.ID != "" && (p.ID == requestedBy || p.Role == RoleApprover || p.Role == RoleAdmin)
}
