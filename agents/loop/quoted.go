package loop

import (
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what a model is told, in bytes.
const (
	maxToolOutput = 16 << 10 // of what one call gives
	maxReport     = 3_000    // of what an executor reports: its planner has several of them in its context
)

// Quoted marks what a tool gave as data, and bounds it.
func Quoted(tool, content string) string { return quoted(tool, content, maxToolOutput) }

func quoted(tool, content string, most int) string {
	content = llm.Unmarked(content)
	if len(content) > most {
		content = llm.Clip(content, most) + "\n(the rest was left out)"
	}
	return llm.Data("from "+tool, content)
}

// Told is what a model is told of a result: a line, then each field on lines of its own, so that what is too long loses its
// end and stays readable.
func Told(r assistant.Result) string {
	out := []string{r.Summary.String()}
	for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
		out = append(out, name+":", r.Fields.Text(name))
	}
	return strings.Join(out, "\n")
}
