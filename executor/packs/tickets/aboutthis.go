package tickets

import (
	"slices"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

// Bounds of a ticket about what was said.
const (
	mostTitle  = 80   // characters
	mostQuoted = 3000 // characters of all that is quoted
)

// pointing are the words that point at what was said before, in the languages that people write to the team; a line of them each.
const pointing = `about this|about that|about it|about the above|for this|for that|for it|on this|on that|on it|of this|of that|from this|from that|into this|this|that|it|the above
dazu|darüber|darueber|hierzu|hierüber|hierueber|davon|dafür|dafuer|zu dem|zu diesem|zu dieser|aus diesem|aus dieser|über das|daraus|das
à ce sujet|a ce sujet|à ce propos|a ce propos|là dessus|la dessus|de ça|de ca|de cela|sur ça|sur ca|sur ce|sur cette|pour ça|pour ca|ça|ce|cette|de ce|de cette
sobre esto|sobre eso|sobre ello|de esto|de eso|de ello|al respecto|por esto|para esto|esto|eso|este|esta|sobre este|sobre esta|de este|de esta`

// demonstrative are those of them that name a ticket which is there, before its noun: "open this ticket".
const demonstrative = "this that das ce cette este esta"

// pointed may follow them: what they point at is still what was said.
const pointed = "thread conversation discussion chat here topic matter problem one unterhaltung gespräch thema fil conversation discussion sujet hilo conversación tema asunto"

// opening ask for a ticket, and around stands around that without saying what it is about.
const (
	opening = "create make open file raise write add log turn start " +
		"erstelle erstell erstellen erstellst eröffne eröffnen eroeffne öffne öffnen mach mache machen machst leg lege legen legst anlegen aufmachen schreib schreibe schreiben " +
		"crée crées créer créez cree creer creez ouvre ouvres ouvrir ouvrez fais faire faites écris écrire rédige rédiger " +
		"crea crear cree créame abre abrir abra abras crees haz hacer haga hagas escribe escribir"
	around = "a an the new another into as up please pls kindly can could would will you i we need want like to let's now just also too for us me thanks thank hi hey hello hans so and then ok okay " +
		"ein einen eine neues neuen ticket bitte kannst könntest können könnten koenntest du sie ihr mal uns mir danke jetzt wir brauchen noch doch auch gern gerne hallo an auf und " +
		"un une nouveau nouvelle s il te vous plaît plait stp svp peux peut pouvez pourrais pourriez tu merci bonjour maintenant nous moi aussi et " +
		"nuevo nueva por favor puedes puede podrías podrias podría podria podéis tú usted gracias hola ahora nos también tambien y"
	urgent = "low medium high critical urgent priority"
)

// pointer tells whether words only point at what was said before: whatever else they say, they name no subject. asks tells whether they
// ask for a ticket besides.
func pointer(text string) (points, asks bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	ticket, opens := false, false
	for len(words) > 0 {
		if n := longest(words); n > 0 {
			if n == 1 && len(words) > 1 && oneOf(words[0], demonstrative) && (words[1] == "ticket" || words[1] == "issue") {
				return false, false
			}
			points, words = true, words[n:]
			if len(words) > 0 && oneOf(words[0], pointed) {
				words = words[1:]
			}
			continue
		}
		switch w := words[0]; {
		case w == "ticket" || w == "issue":
			ticket = true
		case oneOf(w, opening):
			opens = true
		case !oneOf(w, around) && !oneOf(w, urgent):
			return false, false
		}
		words = words[1:]
	}
	return points, points && ticket && opens
}

// longest is of how many of the first words the longest pointing phrase that they begin with is; 0 where they begin with none.
func longest(words []string) int {
	most := 0
	for phrase := range strings.SplitSeq(strings.ReplaceAll(pointing, "\n", "|"), "|") {
		if p := strings.Fields(phrase); len(p) > most && len(p) <= len(words) && slices.Equal(p, words[:len(p)]) {
			most = len(p)
		}
	}
	return most
}

func oneOf(word, words string) bool { return slices.Contains(strings.Fields(words), word) }

// subject is what people were talking about, in the first words of theirs that ask for no ticket themselves.
func subject(before []llm.SaidFact) string {
	for _, f := range people(before) {
		return script.UpperFirst(script.Cut(script.Trim(f.Text), mostTitle))
	}
	return ""
}

// quoted are the words of people, each with who said it, marked as quotations: the first of them, and as many of the newest as fit.
func quoted(before []llm.SaidFact) string {
	var lines []string
	for _, f := range people(before) {
		line := "> " + f.Text
		if f.Name != "" {
			line = "> " + f.Name + ": " + f.Text
		}
		lines = append(lines, line)
	}
	room := mostQuoted
	for i := len(lines) - 1; i > 0; i-- {
		if room -= len([]rune(lines[i])); room < 0 {
			lines = append(lines[:1:1], lines[i+1:]...)
			break
		}
	}
	return strings.Join(lines, "\n")
}

// people are the words of people among them, without those that only ask for a ticket.
func people(before []llm.SaidFact) []llm.SaidFact {
	return slices.DeleteFunc(slices.Clone(before), func(f llm.SaidFact) bool {
		_, asks := pointer(f.Text)
		return f.By == llm.ByAssistant || asks || script.Trim(f.Text) == ""
	})
}
