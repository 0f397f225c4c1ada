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

// Beginning is how a conversation begins in which nothing was said yet.
type Beginning struct {
	Person  PersonID // whose it is; "" is nobody's
	Agent   AgentID  // "" is the chief
	Project ProjectID
	Title   string // "" leaves it to the first words
	Key     string // of what begins it; "" begins another each time
}

// ConversationLine is a conversation as a list shows it.
type ConversationLine struct {
	Conversation

	Pinned  bool
	Working bool // a run of it is going on
	Waiting bool // a run of it has nothing left to do but to wait for a person
}

// Listing says which conversations a list has: those that somebody has put away, those in one of their folders, or else all that they
// have not put away.
type Listing struct {
	Of       PersonID // "" is nobody, who has put nothing away
	Archived bool
	Folder   string // "" is none
}

// Filing is where somebody keeps a conversation in their own list.
type Filing struct {
	Folder   string // "" is none
	Archived bool   // they have put it away
}

// FilingChange is a change of where a person keeps a conversation; nil fields stay as they are.
type FilingChange struct {
	Folder   *string
	Archived *bool
}

// ConversationFound is a conversation in which something was looked for, with what was said there.
type ConversationFound struct {
	ConversationLine

	Text string // "" where its title alone has it
	Slot Slot   // where it was said; "" where that is not known
	At   int64  // which message of the log says it; 0 where that is not known
}

// ConversationChange is a person's change of a conversation; empty fields stay as they are.
type ConversationChange struct {
	Title   string
	Pinned  *bool
	Removed *bool    // out of everybody's lists and search; nothing is deleted
	By      PersonID // who takes it out of these, or brings it back
}

// ErrNotRemover refuses a person who only takes part in a conversation and wants to take it out of everybody's lists.
var ErrNotRemover = refusal(Say("Only whoever this conversation was begun for, or an admin, can remove it: it is removed from everybody's list."),
	Say("Put it in your archive instead, which changes your own list alone."))
