package site

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// changedParts are requests to change a part of a page, and to mend what an audit found there.
func changedParts() []examples.Example {
	change := examples.Example{
		Words: examples.Words{
			assistant.English: {
				"change [main] {part} on|of|in|at {page} [page] to|with|into|: {text}", "change {section} section|block|paragraph on|of|in|at {page} [page] to|with|into|: {text}",
				"change {section} on|of {page} page to|with|into {text}", "change [main] {part}", "change [main] {part} on|of|in|at {page} page", "change {section} section|block|paragraph on|of|in|at {page} page",
				"change text|content|section|paragraph of|on {page} page", "change text|content of|on {page} page to|with {text}", "… : {text}",
			},
			assistant.German: {
				"ändere {part} der|auf [der] [Seite] {page} in|zu|auf|durch {text}", "ändere {part} der|auf [der] Seite {page}", "ändere {part} der|auf {page}", "ändere {part}", "setze {part} der Seite {page} auf {text}",
			},
			assistant.French: {
				"change {part} de [la] [page] {page} en|par|pour {text}", "change {part} de page {page}", "change {part} de {page}", "change {part}",
			},
			assistant.Spanish: {
				"cambia {part} de [la] [página] {page} por|a|en {text}", "cambia {part} de página {page}", "cambia {part} de {page}", "cambia {part}",
			},
		},
		Slots: []examples.Slot{
			{Name: "page", Needed: true, Question: "Which page is it on?", Reason: "I change nothing on a page that was not named."},
			{
				Name: "block", Needed: true, Question: "Which part of the page is it?", Default: "h1", Reason: "Everything else on the page stays as it is.", Called: map[string]string{"h1": "the main heading"},
				Options: []examples.Option{{Value: "h1", Description: "The main heading"}, {Value: "intro", Description: "What stands before the first section"}},
			},
			{Name: "text", Kind: examples.Text, Needed: true, Question: "What is it to say?", Reason: "I take these words as they are."},
			{Name: "part", As: "block", Kind: examples.Choice, Values: partNames()},
			{Name: "section", As: "block", Title: true},
		},
		Arguments: `{"slug": "{page}", "block": "{block}", "text": "{text}"}`,
		Offer:     "Change the heading on the About page to “Who we are”", Title: "Change[ {page}]", Goal: "change [{block.called}|a part][ of the page {page}]",
		Key: "update", Does: "Change {block.called} on the page {page}", Owner: assistant.WebEngineer, Here: true,
	}
	mend := change
	mend.Words = examples.Words{
		assistant.English: {"fix what audit of page {page} at {url} found", "fix what audit of {url} found", "… : {findings}", "… {findings}"},
		assistant.German:  {"beheben was Prüfung der Seite {page} unter {url} gefunden hat", "beheben was Prüfung von {url} gefunden hat", "… : {findings}", "… {findings}"},
		assistant.French:  {"corrigez ce que audit de la page {page} à {url} a trouvé", "corrigez ce que audit de {url} a trouvé", "… : {findings}", "… {findings}"},
		assistant.Spanish: {"corrija lo que auditoría de la página {page} en {url} ha encontrado", "corrija lo que auditoría de {url} ha encontrado", "… : {findings}", "… {findings}"},
	}
	mend.Slots = []examples.Slot{
		change.Slots[0], change.Slots[1], change.Slots[2], {Name: "url", Kind: examples.URL}, {Name: "findings", Kind: examples.Text},
	}
	mend.Slots[1].Question, mend.Slots[1].Default, mend.Slots[1].Options = "Which part of the page do you want to change for it?", "", nil
	mend.Slots[1].Reason = "Give the heading above it, or its kind and number, such as paragraph 2. Everything else on the page stays as it is."
	mend.Slots[2].Question = "What is it to say then?"
	mend.Slots[2].Reason = "I take these words as they are. With a link or a picture, give them as HTML, in an element such as <p>."
	mend.Slots[0].Of = "url.page"
	mend.Arguments = `{"slug": "{page}", "block": "{block}", "text": "{text.plain}", "html": "{text.html}"}`
	mend.Offer, mend.Title, mend.Goal, mend.Key = "", "Mend [{page}|{url}]", "mend what the audit of [{page}|{url}] found", "mend"
	mend.Then = []examples.Call{{Tool: TaskRunAudit, Key: "again", Owner: assistant.GrowthLead, Does: "Audit the page {page} again", Arguments: `{"slug": "{page}"}`, After: []string{"mend"}}}
	return []examples.Example{change, mend}
}

// partNames are parts of a page as update_content_block calls them, by what people do.
func partNames() map[string]string {
	return map[string]string{
		"heading": "h1", "headline": "h1", "title": "h1", "h1": "h1", "intro": "intro", "introduction": "intro", "intro text": "intro",
		"Überschrift": "h1", "die Überschrift": "h1", "den Titel": "h1", "Titel": "h1", "Einleitung": "intro", "titre": "h1", "le titre": "h1", "título": "h1", "el título": "h1", "titular": "h1", "introducción": "intro",
	}
}
