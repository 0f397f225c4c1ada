package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/llm"
)

// attached says of each file what it is, and the line of it that has most to do with what was asked.
func attached(f llm.AnswerFacts) []string {
	var out []string
	for _, file := range f.Attached {
		if file.Width > 0 {
			out = append(out, fmt.Sprintf("I see the picture “%s”, %d×%d pixels, but by rules alone I cannot tell what it shows.", file.Name, file.Width, file.Height))
			continue
		}
		if line := nearest(f.Text, file.Text); line != "" {
			out = append(out, fmt.Sprintf("In “%s” it says: “%s”", file.Name, short(line, 300)))
		}
	}
	return out
}

// nearest is the line of a text that shares most words with a question; the first one where none shares any.
func nearest(question, text string) string {
	asked := longWords(question)
	best, most := "", -1
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		shared := 0
		for _, w := range longWords(line) {
			if slices.Contains(asked, w) {
				shared++
			}
		}
		if line != "" && shared > most {
			best, most = line, shared
		}
	}
	return best
}

// longWords are the words that carry meaning, more or less: those of more than three letters.
func longWords(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }),
		func(w string) bool { return len([]rune(w)) < 4 })
}
