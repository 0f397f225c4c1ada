package wording

import "golang.org/x/text/unicode/bidi"

// The marks between which a text is read in its own direction, whatever stands around it: Unicode's first strong isolate, and its end.
const (
	isolates = "\u2068"
	isolated = "\u2069"
)

// Isolated returns a text that can be embedded in text of another direction: right-to-left text, or text with direction marks, does
// not reorder its surroundings. Other text is returned unchanged.
func Isolated(text string) string {
	if !turns(text) {
		return text
	}
	return isolates + text + isolated
}

// turns tells whether a text could reorder its surroundings.
func turns(text string) bool {
	for _, r := range text {
		if r < firstTurning {
			continue
		}
		p, _ := bidi.LookupRune(r)
		switch p.Class() { //nolint:exhaustive // the rest turns nothing
		case bidi.R, bidi.AL, bidi.RLO, bidi.RLE, bidi.RLI, bidi.LRO, bidi.LRE, bidi.FSI, bidi.LRI, bidi.Control:
			return true
		}
	}
	return false
}

// firstTurning is the first letter that is read from right to left.
const firstTurning = '\u0590'
