package rehearsal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

// mostListed is how many entries of a list are told; the rest is counted.
const mostListed = 12

// asksList finds words that want to see what there is.
var asksList = script.Pattern(`(?i)^\W*(?:please|can you|could you|hans|hey|hi|so|ok|[\s,])*(?:list|show|which|what|how many|are there|do (?:i|we) have|any|tell me)\b`)

// list looks up what the words want to see and a tool at hand lists, and then says it; neither where they want to see nothing of it.
func (m *Model) list(t script.Turn) (calls []llm.ToolCall, said string) {
	if !asksList().MatchString(t.Facts.Text) {
		return nil, ""
	}
	words := strings.FieldsFunc(strings.ToLower(t.Facts.Text), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, l := range t.Lists {
		if !t.Offers(l.Tool) || !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(l.Words, w) }) {
			continue
		}
		result, known := t.Given(l.Tool)
		if !known {
			return []llm.ToolCall{*script.Call(l.Tool, map[string]any{})}, ""
		}
		return nil, listed(l, result)
	}
	return nil, ""
}

// listed says what was listed, a line for each: the tool's own words, then its entries.
func listed(l script.Listing, r llm.ToolResult) string {
	quoted := dataForm().FindStringSubmatch(r.Content)
	if r.Failed || quoted == nil {
		return r.Content
	}
	summary, _, _ := strings.Cut(quoted[1], "\n")
	lines := []string{strings.TrimSuffix(summary, ".") + "."}
	for line := range strings.Lines(quoted[1]) {
		var row map[string]any
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &row) != nil {
			continue
		}
		texts := map[string]string{}
		for _, c := range l.Columns {
			if v := row[c]; v != nil {
				texts[c] = fmt.Sprint(v)
			}
		}
		lines = append(lines, "- "+l.Line(texts))
	}
	if more := len(lines) - 1 - mostListed; more > 0 {
		lines = append(lines[:mostListed+1], fmt.Sprintf("- and %d more", more))
	}
	return strings.Join(lines, "\n")
}
