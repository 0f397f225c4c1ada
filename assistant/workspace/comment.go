package workspace

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// CommentID names a comment.
type CommentID string

// Comment is what somebody wrote on a task or on a document.
type Comment struct {
	ID         CommentID
	Project    ProjectID
	Task       TaskID     // "" where it is on a document
	Document   DocumentID // "" where it is on a task
	Author     assistant.PersonID
	AuthorName string // as stored with the person; not written
	Content    string
	Created    time.Time
}
