package people

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

// taskLine is a task as the page shows it.
type taskLine struct {
	assistant.BackgroundTask

	When  assistant.Sentence
	Next  assistant.Sentence // says nothing where it is not due again
	Whose string             // "" where it is the viewer
	Last  *lastLine          // nil where it was not due yet
	Runs  []runLine          // the newest first
	Month string             // what this month's times cost; "" where that is nothing, or not known
	Form  assistant.Form     // in which the viewer says what is to be different about it
	Read  *readLine          // how what they said would change it; nil where they said nothing
}

// readLine is the reading of somebody's wishes about a task, to be agreed to.
type readLine struct {
	Fields []assistant.Field
	Was    string
	Edit   string
}

// lastLine is what the last time of a task came to.
type lastLine struct {
	runLine

	Path  string          // where it is read
	Began time.Time       // in the viewer's zone
	Waits *pages.WaitsFor // whom it waits for; nil if for nobody known
	Left  int             // times after it that were left out
}

// runLine is a time that a task was due.
type runLine struct {
	Due     assistant.Sentence
	Mark    string // how it is drawn in the strip
	Outcome string
	Note    string
	Cost    string
}

// Strip are the times of a task at a glance, oldest first.
func (l taskLine) Strip() []runLine {
	out := slices.Clone(l.Runs)
	slices.Reverse(out)
	return out
}

// reading holds what depends on the viewer when tasks are shown.
type reading struct {
	in    wording.Words
	zone  *time.Location
	waits []pages.Waiting // of what the tasks wait for
	whom  map[assistant.Waits]pages.WaitsFor
}

func (r reading) line(b assistant.BackgroundLine) taskLine {
	line := taskLine{BackgroundTask: b.BackgroundTask, When: background.When(b.BackgroundTask), Form: view.TaskForm(b.BackgroundTask, r.in), Month: r.cost(b.Month.Tokens, b.Month.Micros, 0)}
	if !b.Due.IsZero() {
		line.Next = background.Moment(b.BackgroundTask, b.Due)
	}
	for _, run := range b.Runs {
		one := r.run(b.BackgroundTask, run)
		if run.Due.Equal(b.Last.Due) {
			one = r.last(b).runLine
		}
		line.Runs = append(line.Runs, one)
	}
	switch {
	case !b.Last.Due.IsZero():
		line.Last = r.last(b)
		line.Last.Left = len(slices.DeleteFunc(slices.Clone(b.Runs), func(run assistant.BackgroundRun) bool { return !run.Due.After(b.Last.Due) }))
	case len(b.Runs) > 0: // it was due, and left out each time
		line.Last = &lastLine{runLine: line.Runs[0], Path: "/c/" + string(b.Conversation), Began: b.Runs[0].At.In(r.zone)}
	}
	return line
}

func (r reading) run(b assistant.BackgroundTask, run assistant.BackgroundRun) runLine {
	return runLine{
		Due: background.Moment(b, run.Due), Mark: string(run.Outcome), Outcome: pages.Outcome(r.in, run.Outcome), Note: run.Note,
		Cost: r.cost(run.Tokens, run.Micros, 0),
	}
}

// last says what became of the last run. What it waits for comes with whom it waits for, if known.
func (r reading) last(b assistant.BackgroundLine) *lastLine {
	l := b.Last
	out := &lastLine{runLine: r.run(b.BackgroundTask, l.BackgroundRun), Began: l.At.In(r.zone)}
	out.Cost = r.cost(l.Tokens, l.Micros, l.Unpriced)
	switch {
	case l.Outcome == assistant.BackgroundFailed && l.Problem != nil:
		out.Outcome += ": " + r.in.Tell(l.Problem.Message)
	case l.Outcome == assistant.BackgroundRan:
		if why := undone(l, r.in); why != "" {
			out.Outcome, out.Mark = why, string(assistant.BackgroundSkipped)
		}
	}
	switch {
	case l.Run != "":
		out.Path = "/runs/" + string(l.Run) + "/timeline"
	default:
		out.Path = pages.SaidAt(b.Conversation, l.Message)
	}
	if one, ok := waitsOf(l, r.waits); ok {
		whom := r.whom[one.Waits()]
		out.Waits, out.Path = &whom, one.Where()
	}
	return out
}

// undone is why nothing came of a time that did not fail; "" where something did.
func undone(l assistant.BackgroundLast, in wording.Words) string {
	switch {
	case l.Status == assistant.RunCancelled && l.NotDone == assistant.NotDoneExpired || l.Run == "" && l.PlanStatus == assistant.PlanExpired:
		return in.Say("nobody decided in time")
	case l.Status == assistant.RunCancelled && l.NotDone == assistant.NotDoneDeclined || l.Run == "" && l.PlanStatus == assistant.PlanRejected:
		return in.Say("declined")
	case l.Status == assistant.RunCancelled:
		return in.Say("stopped")
	case l.Run == "" && l.PlanStatus == assistant.PlanWithdrawn:
		return in.Say("withdrawn")
	}
	return ""
}

// cost is what times cost; "" where that is nothing, or was never counted.
func (r reading) cost(tokens, micros int64, unpriced int) string {
	switch {
	case micros > 0 || unpriced > 0:
		return r.in.Say("%s tokens", r.in.Say("%d", tokens)) + ", " + pages.Cost(r.in, micros, unpriced)
	case tokens > 0:
		return r.in.Say("%s tokens", r.in.Say("%d", tokens))
	}
	return ""
}
