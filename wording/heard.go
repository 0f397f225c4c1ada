package wording

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// maxHeard bounds how much of a text is listened to, in bytes: what it is written in shows early.
const maxHeard = 2000

// Heard is the language that a person writes, where that is sure; "" where it is not: a name, an address, "ok", or words of
// several languages. It goes by the small words that a language cannot do without, and its letters: of messages of a few words
// these tell more than statistics over letters do.
func Heard(text string) assistant.Language {
	if len(text) > maxHeard {
		text = strings.ToValidUTF8(text[:maxHeard], "")
	}
	words := heardWords(text)
	points := map[assistant.Language]float64{}
	if strings.ContainsAny(text, "¿¡") {
		points[assistant.Spanish]++ // no other language of ours turns them over
	} else if strange(words) {
		return ""
	}
	for _, w := range words {
		of := spokenIn()[w]
		for _, l := range of {
			points[l] += 1 / float64(len(of))
		}
		if l := lettersOf(w); l != "" && len(of) == 0 {
			points[l] += 0.6
		}
	}
	var best assistant.Language
	second := 0.0
	for _, l := range assistant.Languages() {
		switch p := points[l]; {
		case p > points[best]:
			best, second = l, points[best]
		case p > second:
			second = p
		}
	}
	need := 1.5
	if len(words) <= 3 {
		need = 0.9
	}
	if points[best] < need || points[best] < 1.6*second {
		return ""
	}
	return best
}

// heardWords are the words of a text without what is quoted, addresses, mentions and code: they are nobody's language.
func heardWords(text string) []string {
	var out []string
	for field := range strings.FieldsSeq(unquoted(strings.ToLower(text))) {
		if strings.Contains(field, "://") || strings.ContainsAny(field, "@<>`/\\") {
			continue
		}
		field = strings.NewReplacer("’", "'", "‘", "'").Replace(field)
		field, asks := inverted(field)
		out = append(out, asks...)
		for _, w := range strings.FieldsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
			if w = strings.Trim(w, "'"); w != "" {
				out = append(out, w)
				if a, b, cut := strings.Cut(w, "'"); cut && len(a) <= 2 { // l'équipe, j'ai, d'accord
					out = append(out, a+"'", b)
				}
			}
		}
	}
	return out
}

// inverted takes off the pronoun that French joins to a verb by a hyphen, and the verb, whose form is often a word of a neighbour too:
// "es-tu", "que se passe-t-il". No other language of ours writes so.
func inverted(field string) (rest string, pronoun []string) {
	trimmed := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) })
	if i := strings.LastIndexByte(trimmed, '-'); i > 0 && slices.Contains(spokenIn()[trimmed[i:]], assistant.French) {
		return "", []string{trimmed[i:]}
	}
	return field, nil
}

// unquoted leaves out what stands in quotes: a page may be called anything.
func unquoted(text string) string {
	var out strings.Builder
	closing := rune(0)
	for _, r := range text {
		switch {
		case closing != 0:
			if r == closing || r == '\n' {
				closing = 0
			}
			continue
		case r == '"':
			closing = '"'
		case r == '“' || r == '„':
			closing = '”'
			if r == '„' {
				closing = '“'
			}
		case r == '«':
			closing = '»'
		default:
			out.WriteRune(r)
			continue
		}
		out.WriteRune(' ')
	}
	return out.String()
}

// lettersOf is the language that a word's letters are of, where only one of ours writes them.
func lettersOf(word string) assistant.Language {
	switch {
	case strings.ContainsAny(word, "äöß"):
		return assistant.German
	case strings.ContainsAny(word, "ñíóú"):
		return assistant.Spanish
	case strings.ContainsAny(word, "çèêœàùûîôâëï"):
		return assistant.French
	default:
		return ""
	}
}

// spokenIn lists the languages that have a word.
var spokenIn = pattern(map[assistant.Language]string{
	assistant.English: `the a an and or but not is are was were be been am i you we they he she it my your our their me us them this that these those
		what who where when why how which can could would should will shall may might must do does did don't doesn't have has had to of in on at for from
		with without about into please thanks thank hello hi hey help want need like make create add write change update show list tell give get find
		page pages site website ticket tickets yes no yeah yep stop go ahead there here any some all new every work works working just let's i'm what's
		it's can't everything something open done change delete remove fix check run know if so as by out up first then also too instead actually call
		sure nothing much many more than only good morning afternoon evening today tomorrow look put`,
	assistant.German: `der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren sein bin ich du sie wir ihr er es mein
		meine meinen dein deine unser unsere unseren unserer mich dich uns euch mir dir dieser diese dieses was wer wo wann warum wie welche welcher
		welches kann können könnte könntest könnten möchte möchten will wollen soll sollte muss darf mach mache machen habe hast hat haben zu zum zur von vom
		im in am an auf für mit ohne über bei nach aus bitte danke hallo hilfe hilf brauche brauchen erstelle erstell erstellen anlegen lege leg schreibe
		schreib schreiben ändere ändern zeige zeig zeigen gib gibt liste sag sagen seite seiten webseite website ticket tickets ja nein jawohl stopp halt
		abbrechen los weiter kein keine keinen mehr alle alles neu neue neuen neues auch nur noch mal schon doch dann wenn ob so als um guten tag morgen
		moin servus grüezi geht läuft passt genau gerne gern klar abend bitteschön kannst könnt willst magst machst tun werden wird wurde kostet kosten etwas
		jetzt heute hier da dort nichts verstehe helfen prüfe prüfen such suche wartet warten wartest steht offen freigeben passiert kostenlos umsonst`,
	assistant.French: `le la les l' un une des du de d' et ou mais pas ne n' est sont était suis je j' tu vous nous ils elles il elle on mon ma mes ton ta tes
		notre nos votre vos leur ce c' cet cette ces cela ça que qu' qui quoi où quand pourquoi comment quel quelle quels quelles peux peut pouvez
		pourriez pourrais voudrais voudrions veux voulez dois doit devez fais fait faire faites ai as a avez avons ont à au aux en dans sur pour par avec sans
		chez s' se me m' te merci bonjour salut bonsoir aide aidez aider besoin créer crée créez ajoute ajouter ajoutez écris écrire changer change modifier
		montre montrer montrez donne donner donnez liste dis dire page pages site billet billets ticket tickets oui non arrête arrêter arrêtez stop
		d'accord accord tout toute tous toutes nouveau nouvelle aussi encore alors si comme plus moins très bien plaît plait svp quelque chose combien coûte coûtent rien
		-je -tu -il -ils -elle -elles -nous -vous -ce -moi -toi -y problème problèmes formulaire aujourd'hui demain ici là être avoir sais savoir attend attente gratuit gratuite sert sers`,
	assistant.Spanish: `el la los las un una unos unas y o pero no es son era eran soy estoy está están yo tú usted ustedes nosotros ellos ella mi mis tu tus
		su sus nuestro nuestra nuestros este esta esto estos estas ese esa eso qué que quién quien dónde donde cuándo cuando porqué cómo como cuál cual
		cuáles puedo puede puedes pueden podría podrías quiero quieres quisiera necesito necesitamos debo debe hacer haz haga hace hago he ha hemos tengo tiene
		tenemos a al de del en con sin para por sobre desde hasta gracias hola ayuda ayúdame ayudar crea crear cree añade añadir agrega agregar escribe escribir
		cambia cambiar muestra mostrar muéstrame dame dime lista página páginas pagina paginas sitio web ticket tickets sí si vale claro detén detener para
		parar adelante todo toda todos todas nuevo nueva también más menos muy bien buenos buenas días tardes noches favor algo nada cuánta cuesta cuestan aquí allí ahora hoy
		mañana hay está ser estar sabe saber me te se le les nos lo pendiente pendientes gratis entiendo`,
})

func pattern(lists map[assistant.Language]string) func() map[string][]assistant.Language {
	return sync.OnceValue(func() map[string][]assistant.Language {
		out := map[string][]assistant.Language{}
		for _, l := range assistant.Languages() {
			seen := map[string]bool{}
			for w := range strings.FieldsSeq(lists[l]) {
				if !seen[w] {
					seen[w] = true
					out[w] = append(out[w], l)
				}
			}
		}
		return out
	})
}
