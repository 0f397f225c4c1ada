package agents

import (
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
)

// The languages as people name them, as [folded] writes them.
const someLanguage = `(?P<language>english|german|french|spanish|englisch|deutsch|franzosisch|spanisch|anglais|allemand|francais|espagnol|ingles|aleman|frances|espanol)`

// To write or to answer in a language may be said of one text: only to speak it with somebody is said of all.
var choosesLanguage = lazy.Pattern(politely +
	`(?:speak|talk)(?: only)?(?: in)? ` + someLanguage + `(?: (?:with|to) (?:me|us))?(?: (?:from now on|always|by default))?|` +
	`(?:speak|talk) (?:with|to) (?:me|us) (?:only )?in ` + someLanguage + `(?: from now on)?|` +
	`my language is ` + someLanguage + `|` +
	`(?:sprich|sprecht|rede|redet|sprechen sie|reden sie)(?: (?:mit (?:mir|uns)|bitte|ab jetzt|ab sofort|kunftig|nur(?: noch)?|auf))* ` + someLanguage + `(?: mit (?:mir|uns))?|` +
	`meine sprache ist ` + someLanguage + `|` +
	`(?:parle|parlez)(?:-moi| avec moi)?(?: (?:toujours|desormais|seulement))?(?: en)? ` + someLanguage + `(?: avec (?:moi|nous))?|` +
	`ma langue est (?:le |l'|l’)?` + someLanguage + `|` +
	`(?:habla|hable|hablame|hableme)(?: conmigo)?(?: (?:siempre|solo))?(?: en)? ` + someLanguage + `(?: conmigo)?|` +
	`mi (?:idioma|lengua) es (?:el )?` + someLanguage +
	atItsEnd)

// ReadLanguage reads a sentence by which somebody chooses the language that is spoken with them, and nothing else.
func ReadLanguage(text string) (assistant.Language, bool) {
	const longest = 120
	said := strings.Join(strings.Fields(folded(text)), " ")
	if len(text) > longest || strings.ContainsRune(strings.TrimSpace(text), '\n') || strings.HasSuffix(said, "?") || !choosesLanguage().MatchString(said) {
		return "", false
	}
	switch groupOf(choosesLanguage(), said, "language") {
	case "german", "deutsch", "allemand", "aleman":
		return assistant.German, true
	case "french", "franzosisch", "francais", "frances":
		return assistant.French, true
	case "spanish", "spanisch", "espagnol", "espanol":
		return assistant.Spanish, true
	default:
		return assistant.English, true
	}
}
