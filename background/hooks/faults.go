package hooks

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"

	"github.com/aisteam/aisteam/assistant"
)

const quotedRunes = 24 // of an expression, around what is wrong with it

// undeclared finds the name in what the language says of one that it does not know.
var undeclared = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`undeclared reference to '([^']*)'`) })

// fault says what is wrong with an expression: the first thing, in words, and not in those of a parser.
func fault(text string, issues *cel.Issues) assistant.Sentence {
	all := issues.Errors()
	if len(all) == 0 {
		return assistant.Say("it cannot be read")
	}
	return said(text, all[0])
}

func said(text string, e *common.Error) assistant.Sentence {
	has := func(words string) bool { return strings.Contains(e.Message, words) }
	at := e.Location.Column()
	rest := after(text, at)
	switch {
	case has("Syntax error") && rest == "":
		return assistant.Say("it ends too early, and something has to follow “%s”", ending(text))
	case has("undeclared reference"):
		return assistant.Say("it speaks of “%s”, and can speak of payload, event and headers alone", undeclaredName(e.Message))
	case has("no matching overload"):
		return assistant.Say("at its character %d it puts together what does not fit: compare a text with a text, and a number with a number", at+1)
	case has("invalid matches argument"):
		return assistant.Say("the pattern after “matches” cannot be read")
	case strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="):
		return assistant.Say("a single “=” compares nothing: write “==”")
	case has("Syntax error") && rest != "" || has("reserved identifier"):
		return assistant.Say("“%s” cannot stand at its character %d", cut(rest, quotedRunes), at+1)
	}
	return assistant.Say("it is too long, or too much is nested in it")
}

func undeclaredName(message string) string {
	found := undeclared().FindStringSubmatch(message)
	if found == nil {
		return message
	}
	return found[1]
}

// after is what follows so many characters of a text.
func after(text string, at int) string {
	if r := []rune(text); at >= 0 && at < len(r) {
		return strings.TrimSpace(string(r[at:]))
	}
	return ""
}

// ending is the end of a text.
func ending(text string) string {
	if r := []rune(strings.TrimSpace(text)); len(r) > quotedRunes {
		return "…" + string(r[len(r)-quotedRunes:])
	}
	return strings.TrimSpace(text)
}

// Why an event could not be judged. They are kept with the event, and told in the language of whoever reads them.
const (
	noteNoField = "It has no field that the filter looks at."
	noteUnlike  = "What it has there cannot be compared so."
	noteTooLong = "Judging it took too long."
	noteUnknown = "The filter could not be judged."
	noteGroup   = "What it is told together with could not be judged."
)

// why says why an expression could not be judged of an event.
func why(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "no such key") || strings.Contains(text, "no such attribute"):
		return noteNoField
	case strings.Contains(text, "no such overload") || strings.Contains(text, "type conversion error") || strings.Contains(text, "unsupported"):
		return noteUnlike
	case errors.Is(err, context.DeadlineExceeded) || strings.Contains(text, "interrupted") || strings.Contains(text, "limit exceeded"):
		return noteTooLong
	}
	return noteUnknown
}
