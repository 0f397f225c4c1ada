package view

// What is on buttons and forms that belong to no single card.
const (
	LabelRead         = "Read it all"
	LabelChanges      = "Request changes"
	LabelAskChanges   = "Ask for changes"
	LabelAnswer       = "Answer"
	LabelChoose       = "Choose"
	LabelRetry        = "Try again"
	LabelAskAgain     = "Ask again"
	LabelOpen         = "Open it"
	LabelThinking     = "Thinking details"
	LabelShowThinking = "Show thinking"
	LabelProblem      = "Problem id"

	AskChanges     = "What should be different?"
	AskChangesHint = "For example: drop step 3, give the layout to Dana."
	AskOwn         = "Or in your own words"
	AskAnswer      = "Your answer"
	AskAbout       = "What would you like to know or have done?"
)

// What one person alone is told about what they pressed or sent.
const (
	NoteAgain  = "I could not save that just now. Nothing has happened; please try again in a moment."
	NoteUnread = "I could not look that up just now. Please try again in a moment."
	NoteGone   = "I do not know this any more. Nothing has happened."
	NoteClosed = "This question is closed already."
	NoteEmpty  = "Please answer at least one question. Nothing has happened."
	NoteGood   = "Thank you. It is good to know that this helped."
	NoteBad    = "Thank you, noted. Reply here with what was wrong, and I will have another go."
)
