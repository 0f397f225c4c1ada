package tasks

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/schedule"
)

var (
	changeForm   = script.Pattern(`(?i)^(pause|suspend|resume|continue|unpause|cancel|delete|remove)\s+(?:the\s+|my\s+)?(?:background\s+)?(?:task|reminder|schedule)\b[\s:,]*(?:called\s+|named\s+)?(.*)$`)
	editForm     = script.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule)\s+(?:called\s+)?[“"]?(.+?)[”"]?\s*(?:\s+to(?:\s+be)?\s+|:\s*)(.+)$`)
	editIt       = script.Pattern(`(?i)^(?:please\s+)?(?:make|change|move|reschedule|set|edit|update)\s+(?:the|my)\s+(?:background\s+)?(?:task|reminder|schedule)(?:\s+to(?:\s+be)?\s*:?\s+|:\s*)(.+)$`)
	insteadForm  = script.Pattern(`(?i)^(?:please\s+)?((?:make|move|change|set)\s+it\s+.+|(?:every|each|at|on|jeden|chaque|cada)\s+.+)\s+instead[.!]*$`)
	runNowForm   = script.Pattern(`(?i)\b(?:run|start|trigger)\s+(?:the\s+|my\s+)?(?:background\s+)?task\s+(.+?)\s+(?:right\s+)?now\b`)
	listForm     = script.Pattern(`(?i)\b(?:list|show|what are|which are|see)\b.*\b(?:my|our|the|background)\s+(?:background\s+)?(?:tasks|reminders|schedules)\b|\bwhat\b.*\bin the background\b`)
	eventForm    = script.Pattern(`(?i)^\s*(?:when(?:ever)?|each time|every time)\s+([^,]{0,80}?\b(?:tells? (?:me |us |you )?of|web ?hooks?|hooks?|events?)\b[^,]{0,80}),\s*(.+)$`)
	timeFirst    = script.Pattern(`(?i)^\W*(?:(?:please|hans|hey|hi)[\s,]+)*(?:every|each|daily|hourly|weekly|monthly|tomorrow|in (?:an?|one|two|three|four|five|six|ten|half an|[0-9]+) (?:second|sec|minute|min|hour|day|week)s?|(?:in|dans|en|dentro de) \S+ (?:sekunden?|minuten?|stunden?|secondes?|minutes?|heures?|segundos?|minutos?|horas?))\b`)
	reminderForm = script.Pattern(`(?i)^remind me: *(.+)$`)
)

// rehearsal is the pack's part where there is no model.
func rehearsal() script.Script {
	return script.Script{
		Verbs: []string{"every", "each", "daily", "hourly", "weekly", "monthly", "remind", "in (?:an?|one|two|three|four|five|six|ten|half an|[0-9]+) (?:second|sec|minute|min|hour|day|week)s?", "tomorrow", "pause", "suspend", "resume", "continue", "unpause", "cancel", "(?:delete|remove) (?:the|my) (?:background )?(?:task|reminder|schedule)", "make (?:it|the task|my task)", "change (?:it|the task|my task)", "move (?:it|the task)", "reschedule", "(?:it|the (?:background )?task [^,]{1,80}) (?:may|can)", "(?:es|sie|er|die aufgabe [^,]{1,80}) darf", "(?:elle|il|la tâche [^,]{1,80}) peut", "(?:la tarea [^,]{1,80} )?puede", "when(?:ever)? [^,]{0,80}(?:tells? (?:me |us |you )?of|hooks?|events?)"},
		Begin: func() script.Part { return &asked{} },
		Write: rehearsedFit,
		Use:   use,
	}
}

// change is what is asked of a task that there is.
type change struct{ verb, task string }

// edit is what is to be different about a task; "" for the one that is spoken of.
type edit struct{ task, change string }

// editOf reads a request that something be different about a task.
func editOf(request string) (edit, bool) {
	request = strings.TrimSpace(request)
	if task, says := background.SaysAllow(request); says {
		return edit{task: task, change: request}, true
	}
	if m := editIt().FindStringSubmatch(request); m != nil {
		return edit{change: m[1]}, true
	}
	if m := editForm().FindStringSubmatch(request); m != nil {
		return edit{script.Unquoted(m[1]), m[2]}, true
	}
	if m := insteadForm().FindStringSubmatch(request); m != nil {
		recurring := assistant.BackgroundTask{Kind: assistant.BackgroundRecurring, Schedule: "0 0 * * *"}
		if _, err := background.ReadEdit(recurring, m[1], time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), ""); err == nil {
			return edit{change: m[1]}, true
		}
	}
	return edit{}, false
}

func (e edit) wish() script.Wish {
	which := whichTask(e.task)
	return script.Wish{
		Goal: "change " + which + ": “" + script.Cut(e.change, 120) + "”", Title: "Change a background task", Types: []assistant.TaskType{TaskEdit},
		Agents: []assistant.AgentID{assistant.DeliveryLead},
		Draft: func(d *script.Draft) {
			d.Add(0, "edit", TaskEdit, assistant.DeliveryLead, "Change "+which, script.Text("task", e.task), script.Text("change", e.change))
		},
	}
}

// asked is what a request asks for. A request of work at a set time is read whole: the work is no clause of its own.
type asked struct {
	change *change
	edit   *edit
}

// Find implements [script.Part].
func (a *asked) Find(clause string) int {
	if _, ok := editOf(clause); ok {
		return 0
	}
	if _, ok := schedule.Find(clause); ok || changeForm().MatchString(clause) || eventForm().MatchString(clause) {
		return 0
	}
	return -1
}

// Whole tells whether the request is about what happens in a channel, at a time or with an event, or about a task that is to begin now:
// what is to be done then, and what may be done without asking, is no clause of its own.
func (a *asked) Whole(request string) bool {
	_, watched := background.FindWatched(request)
	_, now := runNowOf(request)
	return watched || now || begins(request)
}

// begins tells whether a request makes a task: it says first when something is to be done, and then what.
func begins(request string) bool {
	rest, _ := background.CutAllow(request)
	if eventForm().MatchString(rest) {
		return true
	}
	if !timeFirst().MatchString(rest) || insteadForm().MatchString(rest) {
		return false
	}
	found, ok := schedule.Find(rest)
	return ok && found.What != ""
}

// Take implements [script.Part].
func (a *asked) Take(clause string) {
	if begins(clause) {
		return
	}
	if m := changeForm().FindStringSubmatch(clause); m != nil {
		a.change = &change{strings.ToLower(m[1]), script.Unquoted(m[2])}
		return
	}
	if e, ok := editOf(clause); ok {
		a.edit = &e
	}
}

// Wishes implements [script.Part].
func (a *asked) Wishes(request string, _ llm.ProjectFact) []script.Wish {
	if a.change != nil {
		return []script.Wish{a.change.wish()}
	}
	if a.edit != nil {
		return []script.Wish{a.edit.wish()}
	}
	if task, ok := runNowOf(request); ok {
		return []script.Wish{runNowWish(task)}
	}
	request, allow := background.CutAllow(request)
	if w, ok := background.FindWatched(request); ok {
		return []script.Wish{watchWish(w, allow)}
	}
	if m := eventForm().FindStringSubmatch(request); m != nil {
		return []script.Wish{eventWish(m[1], m[2], allow)}
	}
	found, ok := schedule.Find(request)
	if !ok {
		return nil
	}
	w := script.Wish{
		Goal: fmt.Sprintf("do this %s: “%s”", script.LowerFirst(found.When), script.Cut(found.What, 120)), Title: "A background task",
		Types: []assistant.TaskType{TaskOneShot}, Agents: []assistant.AgentID{assistant.DeliveryLead},
	}
	w.Draft = func(d *script.Draft) {
		d.Add(0, "later", TaskOneShot, assistant.DeliveryLead, "Do it "+script.LowerFirst(found.When), script.Text("prompt", found.What), script.Text("at", found.When))
	}
	if found.Recurring {
		w.Types = []assistant.TaskType{TaskRecurring}
		what, until := background.SplitEnd(found.What)
		w.Draft = func(d *script.Draft) {
			d.Add(0, "recurring", TaskRecurring, assistant.DeliveryLead, "Do it "+script.LowerFirst(found.When), script.Text("prompt", what),
				script.Text("schedule", strings.TrimSpace(found.When+" "+until)), script.Text("allow", allow))
		}
	}
	return []script.Wish{w}
}

// eventWish asks for a task that begins with events.
func eventWish(when, what, allow string) script.Wish {
	return script.Wish{
		Goal: fmt.Sprintf("do this when %s: “%s”", when, script.Cut(what, 120)), Title: "A task that events begin",
		Types: []assistant.TaskType{TaskTrigger}, Agents: []assistant.AgentID{assistant.DeliveryLead},
		Draft: func(d *script.Draft) {
			sender := string(assistant.HookUnsigned)
			for _, s := range []assistant.HookScheme{assistant.HookGitHub, assistant.HookStripe} {
				if strings.Contains(strings.ToLower(when), string(s)) {
					sender = string(s)
				}
			}
			d.Add(0, "trigger", TaskTrigger, assistant.DeliveryLead, "Do it when "+when, script.Text("prompt", what), script.Text("sender", sender), script.Text("allow", allow))
		},
	}
}

// watchWish asks for a task that begins with what happens in a channel.
func watchWish(w background.Watched, allow string) script.Wish {
	return script.Wish{
		Goal: fmt.Sprintf("do this %s: “%s”", script.LowerFirst(w.When), script.Cut(w.What, 120)), Title: "A task that begins with what happens in a channel",
		Types: []assistant.TaskType{TaskTrigger}, Agents: []assistant.AgentID{assistant.DeliveryLead},
		Draft: func(d *script.Draft) {
			d.Add(0, "trigger", TaskTrigger, assistant.DeliveryLead, "Do it "+script.LowerFirst(w.When), script.Text("prompt", w.What), script.Text("on", string(w.Kind)),
				script.Text("channel", "#"+w.Channel), script.Text("emoji", w.Emoji), script.Text("allow", allow))
		},
	}
}

// runNowOf reads a request that a task begin at once. What somebody says with nothing else is done before it comes to a plan.
func runNowOf(request string) (task string, ok bool) {
	if task, ok := background.ReadRunNow(request); ok {
		return task, true
	}
	m := runNowForm().FindStringSubmatch(request)
	if m == nil {
		return "", false
	}
	return script.Unquoted(m[1]), true
}

// runNowWish asks for a task to begin at once.
func runNowWish(task string) script.Wish {
	which := whichTask(task)
	return script.Wish{
		Goal: "run " + which + " now", Title: "Run a background task now", Types: []assistant.TaskType{TaskRunNow}, Agents: []assistant.AgentID{assistant.DeliveryLead},
		Draft: func(d *script.Draft) {
			d.Add(0, "now", TaskRunNow, assistant.DeliveryLead, "Run "+which+" now", script.Text("task", task))
		},
	}
}

func (c change) wish() script.Wish {
	of, does := TaskPause, "pause"
	switch c.verb {
	case "resume", "continue", "unpause":
		of, does = TaskResume, "resume"
	case "cancel", "delete", "remove":
		of, does = TaskCancel, "cancel"
	}
	which := whichTask(c.task)
	return script.Wish{
		Goal: does + " " + which, Title: script.UpperFirst(does) + " a background task", Types: []assistant.TaskType{of}, Agents: []assistant.AgentID{assistant.DeliveryLead},
		Draft: func(d *script.Draft) {
			d.Add(0, does, of, assistant.DeliveryLead, script.UpperFirst(does)+" "+which, script.Text("task", c.task))
		},
	}
}

// whichTask is how a plan calls a task; one that nobody named is known when the plan is made.
func whichTask(title string) string {
	if title == "" {
		return "the background task"
	}
	return "the background task “" + script.Cut(title, 80) + "”"
}

// use lists the tasks, and says what is to be remembered.
func use(t script.Turn) (call *llm.ToolCall, said string) {
	if m := reminderForm().FindStringSubmatch(strings.TrimSpace(t.Facts.Text)); m != nil {
		return nil, "You wanted to be reminded: " + m[1] + "."
	}
	if !listForm().MatchString(t.Facts.Text) || !t.Offers(TaskList) {
		return nil, ""
	}
	given, ok := t.Given(TaskList)
	if !ok {
		return script.Call(TaskList, map[string]any{}), ""
	}
	var lines []string
	for line := range strings.Lines(given.Content) {
		var b struct{ Title, When, Next, Status string }
		if json.Unmarshal([]byte(line), &b) == nil && b.Title != "" {
			lines = append(lines, fmt.Sprintf("- %s: %s, %s", b.Title, b.When, script.First(b.Next, b.Status)))
		}
	}
	if len(lines) == 0 {
		return nil, "You have no background tasks."
	}
	return nil, "Your background tasks:\n" + strings.Join(lines, "\n")
}
