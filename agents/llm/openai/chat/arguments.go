package chat

import (
	"encoding/json"
	"strings"
)

const (
	maxWrapped = 3        // how often arguments may be written within a text
	maxMended  = 64 << 10 // bytes of arguments that are looked through for where they begin again
)

// argumentsIn keeps what the model gave as arguments, out of whatever is wrapped around them. Text that is not JSON becomes a JSON
// string, which no tool's schema accepts: the model is then told so. grown is what came last, where each piece said all of it.
func argumentsIn(raw, grown string) (json.RawMessage, error) {
	text := bare(raw)
	for range maxWrapped {
		var within string
		if json.Unmarshal([]byte(text), &within) != nil || !nothing(bare(within)) && !strings.HasPrefix(bare(within), "{") {
			break
		}
		text = bare(within)
	}
	if nothing(text) {
		return json.RawMessage("{}"), nil
	}
	for _, reading := range []func(string) string{
		func(s string) string { return s }, mended, begunAgain, func(string) string { return mended(bare(grown)) }, alone,
	} {
		if read := reading(text); json.Valid([]byte(read)) {
			return json.RawMessage(read), nil
		}
	}
	return json.Marshal(raw)
}

// nothing tells of arguments that say that there are none.
func nothing(text string) bool {
	switch text {
	case "", "null", "None", "undefined", `""`:
		return true
	default:
		return false
	}
}

// bare is text without a code fence around it.
func bare(text string) string {
	text = strings.TrimSpace(text)
	if after, led := strings.CutPrefix(text, "json\n"); led {
		text = strings.TrimSpace(after) // what is left of a fence
	}
	inner, fenced := strings.CutPrefix(text, "```")
	if !fenced {
		return text
	}
	inner, fenced = strings.CutSuffix(strings.TrimPrefix(inner, "json"), "```")
	if !fenced {
		return text
	}
	return strings.TrimSpace(inner)
}

// mended is JSON without what models write that is nearly JSON and has one meaning: a comma before the end of a list, and line breaks
// within a text.
func mended(text string) string {
	var out strings.Builder
	quoted, escaped := false, false
	for i := range len(text) {
		b := text[i]
		switch {
		case quoted && b < ' ':
			raw, err := json.Marshal(string(rune(b)))
			if err == nil {
				out.WriteString(strings.Trim(string(raw), `"`))
			}
			escaped = false
			continue
		case quoted:
			quoted, escaped = escaped || b != '"', !escaped && b == '\\'
		case b == '"':
			quoted = true
		case b == ',':
			if after := strings.TrimLeft(text[i+1:min(len(text), i+200)], " \t\r\n"); after != "" && (after[0] == '}' || after[0] == ']') {
				continue
			}
		}
		out.WriteByte(b)
	}
	return out.String()
}

// begunAgain is the whole of what was begun, broken off and begun again: the end of a text that what stands before it is the
// beginning of. It is "" where a text is none such.
func begunAgain(text string) string {
	if len(text) > maxMended || !strings.HasPrefix(text, "{") {
		return ""
	}
	if d := json.NewDecoder(strings.NewReader(text)); d != nil {
		var first, second json.RawMessage
		if d.Decode(&first) == nil && d.Decode(&second) == nil && d.InputOffset() == int64(len(text)) &&
			(string(first) == string(second) || string(first) == "{}") {
			return string(second)
		}
	}
	for i := 1; i <= len(text)/2+1 && i < len(text); i++ {
		if text[i] == '{' && strings.HasPrefix(text[i:], text[:i]) && json.Valid([]byte(text[i:])) {
			return text[i:]
		}
	}
	return ""
}

// alone is the object that a text begins with, where only words follow it.
func alone(text string) string {
	var object json.RawMessage
	d := json.NewDecoder(strings.NewReader(text))
	if !strings.HasPrefix(text, "{") || d.Decode(&object) != nil || strings.ContainsAny(text[d.InputOffset():], "{[") {
		return ""
	}
	return string(object)
}

// argumentsOut is the inverse of argumentsIn.
func argumentsOut(kept json.RawMessage) string {
	var raw string
	if err := json.Unmarshal(kept, &raw); err == nil {
		return raw
	}
	return string(kept)
}
