package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/internal/fakediscord"
)

// drawSlack draws a message as text: what stands in it in the order of its blocks, buttons in brackets, and of a closed box
// what can be read without opening it.
func drawSlack(text string, blocks json.RawMessage) string {
	var all []map[string]any
	if json.Unmarshal(blocks, &all) != nil || len(all) == 0 {
		return indent(text)
	}
	var b strings.Builder
	for _, block := range all {
		b.WriteString(drawBlock(block))
	}
	return b.String()
}

func drawBlock(block map[string]any) string {
	switch block["type"] {
	case "plan":
		out := indent("## " + words(block["title"]))
		tasks, _ := block["tasks"].([]any)
		for _, t := range tasks {
			task, _ := t.(map[string]any)
			out += drawTask(task) //nolint:perfsprint // a card is short
		}
		return out
	case "container":
		n, _, _ := strings.Cut(words(block["subtitle"]), " · ")
		return indent(fmt.Sprintf("▸ %s (%s, closed)", words(block["title"]), n))
	case "actions":
		return indent(buttons(block["elements"]))
	case "context_actions":
		return indent("(rate this answer)")
	case "divider":
		return indent("---")
	case "context":
		return indent("_ " + words(block["elements"]))
	default:
		return indent(words(block["text"]))
	}
}

func drawTask(task map[string]any) string {
	mark := map[string]string{"pending": "( )", "in_progress": "(…)", "complete": "(✓)", "error": "(!)"}
	status, _ := task["status"].(string)
	out := indent(mark[status] + " " + words(task["title"]))
	for _, part := range []string{"details", "output"} {
		if text := words(task[part]); text != "" {
			out += "      " + strings.ReplaceAll(text, "\n", "\n      ") + "\n" //nolint:perfsprint // a card is short
		}
	}
	sources, _ := task["sources"].([]any)
	for _, s := range sources {
		source, _ := s.(map[string]any)
		out += "      " + words(source["url"]) + "\n" //nolint:perfsprint // a card is short
	}
	return out
}

// words are the text of whatever holds text.
func words(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, x := range v {
			if text := words(x); text != "" {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, " ")
	case map[string]any:
		if v["elements"] != nil {
			return words(v["elements"])
		}
		return words(v["text"])
	default:
		return ""
	}
}

func buttons(v any) string {
	elements, _ := v.([]any)
	var out []string
	for _, e := range elements {
		element, _ := e.(map[string]any)
		out = append(out, "["+words(element["text"])+"]")
	}
	return strings.Join(out, " ")
}

// drawDiscord is drawSlack for Discord. What is behind a spoiler is closed.
func drawDiscord(m fakediscord.Message) string {
	out := indent(m.Content)
	var components []map[string]any
	if json.Unmarshal(m.Components, &components) == nil {
		for _, c := range components {
			out += drawComponent(c) //nolint:perfsprint // a card is short
		}
	}
	return out
}

func drawComponent(c map[string]any) string {
	text, _ := c["content"].(string)
	if before, rest, hidden := strings.Cut(text, "||"); hidden {
		_, after, _ := strings.Cut(rest, "||")
		text = before + "(closed)" + after
	}
	out := indent(text)
	children, _ := c["components"].([]any)
	var row []string
	for _, x := range children {
		child, _ := x.(map[string]any)
		if label, _ := child["label"].(string); label != "" {
			row = append(row, "["+label+"]")
			continue
		}
		out += drawComponent(child) //nolint:perfsprint // a card is short
	}
	if c["type"] == float64(14) {
		out += indent("---")
	}
	return out + indent(strings.Join(row, " "))
}

// discordButton returns the custom id of the button of that label, "" where a message shows none.
func discordButton(m fakediscord.Message, label string) string {
	var components []any
	if json.Unmarshal(m.Components, &components) != nil {
		return ""
	}
	for len(components) > 0 {
		c, _ := components[0].(map[string]any)
		components = components[1:]
		if words, _ := c["label"].(string); bare(words) == label {
			id, _ := c["custom_id"].(string)
			return id
		}
		children, _ := c["components"].([]any)
		components = append(components, children...)
	}
	return ""
}

func indent(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
}
