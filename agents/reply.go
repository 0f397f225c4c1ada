package agents

import (
	"slices"
	"strconv"
	"strings"
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

// ReadReply reads a message as a reply. It is strict: a message has an intent only when every word of it serves that
// intent; "yes, but change the title" is words, because a yes that is not meant cannot be taken back.
func ReadReply(text string) Reply {
	r := Reply{Intent: ReplyWords, Text: strings.TrimSpace(text)}
	if len(r.Text) > 200 {
		r.Edits = edits(r.Text)
		return r
	}
	words := replyWords(r.Text)
	if n, ok := stepUndone(words); ok {
		r.Intent, r.Step, r.Edits = ReplyUndo, n, edits(r.Text)
		return r
	}
	said := make(map[Intent]bool)
	for len(words) > 0 {
		intent, n := longest(words)
		if n == 0 {
			r.Edits = edits(r.Text)
			return r
		}
		if intent != "" {
			said[intent] = true
		}
		words = words[n:]
	}
	r.Intent = together(said)
	if r.Intent == ReplyYes && asks(text) {
		r.Intent = ReplyWords // "looks good?" wants to know
	}
	return r
}

// stepUndone reads "undo step 2": that one step is to be taken back, and nothing else.
func stepUndone(words []string) (int, bool) {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return oneOf(w, "please the it thanks") })
	n := begins(words, "undo|revert|roll back|rollback|take back")
	if n == 0 || len(words) != n+2 || words[n] != "step" {
		return 0, false
	}
	step, err := strconv.Atoi(words[n+1])
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
func replyWords(text string) []string {
	signs := strings.NewReplacer(
		"👍", " yes ", "✅", " yes ", "✔", " yes ", "👌", " yes ", "🚀", " yes ", ":+1:", " yes ", ":thumbsup:", " yes ",
		":white_check_mark:", " yes ", ":heavy_check_mark:", " yes ", ":ok_hand:", " yes ", "+1", " yes ", ":rocket:", " yes ",
		"👎", " no ", "❌", " no ", ":-1:", " no ", ":thumbsdown:", " no ", ":x:", " no ", "🛑", " stop ", ":octagonal_sign:", " stop ",
	)
	words := wordsOf(signs.Replace(text))
	return slices.DeleteFunc(words, func(w string) bool { return w == "," || w == ":" || isName(w) })
}

// longest finds the longest phrase the words begin with. Its intent is "" for words that mean nothing by themselves.
func longest(words []string) (Intent, int) {
	var intent Intent
	most := 0
	for _, r := range replyPhrases() {
		n := begins(words, r.phrases)
		if n > 0 && n < len(words) && oneOf(words[n-1], "don't not") {
			continue // "don't stop" is no no
		}
		if n > most {
			intent, most = r.intent, n
		}
	}
	return intent, most
}

type replyPhrase struct {
	intent  Intent
	phrases string
}

func replyPhrases() [7]replyPhrase {
	return [...]replyPhrase{
		{ReplyYes, "yes|y|yep|yeah|yup|yess|sure|ok|okay|k|go|go ahead|go for it|go on|approve|approved|i approve|proceed|continue|do it|do that|" +
			"make it so|lgtm|looks good|look good|looks great|looks fine|sounds good|sounds great|that works|works for me|all good|good to go|" +
			"perfect|great|excellent|fine|confirm|confirmed|i confirm|agreed|agree|i agree|correct|exactly|absolutely|definitely|certainly|" +
			"of course|please do|is fine|is good|that's fine|that's good|it's fine|alright|all right|very good|ship it|let's go|let's do it|let's do this|run it|start|accept|accepted|aye"},
		{ReplyNo, "no|n|nope|nah|reject|rejected|i reject|decline|declined|deny|denied|cancel|cancel it|cancel that|cancel this|cancel the plan|" +
			"don't|do not|don't do it|don't do that|do not do it|do not do that|no way|never mind|nevermind|forget it|forget about it|forget that|" +
			"discard|discard it|drop it|not interested|no thanks|no thank you"},
		{ReplyStop, "stop|stop it|stop that|stop this|stop everything|stop all|stop the run|stop the work|stop working|halt|halt it|halt everything|" +
			"abort|abort it|abort the run|abort everything|cancel the run|cancel everything|cancel all|kill it|emergency stop"},
		{ReplyUndo, "undo|undo it|undo that|undo this|undo the run|undo everything|undo all|undo all of it|undo the changes|undo all changes|" +
			"undo the last run|revert|revert it|revert that|revert this|revert everything|revert the changes|roll back|roll it back|" +
			"roll that back|roll everything back|rollback|take it back|take that back|take everything back"},
		{ReplyRetry, "retry|retry it|retry that|retry the run|retry the failed tasks|retry the failed task|retry the failed steps|try again|try it again|" +
			"try that again|try once more|again|once more|rerun|rerun it|re-run|run it again|do it again|one more time"},
		{ReplyDefault, "default|defaults|the default|the defaults|use the default|use the defaults|use default|use defaults|with the defaults|" +
			"you choose|you decide|you pick|your choice|your call|you can choose|you can decide|choose for me|decide for me|pick for me|" +
			"pick one|choose one|whatever|whatever you think|whatever you think is best|whatever you like|whatever you want|whatever you prefer|" +
			"whatever works|whichever|up to you|it's up to you|any|anything|anything is fine|either|either is fine|no preference|" +
			"i have no preference|i don't care|don't care|i don't mind|don't mind|doesn't matter|it doesn't matter|surprise me|as you like|" +
			"as you wish|what you think is best|all defaults"},
		{"", "please|thanks|thank you|thx|now|then|it|that|this|the plan|plan|so|just|right away|right now|immediately|with it|with that|" +
			"with the plan|well|hi|hello|hey|for all|for everything|for the rest|i think|to me|for me|very much|team|everyone"},
	}
}

// edits tells whether own words ask for something to be different. A question about the plan does not.
func edits(text string) bool {
	all := sentences(text)
	for _, s := range all {
		words := request(s.words)
		if len(words) == 0 || isQuestion(words) {
			continue
		}
		for i, w := range words {
			if oneOf(w, "instead rather without except but shorter longer") || oneOf(w, "step steps group") && i+1 < len(words) {
				return true
			}
			if beginsClause(words, i) && oneOf(w, changeVerbs+" drop skip omit use give assign keep call merge split shorten leave put take "+
				"reorder switch want prefer don't no not") {
				return true
			}
		}
	}
	return false
}

// Refuses tells whether a message begins with a no of its own and goes on: "no, the other form".
func Refuses(text string) bool {
	head, rest := text, ""
	if i := strings.IndexAny(text, ",.;:–—\n"); i >= 0 {
		head, rest = text[:i], text[i:]
	}
	return strings.TrimSpace(rest) != "" && ReadReply(head).Intent == ReplyNo
}
