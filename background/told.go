package background

import (
	"regexp"
	"strings"
	"sync"
)

// toldWords are the words for telling results in another channel, in the languages that people are answered in. What a task is about
// can name a channel, too, so they name who is told, or what is: “post in #ops” alone is work.
var toldWords = sync.OnceValue(func() string {
	const channel = `(?:#|<#)(?P<channel>[\p{L}\p{M}\p{N}_-]+)(?:\|[^>]*)?>?`
	return `(?:` + strings.Join([]string{
		`(?:tell|let) (?:me|us|them|everybody|everyone|the team|people)(?: know)?(?: (?:about )?(?:it|this|that|the results?))? (?:in|on|over in) ` + channel,
		`(?:report|post|send|say|write) (?:it|this|that|(?:the |its |all )?results?|what you find|what comes of it|your findings) (?:in|to|on|into) ` + channel,
		`(?:report|answer)(?: back)? (?:in|to) ` + channel,
		`(?:sag|sage|melde?|schreib|schreibe|poste?|berichte)(?: (?:es|das|mir|uns|ihnen|allen|die ergebnisse|das ergebnis|was du findest|mir das|es mir|es uns|mir bescheid))* in ` + channel,
		`(?:gib|gebt) (?:mir |uns )?bescheid in ` + channel,
		`(?:dis|dites|écris|écrivez|signale|publie)(?:-le|-la|-les)?(?:-moi|-nous)?(?: (?:le résultat|les résultats))? (?:dans|sur|à) ` + channel,
		`(?:fais|faites)(?:-le|-nous|-moi)* (?:le |un )?rapport (?:dans|sur) ` + channel,
		`(?:préviens|prévenez)-(?:moi|nous) (?:dans|sur) ` + channel,
		`(?:dí|di|avís|avis|cuént|cuent|infórm|inform)(?:a|e)?(?:me|nos|les|noslo|melo|selo)(?:lo)? (?:en|por) ` + channel,
		`(?:dilo|dígalo|escríbelo|publícalo|publica|escribe)(?: (?:el resultado|los resultados))? en ` + channel,
	}, `|`) + `)`
})

var (
	toldAlone = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?:please |bitte |por favor )?` + toldWords() + `$`)
	})
	toldLast = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?P<rest>\S.*?)(?:[,;.]? (?:and|then|and then|und|und dann|et|puis|y|e|luego)|[,;.:])(?: please| bitte)? ` + toldWords() + `[\s.!]*$`)
	})
)

// SplitTold takes the words that say in which channel the results are told off what is to be done, where it closes with some.
func SplitTold(what string) (rest, channel string) {
	what = strings.Join(strings.Fields(what), " ")
	p := toldLast()
	m := p.FindStringSubmatch(what)
	if m == nil {
		return what, ""
	}
	return m[p.SubexpIndex("rest")], named(p, m, "channel")
}

// toldOnly reads words that say that and nothing else.
func toldOnly(words string) (channel string, ok bool) {
	p := toldAlone()
	m := p.FindStringSubmatch(words)
	if m == nil {
		return "", false
	}
	return named(p, m, "channel"), true
}

// named is the group that matched of several that have one name.
func named(p *regexp.Regexp, m []string, name string) string {
	for i, n := range p.SubexpNames() {
		if n == name && m[i] != "" {
			return m[i]
		}
	}
	return ""
}
