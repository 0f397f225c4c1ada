package assistant

import (
	"regexp"
	"strings"
	"sync"
)

var asideForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*\((?:aside|nebenbei|beiseite|en aparté|aparté|aparte)\)`)
})

// Aside tells whether words are between people only: the team does not hear what begins with “(aside)”, and nothing of it is
// stored.
func Aside(text string) bool { return asideForm().MatchString(text) }

// Heard is what others had said in a place, a line each, without what was said aside.
func Heard(before string) string {
	var out []string
	for line := range strings.SplitSeq(before, "\n") {
		_, words, _ := strings.Cut(line, ": ")
		if Aside(line) || Aside(words) {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
