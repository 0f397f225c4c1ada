package rehearsal

import (
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// interpret reads words as answers: an option that stands in them, a number of an option, what fills the slot that is asked for, or, for a
// single open question, the words themselves.
func (m *Model) interpret(b *examples.Book, f llm.InterpretFacts) llm.InterpretReply {
	out := llm.InterpretReply{Answers: []llm.Pair{}, Choose: []string{}}
	words := strings.TrimSpace(f.Text)
	if words == "" || strings.HasSuffix(words, "?") {
		return out
	}
	alone := len(f.Questions) == 1 && len(f.Known) == 0
	read := b.Answers(words)
	for _, q := range f.Questions {
		switch v := m.answerTo(q, words, alone, read); {
		case v != "":
			out.Answers = append(out.Answers, llm.Pair{Key: q.Key, Value: v})
		case says(m.books.answers, words, leavesToUs) && (alone || says(m.books.rest, words, restIsOurs)):
			out.Choose = append(out.Choose, q.Key)
		}
	}
	return out
}

func (m *Model) answerTo(q assistant.Question, words string, alone bool, read map[string]string) string {
	if len(q.Options) > 0 && says(m.books.denials, words, denies) {
		return ""
	}
	if found, several := optionIn(q, words); found != "" || several {
		return found
	}
	if n := m.picked(words, len(q.Options)); alone && n >= 0 && n < len(q.Options) {
		return q.Options[n].Value
	}
	if said := afterKey(q.Key, words); said != "" {
		return said
	}
	if read[q.Key] != "" {
		return read[q.Key]
	}
	if alone && q.Free && len(q.Options) == 0 {
		for _, f := range m.books.answers.Find(words) {
			if said := first(f.Filled["said"]); f.Tool == saysOnly && said != "" {
				return said
			}
		}
		return trimmed(words)
	}
	return ""
}

// optionIn is the only option that stands in words; none where several do.
func optionIn(q assistant.Question, words string) (found string, several bool) {
	for _, o := range q.Options {
		if strings.Contains(strings.ToLower(words), strings.ToLower(o.Label)) {
			if found != "" {
				return "", true
			}
			found = o.Value
		}
	}
	return found, false
}

// picked is which of several is meant, from 0; less than 0 for none.
func (m *Model) picked(words string, of int) int {
	for _, f := range m.books.answers.Find(words) {
		if n, err := strconv.Atoi(first(f.Filled["n"])); f.Tool == picksOne && err == nil {
			if n < 0 {
				return of - 1
			}
			return n - 1
		}
	}
	return -1
}

// afterKey is what stands behind a question's key: “audience: families”.
func afterKey(key, words string) string {
	for part := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(",;.\n", r) }) {
		rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(part)), strings.ToLower(key))
		if !ok {
			continue
		}
		value := strings.TrimSpace(part)[len(strings.TrimSpace(part))-len(rest):]
		for _, link := range []string{" is ", " should be ", ":", "=", " ist ", " est ", " es "} {
			if v, ok := strings.CutPrefix(strings.TrimLeft(value, " "), strings.TrimLeft(link, " ")); ok {
				return strings.TrimSpace(v)
			}
		}
	}
	return ""
}
