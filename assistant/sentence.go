package assistant

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Sentence is text for people whose language is not known yet. It is either a sentence of the product, stored as its key in the
// catalogue (its English format) with its arguments, or verbatim text, which is the same in every language. Package wording
// translates it. The zero value says nothing.
type Sentence struct {
	key   string // "" for words of others
	args  []any  // string, int or Sentence
	words string // verbatim
}

// Say is a sentence of ours: its English text as it stands in the catalogue, with the verbs %s and %d. A string argument is never
// translated, a Sentence is told in the language of the whole.
func Say(key string, args ...any) Sentence {
	s := Sentence{key: key}
	for _, a := range args {
		s.args = append(s.args, argument(a))
	}
	return s
}

// Label is a fixed word in a variable: a tool's label, a kind, a state. A label that the catalogue lacks is said in English. One
// with a percent sign is taken as verbatim text, not as a format.
func Label(word string) Sentence {
	if strings.Contains(word, "%") {
		return Verbatim(word)
	}
	return Sentence{key: word}
}

// Titled is the title of a tool call that starts with the tool's label, which is translated. The subject, and any other title that
// a model or a person gives, is verbatim.
func Titled(label, summary string) Sentence {
	about, ok := strings.CutPrefix(summary, label+": ")
	switch {
	case label != "" && summary == label:
		return Label(label)
	case label != "" && ok:
		return Say("%s: %s", Label(label), about)
	default:
		return Verbatim(summary)
	}
}

// Verbatim is text that a person, a model or an outside system wrote.
func Verbatim(words string) Sentence { return Sentence{words: words} }

// argument brings what a sentence is given to one of the kinds that it keeps.
func argument(a any) any {
	switch a := a.(type) {
	case Sentence, string, int:
		return a
	case error:
		return a.Error()
	case fmt.Stringer:
		return a.String()
	}
	switch v := reflect.ValueOf(a); {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return int(v.Int())
	default:
		return fmt.Sprint(a)
	}
}

// Key is the sentence's key in the catalogue, "" for words of others.
func (s Sentence) Key() string { return s.key }

// Args are the sentence's arguments: strings, ints and Sentences.
func (s Sentence) Args() []any { return slices.Clone(s.args) }

// Then is the sentence with the next one after it.
func (s Sentence) Then(next Sentence) Sentence {
	switch {
	case s.IsZero():
		return next
	case next.IsZero():
		return s
	default:
		return Say("%s %s", s, next)
	}
}

// Listed joins sentences as people write lists: "a", "a and b", "a, b and c".
func Listed(all ...Sentence) Sentence {
	var out Sentence
	for i, one := range all {
		switch {
		case i == 0:
			out = one
		case i == len(all)-1:
			out = Say("%s and %s", out, one)
		default:
			out = Say("%s, %s", out, one)
		}
	}
	return out
}

// IsZero tells whether nothing is said.
func (s Sentence) IsZero() bool { return s.key == "" && s.words == "" }

// Equal tells whether two sentences say the same in every language.
func (s Sentence) Equal(other Sentence) bool { return reflect.DeepEqual(s, other) }

// String is the sentence in English.
func (s Sentence) String() string {
	switch {
	case s.key == "":
		return s.words
	case !strings.Contains(s.key, "%"):
		return s.key
	default:
		return fmt.Sprintf(s.key, s.args...)
	}
}

// MarshalJSON writes the English text, which readers without sentences expect. [Sentences] stores the key and the arguments beside
// it.
func (s Sentence) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// UnmarshalJSON reads words, which are verbatim until [Sentences] says what they were made of.
func (s *Sentence) UnmarshalJSON(raw []byte) error {
	*s = Sentence{}
	return json.Unmarshal(raw, &s.words)
}
