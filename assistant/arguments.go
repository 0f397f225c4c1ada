package assistant

import (
	"encoding/json"
	"maps"
	"slices"
)

// mostWords bounds how many places of a value are told one by one.
const mostWords = 60

// ArgumentChanges are the differences between the arguments that were proposed and those that a person wants, place by place.
func ArgumentChanges(was, is json.RawMessage) []Field {
	if !begins(was, '{') || !begins(is, '{') {
		return nil
	}
	before, after := wordsIn(was), wordsIn(is)
	all := maps.Clone(before)
	maps.Copy(all, after)
	var out []Field
	for _, at := range slices.Sorted(maps.Keys(all)) {
		if f := (Field{Name: at, Old: before[at], New: after[at]}); f.Old != f.New {
			out = append(out, f)
		}
	}
	return out[:min(len(out), mostWords)]
}

// wordsIn are the words of a value by their places: a list of plain values stands in one, with an entry a line.
func wordsIn(value json.RawMessage) map[string]string {
	out := map[string]string{}
	_, err := Walk(value, nil, func(one json.RawMessage, at Path) (json.RawMessage, bool, error) {
		plain := len(at) > 0 && isPlain(one)
		if plain {
			out[at.String()] = TextOf(one)
		}
		return one, plain, nil
	})
	if err != nil { // it stands too deep to be told place by place
		return map[string]string{"": TextOf(value)}
	}
	return out
}

// isPlain tells whether a value has no parts of its own, aside from a list of such.
func isPlain(value json.RawMessage) bool {
	var list []json.RawMessage
	if begins(value, '[') && json.Unmarshal(value, &list) == nil {
		return !slices.ContainsFunc(list, func(one json.RawMessage) bool { return begins(one, '{') || begins(one, '[') })
	}
	return !begins(value, '{')
}
