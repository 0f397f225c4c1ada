package background

import (
	"regexp"
	"strings"
	"sync"
)

// silenceForm are words that wish to hear of what is new alone, in the languages that people are answered in.
var silenceForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join([]string{
		`only (?:tell|inform|notify|warn|write|message|ping) (?:me|us|the \w+) (?:if|when) (?:something|anything|it|this|that|there)\b`,
		`(?:tell|inform|notify|warn|write|message|ping) (?:me|us|the \w+) only (?:if|when)\b`,
		`(?:only )?let (?:me|us) know only (?:if|when)\b`, `only let (?:me|us) know (?:if|when)\b`,
		`(?:say|tell me|tell us) nothing (?:if|when|unless)\b`, `(?:stay|be|keep) (?:silent|quiet) (?:unless|if|when)\b`, `silent unless\b`,
		`(?:sag|melde|schreib|gib)\w* (?:mir|uns|dich|bescheid)?\s*(?:bescheid |etwas )?nur,? wenn\b`, `nur (?:bescheid geben|melden),? wenn\b`,
		`(?:dis|préviens|avertis|informe)\w*[- ](?:moi|nous) (?:seulement|uniquement) (?:si|quand)\b`, `ne (?:me|nous) préviens que (?:si|quand)\b`,
		`(?:avísa|av[ií]sa|dime|infórma)\w* (?:solo|sólo|solamente|únicamente) (?:si|cuando)\b`, `(?:solo|sólo) av[ií]sa\w* (?:si|cuando)\b`,
	}, `|`) + `)`)
})

// Silent tells whether a request wishes to hear of what is new alone.
func Silent(prompt string) bool {
	return silenceForm().MatchString(strings.Join(strings.Fields(prompt), " "))
}
