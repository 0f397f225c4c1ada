package agents

import (
	"regexp"
	"strings"
	"sync"
)

// ChannelWords is what somebody says a channel is about.
type ChannelWords struct {
	Project string // as they call it
	Named   bool   // they said that it is a project
	None    bool   // it is about none any more
}

// aboutChannel has a sentence of each language that says what a channel is about: what stands before the name, and the name.
var aboutChannel = sync.OnceValue(func() []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range []string{
		`(?:from now on,? )?(?:this|the) channel is (?:only |always )?(?:about|for) (?:the |our |my )?(?P<named>project |site )?(?P<name>.+)`,
		`(?:ab jetzt )?(?:in )?diese[rmn] (?:kanal|channel) (?:hier )?(?:geht es|dreht sich alles|ist|gilt|handelt)(?: nur| immer)? (?:um|für|von) (?:das |unser |mein )?(?P<named>projekt )?(?P<name>.+)`,
		`(?:désormais,? )?(?:ce|le) (?:canal|salon) (?:concerne|porte sur|est pour|est dédié à|parle de) (?:le |la |notre |mon )?(?P<named>projet )?(?P<name>.+)`,
		`(?:desde ahora,? )?este canal (?:es|trata) (?:sobre|de|para|del) (?:el |la |nuestro |mi )?(?P<named>proyecto )?(?P<name>.+)`,
	} {
		out = append(out, regexp.MustCompile(`(?i)^\s*`+p+`$`))
	}
	return out
})

// aboutNothing says that a channel is about no project any more.
var aboutNothing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(?:this channel is (?:not about (?:a|any|one) project(?: any ?more)?|about no project(?: any ?more)?)` +
		`|(?:in )?diese[rmn] (?:kanal|channel) (?:geht es um kein projekt(?: mehr)?|gehört zu keinem projekt(?: mehr)?)` +
		`|ce (?:canal|salon) ne concerne (?:plus )?aucun projet|este canal (?:ya )?no trata de ningún proyecto)[.! ]*$`)
})

// AboutChannel reads a sentence that says what a channel is about, and nothing else.
func AboutChannel(text string) (ChannelWords, bool) {
	const longest = 200
	if len(text) > longest || strings.ContainsAny(text, "\n?") {
		return ChannelWords{}, false
	}
	if aboutNothing().MatchString(text) {
		return ChannelWords{None: true}, true
	}
	for _, p := range aboutChannel() {
		if m := p.FindStringSubmatch(text); m != nil {
			name := strings.Trim(m[p.SubexpIndex("name")], " .!\"“”„'«»")
			return ChannelWords{Project: name, Named: m[p.SubexpIndex("named")] != ""}, name != ""
		}
	}
	return ChannelWords{}, false
}
