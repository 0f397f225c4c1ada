package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/split"
)

// leastSource is the shortest piece of Markdown that is worth dividing: what Discord's dialect makes of it fits any page.
const leastSource = 100

// pages divides Markdown over texts of Discord's dialect, of at most n units each. What is written takes more room than its source
// by its escapes, so that the source may have to be divided further.
func pages(source string, n int) []string {
	for units := n; ; units = units * 9 / 10 {
		var out []string
		fits := true
		for _, piece := range split.Markdown(source, units) {
			if w := strings.Join(markdown(piece), "\n\n"); w != "" {
				out, fits = append(out, w), fits && bots.Width(w) <= n
			}
		}
		if fits || units < leastSource {
			return out
		}
	}
}

// leaves divides lines that are written already over pages of at most n units. A block is some of them that belong together: it is
// divided only where it is longer than a page.
func leaves(blocks []string, n int) []string {
	var out []string
	page := ""
	add := func(text, apart string) {
		switch {
		case page == "":
			page = text
		case bots.Width(page)+len(apart)+bots.Width(text) <= n:
			page += apart + text
		default:
			out, page = append(out, page), text
		}
	}
	for _, b := range blocks {
		if bots.Width(b) <= n {
			add(b, "\n\n")
			continue
		}
		apart := "\n\n"
		for l := range strings.SplitSeq(b, "\n") {
			add(l, apart)
			apart = "\n"
		}
	}
	if page != "" {
		out = append(out, page)
	}
	return out
}
