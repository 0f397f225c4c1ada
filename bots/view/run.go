package view

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func run(c bots.RunCard, w wording.Words) View {
	v := View{Kind: Run, State: string(c.Status), Label: w.Say("Run"), Title: bots.OneLine(w.Tell(c.Title))}
	if c.Waits() {
		v.State = "waiting"
	}
	v.Badge, v.Tone = runBadge(c, w)
	v.Standing = []string{v.Badge.Word, Progress(c, w)}
	add(&v, texts(Handing, lines(c.Handoffs))...)
	add(&v, tasks(c, w), runThinking(c, w), undone(c, w), Text{Voice: Noting, Words: unseen(c, w)},
		some(Fact{Sign: v.Badge.Sign, Text: standing(c, v.Badge, w)}, says(working(c, w))), Actions{runActions(c, w)})
	v.Aloud = runAloud(c, v.Badge.Word, w)
	return v
}

func tasks(c bots.RunCard, w wording.Words) Steps {
	steps, told := Steps{In: w, Unit: Tasks, Run: c.Run, Done: c.Done, Back: c.Back, Total: c.Total}, map[string]bool{}
	for _, g := range c.Groups {
		out := Group{In: w, Name: bots.OneLine(g.Name), Begun: g.Started, Note: parallel(len(g.Tasks), w)}
		for _, t := range g.Tasks {
			i := task(c, t, w)
			i.Problem = once(i.Problem, told, w)
			out.Items = append(out.Items, i)
		}
		steps.Groups = append(steps.Groups, out)
	}
	return steps
}

// once is a problem as it is told after others: what was told is not told again.
func once(p *Problem, told map[string]bool, w wording.Words) *Problem {
	if p == nil {
		return nil
	}
	if told[p.Message] {
		return &Problem{In: w, Message: Sentence(w.Say("for the same reason"))}
	}
	told[p.Message] = true
	return p
}

// standing says where a run stands, by whose wish, and what becomes of what it has done.
func standing(c bots.RunCard, b Badge, w wording.Words) string {
	by := ""
	if len(c.Undone) == 0 { // whoever asked to undo need not be who stopped it
		by = byWhom(w, c.By)
	}
	word := Sentence(b.Word)
	switch {
	case c.Undoing:
		return word + ", " + w.Say("asked") + by
	case c.Stopping:
		return word + ", " + w.Say("asked") + by + "; " + w.Say("what is done is kept")
	case c.TakenBack():
		return word
	case c.Status == assistant.RunFailed:
		return word + "; " + kept(c, w)
	case c.Status == assistant.RunCancelled && c.Why != "" && c.Why != assistant.NotDoneStopped:
		return word + "; " + kept(c, w) // nobody stopped it
	case c.Status == assistant.RunCancelled:
		return word + by + "; " + kept(c, w)
	default:
		return word
	}
}

// Progress says how much of the run is so now: what was taken back is not done any more.
func Progress(c bots.RunCard, w wording.Words) string {
	out := w.Say("%d of %d done", c.Done, c.Total)
	if c.Back > 0 {
		out += ", " + w.Say("%d taken back", c.Back)
	}
	if c.Out > 0 {
		out += ", " + w.Say("%d left out", c.Out)
	}
	return out
}

// kept says what became of the changes of a run that has not come to its end.
func kept(c bots.RunCard, w wording.Words) string {
	if len(c.Undone) > 0 {
		return w.Say("what could be undone is taken back")
	}
	return w.Say("what is done is kept")
}

// working names who is at work right now.
func working(c bots.RunCard, w wording.Words) string {
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
	switch len(names) {
	case 0:
		return ""
	case 1:
		return w.Say("%s is working", names[0])
	default:
		return w.Say("%s are working in parallel", w.List(names))
	}
}

func task(c bots.RunCard, t bots.RunTask, w wording.Words) Item {
	i := Item{
		ID: string(t.ID), Key: t.Key, State: t.State, Badge: taskBadge(t, w), Title: bots.OneLine(w.Tell(t.Summary)), Owner: t.Owner, Effect: t.Effect,
		Result: bots.OneLine(w.Tell(t.Result)), Read: t.Read, URL: t.URL, Problem: problem(t.Problem, w),
		Dialogue: dialogue(t, w),
	}
	i.Facts = some(onProject(t.Project, w)).Items
	if t.Attempt > 1 && t.State == bots.TaskInProgress {
		i.Facts = append(i.Facts, Fact{Text: w.Say("attempt %d", t.Attempt)})
	}
	if a := t.Allowed; a != nil && t.State == bots.TaskCompleted {
		i.Facts = append(i.Facts, Fact{Text: allowed(*a, w)})
		if a.ID != "" {
			i.Stands = Link{w.Say("See that approval"), "/approvals#standing-" + string(a.ID)}
		}
	}
	if t.CanUndo && len(c.Undoable()) > 0 {
		i.Undo = &Action{Do: UndoStep, Label: w.Say("Undo this step"), Spoken: undoLabel(t, w), Weight: Plain, On: On{Run: c.Run, Task: t.ID}}
	}
	if t.CanStop && len(c.Stoppable()) > 0 {
		i.Stop = &Action{Do: StopStep, Label: w.Say("Leave out"), Spoken: stopLabel(t, w), Weight: Plain, On: On{Run: c.Run, Task: t.ID}}
	}
	if t.Again && len(c.Retryable()) > 0 {
		i.Retry = &Action{Do: RetryStep, Label: w.Say("Try this step again"), Spoken: retryLabel(t, w), Weight: Plain, On: On{Run: c.Run, Task: t.ID}}
	}
	return i
}

// allowed says by whose standing approval something was done.
func allowed(a assistant.AllowedUse, w wording.Words) string {
	if a.At.IsZero() {
		return w.Say("done without asking, as %s allowed: %d of %d", called(a.By), a.Used, a.Most)
	}
	return w.Say("done without asking, as %s allowed on %s: %d of %d", called(a.By), w.Tell(assistant.DayOf(a.At)), a.Used, a.Most)
}

func undoLabel(t bots.RunTask, w wording.Words) string {
	return w.Say("Undo step %d: %s", t.Number, bots.OneLine(w.Tell(t.Summary)))
}

func stopLabel(t bots.RunTask, w wording.Words) string {
	return w.Say("Leave out step %d: %s", t.Number, bots.OneLine(w.Tell(t.Summary)))
}

func retryLabel(t bots.RunTask, w wording.Words) string {
	return w.Say("Try step %d again: %s", t.Number, bots.OneLine(w.Tell(t.Summary)))
}

// unseen says what the run has published without anybody having been shown it, and by whose wish; "" where nothing was.
func unseen(c bots.RunCard, w wording.Words) string {
	var what []string
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Unseen {
				what = append(what, bots.OneLine(w.Tell(t.Summary)))
			}
		}
	}
	if c.UnseenBy == "" || len(what) == 0 {
		return ""
	}
	return w.Say("Published without being shown first, as %s wished", called(c.UnseenBy)) + ": " + strings.Join(what, "; ")
}

func undone(c bots.RunCard, w wording.Words) List {
	if len(c.Undone) == 0 {
		return List{}
	}
	l := List{In: w, Title: w.Say("Taken back")}
	for _, u := range c.Undone {
		f := Fact{Sign: Done, Text: bots.OneLine(w.Tell(u.Summary))}
		if u.Problem != nil {
			f = Fact{Sign: Warned, Text: w.Say("%s could not be taken back: %s",
				bots.Clip(bots.OneLine(w.Tell(u.Summary)), mostOfName), bots.OneLine(w.Tell(u.Problem.Message)))}
		}
		l.Items = append(l.Items, f)
	}
	return l
}

func runActions(c bots.RunCard, w wording.Words) []Action {
	on := On{Run: c.Run}
	var out []Action
	if c.CanStop {
		out = append(out, StopRun(w, c.Run))
	}
	if c.CanRetry {
		out = append(out, Action{Do: Retry, Label: again(c.Why, w), Weight: Main, On: on})
	}
	if c.CanUndo {
		out = append(out, Action{Do: Undo, Label: w.Say("Undo"), Weight: Plain, On: on, Sure: &Sure{
			Title: w.Say("Take the changes back?"), Text: w.Say("What this run changed is taken back, newest first."), Yes: w.Say("Undo"), No: w.Say("Keep them"), Grave: true,
		}})
	}
	if tasks := c.Undoable(); len(tasks) > 0 {
		out = append(out, oneStep(tasks, undoLabel, w, Action{Do: UndoStep, Label: w.Say("Undo one step"), Weight: Plain, On: on, Sure: &Sure{
			Title: w.Say("Take this step back?"), Text: w.Say("What this one step changed is taken back."), Yes: w.Say("Undo"), No: w.Say("Keep it"),
		}}))
	}
	if tasks := c.Stoppable(); len(tasks) > 0 {
		out = append(out, oneStep(tasks, stopLabel, w, Action{Do: StopStep, Label: w.Say("Leave out one step"), Weight: Plain, On: on, Sure: &Sure{
			Title: w.Say("Leave this step out?"), Text: w.Say("It is not done, and neither is what needs it. The others go on."),
			Yes: w.Say("Leave it out"), No: w.Say("Keep it"),
		}}))
	}
	if tasks := c.Retryable(); len(tasks) > 0 {
		out = append(out, oneStep(tasks, retryLabel, w, Action{Do: RetryStep, Label: w.Say("Try one step again"), Weight: Plain, On: on}))
	}
	return out
}

// oneStep is an action on one of some steps.
func oneStep(of []bots.RunTask, label func(bots.RunTask, wording.Words) string, w wording.Words, a Action) Action {
	for _, t := range of {
		a.Options = append(a.Options, assistant.Option{Label: label(t, w), Value: string(t.ID)})
	}
	return a
}

// again is what having a run tried again is called.
func again(why assistant.NotDone, w wording.Words) string {
	if why == assistant.NotDoneExpired || why == assistant.NotDoneDeclined {
		return w.Say(LabelAskAgain)
	}
	return w.Say(LabelRetry)
}

// StopRun stops a run, wherever it is listed.
func StopRun(w wording.Words, id assistant.RunID) Action {
	return Action{Do: Stop, Label: w.Say("Stop"), Weight: Grave, On: On{Run: id}, Sure: &Sure{
		Title: w.Say("Stop this run?"), Text: w.Say("Nothing further is started. What is done is kept."), Yes: w.Say("Stop"), No: w.Say("Keep going"), Grave: true,
	}}
}

func runAloud(c bots.RunCard, word string, w wording.Words) string {
	out := []string{w.Say("Run %s: %s, %s", w.Tell(c.Title), word, Progress(c, w))}
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Problem != nil {
				out = append(out, w.Say("Failed: %s", w.Tell(t.Summary))+" — "+w.Tell(t.Problem.Whole()))
			}
		}
	}
	return strings.Join(out, "\n")
}
