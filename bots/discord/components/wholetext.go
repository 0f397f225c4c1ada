package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// WholePages is all of the text that is to be approved, page by page, with its warnings first.
func WholePages(c bots.ApprovalCard) []string {
	var lines []string
	for _, w := range c.Approval.Preview.Warnings {
		lines = append(lines, "⚠️ "+Line(w, 400))
	}
	for l := range strings.SplitSeq(c.Approval.Preview.Whole, "\n") {
		lines = append(lines, wrapped(l)...)
	}
	return pages(lines, thoughtPage)
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

// warnings are what nobody may overlook, a line each.
func warnings(p assistant.Preview, most, n int) string {
	var out []string
	for i, w := range p.Warnings {
		if i == most {
			out = append(out, fmt.Sprintf("⚠️ and %s", count(len(p.Warnings)-i, "more warning", "more warnings")))
			break
		}
		out = append(out, "⚠️ "+Line(w, n))
	}
	return strings.Join(out, "\n")
}
