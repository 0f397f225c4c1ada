package tickets

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

const taskWriteFile assistant.TaskType = "write_file"

// created are requests for a ticket.
func created() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {
				"create|open|file|raise|log [{priority}] [priority] ticket [about|called|for|on|:|saying] {ticketTitle}", "create|open|file|raise|log [{priority}] [priority] ticket that says {ticketTitle}",
				"create|open|file|raise|log [{priority}] [priority] ticket", "ticket: {ticketTitle}", "create|open|file|raise|log {ticketTitle} as ticket", "turn {ticketTitle} into ticket",
				"… [with|at] {priority} [priority]", "… with [a] priority [of] {priority}", "… priority: {priority}", "… make|set|mark it [as|to] {priority}",
			},
			assistant.German: {
				"erstelle|log [{priority}] Ticket [über|für|namens|:] {ticketTitle}", "erstelle [{priority}] Ticket", "Ticket: {ticketTitle}",
				"… mit Priorität {priority}", "… mit {priority} Priorität", "… {priority}", "… an",
			},
			assistant.French: {
				"crée ticket [{priority}] [sur|pour|appelé|:] {ticketTitle}", "crée ticket [{priority}]", "ticket: {ticketTitle}", "… [avec|de] priorité {priority}", "… {priority}",
			},
			assistant.Spanish: {
				"crea ticket [{priority}] [sobre|para|llamado|:] {ticketTitle}", "crea ticket [{priority}]", "ticket: {ticketTitle}", "… [con] prioridad {priority}", "… {priority}",
			},
		},
		Arguments: `{"title": "{ticketTitle}", "body": "{request}[\n\n{said}]", "priority": "{priority}"}`,
		Slots: []examples.Slot{
			{
				Name: "ticketTitle", Kind: examples.Text, Title: true, Needed: true, Question: "What is the ticket about?", Reason: "Whoever takes it reads this line first.",
			},
			{
				Name: "priority", Kind: examples.Choice, Question: "How urgent is it?", Default: "medium", Reason: "It decides what is worked on first.", Values: urgencies(),
				Options: []examples.Option{{Value: "low"}, {Value: "medium"}, {Value: "high"}, {Value: "critical"}},
			},
		},
		Offer: "Create a ticket about the slow contact form", Title: "Open a ticket", Goal: "open a ticket[ about “{ticketTitle}”]", Does: "Open the ticket “{ticketTitle}”",
		Key: "ticket", Owner: assistant.DeliveryLead,
	}}
}

// urgencies returns the priorities under the names that people use.
func urgencies() map[string]string {
	return map[string]string{
		"low": "low", "medium": "medium", "normal": "medium", "high": "high", "critical": "critical", "urgent": "critical",
		"niedrig": "low", "niedriger": "low", "mittel": "medium", "hoch": "high", "hoher": "high", "dringend": "critical", "dringendes": "critical", "kritisch": "critical",
		"basse": "low", "moyenne": "medium", "haute": "high", "critique": "critical",
		"baja": "low", "media": "medium", "alta": "high", "urgente": "critical", "crítica": "critical",
	}
}

// listed are requests to see the tickets, or to have them in a file.
func listed() []examples.Example {
	list := examples.Listing{Columns: []string{"number", "title", "priority", "body"}, Line: "#{number} {title} ({priority})"}
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {
				"show tickets", "show tickets newest first", "show open tickets", "show tickets [are] open", "show tickets we have", "tickets", "show tickets there are",
			},
			assistant.German:  {"zeige Tickets", "zeige Tickets auf", "zeige offenen Tickets", "zeige Tickets offen sind", "Liste Tickets auf die neuesten zuerst"},
			assistant.French:  {"montre tickets", "montre tickets ouverts", "montre tickets sont ouverts", "montre tickets plus récents d'abord"},
			assistant.Spanish: {"muestra tickets", "muestra tickets abiertos", "muestra tickets están abiertos", "haz una lista de los tickets", "haz una lista de los tickets los más nuevos primero"},
		},
		Lists: list,
	}, {
		Words: examples.Words{
			assistant.English: {
				"create [{format}] [file] of|from|with tickets", "save|export|put|turn|give tickets as|into|to [{format}] [file]", "save|export|put tickets as|into|to {name}",
				"create tickets into|to [{format}] file",
			},
			assistant.German:  {"erstelle {format} der|von|mit|aus Tickets", "speichere|exportiere Tickets als [{format}] [Datei]"},
			assistant.French:  {"crée [fichier] {format} des|avec tickets", "enregistre|exporte tickets dans|en|comme [fichier] [{format}]"},
			assistant.Spanish: {"escríbeme [archivo] {format} de|con tickets", "guarda|exporta tickets como|en [archivo] [{format}]"},
		},
		Slots: []examples.Slot{
			{Name: "format", Kind: examples.Choice, As: "name", Values: formats("tickets")},
			{Name: "name", Kind: examples.File, Default: "tickets.csv"},
		},
		Lists: list, Tells: "It comes with this message.",
		Then: []examples.Call{{Tool: taskWriteFile, Key: "file", Arguments: `{"name": "{name}", "rows": {"from": "list_tickets", "field": "tickets"}}`}},
	}}
}

// formats returns file names under the names that people use for their kinds.
func formats(name string) map[string]string {
	return map[string]string{
		"csv": name + ".csv", "spreadsheet": name + ".csv", "csv-datei": name + ".csv", "tabelle": name + ".csv", "tableur": name + ".csv",
		"markdown": name + ".md", "json": name + ".json", "html": name + ".html", "text": name + ".txt", "plain text": name + ".txt",
	}
}
