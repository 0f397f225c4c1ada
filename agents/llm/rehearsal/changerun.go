package rehearsal

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/llm"
)

// noName are words of a step's name that tell it from no other.
const noName = " the a an of and at end in on step one for page der die das den dem am ende im schritt und seite le la les l' de du à fin étape et el los las del al final paso y "

// changeRun reads words about runs at work in the plain forms that are known.
func (m *Model) changeRun(f llm.RunChangeFacts) llm.RunChangeReply {
	words := strings.Join(strings.Fields(f.Text), " ")
	out := llm.RunChangeReply{Change: llm.RunChangeNone, Steps: []string{}}
	found := m.books.run.Find(words)
	if len(found) != 1 || strings.HasSuffix(words, "?") {
		return out
	}
	what := first(found[0].Filled["what"])
	switch found[0].Tool {
	case wantsEnd:
		out.Change = llm.RunChangeStopAt
		if what != "" {
			out.Steps = meantSteps(what, f.Steps)
		}
	case wantsWait:
		out.Change = llm.RunChangeWait
	case wantsLess:
		out.Change, out.Steps = llm.RunChangeLeaveOut, meantSteps(what, f.Steps)
	case wantsMore:
		out.Change = llm.RunChangeAlter
	}
	return out
}

// last are words for the last step.
const last = " last final letzte letzten dernier dernière último última "

// meantSteps are the keys of the steps that words mean: by their numbers, as the last one, or the one that is called so. What could
// be one or another is none.
func meantSteps(what string, steps []llm.RunStepFact) []string {
	out := []string{}
	named := wordsOf(what)
	for _, w := range named {
		n, err := strconv.Atoi(w)
		for _, s := range steps {
			if err == nil && s.Number == n {
				out = append(out, s.Key)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	isLast := slices.ContainsFunc(named, func(w string) bool { return strings.Contains(last, " "+w+" ") })
	const none = noName + last
	named = slices.DeleteFunc(named, func(w string) bool { return strings.Contains(none, " "+w+" ") })
	most, tied := 0, false
	for _, s := range steps {
		n := 0
		for _, w := range named {
			n += surely(s, w)
		}
		if n > 0 && n >= most {
			most, tied, out = n, n == most, []string{s.Key}
		}
	}
	if tied {
		return []string{}
	}
	for i, s := range steps {
		if len(out) == 0 && isLast && (i+1 == len(steps) || steps[i+1].Run != s.Run) {
			return append(out, s.Key)
		}
	}
	return out
}

// wordsOf are the words and numbers of a text in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// surely tells how surely a step is called by a word, in one of its forms: “audits”, “auditing”. What does it says it more surely than
// what it is about.
func surely(s llm.RunStepFact, word string) int {
	switch {
	case hasWord(strings.ReplaceAll(s.Does, "_", " "), word):
		return 2
	case hasWord(s.Summary, word):
		return 1
	default:
		return 0
	}
}

func hasWord(text, word string) bool {
	return slices.ContainsFunc(wordsOf(text), func(own string) bool {
		short, long := own, word
		if len(short) > len(long) {
			short, long = long, short
		}
		return own == word || len(short) >= 4 && strings.HasPrefix(long, short) && len(long)-len(short) <= 3
	})
}
