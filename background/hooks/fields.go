package hooks

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what is told of the fields of past events.
const (
	fieldsTold   = 60
	exampleRunes = 40
)

// Field is a field that past events had.
type Field struct {
	Path    string
	Example string // what one of them had there; "" where it was hidden, or no single value
}

// Fields are the fields that past events of a hook had, with one example each, as they are kept: what could be a secret is not among
// that. Lists are told of, and what is in them is not.
func Fields(events []assistant.HookEvent) []Field {
	found := map[string]string{}
	for _, e := range events {
		if payload, ok := keptPayload(e); ok {
			fieldsAt(nil, payload, found)
		}
	}
	var out []Field
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if out = append(out, Field{path, found[path]}); len(out) == fieldsTold {
			break
		}
	}
	return out
}

func fieldsAt(path []string, v any, found map[string]string) {
	inner, isMap := v.(map[string]any)
	if isMap && len(path) < deepestField && len(inner) > 0 {
		for name, one := range inner {
			fieldsAt(append(slices.Clone(path), name), one, found)
		}
		return
	}
	at := WritePath(path)
	if _, ok := Path(at); !ok {
		return // nobody could write it
	}
	if text := shownAs(v); found[at] == "" {
		found[at] = text
	}
}

func shownAs(v any) string {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, hiddenWord) {
			return ""
		}
		return cut(plainText(v), exampleRunes)
	case bool, float64, int64, uint64:
		return cut(asText(v), exampleRunes)
	}
	return ""
}

// keptPayload is what is kept of an event's payload; false where that is only its beginning.
func keptPayload(e assistant.HookEvent) (any, bool) {
	if e.Payload == "" {
		return nil, e.Size == 0
	}
	if !json.Valid([]byte(e.Payload)) {
		return nil, false
	}
	v, err := readJSON([]byte(e.Payload))
	return v, err == nil
}
