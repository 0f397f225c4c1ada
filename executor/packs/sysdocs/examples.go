package sysdocs

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// Requests name the guide: “how does undo work?” is answered by code where there is no model, and a model finds these tools by what they say
// of themselves.

func listed() []examples.Example {
	return lists("{title}: {about}", []string{"title", "category", "about", "slug"}, examples.Example{
		Offer: "Show the guide",
		Words: examples.Words{
			assistant.English: {"show guide", "show manual", "show guide pages", "show pages of|in guide", "show is in guide", "show does guide have"},
			assistant.German:  {"zeige Anleitung", "zeige Handbuch", "zeige Seiten der|in Anleitung", "zeige steht in Anleitung"},
			assistant.French:  {"montre guide", "montre mode d'emploi", "montre pages du guide", "qu'y a-t-il dans guide"},
			assistant.Spanish: {"muestra guía", "muestra manual", "muestra páginas de|en guía", "qué hay en guía"},
		},
	})
}

func searched() []examples.Example {
	return lists("{title}: {excerpt}", []string{"title", "excerpt", "slug"}, examples.Example{
		Arguments: `{"query": "{sought}"}`, Slots: []examples.Slot{{Name: "sought", Kind: examples.Text}},
		Words: examples.Words{
			assistant.English: {"show guide for {sought}", "show in guide for {sought}", "show in guide {sought}", "show does guide say|tell about|of {sought}"},
			assistant.German:  {"durchsuche Anleitung nach {sought}", "zeige in Anleitung nach {sought}", "zeige sagt Anleitung über|zu {sought}"},
			assistant.French:  {"cherche dans guide {sought}", "que dit guide sur|de {sought}"},
			assistant.Spanish: {"busca en guía {sought}", "qué dice guía sobre|de {sought}"},
		},
	})
}

func readOne() []examples.Example {
	return []examples.Example{{
		Arguments: `{"doc_id": "{guidePage}"}`, Slots: []examples.Slot{{Name: "guidePage"}}, AsItIs: true,
		Words: examples.Words{
			assistant.English: {"read|show guide page {guidePage}", "read|open page {guidePage} of|in guide", "show page {guidePage} of|in guide"},
			assistant.German:  {"lies|zeige Seite {guidePage} der|in Anleitung"},
			assistant.French:  {"lis|montre page {guidePage} du|dans guide"},
			assistant.Spanish: {"lee|muestra página {guidePage} de|en guía"},
		},
	}}
}
