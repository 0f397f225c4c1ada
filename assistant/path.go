package assistant

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The bounds of a path.
const (
	maxPath  = 300  // bytes
	maxParts = 16   // steps down
	maxIndex = 9999 // of a list
)

// Path leads into a value, part by part. It is written items[0].url: a name selects a field, a number in brackets an entry, counted
// from 0. A name that is empty or contains a dot, a bracket or a quote is written in brackets as JSON: items[0]["a.b"].
type Path []Part

// Part is one step of a path: into a field, or into the entry of a list where it has no name.
type Part struct {
	Name  string
	Index int
}

// InList tells whether the part leads to an entry of a list.
func (p Part) InList() bool { return p.Name == "" }

// ErrPath says what is wrong with an invalid path.
var ErrPath = errors.New(`it is no path; write one like items[0].url`)

// ParsePath reads a path. It begins with the name of a field.
func ParsePath(text string) (Path, error) {
	if text == "" || len(text) > maxPath {
		return nil, pathError(text)
	}
	var out Path
	for rest := text; rest != ""; {
		part, after, ok := cutPart(rest, len(out) == 0)
		if !ok || len(out) == maxParts {
			return nil, pathError(text)
		}
		out, rest = append(out, part), after
	}
	if out[0].InList() {
		return nil, pathError(text)
	}
	return out, nil
}

func pathError(text string) error { return fmt.Errorf("%.80q: %w", text, ErrPath) }

// cutPart reads the part a path begins with.
func cutPart(text string, first bool) (part Part, rest string, ok bool) {
	if inside, bracket := strings.CutPrefix(text, "["); bracket {
		return cutBracket(inside)
	}
	if !first {
		if text, ok = strings.CutPrefix(text, "."); !ok {
			return part, "", false
		}
	}
	end := strings.IndexAny(text, `.[]"`)
	if end < 0 {
		end = len(text)
	}
	return Part{Name: text[:end]}, text[end:], end > 0
}

// cutBracket reads what stands in brackets: a number, or a name as JSON writes it.
func cutBracket(text string) (part Part, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		digits, rest, closed := strings.Cut(text, "]")
		n, err := strconv.Atoi(digits)
		return Part{Index: n}, rest, closed && err == nil && n >= 0 && n <= maxIndex && strconv.Itoa(n) == digits
	}
	d := json.NewDecoder(strings.NewReader(text))
	if d.Decode(&part.Name) != nil || part.Name == "" {
		return part, "", false
	}
	rest, ok = strings.CutPrefix(text[d.InputOffset():], "]")
	return part, rest, ok
}

// String writes the path as [ParsePath] reads it.
func (p Path) String() string {
	var out strings.Builder
	for i, part := range p {
		switch {
		case part.InList():
			out.WriteString("[" + strconv.Itoa(part.Index) + "]")
		case strings.ContainsAny(part.Name, `.[]"`):
			quoted, _ := json.Marshal(part.Name) // a text can always be written
			out.WriteString("[" + string(quoted) + "]")
		case i > 0:
			out.WriteString("." + part.Name)
		default:
			out.WriteString(part.Name)
		}
	}
	return out.String()
}

// To is the path to a part of what p leads to.
func (p Path) To(part Part) Path { return append(slices.Clip(p), part) }

// Under tells whether one of the places is where p leads, or above it. A place is written like a path, with [] for any entry of a
// list: sections[].html.
func (p Path) Under(places []string) bool {
	var out strings.Builder
	for i, part := range p {
		if part.InList() {
			out.WriteString("[]")
		} else {
			out.WriteString(Path{part}.after(i))
		}
		for _, place := range places {
			if place == out.String() {
				return true
			}
		}
	}
	return false
}

// after is the path as it stands behind others.
func (p Path) after(n int) string {
	text := p.String()
	if n > 0 && !strings.HasPrefix(text, "[") {
		return "." + text
	}
	return text
}
