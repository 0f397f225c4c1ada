package split

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/aisteam/aisteam/bots"
)

// section divides a block that is longer than a piece.
func (s splitter) section(b part, src []byte) []string {
	if s.tight() {
		return s.code(fence{run: "```"}, b.text)
	}
	switch n := b.node.(type) {
	case *ast.FencedCodeBlock:
		return s.code(fenceOf(n, src), body(n, src))
	case *ast.CodeBlock:
		return s.code(fence{run: "```"}, body(n, src))
	case *ast.HTMLBlock:
		return s.code(fence{run: "```", info: "html"}, b.text)
	case *ast.Blockquote:
		return s.quote(b.text)
	case *ast.List:
		return s.list(n, src, b.to)
	}
	if b.node != nil && b.node.Kind().String() == "Table" {
		return s.table(b.text)
	}
	return s.words(b, src)
}

// fence is how a block of code begins and ends.
type fence struct{ run, info string }

func (f fence) in(code string) string {
	return f.run + f.info + "\n" + strings.TrimRight(code, "\n") + "\n" + f.run
}

func fenceOf(n *ast.FencedCodeBlock, src []byte) fence {
	line, _, _ := strings.Cut(string(src[n.Pos():]), "\n")
	run := line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	return fence{run: run, info: strings.TrimRight(line[len(run):], " \t")}
}

// body returns the content of a code block, as its reader sees it.
func body(n ast.Node, src []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		b.Write(seg.Value(src))
	}
	return b.String()
}

// closed is a block's source; a fence that its author left open is closed.
func closed(b part, src []byte) string {
	n, ok := b.node.(*ast.FencedCodeBlock)
	if !ok {
		return b.text
	}
	f := fenceOf(n, src)
	lines := strings.Split(strings.TrimRight(b.text, "\n \t"), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); len(lines) > 1 && len(last) >= len(f.run) && strings.Trim(last, f.run[:1]) == "" {
		return b.text
	}
	return f.in(strings.Join(lines[1:], "\n")) + "\n"
}

// code divides code, and fences every piece of it.
func (s splitter) code(f fence, code string) []string {
	const mostInfo, mostRun = 40, 8
	var out []string
	if bots.Width(f.info) > mostInfo {
		out = calmed(s.hard(strings.TrimSpace(f.info)))
		f.info = ""
	}
	if len(f.run) > mostRun {
		f.run = f.run[:3]
	}
	frame := s.per*2 + 2 + 2*len(f.run) + bots.Width(f.info)
	inner := splitter{units: s.units - frame, per: s.per}
	var lines []string
	for l := range strings.SplitSeq(strings.TrimRight(code, "\n"), "\n") {
		for _, piece := range inner.hard(l) {
			if strings.HasPrefix(strings.TrimLeft(piece, " "), f.run) {
				piece = breaker + piece // it would end the block
			}
			lines = append(lines, piece)
		}
	}
	for _, chunk := range inner.gather(lines) {
		out = append(out, f.in(chunk))
	}
	return out
}

// breaker is a character of no width that takes the force of markup. A cut can make it necessary before and behind.
const (
	breaker  = "\u200b"
	breakers = 2
)

// hard cuts a text by units alone. An empty one is one empty piece.
func (s splitter) hard(text string) []string {
	out := []string{}
	room := max(8, s.units-s.per-breakers)
	for bots.Width(text) > room {
		at := prefix(text, room)
		out = append(out, text[:at])
		text = text[at:]
	}
	return append(out, text)
}

// prefix is how many bytes of a text take at most so many units, one character at least.
func prefix(text string, units int) int {
	for i, r := range text {
		if units -= bots.Width(string(r)); units < 0 && i > 0 {
			return i
		}
	}
	return len(text)
}

// gather fills pieces with lines that each fit.
func (s splitter) gather(lines []string) []string {
	var out []string
	used, from := 0, 0
	for i, l := range lines {
		n := bots.Width(l) + 1 + s.per
		if i > from && used+n > s.units+1 {
			out = append(out, strings.Join(lines[from:i], "\n"))
			used, from = 0, i
		}
		used += n
	}
	return append(out, strings.Join(lines[from:], "\n"))
}

// table divides a table by its rows; each piece has the header. One whose rows do not fit that way is shown as code.
func (s splitter) table(text string) []string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	if len(lines) < 3 {
		return s.code(fence{run: "```"}, text)
	}
	head := lines[0] + "\n" + lines[1]
	inner := splitter{units: s.units - bots.Width(head) - 1 - 2*s.per, per: s.per}
	for _, l := range lines[2:] {
		if !inner.fits(l) {
			return s.code(fence{run: "```"}, text)
		}
	}
	var out []string
	for _, chunk := range inner.gather(lines[2:]) {
		out = append(out, head+"\n"+chunk)
	}
	return out
}

// quote divides a quotation; each piece is one.
func (s splitter) quote(text string) []string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, l := range lines {
		bare := strings.TrimLeft(l, " ")
		if strings.HasPrefix(bare, ">") {
			lines[i] = strings.TrimPrefix(bare[1:], " ")
		}
	}
	pieces := s.within(2).divide(strings.Join(lines, "\n"))
	for i, p := range pieces {
		pieces[i] = "> " + strings.ReplaceAll(p, "\n", "\n> ")
	}
	return pieces
}

// list divides a list by its items, and an item by its blocks. What goes on in a new piece stands at the margin there:
// indented, it would be code.
func (s splitter) list(l *ast.List, src []byte, end int) []string {
	p := packer{splitter: s}
	number := l.Start
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		from, to := lineStart(src, c.Pos()), end
		if next := c.NextSibling(); next != nil {
			to = lineStart(src, next.Pos())
		}
		item, ok := c.(*ast.ListItem)
		if !ok || to <= from {
			continue
		}
		whole := string(src[from:to])
		mark, content := itemOf(whole, item.Offset, string(src[c.Pos():to]))
		if l.IsOrdered() {
			if want := strconv.Itoa(number) + string(l.Marker); want != strings.TrimSpace(mark) {
				mark = want + " "
				whole = indented(mark, content)
			}
			number++
		}
		if s.fits(whole) {
			p.add(whole, true)
			continue
		}
		pieces := s.within(len(mark)).divide(content)
		if len(pieces) > 0 {
			pieces[0] = indented(mark, pieces[0])
		}
		p.addAll(pieces)
	}
	return p.done()
}

// itemOf is an item's mark and what stands in it, at the margin.
func itemOf(whole string, offset int, fromMark string) (mark, content string) {
	end := strings.IndexAny(fromMark, " \t\n")
	if end < 0 {
		end = len(fromMark)
	}
	first, rest, _ := strings.Cut(fromMark[end:], "\n")
	lead := strings.Index(whole, fromMark)
	lines := []string{outdented(first, offset-max(lead, 0)-end)}
	for l := range strings.SplitSeq(rest, "\n") {
		lines = append(lines, outdented(l, offset))
	}
	return fromMark[:end] + " ", strings.Join(lines, "\n")
}

// outdented takes at most n columns of white space from the front of a line.
func outdented(line string, n int) string {
	column := 0
	for i := range len(line) {
		switch {
		case column >= n:
			return strings.Repeat(" ", column-n) + line[i:]
		case line[i] == ' ':
			column++
		case line[i] == '\t':
			column += 4 - column%4
		default:
			return line[i:]
		}
	}
	return ""
}

func indented(mark, text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if i > 0 && l != "" {
			lines[i] = fmt.Sprintf("%*s%s", len(mark), "", l)
		}
	}
	return mark + strings.Join(lines, "\n") + "\n"
}
