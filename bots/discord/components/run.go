package components

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r Renderer) run(c bots.RunCard) Look {
	return fit(4, func(d int) Look { return r.runLook(c, d) })
}

func (r Renderer) runLook(c bots.RunCard, detail int) Look {
	head := []string{fmt.Sprintf("## %s\n%s · %s", Line(c.Title, 120), runWord(c), c.Progress())}
	for i, h := range c.Handoffs {
		if i == min(3, detail) {
			break
		}
		head = append(head, "-# ➡️ "+Line(h, 150))
	}
	cs := []Component{Text(strings.Join(head, "\n")), separator(true)}
	shown, limit := 0, []int{5, 10, 20, 30, 40}[detail]
	for i, g := range c.Groups {
		var lines []string
		for _, t := range g.Tasks {
			if shown < limit && i < 8 {
				shown++
				lines = append(lines, r.taskLines(t, detail))
			}
		}
		if len(lines) > 0 {
			cs = append(cs, Text("**Group "+Line(g.Name, 40)+"**\n"+strings.Join(lines, "\n")))
		}
	}
	if more := c.Total - shown; more > 0 {
		cs = append(cs, small(fmt.Sprintf("and %s not shown here", count(more, "more task", "more tasks"))))
	}
	if detail > 0 {
		cs = append(cs, r.runThinking(c, []int{0, 300, 600, 1000, 1500}[detail])...)
	}
	if u := undone(c, detail); u != "" {
		cs = append(cs, Text(u))
	}
	if u := c.Unseen(); u != "" {
		cs = append(cs, small(Line(u, []int{100, 150, 300, 400, 500}[detail])))
	}
	cs = append(cs, small(runIcon(c), working(c)))
	return Look{Components: []Component{container(runColour(c), append(cs, r.runButtons(c)...)...)}}
}

func runWord(c bots.RunCard) string {
	switch {
	case c.Undoing:
		return "undoing"
	case c.Stopping:
		return "stopping"
	}
	switch c.Status {
	case assistant.RunPlanning:
		return "planning"
	case assistant.RunRunning:
		return "running"
	case assistant.RunCompleted:
		return "completed"
	case assistant.RunFailed:
		return "failed"
	case assistant.RunCancelled:
		return "stopped"
	default:
		return "open"
	}
}

func runColour(c bots.RunCard) int {
	switch {
	case c.Undoing, !c.Status.Ended():
		return colourWorking
	case c.Status == assistant.RunCompleted:
		return colourGood
	case c.Status == assistant.RunFailed:
		return colourBad
	default:
		return colourQuiet
	}
}

func runIcon(c bots.RunCard) string {
	by := ""
	if c.By != "" && len(c.Undone) == 0 { // whoever asked to undo need not be who stopped it
		by = " by " + Line(c.By, 100)
	}
	switch {
	case c.Undoing:
		return "↩️ Undoing, asked" + by
	case c.Stopping:
		return "🛑 Stopping, asked" + by + "; what is done is kept"
	case c.Status == assistant.RunCompleted:
		return "✅ Completed"
	case c.Status == assistant.RunFailed:
		return "⚠️ Failed; " + kept(c)
	case c.Status == assistant.RunCancelled:
		return "🛑 Stopped" + by + "; " + kept(c)
	default:
		return "⏳ Running"
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
				names = append(names, Line(t.Owner.Called, 60))
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

func (r Renderer) taskLines(t bots.RunTask, detail int) string {
	n := []int{50, 80, 120, 200, 300}[detail]
	lines := []string{taskIcon(t.State) + " " + Line(t.Summary, n)}
	if detail > 1 {
		lines = append(lines, "-# "+Line(t.Owner.Called, 60)+taskWord(t))
	} else {
		lines[0] += taskWord(t)
	}
	switch {
	case t.Problem != nil && detail > 0:
		lines = append(lines, "-# "+Line(t.Problem.Message, n)+" "+Line(t.Problem.Recovery, n))
	case t.Problem != nil:
		lines = append(lines, "-# "+Line(t.Problem.Message, n))
	case t.Result != "":
		lines = append(lines, "-# "+Line(t.Result, n))
	}
	if u := r.link(t.URL); u != "" && bots.Width(u) <= []int{60, 100, 200, 300, 400}[detail] {
		lines = append(lines, "-# <"+u+">")
	}
	return strings.Join(lines, "\n")
}

func taskIcon(s bots.TaskState) string {
	switch s {
	case bots.TaskInProgress:
		return "🔄"
	case bots.TaskCompleted:
		return "✅"
	case bots.TaskFailed:
		return "❌"
	case bots.TaskWaiting:
		return "✋"
	case bots.TaskCancelled:
		return "⏹️"
	case bots.TaskUndone:
		return "↩️"
	case bots.TaskOpen:
		return "⏸️"
	default:
		return "⏸️"
	}
}

func taskWord(t bots.RunTask) string {
	switch t.State {
	case bots.TaskWaiting:
		return " · waits for your approval"
	case bots.TaskCancelled:
		return " · not done, " + cmp.Or(t.Why, "the run ended before")
	case bots.TaskUndone:
		return " · taken back"
	case bots.TaskInProgress:
		if t.Attempt > 1 {
			return fmt.Sprintf(" · attempt %d", t.Attempt)
		}
		return ""
	case bots.TaskOpen, bots.TaskCompleted, bots.TaskFailed:
		return ""
	default:
		return ""
	}
}

// runThinking is the run's thinking by step group and agent: a little behind a spoiler, much behind a button.
func (r Renderer) runThinking(c bots.RunCard, budget int) []Component {
	var lines []string
	n, newest := 0, bots.ThinkingLine{}
	for _, g := range c.Thinking {
		lines = append(lines, "**"+Line(g.Title, 40)+"**")
		for _, a := range g.Agents {
			for _, l := range a.Lines {
				lines = append(lines, "• **"+Line(a.Agent.Called, 40)+"** "+Line(l.Text, 200))
				if n++; !l.At.Before(newest.At) {
					newest = l
				}
			}
		}
	}
	if n == 0 {
		return nil
	}
	if r.showThinking(VerbThoughtRun, VerbLeafRun, string(c.Run), n) != nil {
		return []Component{Text(thinkingHead(newest.Text, n))}
	}
	return []Component{thinkingBox(newest.Text, n, lines, budget)}
}

func undone(c bots.RunCard, detail int) string {
	if len(c.Undone) == 0 {
		return ""
	}
	lines := []string{"**Undo**"}
	for i, u := range c.Undone {
		if i == []int{3, 4, 6, 8, 10}[detail] {
			lines = append(lines, fmt.Sprintf("- and %d more", len(c.Undone)-i))
			break
		}
		l := "✅ taken back: " + Line(u.Summary, 80)
		if u.Problem != nil {
			l = "⚠️ not taken back: " + Line(u.Summary, 80) + " — " + Line(u.Problem.Message, 100)
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n")
}

func (r Renderer) runButtons(c bots.RunCard) []Component {
	id := string(c.Run)
	var buttons []Component
	if c.CanStop {
		buttons = append(buttons, button(styleDanger, "Stop", CustomID(verbStop, id)))
	}
	if c.CanRetry {
		buttons = append(buttons, button(stylePrimary, "Try again", CustomID(verbRetry, id)))
	}
	if c.CanUndo {
		buttons = append(buttons, button(styleSecondary, "Undo", CustomID(verbUndo, id)))
	}
	thoughts := 0
	for _, g := range c.Thinking {
		for _, a := range g.Agents {
			thoughts += len(a.Lines)
		}
	}
	if show := r.showThinking(VerbThoughtRun, VerbLeafRun, id, thoughts); show != nil {
		buttons = append(buttons, *show)
	}
	out := rows(buttons)
	if tasks := c.Undoable(); len(tasks) > 0 {
		out = append(out, undoStep(id, tasks))
	}
	return out
}

// undoStep offers to take one step back by itself.
func undoStep(run string, tasks []bots.RunTask) Component {
	s := Component{Type: typeSelect, CustomID: CustomID(VerbUndoStep, run), Placeholder: "Undo one step"}
	for i, t := range tasks {
		if i == selectLimit { // words still reach the others
			break
		}
		s.Options = append(s.Options, option{Label: Label(t.UndoLabel(), LimitOption), Value: string(t.ID)})
	}
	return row(s)
}
