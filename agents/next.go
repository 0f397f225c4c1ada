package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/wording"
)

// mostNext is how many requests an answer offers: more than that nobody reads.
const mostNext = 3

// Next are requests that suggest themselves after an answer, each as somebody would write it: those first that are near to what was
// said last, then what the packs' tools are asked with, then what is answered by code. What was said before is left out, and so is
// what no tool does that may be used there.
func (v Vocabulary) Next(w wording.Words, said []string, usable func(tools.Tool) bool) []string {
	words := wording.In(w.Language())
	asks := []string{words.Say("What is waiting?"), words.Say("Who is on the team?"), words.Say("What can you do?")}
	var out []string
	add := func(from []string, most int) {
		for _, request := range from {
			if most == 0 || len(out) == mostNext {
				return
			}
			own := words.Label(request)
			if i := slices.IndexFunc(v.words.Offers, func(o team.Offer) bool { return o.Request == request }); i >= 0 && !usable(v.words.Offers[i].Tool) {
				continue
			}
			if !heard(said, request) && !heard(said, own) && !slices.Contains(out, own) {
				out, most = append(out, own), most-1
			}
		}
	}
	if len(said) > 0 {
		for _, tool := range v.Search(said[0], usable) {
			add(examples.Offers(tool.Examples), mostNext)
		}
	}
	add(v.words.Changing, 2)
	add(v.words.Looking, 1)
	add(asks, mostNext)
	return out
}

// heard tells whether somebody has said a request already.
func heard(said []string, request string) bool {
	plain := func(s string) string { return strings.Trim(folded(s), " .!?") }
	return slices.ContainsFunc(said, func(s string) bool { return plain(s) == plain(request) })
}
