package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// BlockerID names a blocker.
type BlockerID string

// Blocker is what keeps a project, or one of its tasks, from going on.
type Blocker struct {
	ID          BlockerID
	Project     ProjectID
	ProjectName string // as stored with the project; not written
	Task        TaskID // which it holds up; "" for the project as a whole
	TaskTitle   string // as stored with the task; not written
	Title       string
	Description string
	Status      BlockerStatus
	Priority    Priority
	Resolution  string // how it was resolved; "" where nobody said
	Reporter    assistant.PersonID
	Created     time.Time
	Updated     time.Time
	Resolved    time.Time // zero while it is not
	Version     int       // counts its changes, from 1 on
}

// BlockerStatus is how far a blocker is.
type BlockerStatus string

// The states of blockers, in their order.
const (
	BlockerOpen       BlockerStatus = "open"
	BlockerInProgress BlockerStatus = "in_progress"
	BlockerResolved   BlockerStatus = "resolved"
)

// BlockerStatuses lists them in their order.
func BlockerStatuses() []BlockerStatus {
	return []BlockerStatus{BlockerOpen, BlockerInProgress, BlockerResolved}
}

// Fields are what people may change of it, by the names that tools take.
func (b Blocker) Fields() []Field {
	return []Field{
		{"title", b.Title},
		{"description", b.Description},
		{"status", string(b.Status)},
		{"priority", string(b.Priority)},
		{"task_id", string(b.Task)},
		{"resolution", b.Resolution},
	}
}
