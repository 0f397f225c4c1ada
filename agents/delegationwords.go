package agents

import (
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
)

// DelegationWords is what somebody says about who decides for them.
type DelegationWords struct {
	Asks  bool   // they want to know who does
	Ends  bool   // nobody shall any more; Who is left empty where they name nobody
	Again bool   // they say so in words that may be about something else, where nobody decides for them
	Who   string // whom they name
	Until string // until when, in their words; "" where they do not say
}

// Parts of these sentences: whom they name, in at most four words, and until when.
const (
	deputy   = `@?(?P<who>[\p{L}\d][\p{L}\p{M}\d'’._-]*(?: [\p{L}\d][\p{L}\p{M}\d'’._-]*){0,3}?)`
	untilDay = `(?P<until>[\p{L}\p{M}\d :.,h'’-]+?)`
	forMe    = `(?:for me|in my place|in my stead|on my behalf|instead of me)`
	fuerMich = `(?:f(?:ü|ue)r mich|an meiner stelle|statt meiner)`
	pourMoi  = `(?:pour moi|[àa] ma place)`
	porMi    = `(?:por m[íi]|en mi lugar)`
	bis      = `bis (?:zum |am |einschließlich )?`
	jusqua   = `jusqu['’](?:[àa] la |[àa] |au )`
	hasta    = `hasta (?:el |la )?`
)

// What such a sentence begins and ends with says nothing.
const (
	politely = `(?i)^\W*(?:(?:hey|hi|hello|hallo|hola|salut|bonjour|hans|ok|please|bitte|por favor|s['’]il te pla[îi]t|s['’]il vous pla[îi]t)\W+)*(?:`
	atItsEnd = `)(?:,? (?:please|bitte|por favor|s['’]il te pla[îi]t|s['’]il vous pla[îi]t))?[\s.!?]*$`
)

var asksWhoDecides = lazy.Pattern(politely +
	`who (?:currently |now )?(?:decides|approves|may decide|may approve) (?:now )?` + forMe + `|` +
	`(?:for whom do i decide|who do i decide for)` + `|` +
	`wer (?:entscheidet|darf) (?:gerade |jetzt |denn )?` + fuerMich + `(?: entscheiden)?` + `|` +
	`f(?:ü|ue)r wen entscheide ich` + `|` +
	`qui (?:d[ée]cide|approuve) ` + pourMoi + `|` +
	`pour qui (?:est-ce que )?je d[ée]cide` + `|` +
	`qui[ée]n (?:decide|aprueba) ` + porMi + `|` +
	`por qui[ée]n decido(?: yo)?` +
	atItsEnd)

var endsDelegation = lazy.Pattern(politely +
	deputy + ` (?:no longer decides|does not decide|doesn['’]t decide|shall not decide|must not decide) ` + forMe + `(?: any ?more| any longer)?` + `|` +
	`(?:nobody|no one|no-one) (?:else )?decides ` + forMe + `(?: any ?more| any longer)?` + `|` +
	`stop letting ` + deputy + ` decide ` + forMe + `|` +
	`i (?:decide|will decide) (?:for )?myself again|i decide again myself|i decide again` + `|` +
	deputy + ` entscheidet (?:ab jetzt )?nicht (?:mehr|l(?:ä|ae)nger) ` + fuerMich + `|` +
	`niemand entscheidet (?:mehr )?` + fuerMich + `|` +
	`ich entscheide (?:ab jetzt )?wieder selbst` + `|` +
	deputy + ` ne d[ée]cide plus ` + pourMoi + `|` +
	`(?:plus )?personne ne d[ée]cide (?:plus )?` + pourMoi + `|` +
	`je d[ée]cide (?:de nouveau|[àa] nouveau) moi-m[êe]me` + `|` +
	deputy + ` ya no decide ` + porMi + `|` +
	`(?:ya )?nadie decide (?:ya )?` + porMi + `|` +
	`vuelvo a decidir yo(?: mism[oa])?` +
	atItsEnd)

// asksMeAgain says the same where somebody decides for them, and something else elsewhere.
var asksMeAgain = lazy.Pattern(politely +
	`ask me again` + `|` +
	`(?:frage?|fragt|fragen sie) (?:wieder mich|mich wieder)` + `|` +
	`redemande(?:z)?-moi|demande(?:z)?-moi (?:de|[àa]) nouveau` + `|` +
	`vuelv[ea] a preguntarme|preg[úu]nt[ea]me (?:de nuevo|otra vez)` +
	atItsEnd)

var namesWhoDecides = lazy.Pattern(politely +
	`(?:let )?` + deputy + ` (?:may |can |will |shall |should )?(?:decides?|approves?) ` + forMe + `(?: (?:until|till|through) ` + untilDay + `)?` + `|` +
	`(?:let )?` + deputy + ` (?:may |can |will |shall |should )?(?:decides?|approves?) (?:until|till|through) ` + untilDay + ` ` + forMe + `|` +
	`(?:until|till|through) ` + untilDay + `,? (?:let )?` + deputy + ` (?:may |can |will |shall |should )?(?:decides?|approves?) ` + forMe + `|` +
	deputy + ` entscheidet ` + fuerMich + `(?: ` + bis + untilDay + `)?` + `|` +
	deputy + ` entscheidet ` + bis + untilDay + ` ` + fuerMich + `|` +
	bis + untilDay + ` entscheidet ` + deputy + ` ` + fuerMich + `|` +
	deputy + ` (?:darf|soll|kann) (?:` + bis + untilDay + ` )?` + fuerMich + ` entscheiden` + `|` +
	deputy + ` (?:darf|soll|kann) ` + fuerMich + ` ` + bis + untilDay + ` entscheiden` + `|` +
	`(?:c['’]est )?` + deputy + ` (?:qui )?d[ée]cide ` + pourMoi + `(?: ` + jusqua + untilDay + `)?` + `|` +
	jusqua + untilDay + `,? (?:c['’]est )?` + deputy + ` (?:qui )?d[ée]cide ` + pourMoi + `|` +
	deputy + ` decide ` + porMi + `(?: ` + hasta + untilDay + `)?` + `|` +
	hasta + untilDay + `,? (?:` + deputy + ` decide|decide ` + deputy + `) ` + porMi +
	atItsEnd)

// ReadDelegation reads a sentence that says who decides for whoever says it, or asks for that, and nothing else.
func ReadDelegation(text string) (DelegationWords, bool) {
	const longest = 200
	said := strings.Join(strings.Fields(text), " ")
	if len(text) > longest || strings.ContainsRune(strings.TrimSpace(text), '\n') {
		return DelegationWords{}, false
	}
	if asksWhoDecides().MatchString(said) {
		return DelegationWords{Asks: true}, true
	}
	if strings.HasSuffix(said, "?") {
		return DelegationWords{}, false // whoever asks has not said it
	}
	if p := endsDelegation(); p.MatchString(said) {
		return DelegationWords{Ends: true, Who: groupOf(p, said, "who")}, true
	}
	if asksMeAgain().MatchString(said) {
		return DelegationWords{Ends: true, Again: true}, true
	}
	p := namesWhoDecides()
	who := groupOf(p, said, "who")
	if who == "" || noName().MatchString(who) {
		return DelegationWords{}, false
	}
	return DelegationWords{Who: who, Until: strings.Trim(groupOf(p, said, "until"), " ,.")}, true
}

// noName is what stands where a name would in sentences that name nobody.
var noName = lazy.Pattern(`(?i)^(?:who|whoever|which|what|when|if|whether|how|why|wer|wenn|ob|qui|qui[ée]n|cuando|quand|i|ich|je|yo|we|wir|nous|you|sie|he|she|they|er|it|es|that|this|ask|does|do|did|and|but|not)(?: .*)?$`)

// groupOf is the group of a name that matched, of several that have it.
func groupOf(p *regexp.Regexp, said, group string) string {
	m := p.FindStringSubmatch(said)
	for i, name := range p.SubexpNames() {
		if m != nil && name == group && m[i] != "" {
			return m[i]
		}
	}
	return ""
}
