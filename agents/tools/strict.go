package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
)

// notWhole names the first place where a whole number is wanted and none is written that Go reads as one. To a schema 1e0 and
// 2.0 are whole numbers, and of any size.
func notWhole(schema *jsonschema.Schema, arguments json.RawMessage) (where string, found bool) {
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	var given any
	if d.Decode(&given) != nil {
		return "", false
	}
	return notWholeIn(schema, given, "")
}

func notWholeIn(s *jsonschema.Schema, given any, at string) (string, bool) {
	if s == nil {
		return "", false
	}
	switch v := given.(type) {
	case json.Number:
		if s.Type == "integer" || slices.Contains(s.Types, "integer") && !slices.Contains(s.Types, "number") {
			_, err := strconv.ParseInt(v.String(), 10, 64)
			return at, err != nil
		}
	case map[string]any:
		for name, one := range v {
			if where, found := notWholeIn(s.Properties[name], one, at+"."+name); found {
				return where, true
			}
		}
	case []any:
		for _, one := range v {
			if where, found := notWholeIn(s.Items, one, at); found {
				return where, true
			}
		}
	}
	return "", false
}

// Doubled names a field that an object has twice. Readers differ in which of them they take, and in whether they look at both.
func Doubled(arguments json.RawMessage) (name string, found bool) {
	d := json.NewDecoder(bytes.NewReader(arguments))
	var open []map[string]bool // the names of each object that is not closed; nil for a list
	isName := false
	for {
		token, err := d.Token()
		if err != nil {
			return "", false
		}
		within := func() bool { return len(open) > 0 && open[len(open)-1] != nil }
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
			isName = within()
			continue
		case string:
			if isName && open[len(open)-1][v] {
				return v, true
			}
			if isName {
				open[len(open)-1][v] = true
			}
		}
		isName = within() && !isName
	}
}
