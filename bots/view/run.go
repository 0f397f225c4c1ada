package view

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func run(c bots.RunCard) View {
	v := View{Kind: Run, Label: "Run", Title: bots.OneLine(c.Title), Unit: Tasks, Handoffs: lines(c.Handoffs), Undone: undone(c)}
	v.Badge, v.Tone = runBadge(c)
	v.Standing = []string{v.Badge.Word, c.Progress()}
	for _, g := range c.Groups {
		out := Group{Name: bots.OneLine(g.Name), Begun: g.Started, Note: parallel(len(g.Tasks))}
		for _, t := range g.Tasks {
			out.Items = append(out.Items, task(c, t))
		}
		v.Groups = append(v.Groups, out)
	}
	v.Thinking = runThinking(c)
	if u := unseen(c); u != "" {
		v.Notes = []string{u}
	}
	v.Facts = some(Fact{Sign: v.Badge.Sign, Text: standing(c, v.Badge)}, says(working(c)))
	v.Actions, v.Aloud = runActions(c), runAloud(c, v.Badge.Word)
	return v
}

// standing says where a run stands, by whose wish, and what becomes of what it has done.
func standing(c bots.RunCard, b Badge) string {
	by := ""
	if len(c.Undone) == 0 { // whoever asked to undo need not be who stopped it
		by = byWhom(c.By)
	}
	word := Sentence(b.Word)
	switch {
	case c.Undoing:
		return word + ", asked" + by
	case c.Stopping:
		return word + ", asked" + by + "; what is done is kept"
	case c.TakenBack():
		return word
	case c.Status == assistant.RunFailed:
		return word + "; " + kept(c)
	case c.Status == assistant.RunCancelled:
		return word + by + "; " + kept(c)
	default:
		return word
	}
}

// kept says what became of the changes of a run that has not come to its end.
func kept(c bots.RunCard) string {
	if len(c.Undone) > 0 {
		return "what could be undone is taken back"
	}
	return "what is done is kept"
}

// working names who is at work right now.
func working(c bots.RunCard) string {
	var names []string
	seen := map[assistant.AgentID]bool{}
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.State == bots.TaskInProgress && !seen[t.Owner.ID] && len(names) < 5 {
				seen[t.Owner.ID] = true
				names = append(names, called(t.Owner.Called))
			}
		}
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0] + " is working"
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " are working in parallel"
	}
}

func task(c bots.RunCard, t bots.RunTask) Item {
	i := Item{
		ID: string(t.ID), Key: t.Key, State: t.State, Badge: taskBadge(t), Title: bots.OneLine(t.Summary), Owner: t.Owner, Effect: t.Effect,
		Result: bots.OneLine(t.Result), Read: t.Read, URL: t.URL, Problem: problem(t.Problem),
	}
	if t.Attempt > 1 && t.State == bots.TaskInProgress {
		i.Facts = []Fact{{Text: fmt.Sprintf("attempt %d", t.Attempt)}}
	}
	if t.Unseen && c.UnseenBy != "" {
		i.Unseen = unseenWish(c)
	}
	if t.CanUndo && len(c.Undoable()) > 0 {
		i.Undo = &Action{Do: UndoStep, Label: "Undo this step", Spoken: undoLabel(t), Weight: Plain, On: On{Run: c.Run, Task: t.ID}}
	}
	return i
}

func undoLabel(t bots.RunTask) string {
	return fmt.Sprintf("Undo step %d: %s", t.Number, bots.OneLine(t.Summary))
}

func unseenWish(c bots.RunCard) string {
	return "Published without being shown first, as " + called(c.UnseenBy) + " wished"
}

// unseen says what the run has published without anybody having been shown it, and by whose wish; "" where nothing was.
func unseen(c bots.RunCard) string {
	var what []string
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Unseen {
				what = append(what, bots.OneLine(t.Summary))
			}
		}
	}
	if c.UnseenBy == "" || len(what) == 0 {
		return ""
	}
	return unseenWish(c) + ": " + strings.Join(what, "; ")
}

func undone(c bots.RunCard) List {
	if len(c.Undone) == 0 {
		return List{}
	}
	l := List{Title: "Taken back"}
	for _, u := range c.Undone {
		f := Fact{Sign: Done, Text: bots.OneLine(u.Summary)}
		if u.Problem != nil {
			f = Fact{Sign: Warned, Text: bots.Clip(bots.OneLine(u.Summary), mostOfName) + " could not be taken back: " + bots.OneLine(u.Problem.Message)}
		}
		l.Items = append(l.Items, f)
	}
	return l
}

func runActions(c bots.RunCard) []Action {
	on := On{Run: c.Run}
	var out []Action
	if c.CanStop {
		out = append(out, StopRun(c.Run))
	}
	if c.CanRetry {
		out = append(out, Action{Do: Retry, Label: LabelRetry, Weight: Main, On: on})
	}
	if c.CanUndo {
		out = append(out, Action{Do: Undo, Label: "Undo", Weight: Plain, On: on, Sure: &Sure{
			Title: "Take the changes back?", Text: "What this run changed is taken back, newest first.", Yes: "Undo", No: "Keep them", Grave: true,
		}})
	}
	if tasks := c.Undoable(); len(tasks) > 0 {
		step := Action{Do: UndoStep, Label: "Undo one step", Weight: Plain, On: on, Sure: &Sure{
			Title: "Take this step back?", Text: "What this one step changed is taken back.", Yes: "Undo", No: "Keep it",
		}}
		for _, t := range tasks {
			step.Choices = append(step.Choices, Choice{Label: undoLabel(t), Value: string(t.ID)})
		}
		out = append(out, step)
	}
	return out
}

// StopRun stops a run, wherever it is listed.
func StopRun(id assistant.RunID) Action {
	return Action{Do: Stop, Label: "Stop", Weight: Grave, On: On{Run: id}, Sure: &Sure{
		Title: "Stop this run?", Text: "Nothing further is started. What is done is kept.", Yes: "Stop", No: "Keep going", Grave: true,
	}}
}

func runAloud(c bots.RunCard, word string) string {
	out := []string{fmt.Sprintf("Run %s: %s, %s", c.Title, word, c.Progress())}
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Problem != nil {
				out = append(out, "Failed: "+t.Summary+" — "+t.Problem.Message+" "+t.Problem.Recovery)
			}
		}
	}
	return strings.Join(out, "\n")
}
