package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// WholePages is all of the text that is to be approved, page by page, with its warnings first.
func (r Renderer) WholePages(c bots.ApprovalCard) []string {
	p, _ := view.Find[view.Preview](view.Of(c, r.reader()))
	var lines []string
	for _, w := range p.Warnings {
		lines = append(lines, sign(view.Warned)+Line(w, 400))
	}
	for l := range strings.SplitSeq(p.Whole, "\n") {
		lines = append(lines, wrapped(l)...)
	}
	return leaves(lines, thoughtPage)
}

// wrapped is a line of a text as text and nothing else, in pieces that fit on a page; it is cut between words where it can be.
func wrapped(l string) []string {
	const most = 500
	runes := []rune(strings.TrimRight(strings.ToValidUTF8(l, "�"), " \r\t"))
	if len(runes) == 0 {
		return []string{""}
	}
	var out []string
	for len(runes) > 0 {
		n := min(most, len(runes))
		if at := n - 1; n < len(runes) {
			for at > n/2 && runes[at] != ' ' {
				at--
			}
			if runes[at] == ' ' {
				n = at + 1
			}
		}
		out = append(out, Escape(string(runes[:n]), thoughtPage))
		runes = runes[n:]
	}
	return out
}
