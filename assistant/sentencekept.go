package assistant

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
)

// Sentences keeps the sentences of a stored value beside their English words, by the names of their fields:
//
//	{"message": "That is no post.", "said": {"message": {"key": "That is no %s.", "args": ["post"]}}}
//
// Words of others are not in it.
type Sentences map[string]Sentence

// SentencesOf is what is stored beside the fields: each name with its sentence. It is nil if all fields are verbatim.
func SentencesOf(fields ...SentenceField) Sentences {
	var out Sentences
	for _, f := range fields {
		if f.Sentence.key == "" {
			continue
		}
		if out == nil {
			out = Sentences{}
		}
		out[f.Name] = *f.Sentence
	}
	return out
}

// SaidAs is what is stored of one field beside its English text.
func SaidAs(name string, s Sentence) Sentences { return SentencesOf(SentenceField{name, &s}) }

// SentenceField is a field that holds a sentence, by its name in JSON.
type SentenceField struct {
	Name     string
	Sentence *Sentence
}

// Of returns the sentence behind a field's text.
func (s Sentences) Of(name, words string) Sentence {
	out := Verbatim(words)
	s.Into(SentenceField{name, &out})
	return out
}

// Into puts what was kept into the fields whose English words it has. A sentence that comes to other words than those that stand
// there was changed since, or cannot be read: the words stand.
func (s Sentences) Into(fields ...SentenceField) {
	for _, f := range fields {
		if kept, ok := s[f.Name]; ok && kept.String() == f.Sentence.String() {
			*f.Sentence = kept
		}
	}
}

// marshalSaid writes a value that has no way of its own to be written, with what its sentences were said of beside it.
func marshalSaid(plain any, fields ...SentenceField) ([]byte, error) {
	raw, err := json.Marshal(plain)
	said := SentencesOf(fields...)
	if err != nil || said == nil {
		return raw, err
	}
	beside, err := json.Marshal(map[string]Sentences{"said": said})
	switch {
	case err != nil:
		return nil, err
	case string(raw) == "{}":
		return beside, nil
	default:
		return slices.Concat(raw[:len(raw)-1], []byte{','}, beside[1:]), nil
	}
}

// unmarshalSaid reads both into a value. The fields are asked for once it is read: what it has lists of has as many sentences.
func unmarshalSaid(raw []byte, plain any, fields func() []SentenceField) error {
	var in struct {
		Said Sentences `json:"said"`
	}
	if err := errors.Join(json.Unmarshal(raw, plain), json.Unmarshal(raw, &in)); err != nil {
		return err
	}
	in.Said.Into(fields()...)
	return nil
}

// MarshalJSON writes keys and arguments.
func (s Sentences) MarshalJSON() ([]byte, error) {
	out := map[string]saidJSON{}
	for name, one := range s {
		out[name] = saidOf(one)
	}
	return json.Marshal(out)
}

// UnmarshalJSON never fails: what it cannot read is left out, so that the words stand.
func (s *Sentences) UnmarshalJSON(raw []byte) error {
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return nil //nolint:nilerr // the words stand
	}
	*s = Sentences{}
	for name, one := range in {
		if read, ok := readSaid(one, saidDeep); ok {
			(*s)[name] = read
		}
	}
	return nil
}

// saidJSON is a sentence in JSON: a string argument is a string, a number a number, a sentence an object of its own.
type saidJSON struct {
	Key   string `json:"key,omitempty"`
	Args  []any  `json:"args,omitempty"`
	Words string `json:"words,omitempty"`
}

func saidOf(s Sentence) saidJSON {
	out := saidJSON{Key: s.key, Words: s.words}
	for _, a := range s.args {
		if inner, ok := a.(Sentence); ok {
			a = saidOf(inner)
		}
		out.Args = append(out.Args, a)
	}
	return out
}

// Kept is the sentence with its key and its arguments, where no English words stand beside it.
func (s Sentence) Kept() (json.RawMessage, error) { return json.Marshal(saidOf(s)) }

// ReadSentence is the inverse of [Sentence.Kept]; false where it cannot be read.
func ReadSentence(raw json.RawMessage) (Sentence, bool) { return readSaid(raw, saidDeep) }

// What is read of a sentence: more than any of ours has.
const (
	saidDeep = 12
	saidArgs = 20
)

func readSaid(raw json.RawMessage, deep int) (Sentence, bool) {
	var in struct {
		Key   string            `json:"key"`
		Args  []json.RawMessage `json:"args"`
		Words string            `json:"words"`
	}
	if deep == 0 || json.Unmarshal(raw, &in) != nil || len(in.Args) > saidArgs {
		return Sentence{}, false
	}
	out := Sentence{key: in.Key, words: in.Words}
	for _, one := range in.Args {
		a, ok := readArgument(one, deep)
		if !ok {
			return Sentence{}, false
		}
		out.args = append(out.args, a)
	}
	return out, true
}

func readArgument(raw json.RawMessage, deep int) (any, bool) {
	if bytes.HasPrefix(raw, []byte("{")) {
		return readSaid(raw, deep-1)
	}
	var a any
	if json.Unmarshal(raw, &a) != nil {
		return nil, false
	}
	switch a := a.(type) {
	case string:
		return a, true
	case float64:
		return int(a), a == math.Trunc(a) && math.Abs(a) < 1<<53
	default:
		return nil, false
	}
}
