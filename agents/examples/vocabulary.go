package examples

import (
	"embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/aisteam/aisteam/assistant"
)

//go:embed words/*.txt
var files embed.FS

// vocabulary is what requests in a language are made of, whatever they ask for.
type vocabulary struct {
	phrases   map[string][]phrase // by their first word, the longest first
	long      map[byte][]phrase   // those of one long word, by its first letter
	verbsLast bool
}

// phrase are words that stand for one.
type phrase struct {
	words []string
	means meaning
}

// owned is what an article stands for that says whose something is.
const owned = "own"

// meaning is what a phrase is: words of a kind, or one word that it stands for.
type meaning struct {
	kind kind
	word string
}

type kind uint8

const (
	plain   kind = iota
	polite       // says nothing
	article      // says nothing, but may begin what fills a slot
	this         // points at what was said before
	joining      // stands between clauses
	mark         // punctuation
	ending       // punctuation that ends a sentence
	quoted       // words in quotation marks
)

// vocabularies are read when a first request is: a start whose model is a real one pays for none.
var vocabularies = sync.OnceValue(func() map[assistant.Language]vocabulary {
	out := map[assistant.Language]vocabulary{}
	for _, l := range assistant.Languages() {
		raw, err := files.ReadFile("words/" + string(l) + ".txt")
		if err != nil {
			continue // a test reads every file
		}
		out[l] = readVocabulary(string(raw))
	}
	return out
})

func readVocabulary(file string) vocabulary {
	v := vocabulary{phrases: map[string][]phrase{}, long: map[byte][]phrase{}}
	kinds := map[string]kind{"polite": polite, "article": article, "this": this, "and": joining}
	for text := range strings.Lines(file) {
		head, all, ok := strings.Cut(text, ":")
		if !ok || strings.HasPrefix(text, "#") {
			continue
		}
		if head == "verbs last" {
			v.verbsLast = true
			continue
		}
		m := meaning{kind: kinds[head]}
		switch {
		case head == owned:
			m = meaning{article, owned}
		case m.kind == plain:
			m.word = folded(head)
		}
		for said := range strings.SplitSeq(all, ",") {
			v.add(pieces(said), m)
		}
	}
	return v
}

// add keeps the longest phrases first; of two that are the same the first stays.
func (v vocabulary) add(words []string, m meaning) {
	if len(words) == 0 {
		return
	}
	at, all := 0, v.phrases[words[0]]
	for at < len(all) && len(all[at].words) >= len(words) {
		at++
	}
	p := phrase{words, m}
	v.phrases[words[0]] = append(all[:at:at], append([]phrase{p}, all[at:]...)...)
	if len(words) == 1 && m.kind == plain {
		v.long[words[0][0]] = append(v.long[words[0][0]], p)
	}
}

// longest is the longest phrase that the words begin with.
func (v vocabulary) longest(words []string) (phrase, bool) {
	if len(words) == 0 {
		return phrase{}, false
	}
	for _, p := range v.phrases[words[0]] {
		if len(p.words) <= len(words) && equal(p.words, words[:len(p.words)]) {
			return p, true
		}
	}
	return phrase{}, false
}

// nearest is what a long word stands for that is one slip away from a word that stands for another, or the word.
func (v vocabulary) nearest(word string) string {
	const long = 5
	if len(word) < long {
		return word
	}
	for _, p := range v.long[word[0]] {
		if ok, _ := same(word, p.words[0]); ok {
			return p.means.word
		}
	}
	return word
}

func equal(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// folded is a text in small letters without marks on them.
func folded(text string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			out.WriteString("ss")
		case r == '’' || r == '‘':
			out.WriteByte('\'')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
