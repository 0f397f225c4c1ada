package components

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The verbs of what stands about background tasks.
const (
	VerbTasks      = "task:list"  // show the list again
	VerbTaskOpen   = "task:open"  // a select; what was chosen is the task
	VerbTaskPause  = "task:pause" // the changes, each of the task that the id names
	VerbTaskResume = "task:resume"
	VerbTaskNow    = "task:run"
	VerbTaskCancel = "task:cancel" // ask once more
	VerbTaskGone   = "task:gone"   // the answer to that
	VerbTaskEdit   = "task:edit"   // open the form
	VerbTaskWords  = "task:words"  // that form
	VerbTaskSo     = "task:so"     // change it as it was read

	limitID       = 100
	shownTasks    = 10
	shownHistory  = 8
	roomOfOutlook = 1500
	roomOfTasks   = 2000
)

// TaskChange is what a button of a task does; "" for those that open something.
func TaskChange(verb string) assistant.BackgroundChange {
	return map[string]assistant.BackgroundChange{
		VerbTaskPause: assistant.BackgroundPause, VerbTaskResume: assistant.BackgroundResume, VerbTaskNow: assistant.BackgroundNow, VerbTaskGone: assistant.BackgroundCancel,
	}[verb]
}

// IsTask tells whether a verb is about background tasks.
func IsTask(verb string) bool { return strings.HasPrefix(verb, "task:") }

// TaskList shows what is at work, in safe words, and the background tasks, one of which can be chosen.
func TaskList(outlook string, tasks []view.BackgroundTask, in wording.Words) []Component {
	out := []Component{Text(bots.Clip(outlook, roomOfOutlook)), separator(false)}
	if len(tasks) == 0 {
		return append(out, small(Escape(in.Say(view.NoteNoTasks), roomOfTasks)))
	}
	lines, used := []string{"**" + in.Say(view.LabelTasks) + "**"}, 0
	choose := Component{Type: typeSelect, CustomID: CustomID(VerbTaskOpen, "list"), Placeholder: in.Say("Choose one to look at it or to change it")}
	for i, t := range tasks {
		if len(choose.Options) < selectLimit {
			choose.Options = append(choose.Options, option{Label: Label(t.Title, LimitOption), Value: string(t.ID), Description: bots.Clip(t.When, LimitOption)})
		}
		line := "- **" + Line(t.Title, 80) + "** · " + taskFacts(t)
		if used += bots.Width(line) + 1; i < shownTasks && used < roomOfTasks {
			lines = append(lines, line)
		}
	}
	if n := len(tasks) - (len(lines) - 1); n > 0 {
		lines = append(lines, "- "+in.Say("and %d more", n))
	}
	return append(out, Text(strings.Join(lines, "\n")), row(choose))
}

func taskFacts(t view.BackgroundTask) string {
	var parts []string
	for _, f := range t.Lines() {
		parts = append(parts, fact(f))
	}
	return strings.Join(parts, " · ")
}

// Task is one task with what became of its last times and what can be done to it. note says what was just done, or why not.
func Task(note string, t view.BackgroundTask, history view.List) []Component {
	var out []Component
	if note != "" {
		out = append(out, Text(Escape(note, 600)), separator(false))
	}
	out = append(out, Text("**"+Line(t.Title, 200)+"**\n"+Escape(t.What, 900)), small(taskFacts(t)))
	lines := []string{"**" + history.Title + "**"}
	for _, f := range history.Items[:min(shownHistory, len(history.Items))] {
		f.Text = bots.Clip(f.Text, 120)
		lines = append(lines, "- "+fact(f))
	}
	out = append(out, Text(strings.Join(lines, "\n")))
	var buttons []Component
	for _, a := range t.Actions {
		if verb := taskVerb(a); verb != "" {
			buttons = append(buttons, button(styleOf(a.Weight), a.Label, CustomID(verb, string(t.ID))))
		}
	}
	buttons = append(buttons, button(styleSecondary, t.In.Say("All tasks"), CustomID(VerbTasks, "all")))
	return append(out, rows(buttons)...)
}

func styleOf(w view.Weight) int {
	switch w {
	case view.Main:
		return stylePrimary
	case view.Agree:
		return styleSuccess
	case view.Grave:
		return styleDanger
	case view.Plain:
	}
	return styleSecondary
}

// taskVerb is the verb of an action; "" for the history, which stands there already.
func taskVerb(a view.BackgroundAction) string {
	switch {
	case a.Edit:
		return VerbTaskEdit
	case a.Change == assistant.BackgroundCancel:
		return VerbTaskCancel
	case a.Change == assistant.BackgroundPause:
		return VerbTaskPause
	case a.Change == assistant.BackgroundResume:
		return VerbTaskResume
	case a.Change == assistant.BackgroundNow:
		return VerbTaskNow
	}
	return ""
}

// TaskSure asks once more before a task is cancelled.
func TaskSure(t view.BackgroundTask) []Component {
	for _, a := range t.Actions {
		if a.Sure != nil {
			return []Component{
				Text("**" + a.Sure.Title + "**\n" + Line(t.Title, 200) + "\n" + a.Sure.Text),
				row(button(styleDanger, a.Sure.Yes, CustomID(VerbTaskGone, string(t.ID))), button(styleSecondary, a.Sure.No, CustomID(VerbTaskOpen, string(t.ID)))),
			}
		}
	}
	return Task("", t, view.List{})
}

// TaskForm asks what should be different about a task.
func TaskForm(id string, f assistant.Form, in wording.Words) *Modal {
	return Form(CustomID(VerbTaskWords, id), f, in)
}

// TaskReading shows how words were read, with the button that changes the task so; false where a button cannot carry it.
func TaskReading(id, was, edit string, r view.BackgroundReading) ([]Component, bool) {
	so := CustomID(VerbTaskSo, strings.Join([]string{id, was, edit}, behind))
	if len(so) > limitID || strings.Contains(edit, ":") {
		return nil, false
	}
	lines := []string{"**" + Line(r.Title, 200) + "**", r.Shown}
	for _, l := range r.Lines {
		lines = append(lines, "- "+Line(l, 900))
	}
	return []Component{
		Text(bots.Clip(strings.Join(lines, "\n"), roomOfTasks)),
		row(button(styleSuccess, r.Yes, so), button(styleSecondary, r.Leave, CustomID(VerbTaskOpen, id))),
	}, true
}

// TaskEdit decodes the button that changes a task: the task, the version that was read, and the change.
func (s Subject) TaskEdit() (id assistant.BackgroundID, was, edit string, ok bool) {
	parts := strings.SplitN(s.ID, behind, 3)
	if len(parts) != 3 {
		return "", "", "", false
	}
	return assistant.BackgroundID(parts[0]), parts[1], parts[2], true
}
