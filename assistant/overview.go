package assistant

// Look is what somebody looks at on the panel.
type Look struct {
	By      PersonID       // who sees only what they took part in; nobody for who sees all
	Open    ConversationID // that is open; none where it is empty
	Past    ConversationID // the list of conversations begins before this one; with the newest where it is empty
	Listing Listing        // what the list has
	Lines   int            // of the list, and of the pinned ones
	Before  int64          // what is shown of the open conversation ends before this position; 0 for its end
	Entries int            // how many messages of it are shown; 0 for none

	Checklist bool // the first steps are read, too
}

// Overview is what they see: an open conversation, and all that stands around it.
type Overview struct {
	Open     ConversationLine // empty where none is open
	Pinned   []ConversationLine
	Newest   []ConversationLine
	Filed    Filing    // where the open one is kept
	Folders  []string  // of whoever looks, by name
	Archive  bool      // they have put some away
	Waiting  []Pending // as [Pending] is listed, the oldest first
	Projects []Project // their ids, names and domains alone, the oldest first
	Settings Settings

	Checklist *Checklist // nil where nobody asked for it, or it was put away

	Log   Page      // the stretch of the open conversation
	Slots []Message // all messages, oldest first, of the slots that have one in the stretch
}
