package tools

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// The bounds of what is shown field by field; what goes beyond them can be read whole.
const (
	maxShown     = 60  // fields
	maxShownFew  = 8   // of them that a card has room for
	maxShownText = 300 // bytes of one
	maxShownName = 60  // characters of a property's
)

// Previewed is what a call would change. Where the tool's own preview says of no field what becomes of it, it shows what the call is made
// with: nobody decides on what they cannot see.
func (t Tool) Previewed(ctx context.Context, c Call) (assistant.Preview, error) {
	p, err := t.Preview(ctx, c)
	if err != nil || len(p.Fields) > 0 || p.Whole != "" {
		return p, err
	}
	all := t.Shown(c.Arguments, nil)
	p.Fields = all[:min(len(all), maxShown)]
	if len(all) > maxShownFew || slices.ContainsFunc(all, func(f assistant.Field) bool { return len(f.New) > maxShownText || strings.Contains(f.New, "\n") }) {
		p.Whole = assistant.Legible(all)
	}
	return p, nil
}

// Shown are arguments as people read them, or what stands at a place among them: a field for each text, number and list of such, called by
// the schema's titles and names: “Orders 2, url”.
func (t Tool) Shown(value json.RawMessage, at assistant.Path) []assistant.Field {
	f := showing{root: t.Arguments}
	s, err := Within(t.Arguments, at)
	if err != nil {
		s = nil // what the schema does not know is shown all the same
	}
	f.show(s, value, f.called(at), 0)
	return f.out
}

// showing shows values.
type showing struct {
	root *jsonschema.Schema
	out  []assistant.Field
}

// show shows a value that is called so.
func (f *showing) show(s *jsonschema.Schema, value json.RawMessage, name string, deep int) {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	s = followed(f.root, s)
	switch {
	case len(value) == 0, string(value) == "null":
	case deep > maxDeep: // the gate lets nothing pass that is deeper
		f.add(name, string(value))
	case json.Unmarshal(value, &object) == nil:
		for _, part := range propertiesIn(s, object) {
			f.show(f.at(s, assistant.Part{Name: part}), object[part], named(name, f.title(s, part)), deep+1)
		}
	case json.Unmarshal(value, &list) == nil && !slices.ContainsFunc(list, manifold):
		words := make([]string, len(list))
		for i, one := range list {
			words[i] = wordsOf(one).String()
		}
		f.add(name, strings.Join(words, ", "))
	case list != nil:
		for i, one := range list {
			f.show(f.at(s, assistant.Part{Index: i}), one, strings.TrimSpace(name+" "+strconv.Itoa(i+1)), deep+1)
		}
	default:
		f.out = append(f.out, assistant.Shown(name, wordsOf(value)))
	}
}

func (f *showing) add(name, words string) {
	f.out = append(f.out, assistant.Field{Name: name, New: words})
}

// at is the schema of a part; nil where the schema says nothing of it.
func (f *showing) at(s *jsonschema.Schema, part assistant.Part) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	one, err := inside(s, part, nil)
	if err != nil {
		return nil
	}
	return one
}

// called is what people call a place.
func (f *showing) called(at assistant.Path) string {
	name, s := "", followed(f.root, f.root)
	for _, part := range at {
		if part.InList() {
			name += " " + strconv.Itoa(part.Index+1)
		} else {
			name = named(name, f.title(s, part.Name))
		}
		s = followed(f.root, f.at(s, part))
	}
	return name
}

// title is what a property is called: as its schema has it, else its name in words.
func (f *showing) title(s *jsonschema.Schema, property string) string {
	if s != nil {
		if one := followed(f.root, s.Properties[property]); one != nil && one.Title != "" {
			return nameOf(one.Title)
		}
	}
	return nameOf(spaced(property))
}

// nameOf is a name on a line of its own: it comes from outside, and may not pass for more than a name.
func nameOf(text string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	return string(r[:min(len(r), maxShownName)])
}

// named is the name of a part of what is called so. A name begins with a capital.
func named(of, part string) string {
	if of != "" {
		return of + ", " + part
	}
	r, n := utf8.DecodeRuneInString(part)
	if n == 0 {
		return "–" // a property may have no name
	}
	return string(unicode.ToUpper(r)) + part[n:]
}

// spaced is a name as words: metaTitle and meta_title are “meta title”.
func spaced(name string) string {
	var out strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			out.WriteRune(' ')
		}
		if before = r; r == '_' || r == '-' {
			r = ' '
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(out.String())
}

// propertiesIn are the names of an object as its schema has them, then those that it does not know.
func propertiesIn(s *jsonschema.Schema, object map[string]json.RawMessage) []string {
	var out []string
	if s != nil {
		out = slices.DeleteFunc(Properties(s), func(name string) bool { _, given := object[name]; return !given })
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// manifold tells whether a value has parts.
func manifold(value json.RawMessage) bool {
	return strings.HasPrefix(string(value), "{") || strings.HasPrefix(string(value), "[")
}

// wordsOf is a text, a number, a yes or no.
func wordsOf(value json.RawMessage) assistant.Sentence {
	switch string(value) {
	case "true":
		return assistant.Say("yes")
	case "false":
		return assistant.Say("no")
	default:
		return assistant.Verbatim(assistant.TextOf(value))
	}
}
