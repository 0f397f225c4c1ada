package tools

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"
)

// Source is where a tool comes from. The zero Kind means that it is compiled in.
type Source struct {
	Kind string // of the connection; "" for a pack of this release
	ID   string // the connection's id, or the pack's name
}

// Compiled tells whether the tools of the source are part of this release. Whoever installs a release trusts what its tools say of
// themselves; whoever runs what a connection leads to can change them at any moment.
func (s Source) Compiled() bool { return s.Kind == "" }

// Sourced are the pack's tools with the source that they come from, and their names on the wire.
func (p Pack) Sourced() []Tool {
	out := slices.Clone(p.Tools)
	for i := range out {
		t := &out[i]
		t.Source = Source{Kind: p.Kind, ID: p.Name}
		if p.Kind == "" {
			t.Raw = t.Name
		} else {
			t.Name = wireName(t.Source, t.Raw)
		}
	}
	return out
}

// How long the parts of a derived name are: with the _ between them they fit into the longest name that a model takes.
const (
	mostWords  = 46
	digestSize = 16
)

// wireName is what models and rows call the tool of a connection: what can be read of its own name, and a digest of the source and that
// name. So it stays the same whatever other tools there are, and no server can choose a name that another's tool has.
func wireName(s Source, raw string) string {
	words := strings.Map(func(r rune) rune {
		switch r = unicode.ToLower(r); {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		default:
			return '_'
		}
	}, raw)
	words = strings.Join(strings.FieldsFunc(words, func(r rune) bool { return r == '_' }), "_")
	if words == "" || words[0] >= '0' && words[0] <= '9' {
		words = "tool_" + words
	}
	words = strings.Trim(words[:min(len(words), mostWords)], "_")
	sum := sha256.Sum256(parts([]byte(s.Kind), []byte(s.ID), []byte(raw)))
	return words + "_" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:digestSize])
}

// Definition is what a yes binds beside the tool's name: a hash of all that the tool says of itself, so that a yes to one definition is
// none to another. It is "" of what is compiled in, see [Source.Compiled].
func (t Tool) Definition() string {
	if t.Source.Compiled() {
		return ""
	}
	return t.Hash()
}

// Counted is the tool in metrics, whose words are few: a connection's by the kind of the connection.
func (t Tool) Counted() string { return cmp.Or(t.Source.Kind, t.Name) }

// Hash is of all that the tool says of itself, equal on every replica. What it does not say is no part of it, so that it stays as it is
// where a release has something new that tools may say.
func (t Tool) Hash() string {
	sum := sha256.New()
	v := reflect.ValueOf(t)
	for _, f := range reflect.VisibleFields(v.Type()) {
		if has := v.FieldByIndex(f.Index); !has.IsZero() {
			sum.Write(parts([]byte(f.Name), said(has.Interface())))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// said is what one field of a tool says; of an ability, that it is there.
func said(field any) []byte {
	if reflect.TypeOf(field).Kind() == reflect.Func {
		return nil
	}
	raw, err := json.Marshal(field)
	if err != nil {
		return fmt.Append(nil, err) // no registry takes such a schema
	}
	if _, ok := field.(*jsonschema.Schema); ok {
		raw = inOneOrder(raw)
	}
	return raw
}

// inOneOrder is JSON with its names in order, whatever order its source has sent them in.
func inOneOrder(raw []byte) []byte {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return raw
	}
	ordered, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return ordered
}

// parts joins texts so that nothing can move from one to the next.
func parts(all ...[]byte) []byte {
	var out []byte
	for _, p := range all {
		out = append(fmt.Appendf(out, "%d:", len(p)), p...)
	}
	return out
}
