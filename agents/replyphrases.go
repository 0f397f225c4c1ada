package agents

import (
	"slices"
	"strings"
	"sync"
)

// phrases are what people say for an intent, by the words they begin with. They are kept as [folded] writes them.
type phrases struct {
	intent Intent
	by     map[string][][]string
	words  map[string]bool // all that stand in them
}

// begins returns how many words the longest of the phrases that the words begin with has.
func (p phrases) begins(words []string) int {
	most := 0
	for _, phrase := range p.by[words[0]] {
		if len(phrase) > most && len(phrase) <= len(words) && slices.Equal(phrase, words[:len(phrase)]) {
			most = len(phrase)
		}
	}
	return most
}

// repliesWith tells whether a word is part of a phrase that has one of the intents by itself; such a word names nothing.
func repliesWith(word string, intents ...Intent) bool {
	return slices.ContainsFunc(replyPhrases(), func(p phrases) bool { return slices.Contains(intents, p.intent) && p.words[word] })
}

// replyPhrases are the phrases of all languages. An intent is read only where every word of a message belongs to one of them, so
// that a phrase may be short: what stands beside it decides.
var replyPhrases = sync.OnceValue(func() []phrases {
	var out []phrases
	for _, said := range []struct {
		intent Intent
		in     []string
	}{
		{ReplyYes, yesInAnyLanguage()},
		{ReplyNo, []string{noEnglish, noGerman, noFrench, noSpanish}},
		{ReplyStop, []string{stopEnglish, stopGerman, stopFrench, stopSpanish}},
		{ReplyUndo, []string{undoEnglish, undoGerman, undoFrench, undoSpanish}},
		{ReplyRetry, []string{retryEnglish, retryGerman, retryFrench, retrySpanish}},
		{ReplyDefault, []string{defaultEnglish, defaultGerman, defaultFrench, defaultSpanish}},
		{"", []string{idleEnglish, idleGerman, idleFrench, idleSpanish}},
	} {
		p := phrases{said.intent, map[string][][]string{}, map[string]bool{}}
		for phrase := range strings.SplitSeq(strings.Join(said.in, "|"), "|") {
			words := wordsOf(folded(phrase))
			p.by[words[0]] = append(p.by[words[0]], words)
			for _, w := range words {
				p.words[w] = true
			}
		}
		out = append(out, p)
	}
	return out
})

// yesInAnyLanguage are the phrases that say yes, whatever else stands beside them.
func yesInAnyLanguage() []string {
	return []string{
		surelyEnglish, gladlyEnglish, actEnglish, praiseEnglish, enoughEnglish, surelyGerman, gladlyGerman, actGerman, praiseGerman, enoughGerman,
		surelyFrench, gladlyFrench, actFrench, praiseFrench, enoughFrench, surelySpanish, gladlySpanish, actSpanish, praiseSpanish, enoughSpanish,
	}
}

// folded writes a text with letters that every keyboard has, as people do who are in a hurry: "sí" is "si", "ça" is "ca".
func folded(text string) string { return plainLetters().Replace(strings.ToLower(text)) }

var plainLetters = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		"á", "a", "à", "a", "â", "a", "ä", "a", "é", "e", "è", "e", "ê", "e", "ë", "e", "í", "i", "ì", "i", "î", "i", "ï", "i",
		"ó", "o", "ò", "o", "ô", "o", "ö", "o", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ç", "c", "ñ", "n", "ß", "ss", "œ", "oe",
		"’", "'", "‘", "'", "¿", " ", "¡", " ",
	)
})
