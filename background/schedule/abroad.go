package schedule

import (
	"regexp"
	"strings"
)

// findAbroad looks for a time of another language at the beginning of a request, the longest that there is: one that comes again, or
// how long from now. A reminder may also be due on a day, since nobody wants to be reminded of what is past.
func findAbroad(request string) (Found, bool) {
	request = abroadLead().ReplaceAllString(request, "")
	request, reminds := reminded(request)
	words := strings.Fields(request)
	const longest = 9
	for n := min(longest, len(words)-2); n > 0; n-- {
		when := strings.TrimRight(strings.Join(words[:n], " "), ",:")
		for _, said := range inEnglish(when) {
			what := strings.Join(words[n:], " ")
			if _, ok := cronOf(said); ok && recursAbroad().MatchString(when) {
				return Found{when, noted(what, reminds), true}, true
			}
			if _, ok := once(said, reference()); ok && (reminds != "" || inForm().MatchString(said)) {
				return Found{when, noted(what, reminds), false}, true
			}
		}
	}
	return Found{}, false
}

// recursAbroad tells "jeden Montag" from "am Montag", which may be a time that is past.
var recursAbroad = pattern(`(?i)\b(?:jede\w*|alle|täglich|stündlich|wöchentlich|monatlich|werktags|wochentags|\w+tags|mittwochs|chaque|tous|toutes|du|cada|todos|todas|diariamente)\b`)

var abroadLead = pattern(`(?i)^(?:bitte|s'il te plaît|s'il vous plaît|por favor)[\s,]+`)

// How people ask for a reminder, and what a reminder says first when it is due, see [reminder].
var (
	remindGerman  = pattern(`(?i)^(?:erinnere?|erinnern\s+sie)\s+(?:mich|uns)(?:\s+bitte)?(?:\s+daran)?[\s,:]+(?:dass\s+)?`)
	remindFrench  = pattern(`(?i)^rappel(?:le|ez)[-\s](?:moi|nous)[\s,:]+(?:de\s+|d['’]\s*|que\s+)?`)
	remindSpanish = pattern(`(?i)^recu[eé]rd(?:a|e)(?:me|nos)[\s,:]+(?:que\s+)?`)
	ofWhat        = pattern(`(?i)^(?:daran[\s,]+(?:dass\s+)?|de\s+|d['’]\s*|que\s+)`)
)

// reminded is a request without the words by which it asks for a reminder, and what the reminder says first; "" where it is none.
func reminded(request string) (rest, says string) {
	for _, one := range []struct {
		form func() *regexp.Regexp
		says string
	}{
		{remindGerman, "Erinnere mich: "},
		{remindFrench, "Rappelle-moi : "},
		{remindSpanish, "Recuérdame: "},
	} {
		if lead := one.form().FindString(request); lead != "" {
			return request[len(lead):], one.says
		}
	}
	return request, ""
}

// noted is what is to be done, as a reminder says it where the request asks for one, before its time or behind it.
func noted(what, reminds string) string {
	if reminds == "" {
		if what, reminds = reminded(what); reminds == "" {
			return what
		}
	}
	return reminds + strings.TrimRight(ofWhat().ReplaceAllString(what, ""), ".!")
}
