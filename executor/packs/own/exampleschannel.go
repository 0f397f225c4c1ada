package own

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// channelProjects are requests that a channel be about a project, or about none any more.
func channelProjects() []examples.Example {
	return []examples.Example{
		example(`{"none": true}`, nil, examples.Words{
			assistant.English: {"[this] channel is about no project [more|longer]", "[this] channel is not about project [more|longer]"},
			assistant.German:  {"[in] diesem|dieser|diesen kanal|channel geht um kein projekt [mehr]", "[in] diesem|dieser|diesen kanal|channel gehört zu keinem projekt [mehr]"},
			assistant.French:  {"ce canal|salon ne concerne [plus] aucun projet"}, assistant.Spanish: {"este canal no trata de ningún proyecto"},
		}),
		example(`{"project": "{project}"}`, []examples.Slot{{Name: "project"}}, examples.Words{
			assistant.English: {"[from on] [this] channel is [always] about|for [project|site] {project}"},
			assistant.German:  {"[ab] [in] diesem|dieser|diesen kanal|channel geht|ist [immer] um|für [projekt] {project}"},
			assistant.French:  {"[désormais] ce canal|salon concerne [projet] {project}", "[désormais] ce canal|salon est pour [projet] {project}"},
			assistant.Spanish: {"[desde] este canal es|trata sobre|de|para [proyecto] {project}"},
		}),
	}
}

// channelStartsAsked are requests that what happens in a channel may start automations.
func channelStartsAsked() []examples.Example {
	return []examples.Example{{
		Title: "Let a channel start automations", Goal: "let what happens in this channel start automations", Key: "channel", Does: "Let what happens in this channel start automations", Owner: assistant.DeliveryLead,
		Words: examples.Words{
			assistant.English: {
				"what happens here may|can start|trigger [background] tasks|automations", "what happens in this channel may|can start|trigger [background] tasks|automations", "events here may|can start|trigger [background] tasks|automations",
				"let|allow what happens here [to] start|trigger [background] tasks|automations", "let|allow events here [to] start|trigger [background] tasks|automations", "let|allow events in this channel [to] start|trigger [background] tasks|automations",
			},
			assistant.German:  {"was hier passiert|geschieht darf aufgaben|hintergrundaufgaben|automatisierungen starten|auslösen", "was in diesem kanal passiert|geschieht darf aufgaben|hintergrundaufgaben|automatisierungen starten|auslösen"},
			assistant.French:  {"ce qui se passe ici peut lancer|démarrer|déclencher tâches|automatisations [de fond]", "ce qui se passe dans ce canal peut lancer|démarrer|déclencher tâches|automatisations [de fond]"},
			assistant.Spanish: {"lo que pasa|ocurre aquí puede iniciar|lanzar|activar tareas|automatizaciones", "lo que pasa|ocurre en este canal puede iniciar|lanzar|activar tareas|automatizaciones"},
		},
	}}
}

// channelRestsAsked are requests that it may not any more.
func channelRestsAsked() []examples.Example {
	return []examples.Example{example("", nil, examples.Words{
		assistant.English: {
			"what happens here may not start|trigger [background] tasks|automations [more]", "what happens in this channel may not start|trigger [background] tasks|automations [more]",
			"what happens here may no longer start|trigger [background] tasks|automations", "what happens in this channel may no longer start|trigger [background] tasks|automations",
			"do not let events here start|trigger [background] tasks|automations [more]", "do not let events in this channel start|trigger [background] tasks|automations [more]", "don't let events in this channel start|trigger [background] tasks|automations [more]",
		},
		assistant.German: {"was hier passiert|geschieht darf keine aufgaben|hintergrundaufgaben|automatisierungen [mehr] starten|auslösen", "was in diesem kanal passiert|geschieht darf keine aufgaben|hintergrundaufgaben|automatisierungen [mehr] starten|auslösen"},
		assistant.French: {"ce qui se passe ici ne peut plus|pas lancer|démarrer|déclencher [de] tâches|automatisations [de fond]", "ce qui se passe dans ce canal ne peut plus|pas lancer|démarrer|déclencher [de] tâches|automatisations [de fond]"},
		assistant.Spanish: {
			"lo que pasa|ocurre aquí no puede iniciar|lanzar|activar tareas|automatizaciones", "lo que pasa|ocurre en este canal no puede iniciar|lanzar|activar tareas|automatizaciones",
		},
	})}
}
