package planning

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
)

// reading is what code alone can read from an answer.
type reading struct {
	by     agents.Vocabulary // of the team that is answered
	values map[string]string // by question key, never empty
	rest   string            // the words that answered nothing yet, for the model to interpret
}

var (
	numbered = lazy.Pattern(`(?:^|\s)(?:q|#)?(\d{1,2})\s*[.):]\s+`)
	labelled = lazy.Pattern(`^\s*(?:[-*•]\s*)?([\pL][\pL\pN _-]{0,40}?)\s*[:=]\s*(\S.*)$`)
	negation = lazy.Pattern(`(?i)\b(?:not|no|never|without|neither|except|don['’]?t|isn['’]?t|nicht|kein[a-z]*|ohne|außer|pas|sans|sauf|jamais|nunca|sin|excepto|tampoco)\b`)
	wavering = lazy.Pattern(`(?i)(?:^|[\s,;(])(?:or|maybe|perhaps|possibly|not sure|unsure|oder|vielleicht|eventuell|evtl|ou|peut-être|peut-etre|o|quizás?|quizas|tal vez|a lo mejor)(?:[\s,;?.!)]|$)`)
	joining  = lazy.Pattern(`(?i)^(?:or|and|but|maybe|perhaps|possibly|oder|und|aber|vielleicht|eventuell|ou|et|mais|peut-être|peut-etre|o|u|y|pero|quizás?|quizas|tal vez)\s`)
)

// read reads an answer to the questions, in the order they were asked: values from a form first, then own words, as far
// as they can be matched without doubt.
func read(by agents.Vocabulary, qs []assistant.Question, values map[string]string, text string) reading {
	r := reading{by: by, values: map[string]string{}}
	for _, q := range qs {
		r.take(q, values[q.Key])
	}
	text = block(text, maxRequest)
	if text == "" {
		return r
	}
	open := r.open(qs)
	if len(open) == 0 {
		return r
	}
	if choose(r.by, text) {
		for _, q := range open {
			r.take(q, text)
		}
		return r
	}
	switch {
	case len(open) == 1:
		r.single(open[0], text)
	case r.numbers(qs, text), r.labels(qs, text), r.parts(open, text):
	default:
		r.mentions(open, text)
		r.rest = text
	}
	if len(r.open(qs)) == 0 {
		r.rest = ""
	}
	return r
}

func (r *reading) open(qs []assistant.Question) []assistant.Question {
	var out []assistant.Question
	for _, q := range qs {
		if r.values[q.Key] == "" {
			out = append(out, q)
		}
	}
	return out
}

// take keeps an answer to a question when it is one.
func (r *reading) take(q assistant.Question, answer string) bool {
	answer = line(answer, maxValue)
	switch {
	case answer == "":
		return false
	case pick(q.Options, answer) != "":
		answer = pick(q.Options, answer)
	case choose(r.by, answer):
		answer = q.Default
	case option(q.Options, answer) != "":
		answer = option(q.Options, answer)
	case !q.Free, len(q.Options) > 0 && wavers(answer):
		return false
	}
	if answer != "" {
		r.values[q.Key] = answer
	}
	return answer != ""
}

// single reads words as the answer to the one open question.
func (r *reading) single(q assistant.Question, text string) {
	if m := numbered().FindStringIndex(text); m != nil && m[0] == 0 && m[1] < len(text) && len(q.Options) == 0 {
		text = text[m[1]:]
	}
	if option(q.Options, text) == "" && strings.HasSuffix(text, "?") {
		r.rest = text
		return
	}
	if !r.take(q, text) {
		r.rest = text
	}
}

// numbers reads "1. English 2. homeowners", where the numbers are those of the questions.
func (r *reading) numbers(qs []assistant.Question, text string) bool {
	marks := numbered().FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 || strings.TrimSpace(text[:marks[0][0]]) != "" {
		return false
	}
	found := false
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		n, _ := strconv.Atoi(text[m[2]:m[3]])
		if n >= 1 && n <= len(qs) && r.values[qs[n-1].Key] == "" {
			found = r.take(qs[n-1], strings.Trim(text[m[1]:end], " \t\n,;")) || found
		}
	}
	return found
}

// labels reads lines such as "Language: English", where the label is a question's key or stands in its words.
func (r *reading) labels(qs []assistant.Question, text string) bool {
	found := false
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		m := labelled().FindStringSubmatch(part)
		if m == nil {
			continue
		}
		if q, ok := labelledBy(r.open(qs), m[1]); ok {
			found = r.take(q, m[2]) || found
		}
	}
	return found
}

func labelledBy(qs []assistant.Question, label string) (assistant.Question, bool) {
	var hits []assistant.Question
	for _, q := range qs {
		if folded(q.Key) == folded(label) {
			return q, true
		}
		if mentions(q.Text, label) {
			hits = append(hits, q)
		}
	}
	if len(hits) != 1 {
		return assistant.Question{}, false
	}
	return hits[0], true
}

// parts reads one part per open question, in their order: on lines of their own or after semicolons; after commas only
// where an option proves that the order is meant.
func (r *reading) parts(open []assistant.Question, text string) bool {
	for _, by := range []string{"\n", ";", ","} {
		parts := split(text, by)
		if len(parts) != len(open) || strings.HasSuffix(text, "?") {
			continue
		}
		fits, proven := true, by != ","
		for i, q := range open {
			known := option(q.Options, parts[i]) != ""
			if by == "," && (joining().MatchString(parts[i]) || !known && len(q.Options) > 0 && wavers(parts[i])) {
				fits = false // it goes on with what stands before the comma
			}
			proven = proven || known
			fits = fits && (known || choose(r.by, parts[i]) && q.Default != "" || q.Free && !otherOption(open, i, parts[i]))
		}
		if !fits || !proven {
			continue
		}
		for i, q := range open {
			r.take(q, parts[i])
		}
		return true
	}
	return false
}

// otherOption tells whether a part is an option of another question than the one in its place.
func otherOption(qs []assistant.Question, at int, part string) bool {
	for i, q := range qs {
		if i != at && pick(q.Options, part) != "" {
			return true
		}
	}
	return false
}

func split(text, by string) []string {
	var out []string
	for part := range strings.SplitSeq(text, by) {
		part = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(part), "-*• "))
		if part != "" {
			out = append(out, part)
		}
	}
	return out
}

// mentions takes options that are the only one of their question to stand in the text.
func (r *reading) mentions(open []assistant.Question, text string) {
	for _, q := range open {
		if v := mentioned(q.Options, text); v != "" {
			r.values[q.Key] = v
		}
	}
}

// choose tells whether words leave a choice to us.
func choose(v agents.Vocabulary, text string) bool {
	return v.ReadReply(text).Intent == agents.ReplyDefault
}

// leaves tells whether words drop what is being asked for. A no alone may be an answer.
func leaves(v agents.Vocabulary, text string) bool {
	return v.Leaves(v.ReadReply(text))
}

// wavers tells whether words have not decided between several things.
func wavers(text string) bool { return wavering().MatchString(text) }

// option finds the option that an answer means: its words, its number, its letter, or the only one the answer mentions.
func option(options []assistant.Option, answer string) string {
	if v := pick(options, answer); v != "" || len(options) == 0 {
		return v
	}
	if i, ok := agents.Picked(answer, len(options)); ok {
		return options[i].Value
	}
	if utf8.RuneCountInString(answer) <= maxLine {
		return mentioned(options, answer)
	}
	return ""
}

// pick finds an option by its exact words, apart from case and punctuation.
func pick(options []assistant.Option, answer string) string {
	want := folded(answer)
	for _, o := range options {
		if answer == o.Value || want != "" && (want == folded(o.Value) || want == folded(o.Label)) {
			return o.Value
		}
	}
	return ""
}

// mentioned finds the only option whose words stand in the text. A text that denies something is left to the model.
func mentioned(options []assistant.Option, text string) string {
	if negation().MatchString(text) || wavers(text) {
		return ""
	}
	found := ""
	for _, o := range options {
		if !mentions(text, o.Label) && !mentions(text, o.Value) {
			continue
		}
		if found != "" {
			return ""
		}
		found = o.Value
	}
	return found
}
