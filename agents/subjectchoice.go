package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Choice is what a message decides of what stood open before it.
type Choice struct {
	Reply   Reply
	Subject int  // which of the subjects a yes or no is about; -1 for none
	Named   bool // the words name it
	Unclear bool // a yes or no that could be about several subjects
}

// Choose reads a message as a yes or no to one of the subjects that stood open before it. Where several did, only words that
// name one of them alone decide it. Everything else is a reply without a subject.
func (v Vocabulary) Choose(text string, open []assistant.Subject) Choice {
	reply := v.ReadReply(text)
	none := Choice{Reply: reply, Subject: -1}
	var named []Choice
	names := make([][]string, len(open))
	for i, o := range open {
		names[i] = namesOf(o)
	}
	for i, o := range open {
		if r, ok := v.naming(text, o, names, i); ok {
			named = append(named, Choice{Reply: r, Subject: i, Named: true})
		}
	}
	switch {
	case len(named) == 1:
		return named[0]
	case len(named) > 1:
		none.Unclear = true
	case reply.Intent != ReplyYes && reply.Intent != ReplyNo || len(open) == 0:
	case len(open) > 1:
		none.Unclear = true
	default:
		none.Subject = 0
	}
	return none
}

// naming reads a message that names subject i, by its kind or by words of its title that no other subject has, as the reply
// that is left without these words: "yes, create the page Services" is a yes to “Create the page Services”.
func (v Vocabulary) naming(text string, o assistant.Subject, names [][]string, i int) (Reply, bool) {
	none := Reply{Intent: ReplyWords, Text: strings.TrimSpace(text)}
	said := ownWords(text)
	all, ok := v.tokensOf(said)
	if !ok || len(text) > 200 || asks(said) {
		return none, false
	}
	from, to := nameIn(all, o, names, i)
	if from == to {
		return none, false
	}
	first, last := all[:from], all[to:]
	if len(first) == 0 && len(last) > 0 && strings.ContainsRune(":,", last[0].pause) {
		last = last[1:] // "Hours: go ahead"
	}
	if n := len(first); n > 0 && len(last) == 0 && strings.ContainsRune(":,", first[n-1].pause) {
		first = first[:n-1] // "yes, Hours"
	}
	rest := slices.Concat(first, last)
	if plainYes(rest) && (len(first) > 0 || surely(rest)) {
		none.Intent = ReplyYes
		return none, true
	}
	var words []string
	for _, t := range rest {
		words = append(words, t.word)
	}
	none.Intent = meant(slices.DeleteFunc(words, func(w string) bool { return w == "" || v.isName(w) }))
	return none, none.Intent == ReplyNo
}

// nameIn returns from where to where a message says the name of subject i: one run of words of its title, in their order, with at least one
// that no other subject has. What turns something around or puts it off is no part of a name, whatever the title says.
func nameIn(all []token, o assistant.Subject, names [][]string, i int) (from, to int) {
	at := slices.IndexFunc(all, func(t token) bool { return tells(t.word, names, i) })
	if at < 0 {
		return 0, 0
	}
	for _, title := range titlesOf(o) {
		if first, end := titleIn(all, at, o, title); end-first > to-from {
			from, to = first, end
		}
	}
	return from, to
}

// titlesOf are what a subject is called: in English, and as its card says it.
func titlesOf(o assistant.Subject) []string {
	out := []string{o.Title}
	if told := wording.In(o.Language).Tell(o.Says); told != "" && told != o.Title {
		out = append(out, told)
	}
	return out
}

// titleIn returns from where to where a message says a title, around the word that tells which subject is meant.
func titleIn(all []token, at int, o assistant.Subject, called string) (from, to int) {
	title := slices.DeleteFunc(wordsOf(folded(called)), func(w string) bool { return oneOf(w, joints) })
	if kind := string(o.Kind); all[at].word == kind {
		title = []string{kind}
	}
	belongs := func(t token) bool {
		return t.pause == 0 && !t.sign && !oneOf(t.word, turning) &&
			(oneOf(t.word, joints) || slices.Contains(title, t.word) && (!repliesWith(t.word, ReplyYes, ReplyNo, ReplyStop) || idle(t.word)))
	}
	from, to = at, at+1
	for from > 0 && belongs(all[from-1]) {
		from--
	}
	for to < len(all) && belongs(all[to]) {
		to++
	}
	if !inTitle(all[from:to], title) {
		return 0, 0
	}
	return from, to
}

// inTitle tells whether words are of a title in its order, and leave out nothing of it between them that turns it around.
func inTitle(run []token, title []string) bool {
	begun := false
	for _, t := range run {
		if oneOf(t.word, joints) {
			continue
		}
		k := slices.Index(title, t.word)
		if k < 0 || begun && slices.ContainsFunc(title[:k], func(w string) bool { return oneOf(w, turning) }) {
			return false
		}
		title, begun = title[k+1:], true
	}
	return true
}

// tells tells whether a word names subject i and no other.
func tells(word string, names [][]string, i int) bool {
	for k, own := range names {
		if slices.Contains(own, word) != (k == i) {
			return false
		}
	}
	return true
}

// surely tells whether a yes says more than that something was heard: what stands before a mere "ok" may be something else that is wanted.
func surely(said []token) bool {
	return slices.ContainsFunc(yesGrammars(), func(g yesGrammar) bool {
		s, ok := g.read(said)
		return ok && (s.said[yesSurely] || s.said[yesAct])
	})
}

// joints are words between the words of a name; they name nothing.
const joints = "the a an to of on at in for from with and page step new der die das den dem zu zur zum seite la le les l' du de des au aux el los las al del pagina"

// namesOf are the words that name a subject: its kind, and its title's words that are part of no reply.
func namesOf(s assistant.Subject) []string {
	names := []string{string(s.Kind)}
	for _, w := range wordsOf(folded(strings.Join(titlesOf(s), " "))) {
		if len(w) > 1 && !oneOf(w, joints) && !oneOf(w, turning) && !repliesWith(w, ReplyYes, ReplyNo, ReplyStop, ReplyUndo, ReplyRetry, ReplyDefault, "") {
			names = append(names, w)
		}
	}
	return names
}

// idle tells whether a word means nothing by itself.
func idle(word string) bool {
	intent, n := longest([]string{word})
	return n == 1 && intent == ""
}
