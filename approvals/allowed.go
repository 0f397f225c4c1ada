package approvals

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// covers tells whether a background task's standing yes covers a target. A yes given for an action covers that very target; one
// given in advance covers everything with the name that the giver wrote.
func covers(s assistant.StandingYes, target string) bool {
	allowed := asCalledNow(s.Target)
	if !s.Before {
		return allowed == target
	}
	if allowed == "" || target == allowed {
		return true
	}
	name := called(allowed)
	return name != "" && (name == called(target) || name == called(quoted(target)) || name == called(page(target)))
}

// asCalledNow is a target as previews call it now. What changes a background task called it that, where people read "automation" now, and
// what was approved by that name still stands.
func asCalledNow(target string) string {
	if name, was := strings.CutPrefix(target, "the background task “"); was {
		return "the automation “" + name
	}
	return target
}

// called normalizes a name: case, punctuation, spaces and a leading article do not count.
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

// page returns the path of a target that is an address, since people call pages by their path; "" for other targets.
func page(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return ""
	}
	return strings.Trim(u.Path, "/")
}
