package links

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SafeDraft is [Safe] for an answer that is still being written: as much of it as can be told already. What may become a
// link is left out until it is whole, so that no half of one is ever shown; as the text grows, what this gives grows with it.
func SafeDraft(text string, hosts []string) string {
	text = strings.ToValidUTF8(text, "�")
	return Safe(strings.TrimRight(text[:settled(text)], " \t\n"), hosts)
}

// settled is up to where a text is told whatever follows: its blocks that are over, and of the one that is being written the
// words before anything that is not complete.
func settled(text string) int {
	from, code := lastBlock(text)
	if code {
		return strings.LastIndexByte(text, '\n') + 1 // code is none of links, and its fence is on a line of its own
	}
	return from + whole(text[from:])
}

// lastBlock is where the block begins that is being written, and whether it is fenced code.
func lastBlock(text string) (from int, code bool) {
	fence := ""
	for at := 0; at < len(text); {
		line, _, ended := strings.Cut(text[at:], "\n")
		next := at + len(line)
		if ended {
			next++
		}
		mark := codeMark(line)
		switch {
		case fence == "" && mark != "" && ended:
			fence, from = mark, at
		case fence != "" && ended && strings.HasPrefix(mark, fence) && strings.Trim(line, " `~\r") == "":
			fence, from = "", next
		case fence == "" && ended && strings.TrimSpace(line) == "":
			from = next
		}
		at = next
	}
	return from, fence != ""
}

// codeMark is the mark of a line that begins or ends fenced code, "" for another.
func codeMark(line string) string {
	bare := strings.TrimLeft(line, " ")
	for _, c := range []string{"`", "~"} {
		n := len(bare) - len(strings.TrimLeft(bare, c))
		if n >= 3 && len(line)-len(bare) < 4 && (c == "~" || !strings.Contains(bare[n:], "`")) {
			return bare[:n]
		}
	}
	return ""
}

// whole is up to where a block is told: the last place between words before anything that is open, be it code, a bracket, a tag,
// an escape or a word that may be the beginning of an address.
func whole(s string) int {
	src := []byte(s)
	told := 0
	for i := 0; i < len(src); {
		var next int
		switch c := src[i]; c {
		case '\\':
			next = i + 2
		case '`':
			next = codeEnd(s, i)
		case '<':
			next = tagEnd(s, i)
		case '[':
			next = linkEnd(src, i)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			next = i + size
			if unicode.IsSpace(r) || r > 0x2E80 && unicode.IsPunct(r) {
				told = next
			}
		}
		if next < 0 || next > len(src) {
			return told
		}
		i = next
	}
	return told
}

// codeEnd is behind a span of code, -1 while it may go on.
func codeEnd(s string, at int) int {
	n := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
	if end := closingTicks(s[at+n:], n); end >= 0 {
		return at + n + end
	}
	return -1
}

// tagEnd is behind what looks like a tag or an address in angle brackets, -1 while it may become one.
func tagEnd(s string, at int) int {
	if at+1 < len(s) && (s[at+1] == ' ' || s[at+1] >= '0' && s[at+1] <= '9' || s[at+1] == '=') {
		return at + 1 // less than
	}
	if end := strings.IndexByte(s[at:], '>'); end >= 0 {
		return at + end + 1
	}
	return -1
}

// linkEnd is where what begins with a bracket is over, -1 while it may become a link or goes on.
func linkEnd(src []byte, at int) int {
	end := closing(src, at, '[', ']')
	if end < 0 || end+1 == len(src) {
		return -1
	}
	switch src[end+1] {
	case ':':
		return -1 // a definition is over when its block is
	case '(':
		end = closing(src, end+1, '(', ')')
	case '[':
		end = closing(src, end+1, '[', ']')
	}
	if end < 0 {
		return -1
	}
	return end + 1
}

// closingTicks is behind the run of so many ticks that closes a span of code, -1 where none does. A run at the end may grow.
func closingTicks(s string, n int) int {
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n && i+run < len(s) {
			return i + run
		}
		i += run
	}
	return -1
}
