package entry

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

const mostSaid = 20 // lines

// Asked plays the model's part where words ask for a list: it uses the tool, then says the list's lines. Arguments makes the tool's
// arguments of what the form has found.
func Asked(tool assistant.TaskType, form func() *regexp.Regexp, arguments func(found []string) map[string]any, line func(row map[string]string) string) func(script.Turn) (*llm.ToolCall, string) {
	return func(t script.Turn) (*llm.ToolCall, string) {
		found := form().FindStringSubmatch(strings.TrimSpace(t.Facts.Text))
		if found == nil || !t.Offers(tool) {
			return nil, ""
		}
		given, ok := t.Given(tool)
		if !ok {
			return script.Call(tool, arguments(found)), ""
		}
		return nil, listText(given, line)
	}
}

// listText is what a list says, a line each.
func listText(given llm.ToolResult, line func(row map[string]string) string) string {
	if given.Failed {
		return "I could not look it up: " + script.Cut(given.Content, 500)
	}
	var out []string
	for text := range strings.Lines(given.Content) {
		text = strings.TrimSpace(text)
		var row map[string]string
		if i := strings.IndexByte(text, '{'); i >= 0 && json.Unmarshal([]byte(text[i:]), &row) == nil {
			out = append(out, "- "+line(row))
		}
	}
	if len(out) == 0 {
		return "There is nothing of that kind."
	}
	if more := len(out) - mostSaid; more > 0 {
		out = append(out[:mostSaid], "… and "+strconv.Itoa(more)+" more")
	}
	return strings.Join(out, "\n")
}
