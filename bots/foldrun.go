package bots

import (
	"cmp"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// runFold is a run card in the making. What bodies make of the tasks is [assistant.TasksAfter]'s to say.
type runFold struct {
	card     RunCard
	names    Names
	started  bool
	run      assistant.Run
	tasks    []assistant.Task         // in the run's order
	shown    map[assistant.TaskID]int // how often what it would do was put before people
	attempts map[assistant.TaskID]int // as people count them: going on after a question is no new one
	groups   map[string]bool          // step groups that have been released
	thoughts []thought
}

type thought struct {
	line  ThinkingLine
	group string
}

func foldRun(ms []assistant.Message, names Names) (RunCard, bool) {
	f := runFold{
		names: names, shown: map[assistant.TaskID]int{}, attempts: map[assistant.TaskID]int{}, groups: map[string]bool{},
	}
	f.card.Language = names.Language
	for _, m := range ms {
		if b, ok := m.Body.(assistant.RunStarted); ok && !f.started {
			f.start(b)
		}
	}
	if !f.started {
		return RunCard{}, false
	}
	for _, m := range ms {
		if f.apply(m); f.card.From == 0 && f.run.Session != "" && f.worked() {
			f.card.From = m.Seq
		}
	}
	return f.draw(), f.run.Session == "" || f.worked()
}

// worked tells whether more has come of the run than questions. What an agent proposes in the middle of its work has the cards
// that ask; a second one would only say that they ask.
func (f *runFold) worked() bool {
	return slices.ContainsFunc(f.tasks, func(t assistant.Task) bool {
		return t.Status == assistant.TaskCompleted || t.Status == assistant.TaskFailed || t.Status == assistant.TaskInProgress && f.shown[t.ID] > 0
	})
}

func (f *runFold) start(b assistant.RunStarted) {
	f.started = true
	f.run = b.Run
	f.run.Status = assistant.RunRunning
	f.card.Run, f.card.Title, f.card.Status = b.Run.ID, b.Run.Says(), f.run.Status
	f.card.UnseenBy = unseenBy(b.Run, f.names)
	f.tasks = slices.Clone(b.Tasks)
	f.order()
	for i := range f.tasks {
		f.tasks[i].Status = assistant.TaskOpen // nothing has come of it yet
	}
}

// order puts the tasks in the order of their groups.
func (f *runFold) order() {
	slices.SortStableFunc(f.tasks, func(a, c assistant.Task) int {
		return cmp.Or(cmp.Compare(a.Group, c.Group), cmp.Compare(a.Order, c.Order))
	})
}

func (f *runFold) apply(m assistant.Message) {
	f.run, f.tasks = f.run.After(m.Body), assistant.TasksAfter(f.tasks, m.Body)
	switch b := m.Body.(type) { //nolint:gochecksumtype // the start is taken already, and the rest belongs to other slots
	case assistant.Thought:
		f.think(m, b)
	case assistant.Routed:
		f.card.Handoffs = handedOff(f.card.Handoffs, m, b)
	case assistant.GroupStarted:
		f.groups[b.Group] = true
	case assistant.TaskStarted:
		f.attempts[b.Task] = max(1, b.Attempt-f.shown[b.Task])
	case assistant.TaskWaiting:
		f.shown[b.Task]++
	case assistant.RunFinished:
		f.card.Status, f.card.Stopping = f.run.Status, false
		if f.run.Status == assistant.RunCancelled && f.card.Why == "" {
			f.card.Why = assistant.WhyCancelled(f.tasks)
		}
	case assistant.StopRequested:
		if b.Task != "" {
			return
		}
		f.card.By, f.card.Stopping, f.card.Why = f.names.Person(m.Person), !f.card.Status.Ended(), assistant.NotDoneStopped
	case assistant.RedirectRequested:
		f.card.By, f.card.Status = f.names.Person(m.Person), f.run.Status
	case assistant.RunRedirected:
		f.card.Status = f.run.Status
		f.order()
	case assistant.RetryRequested:
		f.card.By, f.card.Status, f.card.Stopping, f.card.Why = f.names.Person(m.Person), f.run.Status, false, ""
	case assistant.UndoRequested:
		f.card.By, f.card.Undoing = f.names.Person(m.Person), true
	case assistant.Undone:
		f.card.Undoing, f.card.Undone = false, nil
		for _, u := range b.Tasks {
			f.card.Undone = append(f.card.Undone, UndoneLine{Summary: u.Says(), Problem: u.Problem})
		}
	}
}

// state is where a task stands as people see it. One that had not ended when its run ended never will.
func state(t assistant.Task, run assistant.RunStatus) TaskState {
	switch {
	case t.Status == assistant.TaskCompleted && t.Undone:
		return TaskUndone
	case t.WhyNotDone() == assistant.NotDoneBefore:
		return TaskNotBegun
	case t.LeftOut():
		return TaskLeftOut
	case run.Ended() && !t.Status.Ended():
		return TaskCancelled
	case t.Status == assistant.TaskOpen && t.Approval != "":
		return TaskWaiting
	default:
		return TaskState(t.Status)
	}
}

// undoable tells whether what the task did can be taken back still.
func undoable(t assistant.Task) bool { return t.Done() && t.Result != nil && t.Result.Undo }

// task is how a task stands on the card.
func (f *runFold) task(t assistant.Task) RunTask {
	v := RunTask{
		ID: t.ID, Key: t.Key, Number: t.Order, Summary: t.Says(), Owner: f.names.Speaker(t.Owner), Project: t.ProjectName, State: state(t, f.card.Status), Effect: t.Effect,
		Attempt: f.attempts[t.ID], Problem: t.Problem, CanUndo: undoable(t) && f.card.Status.Ended() && !f.card.Undoing,
	}
	so := assistant.RunView{Run: f.run, Tasks: f.tasks}
	v.Stops = t.Stopping && !t.Status.Ended()
	v.CanStop, v.Again = so.CanLeaveOut(t) && !f.card.Stopping, so.CanRetry(t) && !f.card.Undoing && !f.card.Stopping
	if d, ok := assistant.DialogueOf(t); ok {
		v.Planner, v.Dialogue = f.names.Speaker(f.run.CreatedBy), &d
	}
	if t.Result != nil {
		v.Result, v.Read, v.URL, v.Allowed = t.Result.Summary, t.Result.Read, t.Result.Address(), t.Result.Allowed
		if t.Result.NotDone != "" {
			v.Result = assistant.Sentence{} // the state says it
		}
	}
	switch v.State { //nolint:exhaustive // the rest is told by the state
	case TaskUndone:
		v.URL = "" // nothing is there any more
	case TaskCancelled, TaskNotBegun:
		v.Why = notDone(f.card, t, f.names.Words())
	}
	v.Unseen = v.State == TaskCompleted && f.card.UnseenBy != "" && t.Effect == assistant.EffectReversible && assistant.Unfinished(t.Parameters) && f.shown[t.ID] == 0
	return v
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
	failed, back, undone := 0, 0, 0
	for _, t := range f.tasks {
		v := f.task(t)
		at := slices.IndexFunc(c.Groups, func(g RunGroup) bool { return g.Name == t.Group })
		if at < 0 {
			c.Groups, at = append(c.Groups, RunGroup{Name: t.Group, Started: f.groups[t.Group]}), len(c.Groups)
		}
		c.Groups[at].Tasks = append(c.Groups[at].Tasks, v)
		if v.State == TaskLeftOut {
			c.Out++
			continue
		}
		c.Total++
		switch v.State {
		case TaskCompleted:
			c.Done++
		case TaskUndone:
			c.Back++
		case TaskFailed:
			failed++
		case TaskCancelled, TaskNotBegun:
			undone++
		case TaskOpen, TaskInProgress, TaskWaiting, TaskLeftOut:
		}
		if undoable(t) {
			back++
		}
	}
	c.CanStop = !c.Status.Ended() && !c.Stopping
	// Tried again, a run does what was left undone: of one that was taken back that would be a part alone.
	c.CanRetry = c.Back == 0 && (c.Status == assistant.RunFailed && failed > 0 || c.Status == assistant.RunCancelled && undone > 0) && !c.Undoing
	c.CanUndo = c.Status.Ended() && back > 0 && !c.Undoing
	c.Thinking = f.thinking()
	return c
}

// notDone says why a run leaves a task undone. A run that is stopping has not ended: what is in flight is waited for.
func notDone(c RunCard, t assistant.Task, w wording.Words) string {
	switch {
	case c.Stopping:
		return w.Say("the run is being stopped")
	case t.WhyNotDone() == assistant.NotDoneExpired:
		return w.Say("nobody decided in time")
	case t.WhyNotDone() == assistant.NotDoneDeclined:
		return w.Say("it was declined")
	case t.WhyNotDone() == assistant.NotDoneBefore:
		return w.Say("what comes before it was not done")
	case c.Status == assistant.RunCancelled:
		return w.Say("the run was stopped")
	default:
		return w.Say("the run ended before")
	}
}

// thinking puts the entries under their step groups, and within one under their agents. What belongs to no group stands
// before the groups, except the validation, which ends a run.
func (f *runFold) thinking() []ThinkingGroup {
	type keyed struct {
		rank  string
		title string
	}
	w := f.names.Words()
	byKey := map[keyed]*ThinkingGroup{}
	var keys []keyed
	for _, t := range f.thoughts {
		k := keyed{"1" + t.group, w.Say("Group %s", t.group)}
		switch {
		case t.group != "":
		case t.line.Phase == assistant.PhaseValidation:
			k = keyed{"2", w.Say("Validation")}
		default:
			k = keyed{"0", w.Say("Planning")}
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
