package agents

import (
	"regexp"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
)

// HearingWords is what somebody says about where they want to hear of what: To are told at At from now on, and On are told again
// where they were turned off.
type HearingWords struct {
	To []assistant.Topic
	At assistant.HearAt
	On []assistant.Topic
}

// The topics as people name them, as [folded] writes them.
const (
	saidResults   = `results?|ergebnisse?n?|resultats?|resultados?`
	saidFailures  = `failures?|errors?|fehler|fehlschlage?n?|echecs?|erreurs?|fallos?|errores|fracasos?`
	saidDecisions = `decisions?|approvals?|entscheidungen|freigaben|genehmigungen|approbations?|decisi[o]nes|aprobaciones`
	saidDigests   = `(?:daily )?digests?|tagesubersicht(?:en)?|tageszusammenfassung(?:en)?|(?:resume|bilan)s? (?:du jour|quotidiens?)|resumen(?:es)? (?:del dia|diarios?)`

	someTopic  = `(?:` + saidResults + `|` + saidFailures + `|` + saidDecisions + `|` + saidDigests + `)`
	article    = `(?:(?:any|the|my|your|die|den|der|meine|les|des|de|d'|mes|los|las|el|mis) ?)?`
	someTopics = article + someTopic + `(?:(?:,|,? (?:and|or|nor|und|oder|et|ou|ni|y|o)) ` + article + someTopic + `)*`

	offTopics = `(?P<off>` + someTopics + `)`
	onTopics  = `(?P<on>` + someTopics + `)`
	toTopics  = `(?P<to>` + someTopics + `)`
)

// Where people want to hear of them.
const (
	herePlace = `(?P<at>slack|discord|` + panelPlace + `|` + ownPlace + `)`

	panelPlace = `panel(?:'s)?(?: inbox)?|inbox|posteingang(?: des panels)?|panneau|boite de reception(?: du panneau)?|bandeja(?: de entrada)?(?: del panel)?`
	ownPlace   = `(?:thread|conversation|gesprach|unterhaltung|fil|hilo|conversa[c]ion)s?`
	noPlace    = `(?:nowhere|nirgendwohin|nirgends|nulle part|a ninguna parte|en ningun sitio)`
)

// What is said of all the rest: “…, only failures”.
const butOnly = `(?:[,;]? (?:but |and |sondern |mais |sino |pero |y )?(?:only|just|nur|seulement|uniquement|juste|solo|solamente|unicamente) ` + onTopics + `)?`

const (
	schick = `(?:schick|schicke|schickt|schicken sie|sende|zeig|zeige|melde|schreib|schreibe|gib)`
	envoie = `(?:envoie|envoyez|montre|montrez|donne|donnez)`
	envia  = `(?:envia|manda|muestra)`
)

var turnsOff = lazy.Pattern(politely +
	`(?:do not|don't|never) (?:send|tell|give|show|notify|message|ping|write) (?:me|us) (?:about |of |with )?` + offTopics + `(?: any ?more| any longer)?` + butOnly + `|` +
	`stop (?:sending|telling|giving|showing|notifying|messaging) (?:me|us) (?:about |of |with )?` + offTopics + butOnly + `|` +
	`no more ` + offTopics + butOnly + `|` +
	`i (?:do not|don't) (?:want|need) (?:to (?:hear|know|read) )?(?:about |of )?` + offTopics + `(?: any ?more| any longer)?` + butOnly + `|` +
	`(?:turn off|switch off|mute) ` + offTopics + butOnly + `|` +
	schick + ` (?:mir|uns) (?:bitte )?keine ` + offTopics + `(?: mehr)?` + butOnly + `|` +
	`keine ` + offTopics + ` mehr` + butOnly + `|` +
	`ich (?:will|mochte|brauche) keine ` + offTopics + `(?: mehr)?(?: (?:horen|sehen|bekommen))?` + butOnly + `|` +
	`ne (?:m'|me )` + envoie + ` (?:plus|pas) ` + offTopics + butOnly + `|` +
	`n'` + envoie + ` (?:plus|pas) ` + offTopics + butOnly + `|` +
	`arrete(?:z)? de m'envoyer ` + offTopics + butOnly + `|` +
	`je ne veux (?:plus|pas) (?:recevoir )?` + offTopics + butOnly + `|` +
	`no me (?:envies|envie|mandes|mande|muestres) (?:mas )?` + offTopics + butOnly + `|` +
	`no mas ` + offTopics + butOnly + `|` +
	`no quiero (?:mas |recibir |ver )?` + offTopics + butOnly + `|` +
	`deja de (?:enviarme|mandarme) ` + offTopics + butOnly +
	atItsEnd)

var onlyThese = lazy.Pattern(politely +
	`(?:send|tell|give|show) (?:me|us) (?:about )?(?:only|just) (?:about |of )?` + onTopics + `|` +
	`(?:only|just) (?:send|tell|give|show|notify|message) (?:me|us) (?:about |of |on )?` + onTopics + `|` +
	`notify (?:me|us) (?:only|just) (?:about|of|on) ` + onTopics + `|` +
	`i (?:only|just) want (?:to (?:hear|know|read) )?(?:about |of )?` + onTopics + `|` +
	schick + ` (?:mir|uns) (?:bitte )?nur (?:noch )?` + onTopics + `|` +
	`ich (?:will|mochte) nur (?:noch )?` + onTopics + `(?: (?:horen|sehen|bekommen))?` + `|` +
	envoie + `-(?:moi|nous) (?:seulement|uniquement|juste|que) ` + onTopics + `|` +
	`n(?:e m|e nous )?'?` + envoie + ` que ` + onTopics + `|` +
	`je (?:ne )?veux (?:que|seulement|uniquement) ` + onTopics + `|` +
	envia + `(?:me|nos) (?:solo|solamente|unicamente) ` + onTopics + `|` +
	`(?:solo|solamente|unicamente) (?:quiero|(?:` + envia + `(?:me|nos))) ` + onTopics + `|` +
	`quiero (?:solo|solamente|unicamente) ` + onTopics +
	atItsEnd)

var sendsTo = lazy.Pattern(politely +
	`(?:(?:send|put|give|show|tell|write|post) (?:me )?)` + toTopics + ` (?:only |just )?(?:to|on|in|via|by|through) (?:my |the |their )?` + herePlace + `(?: only)?` + `|` +
	toTopics + ` to (?:the |their )?` + herePlace + `|` +
	schick + ` (?:mir )?` + toTopics + ` (?:nur |bitte )?(?:nach|an|auf|in|uber|per|ins|im|zu) (?:das |dem |den |die |ihr |ihren )?` + herePlace + `|` +
	toTopics + ` (?:nach|an) (?:das |den )?` + herePlace + `|` +
	`(?:` + envoie + `|mets|mettez)(?:-moi)? ` + toTopics + ` (?:seulement |uniquement )?(?:sur|a|dans|vers|par) (?:le |la |leur )?` + herePlace + `|` +
	`(?:` + envia + `|pon)(?:me)? ` + toTopics + ` (?:solo )?(?:a|en|por|al) (?:el |la |su )?` + herePlace + `|` +
	`(?:send|put) (?:me )?` + toTopics + ` (?P<no>` + noPlace + `)|` + schick + ` (?:mir )?` + toTopics + ` (?P<no>` + noPlace + `)|` +
	envoie + `(?:-moi)? ` + toTopics + ` (?P<no>` + noPlace + `)|` + envia + `(?:me)? ` + toTopics + ` (?P<no>` + noPlace + `)` +
	atItsEnd)

var sendsAgain = lazy.Pattern(politely +
	`(?:send|tell|give|show) (?:me|us) (?:about )?` + onTopics + ` again` + `|` +
	schick + ` (?:mir|uns) (?:bitte )?(?:wieder ` + onTopics + `|` + onTopics + ` wieder)` + `|` +
	`recommence(?:z)? a m'envoyer ` + onTopics + `|` +
	envoie + `-(?:moi|nous) (?:(?:de|a) nouveau ` + onTopics + `|` + onTopics + ` (?:de|a) nouveau)` + `|` +
	`vuelve a (?:enviarme|mandarme) ` + onTopics + `|` +
	envia + `(?:me|nos) (?:otra vez|de nuevo) ` + onTopics + `|` + envia + `(?:me|nos) ` + onTopics + ` (?:otra vez|de nuevo)` +
	atItsEnd)

// theseResults are certain ones, which somebody wants to have, and nothing that is said of all.
var theseResults = lazy.Pattern(`\b(?:the|my|die|meine) (?:` + saidResults + `)\b`)

// ReadHearing reads a sentence that says where somebody wants to hear of what, and nothing else.
func ReadHearing(text string) (HearingWords, bool) {
	const longest = 200
	said := strings.Join(strings.Fields(folded(text)), " ")
	if len(text) > longest || strings.ContainsRune(strings.TrimSpace(text), '\n') || strings.HasSuffix(said, "?") {
		return HearingWords{}, false
	}
	var w HearingWords
	if p := turnsOff(); p.MatchString(said) {
		w = HearingWords{To: topicsIn(groupOf(p, said, "off")), At: assistant.HearNowhere, On: topicsIn(groupOf(p, said, "on"))}
	} else if theseResults().MatchString(said) {
		return w, false
	} else if p := onlyThese(); p.MatchString(said) {
		w.On, w.At = topicsIn(groupOf(p, said, "on")), assistant.HearNowhere
		for _, t := range assistant.Topics() {
			if t != assistant.TopicDecisions && !slices.Contains(w.On, t) {
				w.To = append(w.To, t)
			}
		}
	} else if p := sendsTo(); p.MatchString(said) {
		w.To, w.At = topicsIn(groupOf(p, said, "to")), placeIn(groupOf(p, said, "at"))
		if groupOf(p, said, "no") != "" {
			w.At = assistant.HearNowhere
		}
	} else {
		w.On = topicsIn(groupOf(sendsAgain(), said, "on"))
	}
	twice := slices.ContainsFunc(w.To, func(t assistant.Topic) bool { return slices.Contains(w.On, t) })
	return w, len(w.To)+len(w.On) > 0 && !twice
}

// The topics' names, in the order of [assistant.Topics].
var (
	decisionsSaid = lazy.Pattern(`\b(?:` + saidDecisions + `)\b`)
	resultsSaid   = lazy.Pattern(`\b(?:` + saidResults + `)\b`)
	failuresSaid  = lazy.Pattern(`\b(?:` + saidFailures + `)\b`)
	digestsSaid   = lazy.Pattern(`\b(?:` + saidDigests + `)\b`)
)

// topicsIn are the topics that words name.
func topicsIn(said string) (out []assistant.Topic) {
	named := []func() *regexp.Regexp{decisionsSaid, resultsSaid, failuresSaid, digestsSaid}
	for i, t := range assistant.Topics() {
		if named[i]().MatchString(said) {
			out = append(out, t)
		}
	}
	return out
}

// placeIn is the way that words name.
func placeIn(said string) assistant.HearAt {
	switch {
	case said == string(assistant.HearSlack) || said == string(assistant.HearDiscord):
		return assistant.HearAt(said)
	case panelSaid().MatchString(said):
		return assistant.HearPanel
	default:
		return assistant.HearThere
	}
}

var panelSaid = lazy.Pattern(`^(?:` + panelPlace + `)$`)
