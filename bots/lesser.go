package bots

// LesserError says that something is shown, though not as it was drawn: the platform refused that for good. What is returned
// beside it is good. It is no refusal, and does not lead to one by [errors.AsType].
type LesserError struct {
	How    Outcome // [OutcomePlain], [OutcomeTold] or [OutcomeBare]
	Reason string  // the platform's own word for what it refused
}

// Error implements error.
func (e *LesserError) Error() string { return "shown " + string(e.How) + ": " + e.Reason }

// Lesser goes on with a card of several messages when one of them could only be shown otherwise, and remembers it.
type Lesser struct{ worst *LesserError }

// Take lets through what is shown, and every other error.
func (l *Lesser) Take(ref string, err error) (string, error) {
	less, ok := err.(*LesserError) //nolint:errorlint // it is never wrapped: it is no error of what was asked
	if !ok {
		return ref, err
	}
	if l.worst == nil || rank(less.How) > rank(l.worst.How) {
		l.worst = less
	}
	return ref, nil
}

// Left is what has to be said of the card as a whole: nil where all of it looks as it was drawn.
func (l *Lesser) Left() error {
	if l.worst == nil {
		return nil
	}
	return l.worst
}

func rank(o Outcome) int {
	switch o {
	case OutcomeTold:
		return 3
	case OutcomePlain:
		return 2
	case OutcomeBare:
		return 1
	case OutcomePosted, OutcomeEdited, OutcomeDrafted, OutcomeFound, OutcomeLater, OutcomeUnknown, OutcomeGivenUp:
		return 0
	default:
		return 0
	}
}

// Told is the one line that stands for what a platform takes in no form. panel is where it can be read, "" for nowhere.
func Told(platform, panel string) string {
	if panel == "" {
		return "Something I wanted to show here was refused by " + platform + ". Please ask me for it again, in smaller parts."
	}
	return "Something I wanted to show here was refused by " + platform + "; it is on the panel: " + panel
}

// InWords tells how people decide what a card asks where its buttons cannot be shown; "" where it asks nothing.
func InWords(c Card) string {
	switch c := c.(type) { //nolint:gochecksumtype // the rest asks nothing
	case PlanCard:
		if c.Open() {
			return "The buttons cannot be shown here. To decide, write “go ahead”, “reject”, or what should be different."
		}
	case ApprovalCard:
		switch {
		case c.Open() && c.Approval.Irreversible:
			return "The buttons cannot be shown here. This cannot be undone, so name it to decide: write “approve " + Clip(OneLine(c.Approval.Title), 100) + "”, or “reject”."
		case c.Open():
			return "The buttons cannot be shown here. To decide, write “approve” or “reject”."
		}
	case ClarificationCard:
		if c.Open() {
			return "The buttons cannot be shown here. Just write your answer."
		}
	case RunCard:
		return c.inWords()
	case ErrorCard:
		if c.CanRetry() {
			return "The buttons cannot be shown here. To go on, write “try again”."
		}
	}
	return ""
}

func (c RunCard) inWords() string {
	switch {
	case c.CanStop:
		return "The buttons cannot be shown here. To stop it, write “stop”."
	case c.CanRetry && c.CanUndo:
		return "The buttons cannot be shown here. To go on, write “try again”; to take the changes back, write “undo”."
	case c.CanRetry:
		return "The buttons cannot be shown here. To go on, write “try again”."
	case c.CanUndo:
		return "The buttons cannot be shown here. To take the changes back, write “undo”."
	default:
		return ""
	}
}
