package agents

import (
	"strings"

	"github.com/aisteam/aisteam/agents/lazy"
)

// ZoneWords are what somebody says of their time zone.
type ZoneWords struct {
	Place string // where they say that they are; "" where they ask, or give up what they chose
	Asks  bool   // which one they have
}

// Of the time zone, in all languages, as [folded] writes it.
const theirZone = `(?:my (?:time ?zone|clock)|meine (?:zeitzone|uhr)|mon fuseau(?: horaire)?|mi (?:zona horaria|huso horario))`

var saysZone = lazy.Pattern(politely +
	theirZone + `(?: is| ist|'s| est| es)?(?: now| jetzt| maintenant| ahora)?:? (?P<place>\S.{0,60}?)|` +
	`(?:set|change|put|switch) my (?:time ?zone|clock) (?:to|as|on) (?P<set>\S.{0,60}?)|` +
	`(?:stell|stelle|andere|setz|setze|stellen sie|andern sie) meine (?:zeitzone|uhr) (?:auf|in|zu) (?P<stelle>\S.{0,60}?)|` +
	`(?:mets|mettez|change|changez|regle|reglez) mon fuseau(?: horaire)? (?:sur|a|en|pour) (?P<mets>\S.{0,60}?)|` +
	`(?:pon|ponga|cambia|cambie) mi (?:zona horaria|huso horario) (?:en|a|por) (?P<pon>\S.{0,60}?)` +
	atItsEnd)

var asksZone = lazy.Pattern(politely +
	`(?:what(?:'s| is)|which is|tell me) my (?:time ?zone)|(?:what|which) time ?zone (?:am i in|do i have|do you have for me)|` +
	`(?:was|welche|wie|welches) (?:ist )?meine zeitzone(?: ist)?|in welcher zeitzone bin ich|` +
	`quel est mon fuseau(?: horaire)?|(?:cual|que) es mi (?:zona horaria|huso horario)` +
	atItsEnd)

var dropsZone = lazy.Pattern(politely +
	`(?:forget|drop|reset|clear) my time ?zone|(?:take|use) (?:the time ?zone of )?my (?:browser|device|computer|phone)(?:'s)?(?: time ?zone)?|` +
	`vergiss meine zeitzone|oublie mon fuseau(?: horaire)?|olvida mi zona horaria` +
	atItsEnd)

// ReadZone reads a sentence by which somebody says what their time zone is, asks for it, or gives up what they chose. Whether there is
// such a place is not known here.
func ReadZone(text string) (ZoneWords, bool) {
	const longest = 120
	said := strings.Join(strings.Fields(folded(text)), " ")
	if len(text) > longest || strings.ContainsRune(strings.TrimSpace(text), '\n') {
		return ZoneWords{}, false
	}
	switch {
	case asksZone().MatchString(said):
		return ZoneWords{Asks: true}, true
	case strings.HasSuffix(said, "?"):
		return ZoneWords{}, false
	case dropsZone().MatchString(said):
		return ZoneWords{}, true
	}
	for _, group := range []string{"place", "set", "stelle", "mets", "pon"} {
		if place := groupOf(saysZone(), said, group); place != "" {
			return ZoneWords{Place: place}, true
		}
	}
	return ZoneWords{}, false
}
