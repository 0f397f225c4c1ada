package assistant

import "time"

// Conversation is one continuous thread with the assistant.
type Conversation struct {
	ID        ConversationID
	Tenant    TenantID
	Person    PersonID // who started it
	Title     string
	Agent     AgentID   // the agent the person last selected; chief by default
	Project   ProjectID // in focus; "" for none
	Language  Language  // that is spoken in it; "" is not known yet
	Seq       int64     // of the newest message
	StartedAt time.Time
	UpdatedAt time.Time
}
