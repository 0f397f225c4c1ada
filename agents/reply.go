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
	Step   int    // the number of the step that an undo is of; 0 is all of it
	Edits  bool   // own words that ask for something to be different: "drop step 3", "yes, but shorter"
	Text   string // as it was written, without the spaces around it
}

// ReadReply reads a message as a reply. It is strict: a message has an intent only when every word that is [ownWords] serves that
// intent, and a yes is only what a grammar says is one (plainyes.go): "yes, but change the title" is words, because a yes that is
// not meant cannot be taken back.
func (v Vocabulary) ReadReply(text string) Reply {
	r := Reply{Intent: ReplyWords, Text: strings.TrimSpace(text)}
	if len(r.Text) > 200 {
		r.Edits = v.edits(r.Text)
		return r
	}
	words := v.replyWords(r.Text)
	if n, ok := stepUndone(words); ok {
		r.Intent, r.Step, r.Edits = ReplyUndo, n, v.edits(r.Text)
		return r
	}
	if v.agreed(ownWords(text)) {
		r.Intent = ReplyYes
		return r
	}
	if r.Intent = meant(words); r.Intent == ReplyWords || r.Intent == ReplyYes {
		r.Intent, r.Edits = ReplyWords, v.edits(r.Text)
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

// stepUndone reads "undo step 2": that one step is to be taken back, and nothing else.
func stepUndone(words []string) (int, bool) {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return oneOf(w, "please pls the it thanks bitte danke den wieder stp svp merci el por favor porfa gracias")
	})
	var number string
	switch n := begins(words, "undo|revert|roll back|rollback|take back|annule|annulez|defais|defaites|deshaz|revierte|deshaga"); {
	case n > 0 && len(words) == n+2 && oneOf(words[n], "step etape l'etape paso"):
		number = words[n+1]
	case len(words) > 2 && words[0] == "schritt" && oneOf(strings.Join(words[2:], "-"), "ruckgangig ruckgangig-machen zurucknehmen zuruck"):
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

const (
	// editing are words that ask for something to be different wherever they stand, as [folded] writes them.
	editing = "instead rather without except shorter longer ohne ausser kurzer langer stattdessen lieber weglassen raus sans sauf plutot sin excepto"
	// limiting join what is to be different to a yes.
	limiting = "but aber mais pero"
	// changing begin what is to be different, beside the verbs of change.
	changing = "drop skip omit use give assign keep call merge split shorten leave put take reorder switch want prefer don't no not " +
		"gib nenn nenne tausch tausche streich streiche lass nimm kurz kurze verlangere verschieb enleve retire appelle inverse donne garde raccourcis quita dale llama deja pon usa acorta"
	// parts are what a plan is made of: whoever names one without asking about it wants it to be different.
	parts = "step steps group schritt schritte gruppe etape etapes groupe paso pasos grupo"
)

// edits tells whether own words ask for something to be different. A question about the plan does not.
func (v Vocabulary) edits(text string) bool {
	return slices.ContainsFunc(sentences(text), func(s sentence) bool {
		words := foldedWords(v.request(s.words))
		if len(words) == 0 || words[0] == "" {
			return false
		}
		begun := trimStart(words, "but|and|aber|und|mais|et|pero|y|ok|vale|bon|gut")
		if isQuestion(begun) && !wishes(begun) || asksForPatience(words) {
			return false
		}
		for i, w := range words {
			switch {
			case oneOf(w, editing), !s.asks && oneOf(w, limiting):
				return true
			case !s.asks && oneOf(w, parts) && i+1 < len(words) && !oneOf(words[i+1], "by"):
				return true
			case beginsClause(words, i) && (oneOf(w, changeVerbs) || oneOf(w, changing) || oneOf(w, foldedVerbs())):
				return true
			}
		}
		return false
	})
}

// Refuses tells whether a message begins with a no of its own and goes on: "no, the other form".
func (v Vocabulary) Refuses(text string) bool {
	head, rest := text, ""
	if i := strings.IndexAny(text, ",.;:–—\n"); i >= 0 {
		head, rest = text[:i], text[i:]
	}
	return strings.TrimSpace(rest) != "" && v.ReadReply(head).Intent == ReplyNo
}
