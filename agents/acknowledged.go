package agents

import "slices"

// What people say to what they have heard, as [folded] writes it: it decides nothing.
const (
	// hearing begins it.
	hearing = "ah oh aha ach ooh so also well hm hmm mhm mm na naja tja bueno pues ya bon ben eh venga right"
	// heeding are the words of it.
	heeding = "ok okay oki k ja jo yes yeah yep sure fine right good all it's i see got it understood alright sorry " +
		"gut alles klar verstanden passt schon dann stimmt genau so mal oui ouais d'accord dac entendu compris c'est bon bien alors je vois " +
		"si vale claro bien esta todo entiendo entendido ya veo bueno"
)

// acknowledges tells whether a message says that something was heard and no more: "ah, ok", "ja ja", "all good, thanks".
func (v Vocabulary) acknowledges(text string) bool {
	said := ownWords(text)
	all, ok := v.tokensOf(said)
	if !ok || asks(said) || v.agreed(said) {
		return false
	}
	words, thanks := slices.DeleteFunc(all, func(t token) bool { return t.pause != 0 || t.sign || t.name }), false
	for _, t := range words {
		thanks = thanks || oneOf(t.word, "thanks thank thx danke merci gracias")
		if !oneOf(t.word, heeding) && !oneOf(t.word, hearing) && !oneOf(t.word, social) {
			return false
		}
	}
	return len(words) > 1 && (thanks || oneOf(words[0].word, hearing) || words[0].word == words[1].word || oneOf(words[1].word, hearing))
}
