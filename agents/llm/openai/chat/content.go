package chat

import (
	"encoding/json"
	"strings"
)

// content is what a model says: text, or parts of it, among which may be what it reasons.
type content struct {
	text      string
	reasoning string
	there     bool // it is not null
	odd       bool // it is a number, or true or false
}

type part struct {
	Type     words           `json:"type"`
	Text     words           `json:"text"`
	Content  words           `json:"content"`
	Refusal  words           `json:"refusal"`
	Thinking json.RawMessage `json:"thinking"` // text, or parts again
	Summary  json.RawMessage `json:"summary"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(raw []byte) error {
	*c = content{there: string(raw) != "null"}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		c.text = s
		return nil
	}
	var parts list[part]
	if len(raw) == 0 || raw[0] != '[' && raw[0] != '{' || !read(raw, &parts) {
		c.text, c.odd = string(raw), true
		return nil
	}
	var text, reasoning strings.Builder
	for _, p := range parts {
		if thought := inner(p.Thinking) + inner(p.Summary); thought != "" || reasons(string(p.Type)) {
			reasoning.WriteString(thought)
			if thought == "" {
				reasoning.WriteString(string(p.Text))
			}
			continue
		}
		text.WriteString(string(p.Text + p.Content + p.Refusal))
	}
	var plain []string
	if len(parts) == 0 && json.Unmarshal(raw, &plain) == nil {
		text.WriteString(strings.Join(plain, ""))
	}
	c.text, c.reasoning = text.String(), reasoning.String()
	return nil
}

// inner is the text of parts within a part.
func inner(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var c content
	if json.Unmarshal(raw, &c) != nil {
		return ""
	}
	return c.text + c.reasoning
}

func reasons(kind string) bool {
	switch kind {
	case "thinking", "reasoning", "reasoning_text", "redacted_thinking":
		return true
	default:
		return false
	}
}

// detail is a piece of OpenRouter's reasoning_details: what a model wants back, in the words of whose model it is.
type detail map[string]json.RawMessage

// joined adds a piece to the details so far: pieces of one text come one after the other.
func joined(all []detail, d detail) []detail {
	if len(all) == 0 {
		return append(all, d)
	}
	last := all[len(all)-1]
	if string(last["type"]) != string(d["type"]) || string(last["index"]) != string(d["index"]) || len(d["data"]) > 0 {
		return append(all, d)
	}
	for key, value := range d {
		var before, more string
		if (key == "text" || key == "summary") && json.Unmarshal(last[key], &before) == nil && json.Unmarshal(value, &more) == nil {
			if raw, err := json.Marshal(before + more); err == nil {
				value = raw
			}
		}
		if string(value) != "null" {
			last[key] = value
		}
	}
	return all
}
