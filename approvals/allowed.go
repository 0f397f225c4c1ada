package approvals

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// covers tells whether a background task's standing yes is for a target: for the very one that was approved, or, where it was given
// before anything was asked for, for whatever is called as whoever gave it says.
func covers(s assistant.StandingYes, target string) bool {
	if !s.Before {
		return s.Target == target
	}
	if s.Target == "" || target == s.Target {
		return true
	}
	name := called(s.Target)
	return name != "" && (name == called(target) || name == called(quoted(target)) || name == called(page(target)))
}

// called is a name without what people write differently: case, signs, spaces and the article in front of it.
func called(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for len(words) > 1 && article(words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

func article(word string) bool {
	switch word {
	case "the", "page", "der", "die", "das", "den", "dem", "seite", "le", "la", "les", "el", "los", "las", "página", "list", "liste", "lista":
		return true
	default:
		return false
	}
}

// quoted is the one name that a target has in quotes; "" where it has none or several.
func quoted(target string) string {
	_, after, found := strings.Cut(target, "“")
	name, rest, closed := strings.Cut(after, "”")
	if !found || !closed || strings.Contains(rest, "“") {
		return ""
	}
	return name
}

// page is the path of a target that is an address, which is what people call a page by; "" of what is none.
func page(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return ""
	}
	return strings.Trim(u.Path, "/")
}
