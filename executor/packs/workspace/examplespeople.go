package workspace

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

func attentionAsked() []examples.Example {
	return lists(taskLine, taskColumns(), examples.Example{
		Arguments: `{"user_id": "me"}`, Offer: "What should I focus on today?",
		Words: examples.Words{
			assistant.English: {"show should i focus on [today]", "show should i do first", "show needs attention in workspace|projects"},
			assistant.German:  {"worum sollte mich [heute|zuerst] kümmern", "worauf sollte mich [heute] konzentrieren"},
			assistant.French:  {"sur quoi dois je me concentrer [aujourd'hui]", "sur quoi devrais je me concentrer [aujourd'hui]"},
			assistant.Spanish: {"en qué debería concentrarme [hoy]", "en qué debo concentrarme [hoy]"},
		},
	})
}

func workloadAsked() []examples.Example {
	who := []examples.Slot{{Name: "who", Kind: examples.Proper}}
	return lists(taskLine, taskColumns(), examples.Example{
		Offer: "What is on my plate this week?",
		Words: examples.Words{
			assistant.English: {"show is on plate [this week|today]", "show workload", "how busy am i"},
			assistant.German:  {"zeige liegt [diese Woche|heute] bei mir an", "zeige liegt bei mir diese Woche|heute an", "zeige steht [diese Woche|heute] bei mir an", "zeige steht bei mir diese Woche|heute an", "zeige Arbeitslast", "zeige habe auf Tisch"},
			assistant.French:  {"qu'est ce que ai à faire [cette semaine]", "montre charge de travail [pour cette semaine]"},
			assistant.Spanish: {"qué tengo pendiente [esta semana|hoy]", "muestra tengo pendiente [esta semana|hoy]", "muestra carga de trabajo"},
		},
	}, examples.Example{
		Arguments: `{"user_id": "{who}"}`, Slots: who,
		Words: examples.Words{
			assistant.English: {"how busy is {who}", "show is on {who} plate [this week|today]", "show workload of {who}"},
			assistant.German:  {"wie ausgelastet ist {who}", "zeige liegt bei {who} an", "zeige Arbeitslast von {who}"},
			assistant.French:  {"montre charge de travail de {who}"},
			assistant.Spanish: {"muestra carga de trabajo de {who}"},
		},
	})
}

func membersAsked() []examples.Example {
	return lists("{name}", []string{"name", "role"}, examples.Example{
		Words: examples.Words{
			assistant.English: {"who is on|in team", "show people on|in team", "show team members", "show members of team"},
			assistant.German:  {"wer ist im Team", "zeige Mitglieder des Teams", "zeige Teammitglieder"},
			assistant.French:  {"qui est dans l'équipe", "qui fait partie de l'équipe", "montre membres de l'équipe"},
			assistant.Spanish: {"quién está en equipo", "muestra miembros del equipo"},
		},
	})
}

func collaboratorsAsked() []examples.Example {
	return lists("{name}", []string{"name", "role"}, examples.Example{
		Words: examples.Words{
			assistant.English: {"who am i working with", "who do i work with", "show collaborators"},
			assistant.German:  {"mit wem arbeite zusammen", "mit wem arbeite"},
			assistant.French:  {"avec qui est ce que travaille", "avec qui travaillé je", "avec qui travaille je"},
			assistant.Spanish: {"con quién trabajo"},
		},
	}, examples.Example{
		Arguments: `{"project_id": "{project}"}`, Slots: inProject(),
		Words: examples.Words{
			assistant.English: {"who is on|in project {project}", "who works on|in project {project}"},
			assistant.German:  {"wer ist im Projekt {project}", "wer arbeitet im|am Projekt {project}"},
			assistant.French:  {"qui travaille sur projet {project}", "qui participe au projet {project}"},
			assistant.Spanish: {"quién trabaja en proyecto {project}", "quién está en proyecto {project}"},
		},
	})
}

func teamActivityAsked() []examples.Example {
	return lists(eventLine, eventColumns(), examples.Example{
		Words: examples.Words{
			assistant.English: {"show has team been working on", "show team is working on", "show team activity"},
			assistant.German:  {"woran arbeitet Team", "woran hat Team gearbeitet", "zeige Aktivität des Teams"},
			assistant.French:  {"sur quoi travaille l'équipe", "montre activité de l'équipe"},
			assistant.Spanish: {"en qué trabaja equipo", "en qué está trabajando equipo", "muestra actividad del equipo"},
		},
	})
}

func activityAsked() []examples.Example {
	return lists(eventLine, eventColumns(), examples.Example{
		Words: examples.Words{
			assistant.English: {"show recent activity", "show happened in projects|workspace [today|lately]", "show latest activity"},
			assistant.German:  {"zeige letzten Aktivitäten", "zeige ist in Projekten passiert"},
			assistant.French:  {"montre activité récente", "qu'est ce qui s'est passé dans projets"},
			assistant.Spanish: {"muestra actividad reciente", "qué pasó en proyectos", "muestra pasó en proyectos"},
		},
	})
}
