package site

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// What the pages' words come from: tools that give them to a step of ours.
const (
	taskDraftContent assistant.TaskType = "draft_content"
	taskDraftSEO     assistant.TaskType = "draft_seo"
)

// newPages are requests for pages: their words and what search engines are told are drafted first, and what came of it is audited.
func newPages() []examples.Example {
	one := examples.Example{
		Words: examples.Words{
			assistant.English: {
				"create|publish page", "create|publish page called|: {title}", "create|publish page {bare}", "create|publish {title} page", "create|publish page about {focus}",
				"… in {language}", "… written in {language}", "… for|targeting {audience}", "… aimed at {audience}", "… on|for [project] {project}", "… focused|focus|focusing on {focus}",
				"… about {focus}", "… with keywords {focus}", "… mention|including|with {details}",
			},
			assistant.German: {
				"erstelle Seite", "erstelle Seite namens|: {title}", "erstelle Seite {bare}", "erstelle Seite über {focus}",
				"… auf {language}", "… in {language}", "… für {audience}", "… für|auf Projekt {project}", "… über {focus}", "… mit {details}", "… an",
			},
			assistant.French: {
				"crée page", "crée page appelée|: {title}", "crée page {bare}", "crée page sur {focus}", "crée page d'atterrissage",
				"… en {language}", "… pour {audience}", "… pour|sur [projet] {project}", "… sur {focus}", "… avec {details}",
			},
			assistant.Spanish: {
				"crea página", "crea página llamada|: {title}", "crea página {bare}", "crea página sobre {focus}", "crea página de aterrizaje",
				"… en {language}", "… para {audience}", "… para|en [proyecto] {project}", "… sobre {focus}", "… con {details}",
			},
		},
		Slots: []examples.Slot{
			{Name: "title", Title: true, Needed: true, Question: "What is the page to be called?", Reason: "It is the page's heading, and its address is made from it."},
			{
				Name: "language", Kind: examples.Choice, Needed: true, Question: "Which language is it to be in?", Default: "English", Of: "language",
				Reason: "The words, and what search engines are told, follow from it.", Values: languages(), Codes: codes(),
				Options: []examples.Option{{Value: "English"}, {Value: "French"}, {Value: "German"}, {Value: "Spanish"}},
			},
			{
				Name: "audience", Needed: true, Question: "Who is it for?", Default: "New visitors", Reason: "The words and the examples are chosen for them.",
				Options: []examples.Option{
					{Value: "New visitors", Description: "People who do not know the company yet"},
					{Value: "Existing customers", Description: "People who know it and want more"},
					{Value: "Businesses", Description: "People who decide for a company"},
				},
			},
			{
				Name: "focus", Needed: true, Question: "What should people search for to find it?", Default: "{title}",
				Reason: "The title and the description for search engines are written around it.",
			},
			{Name: "project", Kind: examples.Proper},
			{Name: "details", Kind: examples.Text},
			{Name: "bare", As: "title", Title: true, New: true},
		},
		Ways: []examples.Way{
			{Key: "simple", Title: "One simple page", Description: "An introduction, what is offered and why, in one flow. Good for a first version."},
			{Key: "sections", Title: "Sections by category", Description: "A section for every category with its own heading. Good when there is much to tell apart."},
			{Key: "contact", Title: "Simple page with a contact block", Description: "Like the simple page, with an invitation to get in touch. Good for winning enquiries."},
		},
		Arguments: `{"title": "{title}", "slug": "{title}", "contentHtml": {"from": "draft", "field": "html"}, "metaTitle": {"from": "seo", "field": "title"},
			"metaDescription": {"from": "seo", "field": "description"}, "language": "{language.code}"}`,
		Before: []examples.Call{
			{
				Tool: taskDraftContent, Key: "draft", Owner: assistant.CreativeLead, Does: "Draft the words and the layout of the {title} page",
				Arguments: `{"title": "{title}", "audience": "{audience}", "language": "{language}", "layout": "{way}[. {details}]", "keywords": "{focus}", "goal": "{goal}"}`,
			},
			{
				Tool: taskDraftSEO, Key: "seo", Owner: assistant.GrowthLead, Does: "Write the {title} page's title and description for search engines", Most: 4,
				Arguments: `{"title": "{title}", "audience": "{audience}", "language": "{language}", "focus": "{focus}"}`,
			},
		},
		Then: []examples.Call{{
			Tool: TaskRunAudit, Key: "audit", Owner: assistant.GrowthLead, Does: "Audit the new page {title}", Most: 3, Arguments: `{"url": {"from": "page", "field": "url"}}`,
		}},
		Offer: "Please create a new webpage called Services", Title: "Create [{title}|a page]", Goal: "create [a page called {title}|a new page]", Key: "page",
		Does: "Create the page {title} from the drafts", Owner: assistant.WebEngineer, Here: true,
	}
	several := one
	several.Offer, several.Ways, several.Goal = "", nil, "create [the pages {title}|new pages]"
	several.Slots = append([]examples.Slot{one.Slots[0]}, one.Slots[1:]...)
	several.Slots[0].Kind = examples.List
	several.Words = examples.Words{
		assistant.English: {"create [two|three|four|five] [separate] pages [called|:] {title}", "… in {language}", "… for {audience}", "… on [project] {project}"},
		assistant.German:  {"erstelle [zwei|drei|vier|fünf] Seiten [namens|:] {title}", "… auf {language}", "… für {audience}"},
		assistant.French:  {"crée [deux|trois|quatre|cinq] pages [appelées|:] {title}", "… en {language}", "… pour {audience}"},
		assistant.Spanish: {"crea [dos|tres|cuatro|cinco] páginas [llamadas|:] {title}", "… en {language}", "… para {audience}"},
	}
	return []examples.Example{one, several}
}

// languages returns the languages of pages under the names that people use.
func languages() map[string]string {
	return map[string]string{
		"English": "English", "Englisch": "English", "anglais": "English", "inglés": "English", "German": "German", "Deutsch": "German", "allemand": "German", "alemán": "German",
		"French": "French", "Französisch": "French", "français": "French", "francés": "French", "Spanish": "Spanish", "Spanisch": "Spanish", "espagnol": "Spanish", "español": "Spanish",
		"Italian": "Italian", "Italienisch": "Italian", "italien": "Italian", "italiano": "Italian", "Dutch": "Dutch", "Niederländisch": "Dutch", "néerlandais": "Dutch", "neerlandés": "Dutch",
		"Portuguese": "Portuguese", "Portugiesisch": "Portuguese", "portugais": "Portuguese", "portugués": "Portuguese", "Polish": "Polish", "Polnisch": "Polish", "polonais": "Polish", "polaco": "Polish",
	}
}

func codes() map[string]string {
	return map[string]string{
		"English": "en", "German": "de", "French": "fr", "Spanish": "es", "Italian": "it", "Dutch": "nl", "Portuguese": "pt", "Polish": "pl",
	}
}
