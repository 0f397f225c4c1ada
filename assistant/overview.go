package assistant

// Look is what a person opens on the panel.
type Look struct {
	By      PersonID       // the viewer, who sees only what they took part in; empty for one who sees all
	Open    ConversationID // that is open; none where it is empty
	Past    ConversationID // the list of conversations begins before this one; with the newest where it is empty
	Listing Listing        // what the list has
	Lines   int            // of the list, and of the pinned ones
	Before  int64          // show the open conversation up to this position; 0 for its end
	Entries int            // how many of its messages to show; 0 for none

	Checklist bool // the first steps are read, too
	Tour      bool // also read whether the viewer is offered the tour
}

// Overview is what the viewer sees: an open conversation and everything around it.
type Overview struct {
	Open     ConversationLine // empty where none is open
	Members  []Person         // who takes part in it, their ids and names alone, by these
	Theirs   bool             // it was begun for the viewer
	Pinned   []ConversationLine
	Newest   []ConversationLine
	Filed    Filing    // where the open one is kept
	Folders  []string  // the viewer's, by name
	Archive  bool      // they have put some away
	Waiting  []Pending // as [Pending] is listed, oldest first
	Projects []Project // their ids, names and domains alone, oldest first
	Settings Settings

	Checklist *Checklist // nil if not asked for, or dismissed
	Tour      bool       // the viewer is offered the tour: they have neither dismissed nor finished it

	Log   Page      // the stretch of the open conversation
	Slots []Message // all messages, oldest first, of the slots that have one in the stretch
}
