package assistant

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
)

// Bound is what a yes binds of a tool. For a tool defined by a connection it is the definition, which includes its source and name.
// For a compiled-in tool it is the name, since the operator trusts the release they install. A name is shorter than any
// definition's hash.
func Bound(t TaskType, definition string) string { return cmp.Or(definition, string(t)) }

// ConsentHash is what an approval binds: this tool (see [Bound]), these arguments, this old and this new state. Arguments that mean the
// same JSON hash the same, whatever way they are written; what cannot be read as JSON is no arguments.
func ConsentHash(tool string, arguments json.RawMessage, p Preview) (string, error) {
	canonical, err := canonicalJSON(arguments)
	if err != nil {
		return "", fmt.Errorf("hash what is approved of %s: %w", tool, err)
	}
	sum := sha256.New()
	for _, part := range [][]byte{[]byte(tool), canonical, []byte(p.State), []byte(p.Wanted)} {
		fmt.Fprintf(sum, "%d:", len(part)) // so that nothing can move from one part to the next
		sum.Write(part)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// UnseenHash is what approving a step binds whose text is not written yet, where a person wants it published without being
// shown: this tool, these parameters with what they hang on, this old state. Nothing is said of the new one.
func UnseenHash(tool string, parameters json.RawMessage, p Preview) (string, error) {
	return ConsentHash(tool, parameters, Preview{State: p.State})
}

// changedByPerson stands for the new state if a person wrote the arguments, since nobody was shown their effect.
const changedByPerson = "as a person has written it"

// ChangedHash is what approving with other arguments binds: this tool, the arguments that the person has written, this old state.
func ChangedHash(tool string, arguments json.RawMessage, p Preview) (string, error) {
	return ConsentHash(tool, arguments, Preview{State: p.State, Wanted: changedByPerson})
}

// PlanHash hashes everything that a person decides on with a plan: a stored plan must have the hash under which it was shown. Who
// asked, the expiry, and what the words were made from are left out.
func PlanHash(p Plan) (string, error) {
	p.Hash, p.RequestedBy, p.ExpiresAt = "", "", time.Time{}
	p.Steps = slices.Clone(p.Steps)
	for i := range p.Steps {
		s := &p.Steps[i]
		s.Said = nil
		if s.Preview != nil {
			shown := s.Preview.InEnglish()
			s.Preview = &shown
		}
	}
	raw, err := json.Marshal(p)
	if err == nil {
		raw, err = canonicalJSON(raw)
	}
	if err != nil {
		return "", fmt.Errorf("hash plan %s: %w", p.ID, err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// canonicalJSON writes JSON with sorted keys, and numbers and texts as every database gives them back.
func canonicalJSON(raw json.RawMessage) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	v, err := canonical(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func canonical(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case json.Number:
		return plainNumber(v)
	case string:
		return strings.ReplaceAll(v, "\x00", "\uFFFD"), nil // no database keeps them
	case []any:
		for i := range v {
			if v[i], err = canonical(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = canonical(v[name]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// maxNumber bounds a number's text, so that nobody pays for writing out 1e999999999.
const maxNumber = 200

var errNumber = errors.New("a number has too many digits")

// plainNumber writes a number without an exponent and without zeros at its end.
func plainNumber(n json.Number) (json.Number, error) {
	digits, exponent, _ := strings.Cut(strings.ToLower(n.String()), "e")
	if len(digits) > maxNumber || len(strings.TrimLeft(exponent, "+-0")) > 2 {
		return "", errNumber
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return "", errNumber
	}
	if r.IsInt() {
		return json.Number(r.Num().String()), nil
	}
	return json.Number(strings.TrimRight(r.FloatString(maxNumber+100), "0")), nil
}
