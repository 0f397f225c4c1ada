package blocks

import (
	"cmp"
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r Renderer) run(c bots.RunCard) Message {
	return fit(4, func(d int) Message { return r.runLook(c, d) })
}

func (r Renderer) runLook(c bots.RunCard, detail int) Message {
	word := runWord(c)
	title := fmt.Sprintf("%s — %s, %s", bots.Clip(bots.OneLine(c.Title), 90), word, c.Progress())
	block := slackapi.NewPlanBlock(bots.Clip(title, LimitTitle))
	limit := []int{10, 20, 30, 40, 40}[detail]
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if len(block.Tasks) < limit {
				block.Tasks = append(block.Tasks, *r.runTask(g.Name, t, detail))
			}
		}
	}
	var blocks []slackapi.Block
	for i, h := range c.Handoffs {
		if i == min(3, detail) {
			break
		}
		blocks = append(blocks, ContextLine(":arrow_right: "+Escape(bots.OneLine(h), 300)))
	}
	blocks = append(blocks, block)
	if more := c.Total - len(block.Tasks); more > 0 {
		blocks = append(blocks, ContextLine(fmt.Sprintf("and %s not shown here", count(more, "more task", "more tasks"))))
	}
	if detail > 0 {
		blocks = append(blocks, runThinking(c, []int{0, 800, 1600, 3000, 5000}[detail])...)
	}
	blocks = append(blocks, undone(c, detail)...)
	if u := c.Unseen(); u != "" {
		blocks = append(blocks, ContextLine(Escape(u, 500)))
	}
	blocks = append(blocks, ContextLine(runIcon(c), working(c)))
	if acts := runButtons(c); acts != nil {
		blocks = append(blocks, acts)
	}
	return Message{Text: runText(c, word), Blocks: blocks}
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
		return string(c.Status)
	}
}

func runIcon(c bots.RunCard) string {
	by := ""
	if c.By != "" && len(c.Undone) == 0 { // whoever asked to undo need not be who stopped it
		by = " by " + Escape(bots.OneLine(c.By), 100)
	}
	switch {
	case c.Undoing:
		return ":leftwards_arrow_with_hook: Undoing, asked" + by
	case c.Stopping:
		return ":octagonal_sign: Stopping, asked" + by + "; what is done is kept"
	case c.Status == assistant.RunCompleted:
		return ":white_check_mark: Completed"
	case c.Status == assistant.RunFailed:
		return ":warning: Failed; " + kept(c)
	case c.Status == assistant.RunCancelled:
		return ":octagonal_sign: Stopped" + by + "; " + kept(c)
	default:
		return ":hourglass_flowing_sand: Running"
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
				names = append(names, Escape(bots.OneLine(t.Owner.Called), 80))
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

func (r Renderer) runTask(group string, t bots.RunTask, detail int) *slackapi.TaskCardBlock {
	title := bots.Clip(group+" · "+bots.OneLine(t.Summary), []int{60, 90, 120, LimitTitle, LimitTitle}[detail])
	b := slackapi.NewTaskCardBlock(bots.Clip(string(t.ID), 40), title).WithStatus(cardStatus(t.State))
	line := bots.OneLine(t.Owner.Called) + taskWord(t)
	b.Details = rich([]string{line}, []int{60, 120, 200, 200, 200}[detail])
	n := []int{80, 150, 300, 600, 600}[detail]
	switch {
	case t.Problem != nil:
		b.Output = rich([]string{bots.OneLine(t.Problem.Message), bots.OneLine(t.Problem.Recovery)}, n)
	case t.Result != "":
		b.Output = rich([]string{bots.OneLine(t.Result)}, n)
	}
	if u := r.Link(t.URL); u != "" && bots.Width(u) <= []int{80, 200, 500, 1000, 1000}[detail] {
		b.Sources = []slackapi.TaskCardSource{slackapi.NewTaskCardSource(u, bots.Clip(u, 100))}
	}
	return b
}

func cardStatus(s bots.TaskState) slackapi.TaskCardStatus {
	switch s {
	case bots.TaskInProgress:
		return slackapi.TaskCardStatusInProgress
	case bots.TaskCompleted:
		return slackapi.TaskCardStatusComplete
	case bots.TaskFailed:
		return slackapi.TaskCardStatusError
	case bots.TaskOpen, bots.TaskWaiting, bots.TaskCancelled, bots.TaskUndone:
		return slackapi.TaskCardStatusPending
	default:
		return slackapi.TaskCardStatusPending
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

// runThinking is the run's thinking by step group and agent, collapsed.
func runThinking(c bots.RunCard, budget int) []slackapi.Block {
	var titles []string
	var groups [][]string
	n, newest := 0, bots.ThinkingLine{}
	for _, g := range c.Thinking {
		var lines []string
		for _, a := range g.Agents {
			for _, l := range a.Lines {
				lines = append(lines, "• *"+Escape(bots.OneLine(a.Agent.Called), 60)+"* "+Escape(bots.OneLine(l.Text), 300))
				if n++; !l.At.Before(newest.At) {
					newest = l
				}
			}
		}
		titles, groups = append(titles, g.Title), append(groups, lines)
	}
	if n == 0 {
		return nil
	}
	return []slackapi.Block{thinkingBox(newest.Text, n, titles, groups, budget)}
}

func undone(c bots.RunCard, detail int) []slackapi.Block {
	if len(c.Undone) == 0 {
		return nil
	}
	lines := []string{"*Undo*"}
	for i, u := range c.Undone {
		if i == []int{3, 5, 8, 10, 10}[detail] {
			lines = append(lines, fmt.Sprintf("• and %d more", len(c.Undone)-i))
			break
		}
		l := ":white_check_mark: taken back: " + Escape(bots.OneLine(u.Summary), 100)
		if u.Problem != nil {
			l = ":warning: not taken back: " + Escape(bots.OneLine(u.Summary), 100) + " — " + Escape(bots.OneLine(u.Problem.Message), 150)
		}
		lines = append(lines, l)
	}
	return []slackapi.Block{Section(strings.Join(lines, "\n"))}
}

func runButtons(c bots.RunCard) slackapi.Block {
	value := runValue(c.Run)
	var elements []slackapi.BlockElement
	if c.CanStop {
		elements = append(elements, Button(actionStop, value, "Stop", slackapi.StyleDanger,
			&confirmation{title: "Stop this run?", text: "Finished tasks are kept.", yes: "Stop", no: "Keep going", danger: true}))
	}
	if c.CanRetry {
		elements = append(elements, Button(actionRetry, value, "Try again", slackapi.StylePrimary, nil))
	}
	if c.CanUndo {
		elements = append(elements, Button(actionUndo, value, "Undo", slackapi.StyleDefault,
			&confirmation{title: "Take the changes back?", text: "What this run changed is taken back, newest first.", yes: "Undo", no: "Keep them", danger: true}))
	}
	if tasks := c.Undoable(); len(tasks) > 0 {
		elements = append(elements, undoStep(c.Run, tasks))
	}
	if len(elements) == 0 {
		return nil
	}
	return slackapi.NewActionBlock("", elements...)
}

// undoStep offers to take one step back by itself.
func undoStep(run assistant.RunID, tasks []bots.RunTask) slackapi.BlockElement {
	var options []*slackapi.OptionBlockObject
	for i, t := range tasks {
		if i == 25 { // a card has only so much room; words still reach the others
			break
		}
		options = append(options, slackapi.NewOptionBlockObject(taskValue(t.ID), PlainText(t.UndoLabel(), LimitOption), nil))
	}
	s := slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, PlainText("Undo one step", LimitTitle), actionUndoStep+string(run), options...)
	s.Confirm = slackapi.NewConfirmationBlockObject(PlainText("Take this step back?", 100), PlainText("What this one step changed is taken back.", 300),
		PlainText("Undo", 30), PlainText("Keep it", 30))
	return s
}

func runText(c bots.RunCard, word string) string {
	lines := []string{fmt.Sprintf("Run %s: %s, %s", c.Title, word, c.Progress())}
	for _, g := range c.Groups {
		for _, t := range g.Tasks {
			if t.Problem != nil {
				lines = append(lines, "Failed: "+t.Summary+" — "+t.Problem.Message+" "+t.Problem.Recovery)
			}
		}
	}
	return Plain(strings.Join(lines, "\n"))
}
