package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/wording"
)

// mostNext is how many requests an answer offers: more than that nobody reads.
const mostNext = 4

// Next are requests that suggest themselves after an answer, each as somebody would write it: what the packs' tools are asked
// with, which the rules read in English alone, and what is answered by code in every language. What was said before is left out.
func (v *Vocabulary) Next(w wording.Words, said []string) []string {
	words := wording.In(w.Language())
	asks := []string{words.Say("What is waiting?"), words.Say("Who is on the team?"), words.Say("What can you do?")}
	changes, looks := v.changing, v.looking
	var out []string
	add := func(from []string, most int) {
		for _, request := range from {
			if most == 0 || len(out) == mostNext {
				return
			}
			if !heard(said, request) && !slices.Contains(out, request) {
				out, most = append(out, request), most-1
			}
		}
	}
	add(changes, 2)
	add(looks, 1)
	add(asks, mostNext)
	return out
}

// heard tells whether somebody has said a request already.
func heard(said []string, request string) bool {
	plain := func(s string) string { return strings.Trim(folded(s), " .!?") }
	return slices.ContainsFunc(said, func(s string) bool { return plain(s) == plain(request) })
}
