package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The actions and forms of what stands about background tasks.
const (
	actionTask          = "task_do:" // with the change
	actionTaskEdit      = "task_edit"
	actionTaskHistory   = "task_history"
	CallbackTaskReading = "task_reading" // the reading of them, to be agreed to

	actionHush = "hush:" // with how long
	HushHours  = "hours"
	HushMonday = "monday"

	shownTasks = 8 // a home has room for 100 blocks
)

// Tasks draws the list of background tasks on somebody's home.
func (r Renderer) Tasks(tasks []view.BackgroundTask) []slackapi.Block {
	out := []slackapi.Block{slackapi.NewHeaderBlock(PlainText(r.In.Say(view.LabelTasks), LimitTitle))}
	if len(tasks) == 0 {
		return append(out, ContextLine(Escape(r.In.Say(view.NoteNoTasks), 1000)))
	}
	for i, t := range tasks {
		if i == shownTasks {
			out = append(out, ContextLine(view.More(r.In, len(tasks)-i)))
			break
		}
		out = append(out, Section("*"+Escape(t.Title, 200)+"*\n"+taskFacts(t)), slackapi.NewActionBlock("", taskButtons(t)...))
	}
	return out
}

// TaskLines are the background tasks as lines of mrkdwn, for the answer to a command.
func (r Renderer) TaskLines(tasks []view.BackgroundTask) string {
	lines, used := []string{"*" + r.In.Say(view.LabelTasks) + "*"}, 0
	for i, t := range tasks {
		line := "• *" + Escape(bots.Clip(t.Title, 100), 200) + "* · " + taskFacts(t)
		if used += bots.Width(line) + 1; used > LimitSection-300 {
			lines = append(lines, view.More(r.In, len(tasks)-i))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, r.In.Say("They are changed on my Home tab, or in words.")), "\n")
}

func taskFacts(t view.BackgroundTask) string {
	var parts []string
	for _, f := range t.Lines() {
		text := Escape(bots.Clip(f.Text, 150), 200)
		if !f.At.IsZero() {
			text += " " + date(f.At)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " · ")
}

func taskButtons(t view.BackgroundTask) []slackapi.BlockElement {
	var out []slackapi.BlockElement
	for _, a := range t.Actions {
		action, style := actionTask+string(a.Change), slackapi.Style("")
		switch {
		case a.Edit:
			action = actionTaskEdit
		case a.History:
			action = actionTaskHistory
		}
		switch a.Weight {
		case view.Main, view.Agree:
			style = slackapi.StylePrimary
		case view.Grave:
			style = slackapi.StyleDanger
		case view.Plain:
		}
		out = append(out, Button(action, Subject{Background: t.ID, Change: a.Change}.String(), a.Label, style, a.Sure))
	}
	return out
}

// TaskForm asks what should be different about a task.
func TaskForm(id assistant.BackgroundID, f assistant.Form, in wording.Words) slackapi.ModalViewRequest {
	return Modal(f, FormState{Subject: Subject{Background: id}}, in)
}

// TaskReading shows how words were read, to be agreed to. It carries what was read and nothing that was not shown.
func TaskReading(id assistant.BackgroundID, was, edit string, r view.BackgroundReading, in wording.Words) (slackapi.ModalViewRequest, bool) {
	v := Modal(assistant.Form{Name: CallbackTaskReading, Title: assistant.Say(view.LabelEditTask), Send: assistant.Verbatim(r.Yes)}, FormState{Subject: Subject{Background: id}, Was: was, Edit: edit}, in)
	lines := []string{"*" + Escape(r.Title, 200) + "*", r.Shown}
	for _, l := range r.Lines {
		lines = append(lines, "• "+Escape(l, 1000))
	}
	v.Blocks.BlockSet = []slackapi.Block{Section(bots.Clip(strings.Join(lines, "\n"), LimitSection))}
	const carried = 3000 // Slack's limit of what a form carries along
	return v, len(v.PrivateMetadata) <= carried
}

// TaskHistory shows what a task is and what became of its last times.
func TaskHistory(t view.BackgroundTask, history view.List, in wording.Words) slackapi.ModalViewRequest {
	lines := []string{"*" + history.Title + "*"}
	for _, f := range history.Items {
		line := "• " + Escape(bots.Clip(f.Text, 150), 200)
		if !f.At.IsZero() {
			line += " · " + date(f.At)
		}
		lines = append(lines, line)
	}
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: PlainText(in.Say(view.LabelHistory), 24), Close: PlainText(in.Say("Close"), 24),
		Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{
			Section("*" + Escape(t.Title, 200) + "*\n" + Escape(bots.Clip(t.What, 1000), 2000)), ContextLine(taskFacts(t)), Section(bots.Clip(strings.Join(lines, "\n"), LimitSection)),
		}},
	}
}
