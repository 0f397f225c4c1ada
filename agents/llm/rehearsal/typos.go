package rehearsal

import (
	"strings"

	"github.com/aisteam/aisteam/agents/script"
)

// knownWords are what requests are made of, beside the verbs of the packs.
const knownWords = "create please change update replace publish rewrite write heading headline title webpage website homepage page pages ticket tickets " +
	"audit called named about contact services priority urgent button text paragraph opening another would could should"

// corrected is a request with its misspelt words put right, where one letter is missing, wrong, doubled or has changed places
// with its neighbour. What is quoted stays, and so does every word that is too short to be sure of.
func corrected(request string) string {
	quoted := script.QuoteForm().FindAllStringIndex(request, -1)
	var out strings.Builder
	at := 0
	for at < len(request) {
		end := at
		for end < len(request) && isLetter(request[end]) {
			end++
		}
		if end == at {
			out.WriteByte(request[at])
			at++
			continue
		}
		word := request[at:end]
		if !within(at, quoted) {
			word = rightly(word)
		}
		out.WriteString(word)
		at = end
	}
	return out.String()
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80 }

func within(at int, ranges [][]int) bool {
	for _, r := range ranges {
		if at >= r[0] && at < r[1] {
			return true
		}
	}
	return false
}

// rightly is the known word that a word is one slip away from, or the word.
func rightly(word string) string {
	lower := strings.ToLower(word)
	if len(lower) < 4 {
		return word
	}
	for known := range strings.FieldsSeq(knownWords) {
		if lower == known {
			return word
		}
	}
	for known := range strings.FieldsSeq(knownWords) {
		if slip(lower, known) {
			return known
		}
	}
	return word
}

// slip tells whether two words differ by one letter that is missing, added, wrong or swapped with its neighbour.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return false
	}
	return a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
