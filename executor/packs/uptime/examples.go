package uptime

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// checked are requests to look whether a site is up, and until when its certificate and its domain hold.
func checked() []examples.Example {
	up := examples.Example{
		Words: examples.Words{
			assistant.English: {
				"is|audit|show|see [that|whether|if] site|website|homepage|shop|blog|page is [still] up|down|online|offline|reachable|answering", "is site|website|homepage|shop|blog|page [still] up|down|online|offline|reachable|answering",
				"is {url} [still] up|down|online|offline|reachable", "show is uptime", "uptime",
			},
			assistant.German: {
				"prüfe ob Website|Seite erreichbar|online ist", "ist Website|Seite [noch] erreichbar|online|offline", "ist {url} [noch] erreichbar|online|offline",
			},
			assistant.French: {
				"vérifie que|si site répond|fonctionne", "site est il [toujours] en ligne|accessible", "est ce que site répond|fonctionne", "{url} est il [toujours] en ligne|accessible",
			},
			assistant.Spanish: {
				"comprueba que|si sitio|web funcione|funciona|responde", "funciona sitio|web", "está sitio|web [en] línea|caído|funcionando", "funciona {url}",
			},
		},
		Slots: []examples.Slot{{Name: "url", Kind: examples.URL}}, Arguments: `{"url": "{url}"}`,
	}
	ends := examples.Example{
		Arguments: `{"ends": true}`,
		Words: examples.Words{
			assistant.English: {
				"show until when certificate|domain [and] [certificate|domain] hold|holds|valid", "when does certificate|domain expire|end", "until when does certificate|domain hold|last", "until when does certificate|domain run out",
				"until when is certificate|domain valid", "when do certificate|domain and certificate|domain expire|end",
			},
			assistant.German: {
				"zeige bis wann Zertifikat und Domain gültig sind", "wann läuft Zertifikat|Domain ab", "bis wann ist Zertifikat|Domain gültig",
			},
			assistant.French: {
				"montre jusqu'à quand certificat et domaine sont valables", "quand expire certificat|domaine", "jusqu'à quand certificat|domaine est valable",
			},
			assistant.Spanish: {
				"muestra hasta cuándo valen certificado y dominio", "cuándo caduca certificado|dominio", "hasta cuándo vale certificado|dominio",
			},
		},
	}
	return []examples.Example{up, ends}
}
