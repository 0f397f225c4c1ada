package background

import (
	"regexp"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// Watched is what somebody wants to be done when something happens in a channel.
type Watched struct {
	Kind    assistant.HappeningKind
	Channel string // as they name it, without #
	Emoji   string // of a reaction; "" is any
	When    string // in their words
	What    string // that is to be done
}

// Parts of these sentences: a channel, with # before its name, and an emoji between colons.
const (
	aChannel = `#(?P<channel>[\p{L}\p{M}\p{N}_-]+)`
	anEmoji  = `(?P<emoji>:[\p{L}\p{N}_+'-]+:|[\p{So}\x{FE0F}\x{200D}]+)`
)

// watchForms has the sentences of each language by what happens: what stands between “when” and the comma.
var watchForms = sync.OnceValue(func() map[assistant.HappeningKind][]*regexp.Regexp {
	const (
		en, de, fr, es         = `(?:when(?:ever)?|as soon as|each time|every time) `, `(?:wenn|sobald|immer wenn|jedes mal,? wenn) `, `(?:quand|lorsque|d[èe]s que|d[èe]s qu['’]|chaque fois que|chaque fois qu['’]|lorsqu['’]) ?`, `(?:cuando|cada vez que|en cuanto) `
		somebody               = `(?:somebody|someone|anybody|anyone|a person|a member) `
		jemand, quelqu, algien = `(?:jemand|irgendwer) `, `(?:quelqu['’]un|une personne) `, `(?:alguien|una persona) `
	)
	out := map[assistant.HappeningKind][]*regexp.Regexp{}
	for kind, all := range map[assistant.HappeningKind][]string{
		assistant.HappenedMessage: {
			en + somebody + `(?:posts|writes|says|asks)(?: something| a message| a question)? in ` + aChannel,
			en + `(?:a|there is a|there['’]s a)(?: new)? (?:message|post|question)(?: is posted| comes| arrives)? in ` + aChannel,
			de + jemand + `(?:etwas |eine nachricht )?in ` + aChannel + ` (?:etwas |eine nachricht |eine frage )?(?:schreibt|postet|sagt|fragt|stellt)`,
			de + `(?:eine|es eine)(?: neue)? nachricht in ` + aChannel + ` (?:kommt|gibt|geschrieben wird|steht)`,
			fr + quelqu + `(?:écrit|ecrit|poste|publie|dit|demande)(?: quelque chose| un message| une question)? (?:dans|sur) ` + aChannel,
			fr + `un (?:nouveau )?message (?:arrive|est publié|est écrit|apparaît) (?:dans|sur) ` + aChannel,
			es + algien + `(?:escribe|escriba|publica|publique|dice|diga|pregunta|pregunte)(?: algo| un mensaje)? en ` + aChannel,
			es + `(?:haya|hay|llegue|llega) un (?:nuevo )?mensaje(?: nuevo)? en ` + aChannel,
		},
		assistant.HappenedReaction: {
			en + somebody + `reacts(?: to (?:a message|something))?(?: with ` + anEmoji + `)?(?: to a message)? in ` + aChannel,
			de + jemand + `in ` + aChannel + `(?: auf (?:eine nachricht|etwas))?(?: mit ` + anEmoji + `)? reagiert`,
			fr + quelqu + `réagit(?: à un message)?(?: avec ` + anEmoji + `)?(?: à un message)? (?:dans|sur) ` + aChannel,
			es + algien + `(?:reacciona|reaccione)(?: a un mensaje)?(?: con ` + anEmoji + `)?(?: a un mensaje)? en ` + aChannel,
		},
		assistant.HappenedJoin: {
			en + somebody + `joins ` + aChannel,
			de + jemand + `(?:(?:zu |dem kanal |in )?` + aChannel + ` (?:beitritt|kommt|stößt|dazukommt)|` + `zu #(?P<channel2>[\p{L}\p{M}\p{N}_-]+) hinzukommt)`,
			fr + quelqu + `(?:rejoint|arrive dans|entre dans) ` + aChannel,
			es + algien + `(?:se une a|se una a|entra en|entre en|entra a|entre a) ` + aChannel,
		},
		assistant.HappenedFile: {
			en + `(?:a|any)(?: new)? file is (?:shared|uploaded|posted|added|put) (?:in|into|to) ` + aChannel,
			en + somebody + `(?:shares|uploads|posts|adds) a file (?:in|into|to) ` + aChannel,
			de + `(?:eine|irgendeine)(?: neue)? datei in ` + aChannel + ` (?:geteilt|hochgeladen|gestellt|abgelegt) wird`,
			de + jemand + `(?:eine datei in ` + aChannel + `|in #(?P<channel2>[\p{L}\p{M}\p{N}_-]+) eine datei) (?:teilt|hochlädt|stellt|ablegt)`,
			fr + `un (?:nouveau )?fichier est (?:partagé|déposé|envoyé|publié|ajouté) (?:dans|sur) ` + aChannel,
			fr + quelqu + `(?:partage|dépose|envoie|publie|ajoute) un fichier (?:dans|sur) ` + aChannel,
			es + `(?:se (?:compart[ea]|sube|suba|publica|publique)) un (?:nuevo )?(?:archivo|fichero) en ` + aChannel,
			es + algien + `(?:compart[ea]|sube|suba|publica|publique) un (?:archivo|fichero) en ` + aChannel,
		},
	} {
		for _, p := range all {
			out[kind] = append(out[kind], regexp.MustCompile(`(?is)^\s*(?:please |bitte )?(?P<when>`+p+`) ?[,:] *(?P<what>\S.*)$`))
		}
	}
	return out
})

// FindWatched reads a request that something be done when something happens in a channel.
func FindWatched(request string) (Watched, bool) {
	if !strings.Contains(request, "#") {
		return Watched{}, false
	}
	for kind, forms := range watchForms() {
		for _, p := range forms {
			m := p.FindStringSubmatch(request)
			if m == nil {
				continue
			}
			out := Watched{Kind: kind}
			for i, name := range p.SubexpNames() {
				switch {
				case m[i] == "":
				case strings.HasPrefix(name, "channel"):
					out.Channel = m[i]
				case name == "emoji":
					out.Emoji = strings.Trim(m[i], ":")
				case name == "when":
					out.When = strings.TrimSpace(m[i])
				case name == "what":
					out.What = strings.TrimSpace(m[i])
				}
			}
			return out, out.Channel != ""
		}
	}
	return Watched{}, false
}
