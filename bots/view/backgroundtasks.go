package view

import (
	"cmp"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// What is on the list of background tasks, whose buttons belong to no card.
const (
	LabelTasks      = "Automations"
	LabelEditTask   = "Change it"
	LabelHistory    = "History"
	NoteNoTasks     = "There are no automations. Say “every weekday at 9 check the audit and let me know” to make one."
	NoteEditTooLong = "That is more than a button here can carry. Change it in a conversation with me, or on the panel."
)

// BackgroundTask is a background task as people see it, and what they can do to it.
type BackgroundTask struct {
	In      wording.Words
	ID      assistant.BackgroundID
	Title   string
	Owner   string // "" where it is whoever looks at it
	When    string
	Next    time.Time // zero where nothing is due
	Badge   Badge     // how it stands; no word where it simply goes on
	Reason  string    // why it is paused or over
	Told    string    // the channel in which its results are told; "" where it was asked for
	What    string
	Last    Fact // what became of its last time
	Actions []BackgroundAction
}

// BackgroundAction is something to press on a task. One without a change opens what says more.
type BackgroundAction struct {
	Change  assistant.BackgroundChange
	Edit    bool // it opens the form that changes the task
	History bool // it shows what the task did
	Label   string
	Weight  Weight
	Sure    *Sure
}

// Background is a task as somebody sees it who may change it, with the last times that it was due, the newest first.
func Background(b assistant.BackgroundTask, owner string, runs []assistant.BackgroundRun, w wording.Words) BackgroundTask {
	out := BackgroundTask{
		In: w, ID: b.ID, Title: bots.OneLine(b.Title), Owner: bots.OneLine(owner), When: w.Tell(background.When(b)), Next: b.Due,
		Reason: w.Label(bots.OneLine(b.Reason)), What: b.Prompt, Told: bots.OneLine(b.Told),
	}
	if len(runs) > 0 {
		out.Last = Fact{Text: w.Say("last time: %s", BackgroundOutcome(runs[0].Outcome, w)), At: runs[0].Due}
	}
	edit := BackgroundAction{Edit: true, Label: w.Say(LabelEditTask), Weight: Plain}
	history := BackgroundAction{History: true, Label: w.Say(LabelHistory), Weight: Plain}
	cancel := BackgroundAction{Change: assistant.BackgroundCancel, Label: w.Say("Cancel it"), Weight: Grave, Sure: &Sure{
		Title: w.Say("Cancel this automation?"), Text: w.Say("It is not done any more. What it has said and done stays."), Yes: w.Say("Yes, cancel it"), No: w.Say("Keep it"), Grave: true,
	}}
	switch b.Status {
	case assistant.BackgroundActive:
		out.Actions = []BackgroundAction{
			{Change: assistant.BackgroundNow, Label: w.Say("Run it now"), Weight: Plain}, {Change: assistant.BackgroundPause, Label: w.Say("Pause"), Weight: Plain}, edit, history, cancel,
		}
	case assistant.BackgroundPaused:
		out.Badge = Badge{Sign: Halted, Word: w.Say("paused")}
		out.Actions = []BackgroundAction{{Change: assistant.BackgroundResume, Label: w.Say("Resume"), Weight: Main}, edit, history, cancel}
	case assistant.BackgroundDone:
		out.Badge, out.Actions = Badge{Sign: Done, Word: w.Say("done")}, []BackgroundAction{history}
	case assistant.BackgroundCancelled:
		out.Badge, out.Actions = Badge{Sign: Dropped, Word: w.Say("cancelled")}, []BackgroundAction{history}
	}
	return out
}

// Lines are when and how the task stands, as one line of facts.
func (b BackgroundTask) Lines() []Fact {
	state := Fact{Sign: b.Badge.Sign, Text: b.Badge.Word}
	if b.Reason != "" {
		state.Text += ": " + b.Reason
	}
	next := Fact{}
	if !b.Next.IsZero() {
		next = Fact{Text: b.In.Say("next"), At: b.Next, Ahead: true}
	}
	where := Fact{}
	if b.Told != "" {
		where = says(b.In.Say("told in %s", b.Told))
	}
	whose := Fact{}
	if b.Owner != "" {
		whose = says(b.In.Say("for %s", called(b.Owner)))
	}
	return some(state, says(b.When), next, where, b.Last, whose).Items
}

// BackgroundHistory are the times that a task was due, the newest first.
func BackgroundHistory(runs []assistant.BackgroundRun, w wording.Words) List {
	l := List{In: w, Title: w.Say(LabelHistory)}
	for _, r := range runs {
		text := BackgroundOutcome(r.Outcome, w)
		if r.Note != "" {
			text += ": " + w.Label(bots.OneLine(r.Note))
		}
		switch {
		case r.Micros > 0:
			text += ", " + w.Say("%d tokens, $%.4f", r.Tokens, float64(r.Micros)/1e6)
		case r.Tokens > 0:
			text += ", " + w.Say("%d tokens", r.Tokens)
		}
		l.Items = append(l.Items, Fact{Text: text, At: cmp.Or(r.Due, r.At)})
	}
	if len(l.Items) == 0 {
		l.Items = []Fact{says(w.Say("It was not due yet."))}
	}
	return l
}

// BackgroundOutcome says what became of a due time.
func BackgroundOutcome(o assistant.BackgroundOutcome, w wording.Words) string {
	switch o {
	case assistant.BackgroundWorking:
		return w.Say("at work")
	case assistant.BackgroundWaiting:
		return w.Say("waits for a decision")
	case assistant.BackgroundFailed:
		return w.Say("failed")
	case assistant.BackgroundSkipped:
		return w.Say("left out")
	case assistant.BackgroundRan:
	}
	return w.Say("done")
}

// BackgroundReading is what somebody's wishes would make of a task, before it is changed.
type BackgroundReading struct {
	Title string
	Lines []string
	Yes   string
	Leave string
	Shown string // what the reading is called
}

// Rewritten is the reading of what somebody wants to be different about a task.
func Rewritten(title string, fields []assistant.Field, w wording.Words) BackgroundReading {
	r := BackgroundReading{Title: bots.OneLine(title), Yes: w.Say("Change it so"), Leave: w.Say("Leave it"), Shown: w.Say("This is how I read it. Nothing is changed yet.")}
	for _, f := range fields {
		r.Lines = append(r.Lines, FieldLine(w, w.Label(f.Name), w.Tell(f.Was()), w.Tell(f.Becomes())))
	}
	return r
}

// Changed says what was done to a task, to whoever pressed.
func Changed(title string, change assistant.BackgroundChange, w wording.Words) string {
	title = called(title)
	switch change {
	case assistant.BackgroundPause:
		return w.Say("I have paused “%s”.", title)
	case assistant.BackgroundResume:
		return w.Say("“%s” goes on.", title)
	case assistant.BackgroundCancel:
		return w.Say("I have cancelled “%s”.", title)
	case assistant.BackgroundNow:
		return w.Say("“%s” begins now, beside its schedule.", title)
	case assistant.BackgroundBack:
	}
	return w.Say("“%s” goes on.", title)
}

// Hushed says until when somebody is sent no direct messages; the zero time says that they are sent some again.
func Hushed(until time.Time, zone string, w wording.Words) string {
	if until.IsZero() {
		return waits.Hushed(w, "")
	}
	return waits.Hushed(w, w.Tell(background.Moment(assistant.BackgroundTask{Zone: zone}, until)))
}
