package agents

import (
	"slices"
	"strconv"
	"strings"
)

// numberedClause says one thing of some of the numbered subjects.
type numberedClause struct {
	verdict     Intent
	refs        []int
	all, others bool
	ahead       bool // the verdict stands before what it is of: "yes to 2"
	exactly     bool // what it is of is said with an article or a noun: "the second", "number 2"
	firm        bool // the verdict is more than an "ok"
	but         bool // it begins with a but
	comma       rune // it is divided so from what was said before
}

func (c *numberedClause) says() bool  { return c.verdict != "" }
func (c *numberedClause) means() bool { return len(c.refs) > 0 || c.all || c.others }

// verdictsIn are the clauses of words in which every verdict has what it is of. A clause that only says of what belongs to the one it
// continues: "yes to 1, 2 and 3", "1 and 2: yes". A verdict alone is nothing by itself, but "yes, the third" names what it is of.
func verdictsIn(all []token, of int) ([]numberedClause, bool) {
	var said []numberedClause
	clauses, ok := clausesOf(all)
	if !ok {
		return nil, false
	}
	for _, words := range clauses {
		c, polite, ok := clauseOf(words, of)
		if !ok {
			return nil, false
		}
		if !polite {
			said = append(said, c)
		}
	}
	if len(said) == 2 && said[0].firm && said[0].verdict == ReplyYes && !said[0].means() && !said[1].says() && (said[1].exactly || said[1].all) && said[1].comma == ',' {
		said[1].verdict = ReplyYes
		return said[1:], true
	}
	return joined(said)
}

// joined gives what only says of what the verdict that it continues, or that comes for it.
func joined(said []numberedClause) (out []numberedClause, ok bool) {
	full := slices.DeleteFunc(slices.Clone(said), func(c numberedClause) bool { return !c.says() || !c.means() })
	if len(full) == 0 || slices.ContainsFunc(full, func(c numberedClause) bool { return c.ahead != full[0].ahead }) && len(full) < len(said) {
		return nil, false
	}
	var waits []numberedClause
	for i, c := range said {
		switch {
		case i > 0 && c.comma == 0 && c.says() && c.ahead != said[i-1].ahead:
			return nil, false // "approve 1 and 2 no way": of which is it said?
		case c.says() && !c.means():
			if i > 0 || c.verdict != full[0].verdict {
				return nil, false // "ok, yes to 2", and not "yes to 2, no"
			}
		case c.says():
			for _, w := range waits {
				w.verdict = c.verdict
				out = append(out, w)
			}
			out, waits = append(out, c), nil
		case c.but, c.all, c.others, len(out) == 0 && full[0].ahead:
			return nil, false
		case full[0].ahead:
			c.verdict = out[len(out)-1].verdict
			out = append(out, c)
		default:
			waits = append(waits, c)
		}
	}
	return out, len(waits) == 0
}

// clausesOf divides words at pauses and at what joins two clauses. Of each, the first token says how it is divided from the last.
func clausesOf(all []token) (out [][]token, ok bool) {
	now := []token{{pause: '.'}}
	for i, t := range all {
		joins := oneOf(t.word, "and but und aber sondern et mais y e pero") && i > 0
		if !joins && (t.pause == 0 || t.pause == ':') {
			now = append(now, t)
			continue
		}
		if len(now) == 1 && now[0].word != "" {
			return nil, false // "yes to 2 and, thanks" goes on
		}
		if len(now) > 1 {
			out = append(out, now)
			now = []token{{pause: t.pause}}
		}
		if joins {
			now[0].word = t.word
		}
	}
	if len(now) > 1 {
		out = append(out, now)
	}
	return out, len(now) > 1 || now[0].word == "" // "yes to 2 and" goes on
}

// clauseOf reads a clause; polite tells that it says nothing but thanks.
func clauseOf(words []token, of int) (c numberedClause, polite, ok bool) {
	c.comma, c.but = words[0].pause, oneOf(words[0].word, "but aber sondern mais pero")
	rest := unmannered(words[1:])
	if len(rest) == 0 {
		return c, true, !c.but
	}
	from, to := c.refer(rest, of)
	if from < 0 {
		c.verdict, c.firm = verdictOf(rest)
		return c, false, c.says() && (len(rest) > 1 || rest[0].raw != "si") // which may be an if
	}
	c.ahead = from > 0
	if from > 0 && to < len(rest) {
		return c, false, false // a number in the midst of words
	}
	verdict, colon := slices.Concat(rest[:from], rest[to:]), false
	if len(verdict) > 0 && !c.ahead && verdict[0].pause == ':' {
		verdict, colon = verdict[1:], true
	}
	if n := len(verdict); n > 0 && c.ahead && verdict[n-1].pause == ':' {
		verdict, colon = verdict[:n-1], true
	}
	if len(verdict) == 0 {
		return c, false, !colon
	}
	c.verdict, c.firm = verdictOf(verdict)
	plain := c.exactly || c.firm || colon
	return c, false, c.says() && plain
}

// unmannered leaves out thanks, please, names and friendly signs.
func unmannered(words []token) (out []token) {
	for len(words) > 0 {
		n := 0
		for _, p := range yesGrammars()[0][words[0].word] {
			if n == 0 && (p.part == yesPlease || p.part == yesThanks || p.part == yesCalled) && goesOn(words, p.words) {
				n = len(p.words)
			}
		}
		if n == 0 && !words[0].name {
			out = append(out, words[0])
		}
		words = words[max(n, 1):]
	}
	return out
}

// verdictOf is the yes or no that words are, and whether it is more than an "ok".
func verdictOf(words []token) (Intent, bool) {
	if len(words) > 0 && plainYes(words) {
		return ReplyYes, surely(words)
	}
	var plain []string
	for _, t := range words {
		if t.pause != 0 || t.sign {
			return "", false
		}
		plain = append(plain, t.word)
	}
	if len(plain) == 1 && oneOf(plain[0], "not nicht pas non") || meant(plain) == ReplyNo {
		return ReplyNo, true
	}
	return "", false
}

// The words around a number, as [folded] writes them.
const (
	refTo     = "to for with on zu mit bei a pour avec con para"
	refToThe  = "zum zur au aux al"
	refThe    = "the der die das den dem la le les el los las"
	refNumber = "number nr nummer numero action item aktion punkt accion change changement cambio anderung"
	refOne    = "one ones action item change aktion punkt accion cambio changement anderung"
	refAll    = "all everything alle allen alles tous toutes todos todas"
	refBoth   = "both beide beiden ambos ambas"
	refTwo    = "deux dos"
	refOthers = "rest others ubrigen anderen autres reste resto otros otras demas"
	refOfThem = "of them|them|of these|von ihnen|davon|d'entre eux|de ellos|de ellas"
)

// refer finds the one stretch of a clause that says of what: from where to where. from is less than 0 where there is none.
func (c *numberedClause) refer(words []token, of int) (from, to int) {
	for i := range words {
		if n := c.referAt(words[i:], of); n > 0 {
			return i, i + n
		}
	}
	return -1, 0
}

// referAt reads of what a clause is at its beginning: "to the second one", "#2", "number 2", "all of them", "the rest".
func (c *numberedClause) referAt(words []token, of int) int {
	i := 0
	at := func(list string) bool {
		if i < len(words) && oneOf(words[i].word, list) {
			i++
			return true
		}
		return false
	}
	article := at(refToThe)
	to := article || at(refTo)
	article = at(refThe) || article
	if i == len(words) {
		return 0
	}
	switch word := words[i].word; {
	case word == "alles" && i+1 < len(words) && words[i+1].word == "klar":
		return 0 // which says that something was heard, and not that all is wanted
	case oneOf(word, refOthers) && article:
		i++
		c.others, c.exactly = true, true
		return i
	case oneOf(word, refAll), of == 2 && (oneOf(word, refBoth) || article && oneOf(word, refTwo)), word == "them" && i+1 < len(words) && oneOf(words[i+1].word, refAll):
		i++
		at(refAll)
		c.all, c.exactly = true, to || article
		return i + c.counted(words[i:], of)
	case ordinal(word) > 0 && !numeral(word):
		i++
		noun := at(refOne)
		if !article && !noun {
			return 0
		}
		c.refs, c.exactly = []int{ordinal(word)}, true
		return i
	}
	noun := at(refNumber)
	if i == len(words) {
		return 0
	}
	n := ordinal(words[i].word)
	if n == 0 || !numeral(words[i].word) || article && !noun {
		return 0
	}
	c.refs, c.exactly = []int{n}, to || noun || strings.HasPrefix(words[i].word, "#")
	return i + 1
}

// counted is how many words after "all" say how many there are; more than there are words where they say it wrongly.
func (c *numberedClause) counted(words []token, of int) int {
	if len(words) == 0 {
		return 0
	}
	if n, err := strconv.Atoi(words[0].word); err == nil {
		if n != of {
			c.all = false
			return 0
		}
		return 1
	}
	for phrase := range strings.SplitSeq(refOfThem, "|") {
		if goesOn(words, strings.Fields(phrase)) {
			return len(strings.Fields(phrase))
		}
	}
	return 0
}

// ordinal is the number that a word says in an order, as [folded] writes it.
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
	n, err := strconv.Atoi(strings.TrimPrefix(w, "#"))
	if err != nil || n < 1 || n > 99 {
		return 0
	}
	return n
}

func numeral(w string) bool {
	return strings.ContainsAny(w, "0123456789") && !strings.ContainsAny(w, "ndtrhe")
}
