package tasks

import (
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/schedule"
)

// later are requests for something to be done at a later time, or again and again: the product's own reader of times finds both.
func later(recurring bool, x examples.Example) []examples.Example {
	x.Title, x.Goal, x.Owner, x.Later = "An automation", "do this {when}: “{what}”", assistant.DeliveryLead, "what"
	x.Reads = func(request string) (map[string]string, bool) {
		rest, allow := background.CutAllow(request)
		if !recurring {
			rest, allow = request, ""
		}
		found, ok := schedule.Find(rest)
		if !ok || changed(request).words != "" || found.Recurring != recurring || found.What == "" || insteadForm().MatchString(rest) {
			return nil, false
		}
		what, until := found.What, ""
		if recurring {
			what, until = background.SplitEnd(what)
		}
		return map[string]string{"what": what, "when": lowered(found.When), "times": strings.TrimSpace(found.When + " " + until), "allow": allow}, true
	}
	return []examples.Example{x}
}

func again() []examples.Example {
	return later(true, examples.Example{
		Offer: "Every weekday at 9 check the audit and let me know", Key: "recurring", Does: "Do it {when}",
		Arguments: `{"prompt": "{what}", "schedule": "{times}", "allow": "{allow}"}`,
	})
}

func once() []examples.Example {
	return later(false, examples.Example{
		Offer: "In two hours remind me to look at the site", Key: "later", Does: "Do it {when}", Arguments: `{"prompt": "{what}", "at": "{times}"}`,
	})
}

// lowered begins words in the middle of a sentence.
func lowered(words string) string {
	if len(words) > 1 && words[0] >= 'A' && words[0] <= 'Z' && words[1] >= 'a' && words[1] <= 'z' {
		return strings.ToLower(words[:1]) + words[1:]
	}
	return words
}

// happenings are requests for something to be done whenever something happens: in a channel, or elsewhere, which tells of it.
func happenings() []examples.Example {
	channel := examples.Example{
		Arguments: `{"prompt": "{what}", "on": "{on}", "channel": "#{channel}", "emoji": "{emoji}", "allow": "{allow}"}`,
		Title:     "A task that begins with what happens in a channel", Goal: "do this {when}: “{what}”", Key: "trigger", Does: "Do it {when}", Owner: assistant.DeliveryLead, Later: "what",
		Reads: func(request string) (map[string]string, bool) {
			rest, allow := background.CutAllow(request)
			w, ok := background.FindWatched(rest)
			return map[string]string{"what": w.What, "when": lowered(w.When), "on": string(w.Kind), "channel": w.Channel, "emoji": w.Emoji, "allow": allow}, ok
		},
	}
	elsewhere := examples.Example{
		Arguments: `{"prompt": "{what}", "sender": "{sender}", "allow": "{allow}"}`, Offer: "When GitHub tells of a new issue, look at it and tell me what it is about",
		Title: "A task that events begin", Goal: "do this when {when}: “{what}”", Key: "trigger", Does: "Do it when {when}", Owner: assistant.DeliveryLead, Later: "what",
		Reads: readEvent,
	}
	told := elsewhere
	told.Reads, told.Offer = nil, ""
	told.Slots = []examples.Slot{
		{Name: "sender", Kind: examples.Choice, Values: map[string]string{"GitHub": string(assistant.HookGitHub), "Stripe": string(assistant.HookStripe)}, Codes: map[string]string{string(assistant.HookGitHub): "GitHub", string(assistant.HookStripe): "Stripe"}},
		{Name: "event"},
		{Name: "what", Kind: examples.Whole},
	}
	told.Goal, told.Does = "do this when {sender.code} tells of {event}: “{what}”", "Do it when {sender.code} tells of {event}"
	told.Words = examples.Words{
		assistant.German:  {"wenn|sobald {sender} {event} meldet , {what}", "immer wenn {sender} {event} meldet , {what}"},
		assistant.French:  {"quand|lorsque {sender} signale {event} , {what}", "chaque fois que {sender} signale {event} , {what}"},
		assistant.Spanish: {"cuando {sender} avise|avisa de {event} , {what}", "cada vez que {sender} avise|avisa de {event} , {what}"},
	}
	return []examples.Example{channel, elsewhere, told}
}

// readEvent reads a request that begins with what others tell of: “When GitHub tells of a new issue, …”.
func readEvent(request string) (map[string]string, bool) {
	rest, allow := background.CutAllow(request)
	m := eventForm().FindStringSubmatch(rest)
	if m == nil {
		return nil, false
	}
	sender := string(assistant.HookUnsigned)
	for _, s := range []assistant.HookScheme{assistant.HookGitHub, assistant.HookStripe} {
		if strings.Contains(strings.ToLower(m[1]), string(s)) {
			sender = string(s)
		}
	}
	return map[string]string{"what": m[2], "when": m[1], "sender": sender, "allow": allow}, true
}

// example is a request whose answer is what the tool says.
func example(arguments string) examples.Example {
	return examples.Example{Arguments: arguments, AsItIs: true}
}

// which is the task that a request is about; nobody has to name it.
func which() examples.Slot { return examples.Slot{Name: "task"} }

// handled are requests to do something with a task: the answer is what it came to.
func handled(w examples.Words) []examples.Example {
	return []examples.Example{{Words: w, Slots: []examples.Slot{which()}, Arguments: `{"task": "{task}"}`, AsItIs: true}}
}

func paused() []examples.Example {
	return handled(examples.Words{
		assistant.English: {"pause|suspend [background] task|reminder|schedule|automation [called|:] {task}", "pause|suspend [background] task|reminder|schedule|automation"},
		assistant.German:  {"pausiere Aufgabe|Erinnerung|Automatisierung {task}", "pausiere Aufgabe|Erinnerung|Automatisierung"},
		assistant.French:  {"suspends|pause tâche|rappel|automatisation {task}", "suspends tâche|rappel|automatisation"},
		assistant.Spanish: {"pausa tarea|recordatorio|automatización {task}", "pausa tarea|recordatorio|automatización"},
	})
}

func resumed() []examples.Example {
	return handled(examples.Words{
		assistant.English: {"resume|continue|unpause [background] task|reminder|schedule|automation [called|:] {task}", "resume|continue|unpause [background] task|reminder|schedule|automation"},
		assistant.German:  {"setze Aufgabe|Erinnerung|Automatisierung {task} fort", "setze Aufgabe|Erinnerung|Automatisierung fort"},
		assistant.French:  {"reprends tâche|rappel|automatisation {task}", "reprends tâche|rappel|automatisation"},
		assistant.Spanish: {"reanuda tarea|recordatorio|automatización {task}", "reanuda tarea|recordatorio|automatización"},
	})
}

func cancelled() []examples.Example {
	return handled(examples.Words{
		assistant.English: {"cancel|remove [background] task|reminder|schedule|automation [called|:] {task}", "cancel|remove [background] task|reminder|schedule|automation"},
		assistant.German:  {"lösche|beende Aufgabe|Erinnerung|Automatisierung {task}", "lösche|beende Aufgabe|Erinnerung|Automatisierung"},
		assistant.French:  {"supprime|annule tâche|rappel|automatisation {task}", "supprime|annule tâche|rappel|automatisation"},
		assistant.Spanish: {"elimina|cancela tarea|recordatorio|automatización {task}", "elimina|cancela tarea|recordatorio|automatización"},
	})
}

// startedNow are requests that a task begin at once. Work and tasks can be called alike, so they say that it is a task's name.
func startedNow() []examples.Example {
	return handled(examples.Words{
		assistant.English: {
			"run|execute|trigger|launch [background] task|reminder|schedule|automation [called] {task} [right] now|now", "run|execute|trigger|launch {task} task|reminder|automation [right] now|now",
			"run|execute|trigger|launch [background] task|reminder|schedule|automation [right] now|now", "run|execute|trigger it [once] [right] now|now",
		},
		assistant.German: {
			"führ|führe|starte|lass Aufgabe|Hintergrundaufgabe|Erinnerung|Automatisierung {task} jetzt|sofort [aus|laufen]", "führ|führe|starte {task} Aufgabe|Erinnerung|Automatisierung jetzt|sofort [aus]",
			"führ|führe|starte|lass Aufgabe|Hintergrundaufgabe|Erinnerung|Automatisierung jetzt|sofort [aus|laufen]", "führ|führe|starte|lass sie jetzt|sofort [aus|laufen]",
		},
		assistant.French: {
			"lance|lancez|exécute|exécutez|démarre tâche|rappel|automatisation [de fond] {task} maintenant|immédiatement", "lance|lancez|exécute|exécutez|démarre [tâche|rappel|automatisation] [de fond] maintenant|immédiatement",
			"lance|lancez|exécute|exécutez|démarre tâche|rappel|automatisation [{task}] tout de suite",
		},
		assistant.Spanish: {
			"ejecuta|ejecute|lanza|inicia tarea|recordatorio|automatización {task} ahora|ahora [mismo]", "ejecuta|ejecute|lanza|inicia tarea|recordatorio|automatización ahora|ahora [mismo]", "ejecútala|ejecútalo|lánzala|lánzalo ahora|ahora [mismo]",
		},
	})
}

// settings are requests that something be different about when a task works, or what it is called.
func settings() []examples.Example {
	moves := example(`{"task": "{task}", "when": "{when}"}`)
	moves.Slots = []examples.Slot{which(), {Name: "when", Kind: examples.Text}}
	moves.Words = examples.Words{
		assistant.English: {"change|move|reschedule|set task|reminder|schedule|automation {task} to {when}"},
		assistant.German:  {"ändere|verschiebe|stelle Aufgabe|Erinnerung|Automatisierung {task} auf: {when}", "ändere|verschiebe|stelle Aufgabe|Erinnerung|Automatisierung {task} auf {when}"},
		assistant.French:  {"change|modifie|déplace tâche|rappel|automatisation {task} en: {when}", "change|modifie|déplace tâche|rappel|automatisation {task} à {when}"},
		assistant.Spanish: {"cambia|mueve tarea|recordatorio|automatización {task} a: {when}", "cambia|mueve tarea|recordatorio|automatización {task} a {when}"},
	}
	renames := example(`{"task": "{task}", "title": "{title}"}`)
	renames.Slots = []examples.Slot{which(), {Name: "title"}}
	renames.Words = examples.Words{
		assistant.English: {"rename [background] task|reminder|schedule|automation [called] {task} to|into|as {title}", "rename [background] task|reminder|schedule|automation to|into|as {title}"},
		assistant.German:  {"benenne Aufgabe|Hintergrundaufgabe|Erinnerung|Automatisierung {task} in {title} um", "benenne Aufgabe|Hintergrundaufgabe|Erinnerung|Automatisierung in {title} um"},
		assistant.French:  {"renomme|renommez tâche|rappel|automatisation {task} en {title}", "renomme|renommez tâche|rappel|automatisation en {title}"},
		assistant.Spanish: {"renombra|renombre tarea|recordatorio|automatización {task} como|a {title}", "renombra|renombre tarea|recordatorio|automatización como|a {title}"},
	}
	said := example(`{"task": "{task}", "title": "{title}", "when": "{when}", "zone": "{zone}", "until": "{until}", "told": "{told}", "overlap": "{overlap}"}`)
	said.Reads = func(request string) (map[string]string, bool) { return changed(request).settings() }
	return []examples.Example{moves, renames, said}
}

// edited are requests that something else be different about a task.
func edited() []examples.Example {
	about := examples.Example{
		Arguments: `{"task": "{task}", "prompt": "{prompt}", "report": "{report}", "allow": "{allow}"}`, Title: "Change an automation", Goal: "change the automation[ “{task}”]", Key: "edit",
		Does: "Change the automation[ “{task}”]", Owner: assistant.DeliveryLead,
	}
	here := about
	here.Arguments = `{"task": "{task}", "here": true}`
	about.Reads = func(request string) (map[string]string, bool) { return changed(request).asked(false) }
	here.Reads = func(request string) (map[string]string, bool) { return changed(request).asked(true) }
	return []examples.Example{about, here}
}

// makes tells whether a request makes a task: what it may do without asking is said of that one.
func makes(request string) bool {
	rest, _ := background.CutAllow(request)
	found, ok := schedule.Find(rest)
	_, watched := background.FindWatched(rest)
	rest = strings.TrimSpace(rest)
	first := len(rest) >= len(found.When) && strings.EqualFold(rest[:len(found.When)], found.When)
	return ok && first && found.What != "" && !insteadForm().MatchString(rest) || eventForm().MatchString(rest) || watched
}

// listedTasks are requests to see the tasks.
func listedTasks() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {"show [background] tasks|reminders|schedules|automations", "show is running in background", "show runs in background", "show [background] tasks|reminders have we"},
			assistant.German:  {"zeige [Hintergrund] Aufgaben|Erinnerungen|Hintergrundaufgaben|Automatisierungen", "zeige läuft im Hintergrund"},
			assistant.French:  {"montre tâches|rappels|automatisations [de fond]", "montre tourne en arrière-plan"},
			assistant.Spanish: {"muestra tareas|recordatorios|automatizaciones [de fondo]", "muestra corre en segundo plano"},
		},
		Lists: examples.Listing{Columns: []string{"title", "when", "next", "status"}, Line: "{title}: {when}, [{next}|{status}]"},
	}, {
		Words: examples.Words{
			assistant.English: {"remind: {what}"}, assistant.German: {"erinnere mich: {what}"}, assistant.French: {"rappelle moi: {what}"}, assistant.Spanish: {"recuérdame: {what}"},
		},
		Slots: []examples.Slot{{Name: "what", Kind: examples.Text}},
		Says: map[assistant.Language]string{
			assistant.English: "You wanted to be reminded: {what}.", assistant.German: "Sie wollten erinnert werden: {what}.",
			assistant.French: "Vous vouliez qu’on vous le rappelle : {what}.", assistant.Spanish: "Quería que se lo recordara: {what}.",
		},
	}}
}
