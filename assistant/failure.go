package assistant

import "time"

// Failure is something that a platform did not show as intended: where, when, and the platform's error code. It never contains what
// should have been shown.
type Failure struct {
	At           time.Time // set where it is kept
	Place        Place
	Conversation ConversationID // "" where it was for one person, or for none
	What         string         // "plan", "said", "private word", "form", "token" …
	Outcome      string         // what was done instead: shown in words, told in a line, not shown
	Code         string         // the platform's
}
