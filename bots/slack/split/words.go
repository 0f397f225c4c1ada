package split

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/aisteam/aisteam/bots"
)

// The places where text may be cut, the better the higher.
const (
	cutInside   = iota // within emphasis, whose marks are then left over
	cutWord            // between words
	cutSentence        // after a sentence
	cutLine            // at the end of a line
)

// words divides text: a paragraph, a heading.
func (s splitter) words(b part, src []byte) []string {
	if b.node == nil {
		return calmed(s.hard(b.text))
	}
	cuts := map[int]int{}
	mark(b.node, src, true, cuts)
	text := strings.TrimRight(b.text, "\n")
	var out []string
	from, roomy := 0, splitter{units: s.units - breakers, per: s.per} // what is left may begin with a fence by now
	for !roomy.fits(text[from:]) {
		at := from + s.cut(text[from:], func(i int) (int, bool) { rank, ok := cuts[b.from+from+i]; return rank, ok })
		out = append(out, text[from:at])
		for from = at; from < len(text) && (text[from] == ' ' || text[from] == '\n'); {
			from++
		}
	}
	return calmed(append(out, text[from:]))
}

// mark notes where text may be cut. Links, images and code are whole.
func mark(n ast.Node, src []byte, outside bool, cuts map[int]int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			seg := c.Segment
			for i := seg.Start; i < seg.Stop; i++ {
				if src[i] == ' ' && i+1 < len(src) && harmlessStart(src[i+1:]) {
					cuts[i] = rankOf(src, i, outside)
				}
			}
			if (c.SoftLineBreak() || c.HardLineBreak()) && harmlessStart(src[seg.Stop:]) {
				cuts[seg.Stop] = cutLine
				if !outside {
					cuts[seg.Stop] = cutInside
				}
			}
		case *ast.Link, *ast.Image, *ast.CodeSpan, *ast.AutoLink, *ast.RawHTML:
		default:
			mark(c, src, false, cuts)
		}
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

// cut is where a text that does not fit is cut: as late as possible at the best place of the second half, else of the
// first, else where the room ends.
func (s splitter) cut(text string, at func(int) (rank int, ok bool)) int {
	var late, early [cutLine + 1]int
	used, limit := s.per, len(text)
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
		if used > s.units-breakers {
			limit = i
			break
		}
	}
	for _, places := range [][]int{late[cutWord:], early[cutWord:], late[:cutWord], early[:cutWord]} {
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
