package agents

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

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
			own := words.Known(request)
			if i := slices.IndexFunc(v.words.Offers, func(o team.Offer) bool { return o.Request == request }); i >= 0 && !usable(v.words.Offers[i].Tool) {
				continue
			}
			if !heard(said, request) && !heard(said, own) && !slices.Contains(out, own) {
				out, most = append(out, own), most-1
			}
		}
	}
	if len(said) > 0 {
		add(v.near(said[0]), mostNext)
	}
	add(v.words.Changing, 2)
	add(v.words.Looking, 1)
	add(asks, mostNext)
	return out
}

// near are the requests that share words with what was said, those first that share most.
func (v Vocabulary) near(said string) []string {
	of := telling(said)
	type scored struct {
		request string
		shares  int
	}
	var found []scored
	for _, o := range v.words.Offers {
		n, has := 0, telling(o.Request+" "+strings.Join(o.Tool.Nouns, " ")+" "+strings.Join(o.Tool.Verbs, " "))
		for w := range of {
			if has[w] {
				n++
			}
		}
		if n > 0 {
			found = append(found, scored{o.Request, n})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.shares, a.shares) })
	var out []string
	for _, f := range found {
		out = append(out, f.request)
	}
	return out
}

// telling are the words of a text that say what it is about, in one form.
func telling(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsFuncSeq(folded(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if w = strings.TrimSuffix(w, "s"); len(w) > 2 && !oneOf(w, "the and you your our for with that this what which have has are can please new make create change called about into from not now") {
			out[w] = true
		}
	}
	return out
}

// heard tells whether somebody has said a request already.
func heard(said []string, request string) bool {
	plain := func(s string) string { return strings.Trim(folded(s), " .!?") }
	return slices.ContainsFunc(said, func(s string) bool { return plain(s) == plain(request) })
}
