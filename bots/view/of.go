package view

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Reader is whom a view is for.
type Reader struct {
	Hosts []string // that models may link to
	Inert bool     // the surface makes links of nothing by itself, so that addresses may stay as they are
}

// Of says what a card says.
func Of(c bots.Card, to Reader) View {
	w := wording.In(c.SpokenIn())
	v := drawn(c, w)
	v.InWords = inWords(c, w)
	if bots.Private(c) {
		offer(&v, Action{Do: HushHours, Label: w.Say("Quiet for two hours"), Weight: Plain}, Action{Do: HushMonday, Label: w.Say("Quiet until Monday"), Weight: Plain})
	}
	return to.shown(v)
}

// shown is the view as the surface may show it.
func (r Reader) shown(v View) View {
	if r.Inert {
		return v
	}
	return v.safe(safe{r.Hosts})
}

func drawn(c bots.Card, w wording.Words) View {
	v := parts(c, w)
	if v.Kind != Other {
		v.In = w
	}
	return v
}

func parts(c bots.Card, w wording.Words) View {
	switch c := c.(type) {
	case bots.PlanCard:
		return plan(c, w)
	case bots.ApprovalCard:
		return approval(c, w)
	case bots.StepCard:
		return step(c, w)
	case bots.ClarificationCard:
		return clarification(c, w)
	case bots.RunCard:
		return run(c, w)
	case bots.ThinkingCard:
		return thoughts(c, w)
	case bots.ErrorCard:
		return failure(c, w)
	case bots.ReminderCard:
		return reminder(c, bots.Calling{}, w)
	case bots.AnswerCard:
		return answer(c, w)
	case bots.MemberCard:
		return member(c)
	case bots.UserCard:
		return View{}
	default:
		return View{}
	}
}

// Unit is what is counted, as the catalogue has it with its number.
type Unit string

// What is counted.
const (
	StepUnit      Unit = "%d steps"
	Tasks         Unit = "%d tasks"
	Entries       Unit = "%d entries"
	MoreSteps     Unit = "and %d more steps not shown here"
	MoreTasks     Unit = "and %d more tasks not shown here"
	MoreFields    Unit = "and %d more fields"
	MoreWarnings  Unit = "and %d more warnings"
	MoreQuestions Unit = "and %d more questions"
	MoreLines     Unit = "and %d more"
)

// Count says how many there are of something.
func Count(w wording.Words, n int, of Unit) string { return w.Say(string(of), n) }

// More says how many more lines there are than are shown.
func More(w wording.Words, n int) string { return Count(w, n, MoreLines) }

// Before says how many entries of thinking are older than those shown.
func Before(w wording.Words, n int) string { return w.Say("%s before", Count(w, n, Entries)) }

// Unasked says that a form has no room for that many questions.
func Unasked(w wording.Words, n int) string {
	return w.Say("%s; I will ask again for what is missing", Count(w, n, MoreQuestions))
}

// Expires says until when something waits; nothing where it waits for good.
func Expires(w wording.Words, t time.Time) Fact {
	if t.IsZero() {
		return Fact{}
	}
	return Fact{Text: w.Say("expires"), At: t, Ahead: true}
}

// decided says who decided what and when.
func decided(w wording.Words, b Badge, by string, at time.Time) Fact {
	return Fact{Sign: b.Sign, Text: Sentence(b.Word) + byWhom(w, by), At: at}
}

func byWhom(w wording.Words, name string) string {
	if name = called(name); name == "" {
		return ""
	}
	return " " + w.Say("by %s", name)
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

func says(text string) Fact { return Fact{Text: bots.OneLine(text)} }

func facts(texts []string) []Fact {
	var out []Fact
	for _, t := range texts {
		out = append(out, says(t))
	}
	return out
}

// labels are lines that the laws wrote in English.
func labels(texts []string, w wording.Words) []string {
	var out []string
	for _, t := range texts {
		out = append(out, bots.OneLine(w.Label(t)))
	}
	return out
}

// told are sentences in these words, a line each.
func told(all []assistant.Sentence, w wording.Words) []string {
	var out []string
	for _, t := range all {
		out = append(out, bots.OneLine(w.Tell(t)))
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
