package components

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aisteam/aisteam/bots"
)

// pages divides blocks of written Markdown over texts of at most n units each, as few as may be. It divides between
// blocks, else between lines, else between words. Code that goes on overleaf is closed and opened again in its language,
// so are emphases, and a heading stays with what it heads. No word is lost.
func pages(blocks []string, n int) []string {
	var out, now []string
	used := 0
	add := func(b string) { now, used = append(now, b), used+bots.Width(b)+2 }
	turn := func() {
		var heads []string
		for len(now) > 1 && strings.HasPrefix(now[len(now)-1], "#") {
			heads = append(heads, now[len(now)-1])
			now = now[:len(now)-1]
		}
		out = append(out, strings.Join(now, "\n\n"))
		now, used = nil, 0
		for _, h := range slices.Backward(heads) {
			add(h)
		}
	}
	for _, b := range blocks {
		for w := bots.Width(b); w > n-used; w = bots.Width(b) {
			short := w <= n/2 || n-used < n/4
			if len(now) > 0 && short && w <= n {
				turn()
				if w <= n-used {
					break
				}
			}
			head, tail := divide(b, n-used, n)
			if head != "" {
				add(head)
			}
			if head == "" && len(now) == 0 {
				break // it cannot be: the smallest piece is far shorter than a page
			}
			turn()
			b = tail
		}
		if b != "" {
			add(b)
		}
	}
	if len(now) > 0 {
		out = append(out, strings.Join(now, "\n\n"))
	}
	return out
}

// divide takes from a block as many lines as n units hold. A line that has room on a page of its own is not cut; head is ""
// where there is nothing to take then.
func divide(b string, n, page int) (head, tail string) {
	lines := strings.Split(b, "\n")
	var taken []string
	code := inCode{}
	used := 0
	for i, l := range lines {
		was := code
		code = code.after(l)
		if need := used + bots.Width(l) + 1 + code.closing(); need <= n {
			taken, used = append(taken, l), used+bots.Width(l)+1
			continue
		}
		rest := strings.Join(lines[i:], "\n")
		if len(taken) == 0 || len(taken) == 1 && was.open {
			first, more := cutLine(l, n-used-was.closing()-1, was)
			if first == "" || used == 0 && bots.Width(l) <= page || used > 0 && used+bots.Width(l)+1+code.closing() <= page {
				return "", b
			}
			taken = append(taken, first)
			rest = strings.Join(append([]string{more}, lines[i+1:]...), "\n")
		}
		if was.open {
			return strings.Join(taken, "\n") + "\n" + was.indent + fence, was.indent + fence + was.language + "\n" + rest
		}
		return strings.Join(taken, "\n"), rest
	}
	return b, ""
}

// inCode tells whether lines stand in a block of code, and how it was begun.
type inCode struct {
	open             bool
	indent, language string
}

// after is where the next line stands. Words never begin with a fence: they are escaped.
func (o inCode) after(line string) inCode {
	indent := overleaf(line)
	mark, ok := strings.CutPrefix(line[len(indent):], fence)
	switch {
	case !ok:
		return o
	case o.open:
		return inCode{}
	default:
		return inCode{open: true, indent: indent, language: mark}
	}
}

// closing is the room that the end of the code takes.
func (o inCode) closing() int {
	if !o.open {
		return 0
	}
	return len("\n") + len(o.indent) + len(fence)
}

// overleaf is what a line begins with when it goes on what another began: quotes stay quotes, the marks of a list are
// only made room for. It is as long as what the line itself begins with.
func overleaf(line string) string {
	var b strings.Builder
	for s := line; ; {
		mark := marker(s)
		switch mark {
		case "":
			return b.String()
		case "> ":
			b.WriteString(mark)
		default:
			b.WriteString(strings.Repeat(" ", len(mark)))
		}
		s = s[len(mark):]
	}
}

// marker is one mark of a list or a quote, or a space, that the text begins with.
func marker(s string) string {
	for _, m := range []string{" ", "> ", "- "} {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits > 0 && strings.HasPrefix(s[digits:], ". ") {
		return s[:digits+2]
	}
	return ""
}

// cutLine takes from one line what n units hold: whole words where there are any, never half an escape or an address.
// Emphases that are open at the cut are closed and begun again.
func cutLine(l string, n int, code inCode) (head, tail string) {
	if code.open {
		for i, r := range l {
			if n -= bots.Width(string(r)); n < 0 {
				return l[:i], code.indent + l[i:]
			}
		}
		return l, ""
	}
	type cut struct {
		at    int
		marks []string
	}
	var word, last cut
	var marks []string
	used := 0
	for i := 0; i < len(l); {
		piece := writtenPiece(l[i:])
		next := emphasis(marks, piece)
		if used += bots.Width(piece); used+len(strings.Join(next, "")) > n {
			break
		}
		marks, i = next, i+len(piece)
		last = cut{i, slices.Clone(marks)}
		if piece == " " {
			word = last
		}
	}
	if word.at > last.at/2 {
		last = word
	}
	if last.at <= len(overleaf(l)) {
		return "", l
	}
	closed := slices.Clone(last.marks)
	slices.Reverse(closed)
	return strings.TrimRight(l[:last.at], " ") + strings.Join(closed, ""), overleaf(l) + strings.Join(last.marks, "") + l[last.at:]
}

// writtenPiece is the smallest piece of written Markdown that may stand alone: an escape, an address, marks, a character.
func writtenPiece(s string) string {
	if strings.HasPrefix(s, "<http") {
		if i := strings.IndexByte(s, '>'); i > 0 {
			return s[:i+1]
		}
	}
	if a := address(s); a != "" {
		return a
	}
	for _, mark := range []string{"**", "~~"} {
		if strings.HasPrefix(s, mark) {
			return mark
		}
	}
	_, size := utf8.DecodeRuneInString(s)
	if s[0] == '\\' && len(s) > 1 {
		_, more := utf8.DecodeRuneInString(s[1:])
		return s[:1+more]
	}
	if s[0] == '@' && strings.HasPrefix(s[1:], "\u200b") {
		return s[:len("@\u200b")]
	}
	return s[:size]
}

// emphasis is the marks that are open after a piece. Within a span of code nothing else is a mark.
func emphasis(open []string, piece string) []string {
	switch piece {
	case "**", "*", "~~", "`":
	default:
		return open
	}
	if n := len(open); n > 0 && open[n-1] == piece {
		return open[: n-1 : n-1]
	}
	if n := len(open); n > 0 && open[n-1] == "`" {
		return open
	}
	return append(slices.Clone(open), piece)
}
