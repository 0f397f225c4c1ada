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

// channelEvents has the sentences that say whether what happens in a channel may start tasks: first those that let it, then those
// that do not.
var channelEvents = sync.OnceValue(func() [2]*regexp.Regexp {
	const (
		here, hier, ici, aqui = `(?:here|in (?:this|the) channel)`, `(?:hier|in diesem (?:kanal|channel))`, `(?:ici|dans ce (?:canal|salon))`, `(?:aqu[ií]|en este canal)`
		tasks, aufgaben       = `(?:background )?tasks`, `(?:hintergrund)?-?aufgaben`
		taches, tareas        = `(?:des |de |les )?t[âa]ches(?: de fond)?`, `(?:las )?tareas(?: en segundo plano)?`
		start, lancer         = `(?:start|begin|wake|trigger)`, `(?:lancer|d[ée]marrer|d[ée]clencher)`
	)
	forms := func(all ...string) *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(?:from now on,? |please,? |ab jetzt |bitte |désormais,? |desde ahora,? )?(?:` + strings.Join(all, "|") + `)[.! ]*$`)
	}
	return [2]*regexp.Regexp{
		forms(
			`(?:what happens|events) `+here+` (?:may|can) `+start+` `+tasks,
			`(?:let|allow) (?:what happens|events) `+here+` (?:to )?`+start+` `+tasks,
			`was `+hier+` (?:passiert|geschieht),? darf `+aufgaben+` (?:starten|beginnen|auslösen|wecken)`,
			`ce qui se passe `+ici+` peut `+lancer+` `+taches,
			`lo que (?:pasa|ocurre) `+aqui+` puede (?:iniciar|lanzar|activar|empezar) `+tareas,
		),
		forms(
			`(?:what happens|events) `+here+` (?:may|can) (?:not|no longer) `+start+` `+tasks+`(?: any ?more)?`,
			`(?:do not|don['’]t|never|no longer) (?:let|allow) (?:what happens|events) `+here+` (?:to )?`+start+` `+tasks+`(?: any ?more)?`,
			`was `+hier+` (?:passiert|geschieht),? darf keine `+aufgaben+`(?: mehr)? (?:starten|beginnen|auslösen|wecken)`,
			`ce qui se passe `+ici+` ne peut (?:plus|pas) `+lancer+` `+taches,
			`lo que (?:pasa|ocurre) `+aqui+` (?:ya )?no puede (?:iniciar|lanzar|activar|empezar) `+tareas,
		),
	}
})

// ChannelStartsTasks reads a sentence that says whether what happens in a channel may start tasks, and nothing else.
func ChannelStartsTasks(text string) (allowed, said bool) {
	const longest = 200
	if len(text) > longest || strings.Contains(text, "?") {
		return false, false
	}
	forms := channelEvents()
	allowed = forms[0].MatchString(text)
	return allowed, allowed || forms[1].MatchString(text)
}
