package workspace

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// Lines of lists, and the fields that stand in them.
const (
	taskLine    = "{title} ({project})[, {due_date}][, {assignees}]"
	blockerLine = "{title} ({project})[: “{task}”]"
	eventLine   = "{at} {actor}: {entity_type} “{title}” {action}"
)

func taskColumns() []string    { return []string{"title", "project", "status", "due_date", "assignees"} }
func blockerColumns() []string { return []string{"title", "project", "status", "task", "priority"} }
func eventColumns() []string {
	return []string{"at", "actor", "action", "entity_type", "title", "entity_id"}
}

// unresolved is said of what is still to be done. What is asked for is that in any case, and so the word finds none of these tools.
func unresolved() examples.Slot {
	return examples.Slot{Name: "left", Kind: examples.Choice, Values: map[string]string{
		"open": "open", "offene": "open", "offenen": "open", "ouvertes": "open", "ouverts": "open", "abiertas": "open", "abiertos": "open",
	}}
}

// inProject is the project that a request names.
func inProject() []examples.Slot { return []examples.Slot{{Name: "project"}} }

func projectsAsked() []examples.Example {
	return lists("{name}: {status}[, until {target_end_date}]", []string{"name", "status", "target_end_date", "project_type"}, examples.Example{
		Offer: "Show the projects of the workspace",
		Words: examples.Words{
			assistant.English: {"show projects", "show projects we have", "show projects of|in workspace", "show active projects", "show projects [are] active"},
			assistant.German:  {"zeige Projekte", "zeige Projekte des|im Arbeitsbereichs|Arbeitsbereich", "zeige aktiven Projekte"},
			assistant.French:  {"montre projets", "montre projets de|dans espace de travail", "montre projets de l'espace de travail", "montre projets actifs"},
			assistant.Spanish: {"muestra proyectos", "muestra proyectos del|en espacio de trabajo", "muestra proyectos activos"},
		},
	})
}

func projectAsked() []examples.Example {
	return []examples.Example{{
		Arguments: `{"project_id": "{project}"}`, Slots: inProject(),
		Words: examples.Words{
			assistant.English: {"show status of project {project}", "show is status of project {project}", "how is project {project} going|doing", "show project {project}", "how far is project {project}"},
			assistant.German:  {"zeige Stand des Projekts {project}", "zeige Projekt {project}", "wie steht Projekt {project}", "wie weit ist Projekt {project}"},
			assistant.French:  {"montre état du projet {project}", "montre projet {project}", "où en est projet {project}"},
			assistant.Spanish: {"muestra estado del proyecto {project}", "muestra proyecto {project}", "cómo va proyecto {project}"},
		},
	}}
}

func tasksAsked() []examples.Example {
	of := func(arguments string, w examples.Words) examples.Example {
		return examples.Example{Words: w, Arguments: arguments, Slots: append(inProject(), unresolved())}
	}
	return lists(taskLine, taskColumns(),
		of(`{"is_overdue": true, "project_id": "{project}"}`, examples.Words{
			assistant.English: {"show overdue tasks [in|of project {project}]", "show tasks [are] overdue [in|of project {project}]"},
			assistant.German:  {"zeige überfälligen|überfällige Aufgaben [im|des Projekt|Projekts {project}]", "zeige Aufgaben [sind] überfällig [im Projekt {project}]"},
			assistant.French:  {"montre tâches en retard [du|dans projet {project}]", "montre tâches sont en retard [du|dans projet {project}]"},
			assistant.Spanish: {"muestra tareas atrasadas|vencidas [del|en proyecto {project}]", "muestra tareas están atrasadas|vencidas [del|en proyecto {project}]"},
		}),
		of(`{"is_stalled": true, "project_id": "{project}"}`, examples.Words{
			assistant.English: {"show stalled tasks [in|of project {project}]", "show tasks [are] stalled [in|of project {project}]"},
			assistant.German:  {"zeige liegengebliebenen|liegengebliebene Aufgaben [im|des Projekt|Projekts {project}]", "zeige Aufgaben [sind] liegengeblieben [im Projekt {project}]"},
			assistant.French:  {"montre tâches bloquées depuis longtemps [du|dans projet {project}]", "montre tâches à l'arrêt [du|dans projet {project}]"},
			assistant.Spanish: {"muestra tareas estancadas [del|en proyecto {project}]", "muestra tareas están estancadas [del|en proyecto {project}]"},
		}),
		of(`{"exclude_done": true, "project_id": "{project}"}`, examples.Words{
			assistant.English: {"show [{left}] tasks in|of project {project}"},
			assistant.German:  {"zeige [{left}] Aufgaben im|des Projekt|Projekts {project}"},
			assistant.French:  {"montre tâches [{left}] du|dans projet {project}"},
			assistant.Spanish: {"muestra tareas [{left}] del|en proyecto {project}"},
		}),
		of(`{"assignee_id": "me", "exclude_done": true}`, examples.Words{
			assistant.English: {"show tasks are assigned to me", "show tasks assigned to me", "show assignments", "show am i assigned to"},
			assistant.German:  {"zeige Aufgaben sind mir zugewiesen", "zeige mir zugewiesenen Aufgaben"},
			assistant.French:  {"montre tâches me sont confiées|assignées", "montre tâches qui me sont confiées|assignées"},
			assistant.Spanish: {"muestra tareas están asignadas a mí", "muestra tareas asignadas a mí"},
		}),
		of(`{"due_within_days": 7}`, examples.Words{
			assistant.English: {"show tasks [are] due this week", "show is due this week", "show tasks [are] due soon"},
			assistant.German:  {"zeige Aufgaben [sind] diese Woche fällig", "zeige ist diese Woche fällig"},
			assistant.French:  {"montre tâches à rendre cette semaine", "montre tâches sont à rendre cette semaine"},
			assistant.Spanish: {"muestra tareas vencen esta semana", "muestra vence esta semana"},
		}))
}

func taskAsked() []examples.Example {
	return []examples.Example{{
		Arguments: `{"task_id": "{workTask}"}`, Slots: []examples.Slot{{Name: "workTask"}},
		Words: examples.Words{
			assistant.English: {"show details of task {workTask}", "how far is task {workTask}", "show is status of task {workTask}"},
			assistant.German:  {"zeige Einzelheiten der Aufgabe {workTask}", "wie weit ist Aufgabe {workTask}"},
			assistant.French:  {"montre détails de tâche {workTask}", "où en est tâche {workTask}"},
			assistant.Spanish: {"muestra detalles de tarea {workTask}", "cómo va tarea {workTask}"},
		},
	}}
}

func blockersAsked() []examples.Example {
	return lists(blockerLine, blockerColumns(), examples.Example{
		Arguments: `{"project_id": "{project}"}`, Slots: append(inProject(), unresolved()), Offer: "Show the blockers in our projects",
		Words: examples.Words{
			assistant.English: {
				"show is blocked [in project {project}]", "show is blocked in projects", "show [{left}] blockers in projects", "show [{left}] blockers [in|of project {project}]", "show is blocking progress", "show blocks|blocking project {project}", "show is blocking project {project}",
			},
			assistant.German:  {"zeige ist blockiert [im Projekt {project}]", "zeige ist in Projekten blockiert", "zeige [{left}] Blocker in Projekten", "zeige [{left}] Blocker [im|des Projekt|Projekts {project}]", "zeige blockiert Projekt {project}"},
			assistant.French:  {"qu'est ce qui est bloqué [dans projet {project}]", "qu'est ce qui est bloqué dans projets", "montre blocages [{left}] dans|de projets", "montre blocages [{left}] [du projet {project}]", "qu'est ce qui bloque [projet {project}]"},
			assistant.Spanish: {"qué está bloqueado [en proyecto {project}]", "muestra está bloqueado [en proyecto {project}]", "muestra está bloqueado en proyectos", "muestra bloqueos [{left}] en|de proyectos", "muestra bloqueos [{left}] [del proyecto {project}]", "muestra bloquea proyecto {project}"},
		},
	})
}

func documentsAsked() []examples.Example {
	return lists("{title} ({project}): {status}", []string{"title", "project", "status", "document_type"}, examples.Example{
		Arguments: `{"project_id": "{project}"}`, Slots: inProject(),
		Words: examples.Words{
			assistant.English: {"show documents [in|of project {project}]", "show documents there are"},
			assistant.German:  {"zeige Dokumente [im|des Projekt|Projekts {project}]"},
			assistant.French:  {"montre documents [du|dans projet {project}]"},
			assistant.Spanish: {"muestra documentos [del|en proyecto {project}]"},
		},
	})
}

func documentAsked() []examples.Example {
	return []examples.Example{{
		Arguments: `{"document_id": "{paper}"}`, Slots: []examples.Slot{{Name: "paper"}},
		Words: examples.Words{
			assistant.English: {"show document {paper}", "read document {paper}", "show is in document {paper}", "show does document {paper} say"},
			assistant.German:  {"zeige Dokument {paper}", "lies Dokument {paper}", "zeige steht in Dokument {paper}"},
			assistant.French:  {"montre document {paper}", "lis document {paper}", "que dit document {paper}"},
			assistant.Spanish: {"muestra documento {paper}", "lee documento {paper}", "muestra dice documento {paper}"},
		},
	}}
}

func searchAsked() []examples.Example {
	return lists("{title} ({project})[: {excerpt}]", []string{"entity_type", "title", "project", "excerpt"}, examples.Example{
		Arguments: `{"query": "{sought}"}`, Slots: []examples.Slot{{Name: "sought", Kind: examples.Text}},
		Words: examples.Words{
			assistant.English: {"search workspace for {sought}", "show workspace for {sought}", "show in workspace {sought}"},
			assistant.German:  {"durchsuche Arbeitsbereich nach {sought}", "zeige im Arbeitsbereich nach {sought}"},
			assistant.French:  {"cherche dans l'espace de travail {sought}", "montre dans l'espace de travail {sought}"},
			assistant.Spanish: {"busca en espacio de trabajo {sought}", "muestra en espacio de trabajo {sought}"},
		},
	})
}
