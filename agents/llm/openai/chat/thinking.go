package chat

import "strings"

// The marks between which open models reason in the text of their reply, before the answer.
const (
	thinkBegins = "<think>"
	thinkEnds   = "</think>"
)

// thinking takes the reasoning out of a reply's text as it comes. Only what the reply begins with is taken for it: the same
// marks further on are what the model says. Reasoning that does not end leaves nothing.
type thinking struct {
	held    string // the beginning of the text, while it may still become a mark
	inside  bool
	decided bool // the answer has begun
}

// without returns what of the next piece of text is the answer.
func (t *thinking) without(delta string) string {
	if t.decided {
		return delta
	}
	t.held += delta
	if !t.inside {
		begun := strings.TrimLeft(t.held, " \t\r\n")
		if strings.HasPrefix(thinkBegins, begun) && begun != thinkBegins {
			return ""
		}
		after, found := strings.CutPrefix(begun, thinkBegins)
		if !found {
			return t.rest()
		}
		t.inside, t.held = true, after
	}
	if _, answer, found := strings.Cut(t.held, thinkEnds); found {
		t.decided, t.inside, t.held = true, false, ""
		return strings.TrimLeft(answer, " \t\r\n")
	}
	t.held = t.held[max(0, len(t.held)-len(thinkEnds)):] // as much as may be the beginning of the end
	return ""
}

// rest is what was held back when the text ended: the answer, unless it is reasoning.
func (t *thinking) rest() string {
	held := t.held
	t.decided, t.held = true, ""
	if t.inside {
		return ""
	}
	return held
}
