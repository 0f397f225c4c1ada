// Package tickets holds the nouns of the internal ticket list.
package tickets

import "github.com/aisteam/aisteam/assistant"

// Ticket is an entry of the internal ticket list.
type Ticket struct {
	ID       string              `json:"id"`
	Number   int                 `json:"number"`
	Project  assistant.ProjectID `json:"projectId,omitempty"`
	Title    string              `json:"title"`
	Body     string              `json:"body,omitempty"`
	Priority string              `json:"priority"` // low, medium, high, critical
}
