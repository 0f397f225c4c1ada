package bots

import (
	"cmp"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// runFold is a run card in the making.
type runFold struct {
	card     RunCard
	names    Names
	started  bool
	tasks    []assistant.Task // in the run's order
	view     map[assistant.TaskID]*RunTask
	undoable map[assistant.TaskID]bool
	shown    map[assistant.TaskID]int // how often what it would do was put before people
	groups   map[string]bool          // step groups that have been released
	thoughts []thought
}

type thought struct {
	line  ThinkingLine
	group string
}

func foldRun(ms []assistant.Message, names Names) (RunCard, bool) {
	f := runFold{
		names: names, view: map[assistant.TaskID]*RunTask{}, undoable: map[assistant.TaskID]bool{}, shown: map[assistant.TaskID]int{}, groups: map[string]bool{},
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.RunStarted); ok && !f.started {
			f.start(b)
		}
	}
	if !f.started {
		return RunCard{}, false
	}
	for _, m := range ms {
		f.apply(m)
	}
	return f.draw(), true
}

func (f *runFold) start(b assistant.RunStarted) {
	f.started = true
	f.card.Run, f.card.Title, f.card.Status = b.Run.ID, b.Run.Title, assistant.RunRunning
	f.card.UnseenBy = unseenBy(b.Run, f.names)
	f.tasks = slices.Clone(b.Tasks)
	slices.SortStableFunc(f.tasks, func(a, c assistant.Task) int {
		return cmp.Or(cmp.Compare(a.Group, c.Group), cmp.Compare(a.Order, c.Order))
	})
	for _, t := range f.tasks {
		f.view[t.ID] = &RunTask{
			ID: t.ID, Key: t.Key, Number: t.Order, Summary: t.Summary, Owner: f.names.Speaker(t.Owner), State: TaskOpen, Effect: t.Effect,
		}
	}
}

func (f *runFold) apply(m assistant.Message) {
	f.card.At = m.At
	switch b := m.Body.(type) {
	case assistant.Thought:
		f.think(m, b)
	case assistant.Routed:
		f.card.Handoffs = handedOff(f.card.Handoffs, m, b)
	case assistant.GroupStarted:
		f.groups[b.Group] = true
	case assistant.TaskStarted:
		// Going on after a question is no new attempt.
		f.task(b.Task, func(t *RunTask) { t.State, t.Attempt = TaskInProgress, max(1, b.Attempt-f.shown[b.Task]) })
	case assistant.TaskWaiting:
		f.shown[b.Task]++
		f.task(b.Task, func(t *RunTask) { t.State = TaskWaiting })
	case assistant.TaskFinished:
		f.finish(b)
	case assistant.RunFinished:
		f.end(b.Status)
	case assistant.StopRequested:
		f.card.By, f.card.Stopping = f.names.Person(m.Person), !f.card.Status.Ended()
		f.each(TaskOpen, TaskCancelled)
		f.each(TaskWaiting, TaskCancelled)
	case assistant.RetryRequested:
		f.card.By, f.card.Status, f.card.Stopping = f.names.Person(m.Person), assistant.RunRunning, false
		f.each(TaskFailed, TaskOpen)
		f.each(TaskCancelled, TaskOpen) // what came after a failure waits for its turn again
	case assistant.UndoRequested:
		f.card.By, f.card.Undoing = f.names.Person(m.Person), true
	case assistant.Undone:
		f.undo(b)
	case assistant.RunStarted, assistant.Said, assistant.Revised, assistant.ActivityChanged, assistant.Briefed, assistant.Asked,
		assistant.Answered, assistant.PlanProposed, assistant.PlanDecided, assistant.ApprovalRequested,
		assistant.ApprovalDecided, assistant.Failed, assistant.Rated, assistant.FileRead, assistant.Reminded:
		// The start is taken already; the rest belongs to other slots.
	}
}

func (f *runFold) task(id assistant.TaskID, change func(*RunTask)) {
	if t := f.view[id]; t != nil {
		change(t)
	}
}

// each moves every task that is in one state to another. What a task said of its failure goes with the failure.
func (f *runFold) each(from, to TaskState) {
	for _, t := range f.view {
		if t.State != from {
			continue
		}
		t.State = to
		if from == TaskFailed {
			t.Problem, t.Result, t.Read, t.URL = nil, "", "", ""
		}
	}
}

func (f *runFold) finish(b assistant.TaskFinished) {
	f.task(b.Task, func(t *RunTask) {
		t.State, t.Result, t.URL, t.Problem = TaskState(b.Status), b.Result.Summary, b.Result.Address(), b.Problem
		t.Read = b.Result.Read
		f.undoable[t.ID] = b.Status == assistant.TaskCompleted && b.Result.Undo
	})
}

// end closes the run. A task that had not ended by then never will.
func (f *runFold) end(s assistant.RunStatus) {
	f.card.Status, f.card.Stopping = s, false
	if s.Ended() {
		f.each(TaskOpen, TaskCancelled)
		f.each(TaskWaiting, TaskCancelled)
		f.each(TaskInProgress, TaskCancelled)
	}
}

func (f *runFold) undo(b assistant.Undone) {
	f.card.Undoing, f.card.Undone = false, nil
	for _, u := range b.Tasks {
		f.card.Undone = append(f.card.Undone, UndoneLine{Summary: u.Summary, Problem: u.Problem})
		if u.Problem == nil {
			f.task(u.Task, func(t *RunTask) { t.State, t.URL = TaskUndone, "" }) // nothing is there any more
			f.undoable[u.Task] = false
		}
	}
}

func (f *runFold) think(m assistant.Message, b assistant.Thought) {
	group := b.Group
	if group == "" {
		if i := slices.IndexFunc(f.tasks, func(t assistant.Task) bool { return b.Task != "" && t.ID == b.Task }); i >= 0 {
			group = f.tasks[i].Group
		}
	}
	f.thoughts = append(f.thoughts, thought{line: line(m, b, f.names), group: group})
}

func (f *runFold) draw() RunCard {
	c := f.card
	failed, undoable := 0, 0
	for _, t := range f.tasks {
		v := *f.view[t.ID]
		at := slices.IndexFunc(c.Groups, func(g RunGroup) bool { return g.Name == t.Group })
		if at < 0 {
			c.Groups, at = append(c.Groups, RunGroup{Name: t.Group, Started: f.groups[t.Group]}), len(c.Groups)
		}
		if v.State == TaskCancelled {
			v.Why = notDone(c)
		}
		v.CanUndo = f.undoable[t.ID] && c.Status.Ended() && !c.Undoing
		v.Unseen = v.State == TaskCompleted && c.UnseenBy != "" && t.Effect == assistant.EffectReversible && assistant.Unfinished(t.Parameters) && f.shown[t.ID] == 0
		c.Groups[at].Tasks = append(c.Groups[at].Tasks, v)
		c.Total++
		switch v.State {
		case TaskCompleted:
			c.Done++
		case TaskUndone:
			c.Back++
		case TaskFailed:
			failed++
		case TaskOpen, TaskInProgress, TaskCancelled, TaskWaiting:
		}
		if f.undoable[t.ID] {
			undoable++
		}
	}
	c.CanStop = !c.Status.Ended() && !c.Stopping
	c.CanRetry = c.Status == assistant.RunFailed && failed > 0 && !c.Undoing
	c.CanUndo = c.Status.Ended() && undoable > 0 && !c.Undoing
	c.Thinking = f.thinking()
	return c
}

// notDone says why a run leaves a task undone. A run that is stopping has not ended: what is in flight is waited for.
func notDone(c RunCard) string {
	switch {
	case c.Stopping:
		return "the run is being stopped"
	case c.Status == assistant.RunCancelled:
		return "the run was stopped"
	default:
		return "the run ended before"
	}
}

// thinking puts the entries under their step groups, and within one under their agents. What belongs to no group stands
// before the groups, except the validation, which ends a run.
func (f *runFold) thinking() []ThinkingGroup {
	type keyed struct {
		rank  string
		title string
	}
	byKey := map[keyed]*ThinkingGroup{}
	var keys []keyed
	for _, t := range f.thoughts {
		k := keyed{"1" + t.group, "Group " + t.group}
		switch {
		case t.group != "":
		case t.line.Phase == assistant.PhaseValidation:
			k = keyed{"2", "Validation"}
		default:
			k = keyed{"0", "Planning"}
		}
		if byKey[k] == nil {
			byKey[k], keys = &ThinkingGroup{Title: k.title}, append(keys, k)
		}
		g := byKey[k]
		at := slices.IndexFunc(g.Agents, func(a ThinkingAgent) bool { return a.Agent.ID == t.line.Agent.ID })
		if at < 0 {
			g.Agents, at = append(g.Agents, ThinkingAgent{Agent: t.line.Agent}), len(g.Agents)
		}
		g.Agents[at].Lines = append(g.Agents[at].Lines, t.line)
	}
	slices.SortStableFunc(keys, func(a, b keyed) int { return cmp.Compare(a.rank, b.rank) })
	var out []ThinkingGroup
	for _, k := range keys {
		out = append(out, *byKey[k])
	}
	return out
}
