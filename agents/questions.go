package agents

import "strings"

const (
	// knowing begins what wants to know something, in English, once the politeness is gone.
	knowing = "what|what's|whats|why|how|how's|when|where|who|who's|whose|which|is|are|was|were|am|do you|do we|do they|do i|do our|do my|do the|do these|do those|do people|do any|does|did|" +
		"has|have|had|should|would|could|can|will|may|might|isn't|aren't|doesn't|don't you|didn't|any idea|know|understand|learn|see|hear|" +
		"to know|your opinion|your advice|advice|an explanation|explain"
	// knowingElsewhere is the same in German, French and Spanish, as [folded] writes it: words that begin nothing else.
	knowingElsewhere = "was ist|was sind|was macht|was machen|was passiert|was bedeutet|was heisst|was meinst|was meinen|was kostet|was kosten|was konnt|was konnen|was kannst|was habt|was hat|was haben|" +
		"was genau|warum|wieso|weshalb|wer|wann|wo|woher|wohin|welche|welcher|welches|welchen|wieviel|wieviele|wie viel|wie viele|wie lange|wie oft|wie war|wie ist|wie geht|wie kann|wie konnen|wie schreibt|" +
		"wie funktioniert|gibt es|lohnt sich|ist unser|ist unsere|ist das|ist die|ist der|sind unsere|hat unser|hat unsere|haben wir|habt ihr|darf ich|durfen wir|stimmt es|erklar mir|erklare mir|erklaren sie|" +
		"kannst du mir kurz erklaren|kannst du mir erklaren|kannst du mir sagen|konntest du mir sagen|konnen sie mir sagen|konnten sie mir sagen|" +
		"c'est quoi|c'etait quoi|quoi|pourquoi|comment|combien|qui|quand est-ce|quel est|quelle est|quels sont|quelles sont|quelle|quels|quelles|ou est|ou sont|ou est-ce|est-ce que|est-ce qu'on|est-ce qu'il|" +
		"qu'est-ce|qu'est-ce que|que se passe-t-il|que veut|que fait|a quoi|y a-t-il|explique-moi|expliquez-moi|tu peux m'expliquer|peux-tu m'expliquer|pouvez-vous m'expliquer|pourrais-tu me dire|" +
		"pouvez-vous me dire|peux-tu me dire|tu peux me dire|ca va nous couter|ca coute|ca prend combien|wen|wem|wessen|" +
		"que es|que son|que hace|que pasa|que significa|que quieres decir|que puedes|que podeis|que sabeis|que dia|quien|quienes|cuando|donde|cuanto|cuanta|cuantos|cuantas|cual|cuales|por que|para que|" +
		"como se|como puedo|como funciona|como funcionan|como va|hay|tenemos|explicame|expliqueme|me explicas|me puedes explicar|podrias decirme|puedes decirme|me dices|vale la pena"
)

// isQuestion tells whether a request, without its politeness, asks for an answer.
func isQuestion(words []string) bool {
	elsewhere := foldedWords(words)
	return begins(words, knowing) > 0 || begins(elsewhere, knowingElsewhere) > 0 || asksOf(elsewhere)
}

// asksOf tells whether words ask in German, French or Spanish what something is of, in or with: “an welcher”, “sur quel”, “en qué”.
func asksOf(words []string) bool {
	for _, in := range [][2]string{
		{"an auf aus bei bis durch fur gegen hinter in mit nach neben seit uber um unter von vor zu zwischen", "was welche welchem welchen welcher welches wem wen wie"},
		{"a avec chez contre dans de depuis devant en entre par pour sans sous sur vers", "quel quelle quels quelles qui quoi combien"},
		{"a ante bajo con contra de desde en entre hacia hasta para por segun sin sobre tras", "cual cuales cuanta cuantas cuanto cuantos quien quienes que"},
	} {
		if len(words) > 1 && oneOf(words[0], in[0]) && oneOf(words[1], in[1]) {
			return true
		}
	}
	return false
}

// wantsToKnow tells whether a sentence surely asks for an answer and for nothing to be different.
func (v Vocabulary) wantsToKnow(s sentence) bool {
	words := v.request(s.words)
	if len(words) == 0 || !isQuestion(words) || wishes(words) {
		return false
	}
	things, _ := v.changes(words)
	return len(things) == 0
}

// wishes tells whether what looks like a question asks for something else than there is: "can we do it without the prices?".
func wishes(words []string) bool {
	for _, w := range words {
		if oneOf(w, "instead without shorter longer rather") {
			return true
		}
	}
	return begins(words, "can we|could we|can it|could it|can the|could the|should we|would it be") > 0
}

// AsksForPatience tells whether words put a decision or an answer off.
func AsksForPatience(text string) bool { return asksForPatience(wordsOf(text)) }

// asksForPatience tells whether a sentence puts a decision off.
func asksForPatience(words []string) bool {
	return putOff().MatchString(strings.Join(foldedWords(words), " "))
}

func foldedWords(words []string) []string {
	return strings.Split(folded(strings.Join(words, "\x00")), "\x00")
}
