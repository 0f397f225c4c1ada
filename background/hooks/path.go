package hooks

import (
	"strconv"
	"strings"
)

// Bounds of the path to a field.
const (
	deepestField  = 6
	longestField  = 200
	specialInPath = ".[]\""
)

// Path reads the path to a field of a payload as people write it: names with a dot between them, and one that has dots or brackets in it
// in brackets and quotes, like commit["a.b"].id.
func Path(text string) (names []string, ok bool) {
	if text == "" || len(text) > longestField || text == KindField {
		return nil, false
	}
	for rest := text; rest != ""; {
		var name string
		switch {
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, false
			}
			if name, err = strconv.Unquote(quoted); err != nil {
				return nil, false
			}
			rest = rest[1+len(quoted)+1:]
		default:
			end := strings.IndexAny(rest, specialInPath)
			if end == 0 {
				return nil, false
			}
			if end < 0 {
				end = len(rest)
			}
			name, rest = rest[:end], rest[end:]
		}
		if names = append(names, name); len(names) > deepestField {
			return nil, false
		}
		if strings.HasPrefix(rest, ".") {
			if rest = rest[1:]; rest == "" || rest[0] == '[' {
				return nil, false
			}
		} else if rest != "" && rest[0] != '[' {
			return nil, false
		}
	}
	return names, len(names) > 0
}

// WritePath writes a path so that [Path] reads it.
func WritePath(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case name == "" || strings.ContainsAny(name, specialInPath) || strconv.Quote(name) != `"`+name+`"` || strings.TrimSpace(name) != name || i == 0 && name == KindField:
			b.WriteString("[" + strconv.Quote(name) + "]")
		case i > 0:
			b.WriteString("." + name)
		default:
			b.WriteString(name)
		}
	}
	return b.String()
}
