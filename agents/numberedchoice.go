package agents

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Decided is what words decide of one of several subjects that stand on one card.
type Decided struct {
	Subject int
	Intent  Intent // yes or no
	Named   bool   // the words say which one; else they say it of all
}

// ChooseNumbered reads words that decide on the numbered subjects of one card: "yes to the first, not the second", "no to 2, yes to the
// rest", "yes to all". Every word has to serve that. It gives false for all other words, and where they say both yes and no of one.
func ChooseNumbered(text string, open []assistant.Subject) ([]Decided, bool) {
	numbered := numbersOf(open)
	if len(numbered) < 2 || len(text) > 200 || asks(text) {
		return nil, false
	}
	n := numbering{of: numbered, said: map[int]Decided{}}
	for _, c := range clauses(text) {
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
	of      map[int]int // where the subject of a number is
	said    map[int]Decided
	verdict Intent // said last; it holds until another is said
	rest    Intent // of those that are not named
	all     bool   // ... because it was said of all
	waits   []int  // subjects that were named before any verdict
}

func (n *numbering) hear(clause []string) bool {
	refs, all, others, words := referred(clause, len(n.of))
	own := len(words) > 0
	if own {
		n.verdict = verdictOf(words)
	}
	switch {
	case own && n.verdict == "", all && len(refs) > 0, (all || others) && n.rest != "", len(refs) > 0 && n.all && !own:
		return false // "yes to all but the second" is no yes to the second
	case all, others:
		n.rest, n.all = n.verdict, all
		if n.rest == "" {
			return false
		}
	}
	for _, r := range refs {
		at, known := n.of[r]
		if _, twice := n.said[at]; !known || twice {
			return false
		}
		n.said[at] = Decided{Subject: at, Intent: n.verdict, Named: true}
		n.waits = append(n.waits, at)
	}
	if n.verdict == "" {
		return true
	}
	for _, at := range n.waits {
		if d := n.said[at]; d.Intent == "" {
			d.Intent = n.verdict
			n.said[at] = d
		}
	}
	n.waits = nil
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
		switch {
		case d.Intent != "":
			out = append(out, d)
		case named:
			return nil, false // and nothing is said of it
		}
	}
	slices.SortFunc(out, func(a, b Decided) int { return a.Subject - b.Subject })
	return out, len(out) > 0
}

// verdictOf is the yes or no of a clause without the words that say of what; "" where it is something else.
func verdictOf(words []string) Intent {
	if len(words) == 1 && oneOf(words[0], "not nicht pas non") {
		return ReplyNo
	}
	if r := ReadReply(strings.Join(words, " ")); r.Intent == ReplyYes || r.Intent == ReplyNo {
		return r.Intent
	}
	return ""
}

// clauses are the parts of words that say one thing each: a verdict, or of what.
func clauses(text string) [][]string {
	var out [][]string
	var now []string
	end := func() {
		if len(now) > 0 {
			out = append(out, now)
		}
		now = nil
	}
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;.\n–—", r) }) {
		for _, w := range replyWords(piece) {
			if oneOf(w, "and but und aber et mais y e pero") {
				end()
				continue
			}
			now = append(now, w)
		}
		end()
	}
	return out
}

const (
	allOf  = "all everything alle allen tous toutes todos todas them"
	bothOf = "both beide beides beiden deux dos ambos ambas"
	restOf = "rest others other ubrigen anderen andere autres autre reste otros otras resto"
	// around are words around a number or "all"; they decide nothing.
	around = "the to for with of one ones number no. nr nummer numero action actions change changes item der die das den dem zu zum zur bei mit von " +
		"le la les l' du de des pour a à au aux el los las lo para con al n° # these those diese dieses"
)

// ordinals are the words for numbers, as [folded] writes them.
func ordinal(w string) int {
	for i, words := range []string{
		"first 1st erste ersten erstes erster premier premiere 1er 1re 1ere primero primera primer",
		"second 2nd zweite zweiten zweites zweiter deuxieme seconde 2e 2eme segundo segunda",
		"third 3rd dritte dritten drittes dritter troisieme 3e 3eme tercero tercera tercer",
		"fourth 4th vierte vierten viertes vierter quatrieme 4e 4eme cuarto cuarta",
		"fifth 5th funfte funften funftes funfter cinquieme 5e 5eme quinto quinta",
	} {
		if oneOf(w, words) {
			return i + 1
		}
	}
	n, err := strconv.Atoi(strings.Trim(w, "#.)"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// referred takes the numbers out of a clause, "all" and "the rest", and the words around them; what is left is the verdict.
func referred(words []string, of int) (refs []int, all, others bool, left []string) {
	for _, w := range words {
		switch n := ordinal(w); {
		case n > 0:
			refs = append(refs, n)
		case oneOf(w, restOf):
			others = true
		case oneOf(w, allOf), of == 2 && oneOf(w, bothOf):
			all = true
		default:
			left = append(left, w)
		}
	}
	if len(refs) == 0 && !all && !others {
		return nil, false, false, words
	}
	if all && len(refs) == 1 && refs[0] == of {
		refs = nil // "all 3"
	}
	return refs, all, others, slices.DeleteFunc(left, func(w string) bool { return oneOf(w, around) })
}
