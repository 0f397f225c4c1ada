package agents

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A yes is what a closed grammar says is one; all else is left to people and models as words:
//
//	yes     = { aside of politeness } said { joint said | politeness | what of } .
//	said    = "yes" | "ok" | "go ahead" | topic "looks good" | … of one language, or a sign as people use it for a yes
//	polite  = please, thanks, greetings, the names of the team, friendly signs, of any language
//	what of = "it", "now", "as planned" after what says to do it; "for me"; "all of it"
//
// What people say first to something that they have only heard ("ah, ok", "so ok", "ja ja", "venga ya") is not in it, and neither is
// what announces more ("ok,", "yes and", "yes…").

// yesPart is what a phrase is in a yes.
type yesPart int

// The parts. Those up to yesEnough say yes; the later of them are said to other things as well.
const (
	yesSurely yesPart = iota + 1 // yes
	yesAct                       // go ahead: it takes what is to be done, and when
	yesGladly                    // ok
	yesPraise                    // looks good
	yesEnough                    // fine: with thanks it declines
	yesDone                      // it, now
	yesWhole                     // all of it
	yesOwn                       // for me
	yesPlease
	yesThanks
	yesGreet
	yesCalled
	yesLeads // just, then: before what says to do it
	yesTopic // the plan: before praise
	yesAnd
)

// yesPhrase is a phrase of the grammar.
type yesPhrase struct {
	words []string
	part  yesPart
}

// yesGrammar is that of one language: its phrases by the words they begin with, the longest first; under "" all that have several words.
type yesGrammar map[string][]yesPhrase

// saidOf are the phrases of a part, separated by "|".
type saidOf map[yesPart]string

// yesGrammars are those of all languages.
var yesGrammars = sync.OnceValue(func() []yesGrammar {
	polite := saidOf{
		yesGladly: gladlyEnglish,
		yesPlease: strings.Join([]string{pleaseEnglish, pleaseGerman, pleaseFrench, pleaseSpanish}, "|"),
		yesThanks: strings.Join([]string{thanksEnglish, thanksGerman, thanksFrench, thanksSpanish}, "|"),
		yesGreet:  strings.Join([]string{greetEnglish, greetGerman, greetFrench, greetSpanish}, "|"),
		yesCalled: strings.Join([]string{calledEnglish, calledGerman, calledFrench, calledSpanish}, "|"),
	}
	var out []yesGrammar
	for _, own := range []saidOf{
		{yesSurely: surelyEnglish, yesAct: actEnglish, yesPraise: praiseEnglish, yesEnough: enoughEnglish, yesDone: doneEnglish, yesWhole: wholeEnglish, yesOwn: ownEnglish, yesLeads: leadsEnglish, yesTopic: topicEnglish, yesAnd: andEnglish},
		{yesSurely: surelyGerman, yesAct: actGerman, yesGladly: gladlyGerman, yesPraise: praiseGerman, yesEnough: enoughGerman, yesDone: doneGerman, yesWhole: wholeGerman, yesOwn: ownGerman, yesLeads: leadsGerman, yesTopic: topicGerman, yesAnd: andGerman},
		{yesSurely: surelyFrench, yesAct: actFrench, yesGladly: gladlyFrench, yesPraise: praiseFrench, yesEnough: enoughFrench, yesDone: doneFrench, yesWhole: wholeFrench, yesOwn: ownFrench, yesLeads: leadsFrench, yesTopic: topicFrench, yesAnd: andFrench},
		{yesSurely: surelySpanish, yesAct: actSpanish, yesGladly: gladlySpanish, yesPraise: praiseSpanish, yesEnough: enoughSpanish, yesDone: doneSpanish, yesWhole: wholeSpanish, yesOwn: ownSpanish, yesLeads: leadsSpanish, yesTopic: topicSpanish, yesAnd: andSpanish},
	} {
		g := yesGrammar{}
		g.learn(polite)
		g.learn(own)
		for _, all := range g {
			slices.SortStableFunc(all, func(a, b yesPhrase) int {
				return cmp.Or(len(b.words)-len(a.words), int(a.part-b.part), slices.Compare(a.words, b.words))
			})
		}
		out = append(out, g)
	}
	return out
})

func (g yesGrammar) learn(said saidOf) {
	for part, phrases := range said {
		for phrase := range strings.SplitSeq(phrases, "|") {
			words := wordsOf(folded(phrase))
			g[words[0]] = append(g[words[0]], yesPhrase{words, part})
			if len(words) > 1 {
				g[""] = append(g[""], yesPhrase{words, part})
			}
		}
	}
}

// plainYes tells whether words are a yes and nothing else.
func plainYes(said []token) bool {
	if len(said) == 1 && said[0].word == "y" {
		return true
	}
	return slices.ContainsFunc(yesGrammars(), func(g yesGrammar) bool { _, ok := g.read(said); return ok })
}

// read tells whether the whole of a message is a yes in the grammar's language, and what says so.
func (g yesGrammar) read(said []token) (s yesSoFar, ok bool) {
	if len(said) > 0 && said[len(said)-1].unfinished() {
		return s, false
	}
	s.begins = true
	for len(said) > 0 {
		n := g.next(&s, said)
		if n == 0 {
			return s, false
		}
		said = said[n:]
	}
	return s, s.complete()
}

// next reads what the message goes on with; 0 is nothing that belongs to a yes.
func (g yesGrammar) next(s *yesSoFar, said []token) int {
	switch t := said[0]; {
	case t.pause != 0:
		if !s.pause() {
			return 0
		}
		return 1
	case t.sign:
		if !s.take(yesPhrase{part: yesSurely}) {
			return 0
		}
		return 1
	case t.name:
		if !s.take(yesPhrase{part: yesCalled}) {
			return 0
		}
		return 1
	default:
		p := g.phrase(s, said)
		if p.words == nil || !s.take(p) {
			return 0
		}
		s.perhaps = p.part == yesSurely && len(p.words) == 1 && t.raw == "si" // unless it is an if
		return len(p.words)
	}
}

// phrase is the longest that the message goes on with and that may stand there; one with a slip in it only where it is longer.
func (g yesGrammar) phrase(s *yesSoFar, said []token) (found yesPhrase) {
	for _, p := range g[said[0].word] {
		if goesOn(said, p.words) && s.fits(p.part) {
			found = p
			break
		}
	}
	for _, p := range g[""] {
		if len(p.words) > len(found.words) && slipsInto(said, p.words) && s.fits(p.part) {
			return p
		}
	}
	return found
}

// goesOn tells whether a message goes on with the words of a phrase, without a pause between them.
func goesOn(said []token, words []string) bool {
	if len(said) < len(words) {
		return false
	}
	for i, w := range words {
		if said[i].word != w {
			return false
		}
	}
	return true
}

// yesSoFar is what was read of a message that may be a yes.
type yesSoFar struct {
	begins  bool     // a clause does
	perhaps bool     // a Spanish "si" without its accent may be an if, with what follows it at once
	in      yesPart  // what has said yes last in this clause
	before  yesPart  // ... in the clause before
	pending yesPart  // what has to be followed by something
	last    []string // the phrase that said yes last
	said    [6]bool  // which parts said yes
	again   bool     // the same was said twice
	thanked [2]bool  // before any yes, after one
}

func (s *yesSoFar) any() bool { return slices.Contains(s.said[:], true) }

// pause ends a clause.
func (s *yesSoFar) pause() bool {
	if s.pending != 0 {
		return false
	}
	if s.in != 0 {
		s.before = s.in
	}
	s.begins, s.perhaps, s.in = true, false, 0
	return true
}

// take tells whether a phrase may stand where it stands.
func (s *yesSoFar) take(p yesPhrase) bool {
	if !s.fits(p.part) {
		return false
	}
	switch {
	case p.part <= yesEnough:
		s.again = s.again || p.words != nil && slices.Equal(p.words, s.last)
		s.in, s.said[p.part], s.last, s.pending = p.part, true, p.words, 0
	case p.part == yesThanks && s.any():
		s.thanked[1], s.pending = true, 0
	case p.part == yesThanks:
		s.thanked[0], s.pending = true, 0
	case p.part == yesLeads, p.part == yesTopic, p.part == yesAnd:
		s.pending = p.part
	}
	s.begins = (s.begins && (p.part == yesGreet || p.part == yesCalled)) || p.part == yesAnd
	s.perhaps = false
	return true
}

func (s *yesSoFar) fits(part yesPart) bool {
	free := s.pending == 0
	switch part {
	case yesSurely, yesGladly:
		return !s.perhaps && (free || s.pending == yesAnd)
	case yesAct:
		return !s.perhaps && s.pending != yesTopic
	case yesPraise, yesEnough:
		return !s.perhaps && s.pending != yesLeads
	case yesDone:
		return free && s.in == yesAct
	case yesWhole:
		return free && !s.perhaps && slices.Contains([]yesPart{yesSurely, yesGladly, yesAct}, cmp.Or(s.in, s.before))
	case yesOwn:
		return free && !s.perhaps && s.in != 0
	case yesPlease:
		return s.pending != yesTopic
	case yesThanks:
		return free || s.pending == yesAnd
	case yesGreet:
		return free && !s.any()
	case yesCalled:
		return free
	case yesLeads:
		return !s.perhaps && (free || s.pending == yesAnd)
	case yesTopic:
		return !s.perhaps && s.begins
	case yesAnd:
		return free && !s.perhaps && (s.any() || s.thanked[0])
	default:
		return false
	}
}

// complete tells whether what was read is a yes: the same twice is impatience, thanks before a mere "ok" are for something else, and
// "all good, thanks" declines.
func (s *yesSoFar) complete() bool {
	surely := s.said[yesSurely] || s.said[yesAct]
	switch {
	case s.pending != 0, !s.any():
		return false
	case s.again:
		return s.said[yesAct]
	case s.thanked[0]:
		return surely
	case s.thanked[1]:
		return surely || s.said[yesGladly] || s.said[yesPraise]
	default:
		return true
	}
}
