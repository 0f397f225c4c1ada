package split

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/aisteam/aisteam/bots"
)

// The places where text may be cut, the better the higher.
const (
	cutInside   = iota // within emphasis, which is closed there and begun again
	cutWord            // between words
	cutSentence        // after a sentence
	cutLine            // at the end of a line
)

// words divides text: a paragraph, a heading. Emphases and code that are open at a cut are closed, and begun again behind it.
func (s splitter) words(b part, src []byte) []string {
	if b.node == nil {
		return calmed(s.hard(b.text))
	}
	g := grain{src: src, cuts: map[int]int{}}
	g.read(b.node, nil)
	text := strings.TrimRight(b.text, "\n")
	var out []string
	from, open := 0, ""
	roomy := splitter{units: s.units - breakers - g.closing, per: s.per} // what is left may begin with a fence by now
	for !roomy.fits(open + text[from:]) {
		at := from + roomy.cut(open, text[from:], func(i int) (int, bool) { rank, ok := g.cuts[b.from+from+i]; return rank, ok })
		marks := g.openAt(b.from + at)
		out = append(out, open+text[from:at]+ending(marks))
		open = strings.Join(marks, "")
		for from = at; from < len(text) && (text[from] == ' ' || text[from] == '\n'); {
			from++
		}
	}
	return calmed(append(out, open+text[from:]))
}

// ending is marks in the order in which they close.
func ending(marks []string) string {
	var b strings.Builder
	for _, m := range slices.Backward(marks) {
		b.WriteString(m)
	}
	return b.String()
}

// grain is where a text may be cut, and what is open there.
type grain struct {
	src     []byte
	cuts    map[int]int // rank by position
	spans   []span
	closing int // the most units that closing takes
}

// span is a stretch of text within marks, the outermost first.
type span struct {
	from, to int
	marks    []string
}

func (g *grain) openAt(at int) []string {
	for _, s := range g.spans {
		if s.from < at && at < s.to {
			return s.marks
		}
	}
	return nil
}

// within notes the marks of a stretch of text.
func (g *grain) within(from, to int, marks []string) {
	if len(marks) > 0 {
		g.spans = append(g.spans, span{from, to, slices.Clone(marks)})
		g.closing = max(g.closing, len(ending(marks)))
	}
}

// read notes where text may be cut. Links, images and code are whole where a piece holds them.
func (g *grain) read(n ast.Node, open []string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			g.text(c, open)
		case *ast.CodeSpan:
			g.code(c, open)
		case *ast.Link, *ast.Image, *ast.AutoLink, *ast.RawHTML:
		default:
			g.read(c, append(slices.Clip(open), g.marksOf(c)...))
		}
	}
}

func (g *grain) text(t *ast.Text, open []string) {
	seg, end := t.Segment, t.Segment.Stop
	for i := seg.Start; i < seg.Stop; i++ {
		if g.src[i] == ' ' && i+1 < len(g.src) && harmlessStart(g.src[i+1:]) {
			g.cuts[i] = rankOf(g.src, i, len(open) == 0)
		}
	}
	if t.SoftLineBreak() || t.HardLineBreak() {
		end++
		if harmlessStart(g.src[seg.Stop:]) {
			g.cuts[seg.Stop] = cutLine
			if len(open) > 0 {
				g.cuts[seg.Stop] = cutInside
			}
		}
	}
	g.within(seg.Start, end, open)
}

// code notes code that is longer than a piece: it stays code behind a cut, so that no address in it becomes a link.
func (g *grain) code(c *ast.CodeSpan, open []string) {
	first, ok := c.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	end := len(bytes.TrimRight(g.src[:first.Segment.Start], " "))
	begin := len(bytes.TrimRight(g.src[:end], "`"))
	marks := append(slices.Clip(open), string(g.src[begin:end]))
	for t := c.FirstChild(); t != nil; t = t.NextSibling() {
		if text, ok := t.(*ast.Text); ok {
			g.within(text.Segment.Start, text.Segment.Stop, marks)
		}
	}
}

// marksOf are the marks that an emphasis is written with; none where it is none.
func (g *grain) marksOf(n ast.Node) []string {
	at := n.Pos()
	if at < 0 || at >= len(g.src) || strings.IndexByte("*_~", g.src[at]) < 0 {
		return nil
	}
	switch e := n.(type) {
	case *ast.Emphasis:
		return []string{strings.Repeat(string(g.src[at]), e.Level)}
	case *east.Strikethrough:
		return []string{"~~"}
	default:
		return nil
	}
}

func rankOf(src []byte, at int, outside bool) int {
	switch {
	case !outside:
		return cutInside
	case at > 0 && strings.IndexByte(".!?:", src[at-1]) >= 0:
		return cutSentence
	default:
		return cutWord
	}
}

// harmlessStart tells whether what comes next would be words too at the beginning of a piece, and not a list, a heading or
// a fence.
func harmlessStart(src []byte) bool {
	rest := strings.TrimLeft(string(src[:min(len(src), 40)]), " \n\\")
	if rest == "" || strings.IndexByte("#>-+*=|~`<_&", rest[0]) >= 0 {
		return false
	}
	digits := strings.TrimLeft(rest, "0123456789")
	return len(digits) == len(rest) || digits == "" || digits[0] != '.' && digits[0] != ')'
}

// cut is where a text that does not fit behind what is open is cut: as late as possible at the best place of the second half, else
// of the first, else where the room ends.
func (s splitter) cut(open, text string, at func(int) (rank int, ok bool)) int {
	var late, early [cutLine + 1]int
	used, limit := s.per+bots.Width(open), len(text)
	for i, r := range text {
		if rank, ok := at(i); ok && i > 0 {
			early[rank] = i
			if used > s.units/2 {
				late[rank] = i
			}
		}
		used += bots.Width(string(r))
		if r == '\n' {
			used += s.per
		}
		if used > s.units {
			limit = i
			break
		}
	}
	for _, places := range [][]int{late[cutWord:], late[:cutWord], early[cutWord:], early[:cutWord]} {
		for _, i := range slices.Backward(places) {
			if i > 0 {
				return i
			}
		}
	}
	return max(limit, prefix(text, 1))
}

// calmed takes the force of fences that cutting has brought about.
func calmed(pieces []string) []string {
	for i, p := range pieces {
		lines := strings.Split(p, "\n")
		for j, l := range lines {
			bare := strings.TrimLeft(l, " ")
			if strings.HasPrefix(bare, "~~~") || strings.HasPrefix(bare, "```") && !strings.Contains(strings.TrimLeft(bare, "`"), "`") {
				lines[j] = breaker + bare
			}
		}
		pieces[i] = strings.Join(lines, "\n")
	}
	return pieces
}
