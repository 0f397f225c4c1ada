package workspace

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// changing is a request to change something, as people put it.
func changing(key, title, goal, does, arguments string, slots []examples.Slot, w examples.Words) []examples.Example {
	return []examples.Example{{Words: w, Slots: slots, Arguments: arguments, Title: title, Goal: goal, Does: does, Key: key, Owner: assistant.DeliveryLead}}
}

func theTask(more ...examples.Slot) []examples.Slot {
	return append([]examples.Slot{{Name: "workTask"}}, more...)
}

func taskCreated() []examples.Example {
	slots := append([]examples.Slot{{
		Name: "newTask", Kind: examples.Text, Title: true, New: true, Needed: true, Question: "What is to be done?", Reason: "The task is found by these words.",
	}}, inProject()...)
	return changing("task", "Create a task", "create the task “{newTask}”", "Create the task “{newTask}” in “{project}”", `{"title": "{newTask}", "project_id": "{project}"}`, slots, examples.Words{
		assistant.English: {"create|add task [called|:] {newTask} in|to project {project}", "create|add task in|to project {project}: {newTask}"},
		assistant.German:  {"erstelle Aufgabe [namens|:] {newTask} im Projekt {project}", "erstelle im Projekt {project} Aufgabe [namens|:] {newTask}"},
		assistant.French:  {"crée|ajoute tâche [appelée|:] {newTask} dans|au projet {project}"},
		assistant.Spanish: {"crea|añade tarea [llamada|:] {newTask} en|al proyecto {project}"},
	})
}

func taskCompleted() []examples.Example {
	return changing("done", "Mark a task as done", "mark the task “{workTask}” as done", "Mark the task “{workTask}” as done", `{"task_id": "{workTask}"}`, theTask(), examples.Words{
		assistant.English: {"mark|set task {workTask} as|to done|completed|complete", "complete task {workTask}", "task {workTask} is done|completed"},
		assistant.German:  {"markiere Aufgabe {workTask} als erledigt|fertig", "Aufgabe {workTask} ist erledigt|fertig"},
		assistant.French:  {"marque tâche {workTask} comme terminée|faite", "tâche {workTask} est terminée|faite"},
		assistant.Spanish: {"marca tarea {workTask} como hecha|terminada|completada", "tarea {workTask} está hecha|terminada"},
	})
}

func taskAssigned() []examples.Example {
	return changing("assign", "Assign a task", "assign the task “{workTask}” to {who}", "Assign the task “{workTask}” to {who}", `{"task_id": "{workTask}", "assignee_id": "{who}"}`,
		theTask(examples.Slot{Name: "who", Kind: examples.Proper}), examples.Words{
			assistant.English: {"assign task {workTask} to {who}", "give task {workTask} to {who}"},
			assistant.German:  {"weise Aufgabe {workTask} an {who} zu", "gib Aufgabe {workTask} an {who}"},
			assistant.French:  {"assigne|confie tâche {workTask} à {who}"},
			assistant.Spanish: {"asigna tarea {workTask} a {who}"},
		})
}

func commented() []examples.Example {
	return changing("comment", "Comment on a task", "comment on the task “{workTask}”", "Comment on the task “{workTask}”: “{remark}”", `{"task_id": "{workTask}", "content": "{remark}"}`,
		theTask(remark()), examples.Words{
			assistant.English: {"comment on task {workTask}: {remark}", "add comment to|on task {workTask}: {remark}"},
			assistant.German:  {"kommentiere Aufgabe {workTask}: {remark}", "schreibe Kommentar zur Aufgabe {workTask}: {remark}"},
			assistant.French:  {"commente tâche {workTask}: {remark}", "ajoute commentaire à tâche {workTask}: {remark}"},
			assistant.Spanish: {"comenta tarea {workTask}: {remark}", "añade comentario a tarea {workTask}: {remark}"},
		})
}

func remark() examples.Slot {
	return examples.Slot{Name: "remark", Kind: examples.Text, Needed: true, Question: "What is it to say?", Reason: "It stands there in these words."}
}

func blockerCreated() []examples.Example {
	return changing("blocker", "Note a blocker", "note what blocks the task “{workTask}”", "Note that the task “{workTask}” is blocked: “{remark}”", `{"task_id": "{workTask}", "title": "{remark}"}`,
		theTask(remark()), examples.Words{
			assistant.English: {"task {workTask} is blocked by|because|: {remark}", "add blocker to|for task {workTask}: {remark}"},
			assistant.German:  {"Aufgabe {workTask} ist blockiert durch|weil|: {remark}"},
			assistant.French:  {"tâche {workTask} est bloquée par|car|: {remark}"},
			assistant.Spanish: {"tarea {workTask} está bloqueada por|porque|: {remark}"},
		})
}

func blockerResolved() []examples.Example {
	return changing("resolved", "Resolve a blocker", "resolve the blocker “{blocker}”", "Resolve the blocker “{blocker}”", `{"blocker_id": "{blocker}"}`, []examples.Slot{{Name: "blocker"}}, examples.Words{
		assistant.English: {"resolve blocker {blocker}", "blocker {blocker} is resolved|gone", "mark blocker {blocker} as resolved"},
		assistant.German:  {"Blocker {blocker} ist gelöst|behoben", "markiere Blocker {blocker} als gelöst|behoben"},
		assistant.French:  {"blocage {blocker} est levé|résolu", "marque blocage {blocker} comme levé|résolu"},
		assistant.Spanish: {"bloqueo {blocker} está resuelto", "marca bloqueo {blocker} como resuelto"},
	})
}

func projectCreated() []examples.Example {
	slots := []examples.Slot{{Name: "newProject", Kind: examples.Text, Title: true, New: true, Needed: true, Question: "What is the project called?", Reason: "Everybody finds it by that."}}
	return changing("project", "Create a project", "create the project “{newProject}”", "Create the project “{newProject}”", `{"name": "{newProject}"}`, slots, examples.Words{
		assistant.English: {"create project called|named|: {newProject}"},
		assistant.German:  {"erstelle Projekt namens|: {newProject}"},
		assistant.French:  {"crée projet appelé|: {newProject}"},
		assistant.Spanish: {"crea proyecto llamado|: {newProject}"},
	})
}

func projectArchived() []examples.Example {
	return changing("archive", "Archive a project", "archive the project “{project}”", "Archive the project “{project}”", `{"project_id": "{project}"}`, inProject(), examples.Words{
		assistant.English: {"archive project {project}"},
		assistant.German:  {"archiviere Projekt {project}"},
		assistant.French:  {"archive projet {project}"},
		assistant.Spanish: {"archiva proyecto {project}"},
	})
}
