package posts

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// taskDraftContent gives a post its words.
const taskDraftContent assistant.TaskType = "draft_content"

// written are requests for a post, whose words are drafted first.
func written() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {
				"create|draft [short|long] [blog|news] post|article [called|:] {title}", "create|draft [short|long] [blog|news] post|article about|on {subject}", "create|draft [blog|news] post|article",
				"create {draft} of [a] [blog|news] post|article [called|:] {title}", "create {draft} of [a] [blog|news] post|article about|on {subject}",
				"… as [a] {draft}", "… in category {category}", "… tagged [with] {tags}", "… with tags|tag {tags}", "… for|on|at {at}", "… for|on blog|site|website",
			},
			assistant.German: {
				"erstelle [Blog] Beitrag|Artikel|Blogbeitrag [namens|:] {title}", "erstelle Beitrag|Artikel|Blogbeitrag über {subject}", "erstelle Beitrag|Artikel|Blogbeitrag",
				"… als {draft}", "… in Kategorie {category}", "… mit den Tags|Schlagwörtern {tags}", "… für|am {at}",
			},
			assistant.French: {
				"crée article|billet [appelé|:] {title}", "crée article|billet sur {subject}", "crée article|billet", "… comme {draft}", "… dans la catégorie {category}", "… avec les étiquettes {tags}", "… pour|le {at}",
			},
			assistant.Spanish: {
				"crea entrada|artículo [llamada|:] {title}", "crea entrada|artículo sobre {subject}", "crea entrada|artículo", "… como {draft}", "… en la categoría {category}", "… con las etiquetas {tags}", "… para|el {at}",
			},
		},
		Slots: []examples.Slot{
			{Name: "postTitle", Title: true, Needed: true, Question: "What is the post to be called?", Reason: "It is the post's heading, and its address is made from it."},
			{
				Name: "language", Question: "Which language is it to be in?", Default: "English", Of: "language", Reason: "The words follow from it.",
				Options: []examples.Option{{Value: "English"}, {Value: "French"}, {Value: "German"}, {Value: "Spanish"}},
			},
			{Name: "title", As: "postTitle", Title: true},
			{Name: "subject", Kind: examples.Text, Also: "postTitle"},
			{Name: "draft", Kind: examples.Choice, Values: map[string]string{"draft": "draft", "Entwurf": "draft", "brouillon": "draft", "borrador": "draft"}},
			{Name: "category"},
			{Name: "tags", Kind: examples.Tags},
			{Name: "at", Kind: examples.When},
		},
		Arguments: `{"title": "{postTitle}", "slug": "{postTitle}", "contentHtml": {"from": "post-draft", "field": "html"}, "categories": "{category}", "tags": "{tags}", "status": "{draft}", "publishAt": "{at}"}`,
		Before: []examples.Call{{
			Tool: taskDraftContent, Key: "post-draft", Owner: assistant.CreativeLead, Does: "Draft the words of the post “{postTitle}”",
			Arguments: `{"title": "{postTitle}", "language": "{language}", "layout": "A post of a blog", "keywords": "{subject}", "goal": "{goal}"}`,
		}},
		Title: "Write a post", Goal: "write a post[ called “{postTitle}”]", Key: "post", Does: "Write the post “{postTitle}” from the draft", Owner: assistant.WebEngineer, Here: true,
	}}
}

// changed are requests to change a post.
func changed() []examples.Example {
	change := func(does, arguments string, slots []examples.Slot, w examples.Words) examples.Example {
		return examples.Example{
			Words: w, Slots: append([]examples.Slot{{Name: "post"}}, slots...), Arguments: arguments,
			Title: "Change a post", Goal: "change the post “{post}”", Key: "post-change", Does: does, Owner: assistant.WebEngineer, Here: true,
		}
	}
	to := []examples.Slot{{Name: "to", Kind: examples.Text}}
	named := []examples.Slot{{Name: "to"}}
	set := func(does, argument, english, german, french, spanish string) examples.Example {
		return change(does, `{"post": "{post}", "`+argument+`": "{to}"}`, to, examples.Words{
			assistant.English: {"change " + english + " of [blog] post|article {post} to {to}"},
			assistant.German:  {"ändere " + german + " des Beitrags|Artikels {post} in|auf|zu {to}"},
			assistant.French:  {"change " + french + " de article|billet {post} en|par {to}"},
			assistant.Spanish: {"cambia " + spanish + " de entrada|artículo {post} por|a {to}"},
		})
	}
	return []examples.Example{
		set("Set the title of the post “{post}” to {to}", "title", "title", "Titel", "titre", "título"),
		set("Set the excerpt of the post “{post}” to {to}", "excerpt", "excerpt", "Auszug", "extrait", "extracto"),
		set("Set the categories of the post “{post}” to {to}", "categories", "category|categories", "Kategorie|Kategorien", "catégorie|catégories", "categoría|categorías"),
		set("Set the tags of the post “{post}” to {to}", "tags", "tags|tag", "Tags|Schlagwörter", "étiquettes", "etiquetas"),
		set("Set the content of the post “{post}” to {to}", "contentHtml", "text|content", "Text|Inhalt", "texte|contenu", "texto|contenido"),
		set("Set the picture of the post “{post}” to {to}", "picture", "[featured] picture", "Bild", "image", "imagen"),
		change("Add the tag {to} to the post “{post}”", `{"post": "{post}", "addTags": "{to}"}`, named, examples.Words{
			assistant.English: {"add|put tag|tags {to} to post|article {post}"},
			assistant.German:  {"füge das Schlagwort|Tag {to} dem Beitrag|Artikel {post} hinzu"},
			assistant.French:  {"ajoute étiquette {to} à article|billet {post}"},
			assistant.Spanish: {"añade etiqueta {to} a entrada|artículo {post}"},
		}),
		change("Add the category {to} to the post “{post}”", `{"post": "{post}", "addCategories": "{to}"}`, named, examples.Words{
			assistant.English: {"add|put category|categories {to} to post|article {post}"},
			assistant.German:  {"füge die Kategorie {to} dem Beitrag|Artikel {post} hinzu"},
			assistant.French:  {"ajoute catégorie {to} à article|billet {post}"},
			assistant.Spanish: {"añade categoría {to} a entrada|artículo {post}"},
		}),
		change("Publish the post “{post}”", `{"post": "{post}", "status": "publish"}`, nil, examples.Words{
			assistant.English: {"publish [draft of] post|article {post}"},
			assistant.German:  {"veröffentliche den Beitrag|Artikel {post}"},
			assistant.French:  {"publie l'article {post}"},
			assistant.Spanish: {"publica la entrada {post}"},
		}),
		change("Make the post “{post}” a draft", `{"post": "{post}", "status": "draft"}`, nil, examples.Words{
			assistant.English: {"unpublish post|article {post}"},
			assistant.German:  {"nimm den Beitrag|Artikel {post} offline"},
			assistant.French:  {"dépublie article|billet {post}"},
			assistant.Spanish: {"despublica entrada|artículo {post}"},
		}),
		change("Schedule the post “{post}” for {at}", `{"post": "{post}", "publishAt": "{at}"}`, []examples.Slot{{Name: "at", Kind: examples.When}}, examples.Words{
			assistant.English: {"schedule|publish post|article {post} for|on|at {at}"},
			assistant.German:  {"plane den Beitrag|Artikel {post} für|am {at}"},
			assistant.French:  {"programme article|billet {post} pour|le {at}"},
			assistant.Spanish: {"programa entrada|artículo {post} para|el {at}"},
		}),
	}
}

// listed are requests to see the posts.
func listed() []examples.Example {
	list := examples.Listing{Columns: []string{"kind", "title", "url", "status"}, Line: "{title} ({kind}, {status})"}
	all := func(arguments, english, german, french, spanish string) examples.Example {
		return examples.Example{Slots: []examples.Slot{{Name: "search"}}, Lists: list, Arguments: arguments, Words: examples.Words{
			assistant.English: {"show [blog] " + english, "… about|for|with {search}"},
			assistant.German:  {"zeige " + german, "… über|mit {search}"},
			assistant.French:  {"montre " + french, "… sur|avec {search}"},
			assistant.Spanish: {"muestra " + spanish, "… sobre|con {search}"},
		}}
	}
	return []examples.Example{
		all(`{"kind": "posts", "search": "{search}"}`, "posts|articles", "Beiträge|Artikel", "articles|billets", "entradas|artículos"),
		all(`{"status": "draft", "search": "{search}"}`, "drafts", "Entwürfe", "brouillons", "borradores"),
	}
}
