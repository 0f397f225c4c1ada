package site

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// audits are requests to look a page over.
func audits() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {
				"audit home|front|start|main page|homepage", "audit page|site|website|homepage", "audit {url}", "audit page on|at {url}", "audit {page} page", "audit it",
				"run [seo] audit of|on|for home|front page", "run [seo] audit of|on|for {page} page", "run [seo] audit of|on|for {url}", "run [seo] audit of|on|for site|website", "… for seo|speed|performance",
			},
			assistant.German: {
				"prüfe Startseite", "prüfe Seite {page}", "prüfe {url}", "prüfe Website|Seite", "erstelle [SEO] Audit|Prüfung Startseite", "erstelle [SEO] Audit|Prüfung von {url}", "erstelle [SEO] Audit|Prüfung der Seite {page}", "prüfe sie", "… auf SEO|Tempo",
			},
			assistant.French: {
				"audite page d'accueil", "audite page {page}", "audite {url}", "audite site", "fais audit [seo] de page d'accueil", "fais audit [seo] de page {page}", "fais audit [seo] de {url}", "audite la",
			},
			assistant.Spanish: {
				"audita página de inicio", "audita página {page}", "audita {url}", "audita sitio|web", "haz auditoría [seo] de página de inicio", "haz auditoría [seo] de página {page}", "haz auditoría [seo] de {url}",
			},
		},
		Slots:     []examples.Slot{{Name: "page"}, {Name: "url", Kind: examples.URL}},
		Arguments: `{"slug": "{page}", "url": "{url}"}`, That: `{"url": {"from": "that", "field": "url"}}`, After: true, Key: "check", Owner: assistant.GrowthLead,
		Offer: "Audit the home page", Title: "Audit [the page {page}|{url}|{that}|the front page]", Goal: "audit [the page {page}|{url}|{that}|the front page]", Does: "Audit [the page {page}|{url}|{that}|the front page]",
	}}
}

// lookedThrough are requests to look through all pages for something that is wrong.
func lookedThrough() []examples.Example {
	look := func(what string, w examples.Words) examples.Example {
		return examples.Example{Words: w, Arguments: `{"for": "` + what + `"}`}
	}
	return []examples.Example{
		look(forLinks, examples.Words{
			assistant.English: {"audit site|website for links that lead nowhere", "audit|show [site|website] for broken|dead links", "show [there] broken|dead links", "are there broken|dead links"},
			assistant.German:  {"zeige auf Website nach Links die ins Leere führen", "zeige kaputten|toten Links", "prüfe Website auf kaputte|tote Links"},
			assistant.French:  {"cherche sur site les liens qui ne mènent nulle part", "montre liens morts|cassés"},
			assistant.Spanish: {"busca en sitio enlaces que no llevan a ninguna parte", "muestra enlaces rotos"},
		}),
		look(forSearch, examples.Words{
			assistant.English: {"audit|show [which] pages have no title [or description] [for search engines]", "audit|show pages without [title or] description|title"},
			assistant.German:  {"prüfe welche Seiten keinen Titel [oder keine Beschreibung] [für Suchmaschinen] haben"},
			assistant.French:  {"vérifie quelles pages n'ont ni titre ni description [pour les moteurs de recherche]"},
			assistant.Spanish: {"comprueba qué páginas no tienen título [o descripción] [para buscadores]"},
		}),
		look(forMenu, examples.Words{
			assistant.English: {"audit [that] every line of site's|site menu leads to page that is there", "audit menu"},
			assistant.German:  {"prüfe ob jede Zeile im Menü der Website zu Seite führt die es gibt", "prüfe Menü"},
			assistant.French:  {"vérifie que chaque ligne du menu du site mène à page qui existe", "vérifie menu"},
			assistant.Spanish: {"comprueba que cada línea del menú del sitio lleve a página que existe", "comprueba menú"},
		}),
	}
}

// listedPages are requests to see the pages.
func listedPages() []examples.Example {
	list := examples.Listing{Columns: []string{"title", "url", "changed"}, Line: "{title}: {url}[, last changed on {changed}]"}
	old := examples.Example{
		Words: examples.Words{
			assistant.English: {
				"show pages that have not been changed for {months} months", "show pages has nobody touched|changed for {months} months", "show pages not changed for {months} months", "… oldest first",
			},
			assistant.German:  {"zeige Seiten auf die seit {months} Monaten nicht geändert wurden", "… die ältesten zuerst"},
			assistant.French:  {"liste pages qui n'ont pas été modifiées depuis {months} mois", "… les plus anciennes d'abord"},
			assistant.Spanish: {"haz una lista de páginas que no se han cambiado desde hace {months} meses", "… las más antiguas primero"},
		},
		Slots: []examples.Slot{{Name: "months", Kind: examples.Number}}, Arguments: `{"olderThanMonths": "{months}"}`, Lists: list,
	}
	half := old
	half.Slots, half.Arguments = nil, `{"olderThanMonths": 6}`
	half.Words = examples.Words{
		assistant.English: {"show pages that have not been changed for half year", "show pages has nobody touched|changed for half year", "… oldest first"},
		assistant.German:  {"zeige Seiten auf die seit halben Jahr nicht geändert wurden", "… die ältesten zuerst"},
		assistant.French:  {"liste pages qui n'ont pas été modifiées depuis six mois", "… les plus anciennes d'abord"},
		assistant.Spanish: {"haz una lista de páginas que no se han cambiado desde hace medio año", "… las más antiguas primero"},
	}
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {"show pages", "show pages we have", "show pages have we", "show pages there are", "show pages are there", "show pages exist", "show pages on site|website", "pages"},
			assistant.German:  {"zeige Seiten", "zeige Seiten auf", "zeige Seiten haben", "zeige Seiten gibt es"},
			assistant.French:  {"montre pages", "montre pages avons", "montre pages y a t il"},
			assistant.Spanish: {"muestra páginas", "muestra páginas tenemos", "muestra páginas hay"},
		},
		Lists: list,
	}, half, old}
}

// readPages are requests to see whether a page says something.
func readPages() []examples.Example {
	home := examples.Example{
		Words: examples.Words{
			assistant.English: {"audit|show|say whether|if|that home|front page|homepage [still] says|reads|mentions|contains|shows {text}"},
			assistant.German:  {"prüfe ob auf Startseite [noch] {text} steht"},
			assistant.French:  {"vérifie que|si page d'accueil dit [toujours] {text}"},
			assistant.Spanish: {"comprueba si|que página de inicio sigue diciendo {text}", "comprueba si|que página de inicio dice {text}"},
		},
		Slots: []examples.Slot{{Name: "text"}}, Seeks: "text",
	}
	named := home
	named.Slots = []examples.Slot{{Name: "text"}, {Name: "page"}}
	named.Arguments = `{"slug": "{page}"}`
	named.Words = examples.Words{
		assistant.English: {"audit|show|say whether|if|that {page} page [still] says|reads|mentions|contains|shows {text}"},
		assistant.German:  {"prüfe ob auf Seite {page} [noch] {text} steht"},
		assistant.French:  {"vérifie que|si page {page} dit [toujours] {text}"},
		assistant.Spanish: {"comprueba si|que página {page} [sigue] dice|diciendo {text}"},
	}
	return []examples.Example{home, named}
}
