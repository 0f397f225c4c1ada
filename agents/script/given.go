package script

import (
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

var (
	givenForm = Pattern(`(?s)«data»[^\n]*\n(.*?)\n«end»`)
	fieldForm = Pattern(`^[a-zA-Z]+:$`)
)

// Quoted is what a tool gave, without the frame that it stands in for models.
func Quoted(r llm.ToolResult) string {
	if m := givenForm().FindStringSubmatch(r.Content); m != nil {
		return m[1]
	}
	return r.Content
}

// Summary is the line in which a tool says what it gave.
func Summary(given string) string {
	line, _, _ := strings.Cut(given, "\n")
	return strings.TrimSpace(line)
}

// Field are the lines of one field of what a tool gave.
func Field(given, name string) []string {
	var out []string
	within := false
	for line := range strings.Lines(given) {
		line = strings.TrimSpace(line)
		if fieldForm().MatchString(line) {
			within = line == name+":"
		} else if within && line != "" {
			out = append(out, line)
		}
	}
	return out
}
