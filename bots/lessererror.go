package bots

import "github.com/aisteam/aisteam/wording"

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

// Left returns what must be said of the card as a whole, or nil if it looks as drawn.
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

// Told is the line that replaces something a platform accepts in no form. panel is where it can be read, or "".
func Told(w wording.Words, platform, panel string) string {
	if panel == "" {
		return w.Say("Something I wanted to show here was refused by %s. Please ask me for it again, in smaller parts.", platform)
	}
	return w.Say("Something I wanted to show here was refused by %s; it is on the panel: %s", platform, panel)
}
