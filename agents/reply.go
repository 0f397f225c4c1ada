package agents

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Intent is what a short reply means.
type Intent string

// The intents.
const (
	ReplyYes     Intent = "yes"     // yes, approve, go ahead
	ReplyNo      Intent = "no"      // no, reject, cancel
	ReplyStop    Intent = "stop"    // stop, halt, abort
	ReplyUndo    Intent = "undo"    // undo, roll back
	ReplyRetry   Intent = "retry"   // try again
	ReplyDefault Intent = "default" // you choose, whatever, default
	ReplyWords   Intent = "words"   // anything else: the person's own words
)

// Reply is what a person's message says where something is open.
type Reply struct {
	Intent Intent
	Step   int    // the number of the step that an undo or a retry is of; 0 is all of it
	Text   string // as it was written, without the spaces around it
}

// ReadReply reads a message as a reply. It is strict: a message has an intent only when every word that is [ownWords] serves that
// intent, and a yes is only what a grammar says is one (plainyes.go): "yes, but change the title" is words, because a yes that is
// not meant cannot be taken back.
func (v Vocabulary) ReadReply(text string) Reply {
	r := Reply{Intent: ReplyWords, Text: strings.TrimSpace(text)}
	if len(r.Text) > 200 {
		return r
	}
	words := v.replyWords(r.Text)
	if intent, n, ok := ofStep(words); ok {
		r.Intent, r.Step = intent, n
		return r
	}
	if v.agreed(ownWords(text)) {
		r.Intent = ReplyYes
		return r
	}
	if r.Intent = meant(words); r.Intent == ReplyYes {
		r.Intent = ReplyWords
	}
	return r
}

// agreed tells whether what is [ownWords] is a yes, which a question never is.
func (v Vocabulary) agreed(said string) bool {
	all, ok := v.tokensOf(said) // a mark that asks is none
	return ok && plainYes(all)
}

// meant is the one intent that every word of a message serves; a yes among them is none yet.
func meant(words []string) Intent {
	said := make(map[Intent]bool)
	for len(words) > 0 {
		intent, n := longest(words)
		if n == 0 {
			return ReplyWords
		}
		if intent != "" {
			said[intent] = true
		}
		words = words[n:]
	}
	return together(said)
}

// Leaves tells whether a reply drops what is being asked for. A no alone does not: it may be the answer.
func (v Vocabulary) Leaves(r Reply) bool {
	const dropping = "mind nevermind forget cancel drop thanks thank discard vergiss vergessen lass lassen danke laisse laissez oublie oubliez annule annulez merci abandonnez " +
		"dejalo dejelo dejadlo olvidalo olvidelo olvidadlo cancela cancelalo cancelar descartalo gracias"
	return r.Intent == ReplyStop || (r.Intent == ReplyNo || v.Cancels(r)) &&
		slices.ContainsFunc(v.replyWords(r.Text), func(w string) bool { return oneOf(w, dropping) })
}

// Cancels tells whether a reply calls something off, in words that are a no to what is open and a stop to what is at work.
func (v Vocabulary) Cancels(r Reply) bool {
	return (r.Intent == ReplyNo || r.Intent == ReplyUndo) && r.Step == 0 &&
		slices.ContainsFunc(v.replyWords(r.Text), func(w string) bool {
			return oneOf(w, "cancel annule annulez annuler cancela cancele cancelalo cancelar")
		})
}

// ofStep reads "undo step 2" and "retry step 2": that one step is meant, and nothing else.
func ofStep(words []string) (Intent, int, bool) {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return oneOf(w, "please pls the it thanks bitte danke den wieder stp svp merci el por favor porfa gracias")
	})
	for _, v := range []struct {
		intent        Intent
		verbs, german string // the latter stand behind the number
	}{
		{ReplyUndo, "undo|revert|roll back|rollback|take back|annule|annulez|defais|defaites|deshaz|revierte|deshaga", "ruckgangig ruckgangig-machen zurucknehmen zuruck"},
		{
			ReplyRetry, "retry|rerun|re-run|repeat|try|run|wiederhole|reessaie|reessaye|reessayez|relance|relancez|recommence|refais|reintenta|repite|vuelve a intentar|intenta",
			"wiederholen nochmal nochmals erneut noch-einmal nochmal-versuchen erneut-versuchen noch-einmal-versuchen",
		},
	} {
		if n, ok := numberedStep(words, v.verbs, v.german); ok {
			return v.intent, n, true
		}
	}
	return "", 0, false
}

// numberedStep reads the number of a step beside what is to be done with it.
func numberedStep(words []string, verbs, german string) (int, bool) {
	var number string
	n := begins(words, verbs)
	again := n > 0 && oneOf(words[n-1], "try run intenta") // alone they ask for nothing once more
	switch {
	case n > 0 && !again && len(words) == n+2 && oneOf(words[n], "step schritt etape l'etape paso"):
		number = words[n+1]
	case again && len(words) > n+2 && oneOf(words[n], "step paso") && oneOf(strings.Join(words[n+2:], "-"), "again once-more otra-vez de-nuevo"):
		number = words[n+1]
	case len(words) > 2 && words[0] == "schritt" && oneOf(strings.Join(words[2:], "-"), german):
		number = words[1]
	}
	step, err := strconv.Atoi(number)
	return step, err == nil && step > 0 && step < 1000
}

// together weighs intents that were said in one message: stop wins over yes and no, a plain yes goes with anything.
func together(said map[Intent]bool) Intent {
	if said[ReplyStop] {
		return ReplyStop
	}
	if len(said) > 1 && !said[ReplyNo] {
		delete(said, ReplyYes)
	}
	if len(said) != 1 {
		return ReplyWords
	}
	for intent := range said {
		if intent == ReplyNo || intent == ReplyYes || intent == ReplyUndo || intent == ReplyRetry || intent == ReplyDefault {
			return intent
		}
	}
	return ReplyWords
}

// replyWords are the words of a reply, with the signs people use as words: thumbs and ticks, also as Slack names them.
func (v Vocabulary) replyWords(text string) []string {
	words := wordsOf(folded(replySigns().Replace(ownWords(text))))
	return slices.DeleteFunc(words, func(w string) bool { return w == "," || w == ":" || v.isName(w) })
}

var replySigns = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		"👍", " yes ", "✅", " yes ", "✔", " yes ", "👌", " yes ", "🚀", " yes ", ":+1:", " yes ", ":thumbsup:", " yes ",
		":white_check_mark:", " yes ", ":heavy_check_mark:", " yes ", ":ok_hand:", " yes ", "+1", " yes ", ":rocket:", " yes ",
		"👎", " no ", "❌", " no ", ":-1:", " no ", ":thumbsdown:", " no ", ":x:", " no ", "🛑", " stop ", ":octagonal_sign:", " stop ",
	)
})

// longest finds the longest phrase the words begin with. Its intent is "" for words that mean nothing by themselves.
func longest(words []string) (Intent, int) {
	var intent Intent
	most := 0
	for _, r := range replyPhrases() {
		n := r.begins(words)
		if n > 0 && n < len(words) && oneOf(words[n-1], "don't not nicht ne") {
			continue // "don't stop" is no no
		}
		if n > most {
			intent, most = r.intent, n
		}
	}
	return intent, most
}
