package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

// undo takes back what the run changed, newest first, and says what could not be taken back.
func (r *runs) undo(ctx context.Context, t *turn, b assistant.UndoRequested) error {
	v, err := r.turnTo(ctx, t, b.Run)
	if err != nil {
		return err
	}
	t.doing.move(assistant.ActivityExecuting)
	line := t.words().Say("Hans is taking back what this run changed, newest first.")
	if b.Task != "" {
		line = t.words().Say("Hans is taking back what this step of the run changed.")
	}
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseExecution, line); err != nil {
		return err
	}
	used := stays(v, b.Task, t.words())
	if used != "" {
		if err := t.Think(ctx, assistant.Chief, assistant.PhaseExecution, used); err != nil {
			return err
		}
	}
	t.flush(ctx)
	calls, err := r.read.Calls(ctx, t.claim.Tenant, b.Run)
	if err != nil {
		return fmt.Errorf("read calls of run %s: %w", b.Run, err)
	}
	if b.Task != "" {
		calls = slices.DeleteFunc(calls, func(c assistant.ToolCall) bool { return c.Task != b.Task })
	}
	project, _ := t.sit.Focus(v.Run.Project)
	var tasks []assistant.UndoneTask
	var undone []assistant.CallID
	late := t.laneHold.aside(ctx, func() error {
		tasks, undone = r.doer.Undo(ctx, t.whose(project, v.Run), calls)
		return nil
	})
	for _, id := range undone {
		if err := r.read.MarkUndone(ctx, t.claim, id); err != nil {
			return fmt.Errorf("mark call %s undone: %w", id, err)
		}
	}
	if late != nil {
		return late
	}
	t.say("undone", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Content: t.words().Say("Undo finished"), Run: b.Run, Body: assistant.Undone{Run: b.Run, Tasks: tasks},
	})
	t.correct(v, tasks)
	said := undoText(b, tasks, t.words())
	if used != "" && len(backOf(tasks)) > 0 {
		said += "\n\n" + used
	}
	t.reply(said+left(v.Run, v.Tasks, tasks, t.words()), true)
	return nil
}

// correct lets the summaries of a run say no longer that something can be undone that was. Those further up than the window stay: they say
// what was so then.
func (t *turn) correct(v assistant.RunView, undone []assistant.UndoneTask) {
	back := backOf(undone)
	v.Tasks = slices.Clone(v.Tasks)
	for i := range v.Tasks {
		v.Tasks[i].Undone = v.Tasks[i].Undone || back[v.Tasks[i].ID]
	}
	for _, m := range t.sit.Recent {
		said, ok := m.Body.(assistant.Said)
		if !ok || !said.Final || m.Run != v.Run.ID || m.Author != assistant.AuthorAssistant {
			continue
		}
		if now := planning.StillUndoable(m.Content, v, t.words()); now != m.Content {
			t.say("corrected", assistant.Message{Agent: m.Agent, Kind: assistant.KindStatus, Content: now, Run: m.Run, Body: assistant.Revised{Message: m.ID}})
		}
	}
}

// backOf are the tasks of which what they did is taken back.
func backOf(undone []assistant.UndoneTask) map[assistant.TaskID]bool {
	back := map[assistant.TaskID]bool{}
	for _, u := range undone {
		if u.Problem == nil {
			back[u.Task] = true
		}
	}
	return back
}

// left says how much of a run is still so once something of it was taken back; nothing where nothing was.
func left(run assistant.Run, tasks []assistant.Task, undone []assistant.UndoneTask, w wording.Words) string {
	back := backOf(undone)
	if len(back) == 0 {
		return ""
	}
	still := 0
	for _, t := range tasks {
		if t.Done() && !back[t.ID] {
			still++
		}
	}
	return "\n\n" + stillDone(strings.Join(strings.Fields(run.Title), " "), still, len(tasks), w)
}

// stillDone says how much of a run is done now.
func stillDone(title string, still, of int, w wording.Words) string {
	switch {
	case still == 0:
		return w.Say("Nothing of “%s” is done any more.", title)
	case of == 1:
		return w.Say("The one step of “%s” is still done.", title)
	default:
		return w.Say("Of the %d steps of “%s”, %d are done now.", of, title, still)
	}
}

func undoText(b assistant.UndoRequested, tasks []assistant.UndoneTask, w wording.Words) string {
	if len(tasks) == 0 && b.Task != "" {
		return w.Say("There was nothing to undo: this step changed nothing that is still in place.")
	}
	if len(tasks) == 0 {
		return w.Say("There was nothing to undo: this run changed nothing that is still in place.")
	}
	var done, left []string
	for _, u := range tasks {
		if u.Problem == nil {
			done = append(done, "- "+w.Tell(u.Says()))
		} else {
			left = append(left, "- "+w.Tell(u.Says())+": "+w.Tell(u.Problem.Whole()))
		}
	}
	var out strings.Builder
	if len(done) > 0 {
		out.WriteString(w.Say("I have taken back:") + "\n" + strings.Join(done, "\n"))
	}
	if len(left) > 0 {
		if out.Len() > 0 {
			out.WriteString("\n\n")
		}
		out.WriteString(w.Say("I could not take back:") + "\n" + strings.Join(left, "\n"))
	}
	return out.String()
}
