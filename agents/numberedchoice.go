package agents

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Decided is what words decide of one of several subjects that stand on one card.
type Decided struct {
	Subject int
	Intent  Intent // yes or no
	Named   bool   // the words say which one; else they say it of all
}

// ChooseNumbered reads words that decide on the numbered subjects of one card: "yes to the first, not the second", "no to 2, yes to the
// rest", "yes to all". Every word has to serve that, and a number decides only in the clause of its verdict. It gives false for all other
// words, and where they say both yes and no of one.
func (v Vocabulary) ChooseNumbered(text string, open []assistant.Subject) ([]Decided, bool) {
	numbered := numbersOf(open)
	said := ownWords(text)
	if len(numbered) < 2 || len(text) > 200 || asks(said) {
		return nil, false
	}
	all, ok := v.tokensOf(said)
	if !ok || len(all) == 0 || all[len(all)-1].unfinished() {
		return nil, false
	}
	clauses, ok := verdictsIn(all, len(numbered))
	if !ok {
		return nil, false
	}
	n := numbering{of: numbered, said: map[int]Decided{}}
	for _, c := range clauses {
		if !n.hear(c) {
			return nil, false
		}
	}
	return n.decided()
}

// Numbered tells whether several subjects can be meant by their numbers.
func Numbered(open []assistant.Subject) bool { return len(numbersOf(open)) > 1 }

// numbersOf are the numbers of one card's subjects with where these are; none where a number could mean several.
func numbersOf(open []assistant.Subject) map[int]int {
	numbered, card := map[int]int{}, assistant.RunID("")
	for i, o := range open {
		if o.Number == 0 {
			continue
		}
		if _, twice := numbered[o.Number]; twice || card != "" && card != o.Card {
			return nil
		}
		card, numbered[o.Number] = o.Card, i
	}
	return numbered
}

// numbering is what a message's clauses have said of numbered subjects so far.
type numbering struct {
	of   map[int]int // where the subject of a number is
	said map[int]Decided
	rest Intent // of those that are not named
	all  bool   // ... because it was said of all
}

func (n *numbering) hear(c numberedClause) bool {
	switch {
	case (c.all || c.others) && (n.rest != "" || len(c.refs) > 0):
		return false
	case c.all, c.others:
		n.rest, n.all = c.verdict, c.all
	}
	for _, r := range c.refs {
		at, known := n.of[r]
		if _, twice := n.said[at]; !known || twice {
			return false
		}
		n.said[at] = Decided{Subject: at, Intent: c.verdict, Named: true}
	}
	return true
}

// decided is what was said of each, by where they are.
func (n *numbering) decided() ([]Decided, bool) {
	if n.rest != "" && !n.all && len(n.said) == 0 {
		return nil, false // "no, the other one" wants something else
	}
	var out []Decided
	for _, at := range n.of {
		d, named := n.said[at]
		if !named && n.rest != "" {
			d = Decided{Subject: at, Intent: n.rest}
		}
		if d.Intent != "" {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b Decided) int { return a.Subject - b.Subject })
	return out, len(out) > 0
}
