package assistant

import "time"

// RecordingsKept is how long it is kept what came into turns and tasks from outside, so that they can be made again.
const RecordingsKept = 30 * 24 * time.Hour

// Recorded is a turn or a task of which a record is kept: one of the two.
type Recorded struct {
	Conversation ConversationID
	Cause        MessageID // the message that the turn answers
	Task         TaskID
}

// Recording is what came from outside into a turn or a task between two appends. It is written with the messages that follow from
// it, and only with them: what was not said needs no reason.
type Recording struct {
	Recorded

	Attempt int    // how often the work had been taken before
	Part    int    // from 0
	Ends    bool   // the work ended with it
	Body    []byte // packed
	At      time.Time
}

// RecordingsOf selects records. The zero value selects all.
type RecordingsOf struct {
	Message      MessageID // of the turn that it caused, or that said it
	Run          RunID     // of the turns that moved it, and of its tasks
	Conversation ConversationID
}
