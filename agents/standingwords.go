package agents

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/agents/lazy"
)

// StandingWords is what somebody says about what was approved for good.
type StandingWords struct {
	Lists bool   // they ask what it is
	What  string // that they want to be asked about again, in their words, folded
}

// greeted begins a sentence without saying anything.
const greeted = `^\W*(?:(?:hey|hi|hello|hallo|hola|salut|bonjour|hans|ok|so|please|bitte|por favor|s'il te plait|s'il vous plait)\W+)*(?:`

// asksForStanding finds the question of what is done without asking, as [folded] writes it.
var asksForStanding = lazy.Pattern(greeted +
	`what(?:'s| is| have i| did i| have we| did we)? (?:always (?:allowed|approved|allow|approve)|(?:allowed|approved|allow|approve) (?:always|for good))|` +
	`what (?:do|may|can|will) you (?:always )?do without asking(?: me| us| anybody)?|(?:list|show(?: me)?) (?:what is (?:always allowed|approved for good)|(?:the |my |our )?standing approvals)|` +
	`was (?:ist|habe ich|haben wir|darfst du|durft ihr) (?:immer|auf dauer|dauerhaft) (?:erlaubt|freigegeben|tun|machen)|was (?:machst|tu(?:st)|darfst) du ohne (?:nachfrage|zu fragen|nachzufragen|ruckfrage)(?: tun| machen)?|` +
	`qu'est-ce qui est (?:toujours|durablement) (?:autorise|permis|approuve)|que (?:fais-tu|faites-vous|peux-tu faire|pouvez-vous faire) sans (?:me |nous )?demander|` +
	`que (?:esta|hay) siempre (?:permitido|aprobado|autorizado)|que (?:haces|haceis|hacen|puedes hacer) sin preguntar(?:me|nos)?` +
	`)\W*$`)

// endsStanding finds the wish to be asked again, as [folded] writes it.
var endsStanding = lazy.Pattern(greeted +
	`(?:stop|quit) always (?:allowing|approving) (?P<what>.+)|(?:do not|don't|no longer|never) always (?:allow|approve) (?P<what>.+)|` +
	`(?:always )?ask (?:me|us) (?:again )?(?:before|about) (?:you )?(?P<what>.+?) again|ask (?:me|us) again (?:before|about)(?: you)? (?P<what>.+)|` +
	`(?:erlaube|erlaubt|genehmige) (?P<what>.+?) nicht (?:mehr|langer) (?:immer|auf dauer|dauerhaft)|` +
	`(?:frag|frage|fragt|fragen sie) (?:mich|uns) (?:ab jetzt )?wieder,? (?:bevor (?:du|ihr|sie)|vor|wegen|bei) (?P<what>.+)|` +
	`(?P<what>.+?) (?:soll|sollen|ist|sind) (?:ab jetzt )?nicht (?:mehr|langer) (?:immer|auf dauer|dauerhaft) (?:erlaubt|freigegeben)(?: sein| werden)?|` +
	`(?:n'autorise|n'autorisez|n'approuve|n'approuvez) plus toujours (?P<what>.+)|(?:arrete|arretez|cesse|cessez) de toujours (?:autoriser|approuver) (?P<what>.+)|` +
	`(?:redemande|redemandez|demande|demandez)-(?:moi|nous) (?:de nouveau |a nouveau )?avant (?:de |d')(?P<what>.+)|` +
	`deja(?:d)? de (?:permitir|autorizar|aprobar) siempre (?P<what>.+)|(?:ya )?no (?:permit(?:as|a)|autorices|apruebes) (?:mas )?siempre (?P<what>.+)|` +
	`(?:preguntame|preguntanos) (?:de nuevo|otra vez) antes de (?P<what>.+)` +
	`)$`)

// ReadStanding reads a sentence that asks what was approved for good, or that takes some of it back, and nothing else.
func ReadStanding(text string) (StandingWords, bool) {
	const longest = 200
	if len(text) > longest || strings.ContainsRune(strings.TrimSpace(text), '\n') {
		return StandingWords{}, false
	}
	said := strings.TrimSpace(folded(text))
	if asksForStanding().MatchString(said) {
		return StandingWords{Lists: true}, true
	}
	if strings.HasSuffix(said, "?") {
		return StandingWords{}, false // whoever asks has not said it
	}
	p := endsStanding()
	m := p.FindStringSubmatch(said)
	if m == nil {
		return StandingWords{}, false
	}
	what := strings.Trim(whatever(p, m), " .!,;:\"“”„'«»")
	return StandingWords{What: what}, what != ""
}

// whatever is the group that matched of several that have one name.
func whatever(p *regexp.Regexp, m []string) string {
	for i, name := range p.SubexpNames() {
		if name == "what" && m[i] != "" {
			return m[i]
		}
	}
	return ""
}

// everything is what somebody says who means all of it.
var everything = lazy.Pattern(`^(?:it |do |doing )?(?:everything|anything|all|all of it|all of them|any of it|alles|alle|tout|toutes?|tous|todo|todas?|todos)$`)

// All tells whether they mean everything.
func (s StandingWords) All() bool { return everything().MatchString(s.What) }

// Number is the place in the list that they name, from 1; 0 where they name none.
func (s StandingWords) Number() int {
	n, err := strconv.Atoi(strings.TrimLeft(s.What, "# "))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// wordOfWhat is the shortest word that says what is meant.
const wordOfWhat = 4

// Means tells whether they name something that has these names: one of their words begins like a word of a name.
func (s StandingWords) Means(names ...string) bool {
	split := func(text string) []string {
		return strings.FieldsFunc(folded(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	of := split(strings.Join(names, " "))
	for _, said := range split(s.What) {
		for _, n := range of {
			if len(said) >= wordOfWhat && len(n) >= wordOfWhat && said[:wordOfWhat] == n[:wordOfWhat] && !vague(said) {
				return true
			}
		}
	}
	return false
}

// vague tells whether a word is in the name of half of all that is ever changed.
func vague(word string) bool {
	for _, w := range []string{"change", "update", "create", "make", "delete", "write", "this", "that", "them", "ander", "aktualisier", "erstell", "loesch", "losch", "crea", "modifi", "cambi", "actuali"} {
		if strings.HasPrefix(word, w) {
			return true
		}
	}
	return false
}
