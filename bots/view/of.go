package view

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/bots"
)

// Reader is whom a view is for.
type Reader struct {
	Hosts []string // that models may link to
	Inert bool     // the surface makes links of nothing by itself, so that addresses may stay as they are
}

// Of says what a card says.
func Of(c bots.Card, to Reader) View {
	c = to.safe(c)
	v := drawn(c)
	v.InWords = inWords(c)
	return v
}

func drawn(c bots.Card) View {
	switch c := c.(type) {
	case bots.PlanCard:
		return plan(c)
	case bots.ApprovalCard:
		return approval(c)
	case bots.ClarificationCard:
		return clarification(c)
	case bots.RunCard:
		return run(c)
	case bots.ThinkingCard:
		return thoughts(c)
	case bots.ErrorCard:
		return failure(c)
	case bots.ReminderCard:
		return reminder(c, bots.Calling{})
	case bots.AnswerCard, bots.UserCard:
		return View{}
	default:
		return View{}
	}
}

// What is counted.
var (
	Steps     = Unit{"step", "steps"}                   //nolint:gochecknoglobals // it is a constant
	Tasks     = Unit{"task", "tasks"}                   //nolint:gochecknoglobals // as above
	Fields    = Unit{"more field", "more fields"}       //nolint:gochecknoglobals // as above
	Warnings  = Unit{"more warning", "more warnings"}   //nolint:gochecknoglobals // as above
	Questions = Unit{"more question", "more questions"} //nolint:gochecknoglobals // as above
	Entries   = Unit{"entry", "entries"}                //nolint:gochecknoglobals // as above
)

// Count says how many there are of something.
func Count(n int, of Unit) string {
	if n == 1 {
		return "1 " + of.One
	}
	return fmt.Sprintf("%d %s", n, of.Many)
}

// And says how many more of something there are than what is shown.
func And(n int, of Unit) string { return "and " + Count(n, of) }

// More says how many more lines there are than are shown.
func More(n int) string { return fmt.Sprintf("and %d more", n) }

// NotShown says how many steps or tasks a card has no room for.
func (v View) NotShown(n int) string {
	return And(n, Unit{"more " + v.Unit.One, "more " + v.Unit.Many}) + " not shown here"
}

// Before says how many entries of thinking are older than those shown.
func Before(n int) string { return Count(n, Entries) + " before" }

// Unasked says that a form has no room for that many questions.
func Unasked(n int) string { return And(n, Questions) + "; I will ask again for what is missing" }

// Expires says until when something waits; nothing where it waits for good.
func Expires(t time.Time) Fact {
	if t.IsZero() {
		return Fact{}
	}
	return Fact{Text: "expires", At: t, Ahead: true}
}

// decided says who decided what and when.
func decided(s Sign, word, by string, at time.Time) Fact {
	return Fact{Sign: s, Text: Sentence(word) + byWhom(by), At: at}
}

func byWhom(name string) string {
	if name = called(name); name == "" {
		return ""
	}
	return " by " + name
}

// mostOfName bounds a name where it stands among other words.
const mostOfName = 100

func called(name string) string { return bots.Clip(bots.OneLine(name), mostOfName) }

// Sentence begins words with a capital.
func Sentence(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	if n == 0 {
		return words
	}
	return string(unicode.ToUpper(r)) + words[n:]
}

// Quoted is what a person said.
func Quoted(words string) string { return "“" + words + "”" }

// some leaves out facts that say nothing.
func some(facts ...Fact) []Fact {
	var out []Fact
	for _, f := range facts {
		if f.Text != "" || !f.At.IsZero() {
			out = append(out, f)
		}
	}
	return out
}

func says(text string) Fact { return Fact{Text: bots.OneLine(text)} }

func facts(texts []string) []Fact {
	var out []Fact
	for _, t := range texts {
		out = append(out, says(t))
	}
	return out
}

func lines(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, bots.OneLine(t))
	}
	return out
}

// FieldLine is a field of a difference on one line.
func FieldLine(name, was, becomes string) string {
	name, was, becomes = bots.OneLine(name), bots.OneLine(was), bots.OneLine(becomes)
	switch {
	case was == "":
		return name + ": " + becomes
	case becomes == "":
		return name + ": " + was + " → removed"
	default:
		return name + ": " + was + " → " + becomes
	}
}

// joined joins lines that are not empty.
func joined(lines ...string) string {
	var out []string
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
