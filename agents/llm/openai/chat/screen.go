package chat

import (
	"encoding/json"
	"strings"
)

// screen takes out of a reply's text what is not the answer, as it comes: what a model reasons at the beginning of a line, the marks
// of templates, and tool calls that were meant as such and arrive as words. Within a code fence, and after a backtick, the same
// marks are what the model says. Reasoning that does not end leaves nothing.
type screen struct {
	offered map[string]bool // tools
	json    bool            // the answer is to be JSON

	held   string // not decided on yet
	inside *thinkMark
	unsure bool // that it is reasoning shows only at its end
	line   bool // at the beginning of a line
	fenced bool
	begun  bool // some of the answer has come
	opened bool // reasoning has begun with its mark
	last   byte // of what was given
	waits  bool // for the end: it may be a tool call

	voided bool   // what was given as the answer is none
	ends   bool   // the endpoint has ended reasoning that had no beginning
	call   string // the mark of a tool call
}

// newScreen is the screen of a reply. first says that the endpoint's replies begin within reasoning, without a mark.
func newScreen(first, isJSON bool, offered map[string]bool) screen {
	s := screen{offered: offered, json: isJSON, line: true}
	if first {
		s.inside, s.unsure, s.ends = &thinkMark{ends: "</think>"}, true, true
	}
	return s
}

// take returns what of the next piece of text is the answer.
func (s *screen) take(piece string) string {
	if s.call != "" {
		return ""
	}
	s.held += piece
	var out strings.Builder
	for s.call == "" && s.step(&out, false) {
	}
	return out.String()
}

// rest is what was held back when the text ended: the answer, unless it is reasoning or a tool call.
func (s *screen) rest() string {
	if s.call != "" {
		return ""
	}
	if s.inside != nil && s.unsure {
		s.inside, s.ends = nil, false
	}
	if s.waits && s.isCall() {
		return ""
	}
	s.waits = false
	var out strings.Builder
	for s.call == "" && s.step(&out, true) {
	}
	if s.call != "" {
		return ""
	}
	text := out.String() + s.held
	if s.inside != nil {
		text = out.String()
	}
	s.held = ""
	return text
}

// step decides on some of what is held; false where more has to come first.
func (s *screen) step(out *strings.Builder, over bool) bool {
	switch {
	case s.held == "" || s.waits:
		return false
	case s.inside != nil:
		return s.think()
	case s.line:
		return s.begin(out, over)
	default:
		return s.goOn(out, over)
	}
}

// think looks for the end of reasoning.
func (s *screen) think() bool {
	if mark := s.inside.calls; mark != "" && strings.Contains(s.held, mark) {
		s.call, s.held = mark, ""
		return false
	}
	if _, answer, found := strings.Cut(s.held, s.inside.ends); found {
		s.inside, s.unsure, s.line = nil, false, true
		s.held = strings.TrimLeft(answer, " \t\r\n")
		s.opened = true
		return true
	}
	if !s.unsure {
		s.held = s.held[max(0, len(s.held)-maxMark):] // as much as may be the beginning of the end
	}
	return false
}

// begin looks at the beginning of a line.
func (s *screen) begin(out *strings.Builder, over bool) bool {
	text := strings.TrimLeft(s.held, " \t\r\n")
	if s.opened && !s.begun {
		s.held = text
	}
	if text == "" {
		return false
	}
	if s.fenced {
		if text == "`" || text == "``" {
			return over && s.through(out)
		}
		s.fenced = !strings.HasPrefix(text, "```")
		return s.through(out)
	}
	for _, mark := range thinkMarks() {
		switch {
		case mark.unsure && over:
		case strings.HasPrefix(text, mark.begins):
			s.inside, s.unsure, s.opened = &mark, mark.unsure, true
			if !mark.unsure {
				s.held = text[len(mark.begins):]
			}
			return true
		case !over && strings.HasPrefix(mark.begins, text):
			return false
		}
	}
	for _, mark := range callMarks() {
		switch {
		case strings.HasPrefix(text, mark):
			s.call, s.held = mark, ""
			return false
		case !over && strings.HasPrefix(mark, text):
			return false
		}
	}
	if !over && !s.json && (text == "[" || beginOf("```json", text) || beginOf("```xml", text)) {
		return false
	}
	if !s.json && !over && len(s.offered) > 0 && (text[0] == '{' || strings.HasPrefix(text, "[{") || strings.HasPrefix(text, "```json") || strings.HasPrefix(text, "```xml")) {
		s.waits = true
		return false
	}
	s.fenced = strings.HasPrefix(text, "```")
	return s.through(out)
}

// through lets the beginning of a line through.
func (s *screen) through(out *strings.Builder) bool {
	s.line = false
	lead := len(s.held) - len(strings.TrimLeft(s.held, " \t\r\n"))
	n := lead + strings.IndexFunc(s.held[lead:]+"\n", func(r rune) bool { return r != '`' })
	n = min(n, len(s.held))
	s.give(out, n)
	return true
}

func (s *screen) give(out *strings.Builder, n int) {
	out.WriteString(s.held[:n])
	s.opened = s.opened || strings.Contains(s.held[:n], "<think>")
	if n > 0 {
		s.begun, s.last = true, s.held[n-1]
	}
	s.held = s.held[n:]
}

// goOn looks at a line further on.
func (s *screen) goOn(out *strings.Builder, over bool) bool {
	if s.held == "" {
		return false
	}
	end := strings.IndexByte(s.held, '\n')
	line := s.held
	if end >= 0 {
		line = s.held[:end+1]
	}
	if !s.fenced {
		if at, mark := firstMark(line, s.last, s.json); mark != "" {
			return s.marked(out, at, mark)
		}
		if end < 0 && !over {
			line = line[:len(line)-unfinished(line, s.json)]
		}
	}
	s.give(out, len(line))
	s.line = end >= 0
	return s.line
}

// marked acts on a mark within a line.
func (s *screen) marked(out *strings.Builder, at int, mark string) bool {
	switch {
	case mark == endOfThought && !s.opened && !strings.Contains(s.held[:at], "<think>"):
		// The template has begun the reasoning, and only its end has come: all so far was reasoning.
		out.Reset()
		s.voided, s.ends, s.opened, s.line = true, true, true, true
		s.held = strings.TrimLeft(s.held[at+len(mark):], " \t\r\n")
	case mark == endOfThought:
		s.give(out, at+len(mark))
	case isStop(mark):
		s.give(out, at)
		s.held = s.held[len(mark):]
	default:
		s.give(out, at)
		s.call, s.held = mark, ""
	}
	return true
}

// isCall tells whether what is held back is nothing but a tool call.
func (s *screen) isCall() bool {
	text := strings.TrimSpace(s.held)
	if inner, marked := strings.CutPrefix(text, "```xml"); marked {
		inner = strings.TrimSpace(inner)
		for name := range s.offered {
			if (strings.HasPrefix(inner, "<tool_call>") || strings.HasPrefix(inner, "<function_call>")) && strings.Contains(inner, `"`+name+`"`) {
				s.call, s.held = "<tool_call>", ""
				return true
			}
		}
		return false
	}
	if rest, fenced := strings.CutPrefix(text, "```json"); fenced {
		inner, _, closed := strings.Cut(rest, "```")
		if !closed {
			return false
		}
		text = strings.TrimSpace(inner)
	}
	var calls list[struct {
		Name       words           `json:"name"`
		Tool       words           `json:"tool"`
		Function   json.RawMessage `json:"function"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
		Input      json.RawMessage `json:"input"`
		Calls      json.RawMessage `json:"tool_calls"`
	}]
	if json.Unmarshal([]byte(text), &calls) != nil || len(calls) == 0 {
		return false
	}
	for _, c := range calls {
		var f function
		if read(c.Function, &f); f.Name == "" {
			_ = f.Name.UnmarshalJSON(c.Function)
		}
		argued := len(c.Arguments)+len(c.Parameters)+len(c.Input)+len(f.Arguments)+len(f.Parameters) > 0
		name := string(c.Name + c.Tool + f.Name)
		if (!argued || !s.offered[(&calling{offered: s.offered}).offeredAs(name)]) && len(c.Calls) == 0 {
			return false
		}
	}
	s.call, s.held = "JSON", ""
	return true
}

// beginOf tells whether a text may still become a mark.
func beginOf(mark, text string) bool { return strings.HasPrefix(mark, text) }
