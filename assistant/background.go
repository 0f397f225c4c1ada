package assistant

import (
	"fmt"
	"strconv"
	"time"
)

// BackgroundID names a background task.
type BackgroundID string

// BackgroundTask is work started by a schedule or an event instead of a message. When it is due, its prompt enters its
// conversation as words of its owner, who may less with them than with spoken ones: they decide nothing, and make no
// background task.
type BackgroundTask struct {
	ID           BackgroundID
	Tenant       TenantID
	Owner        PersonID
	Conversation ConversationID // where its results are told
	Told         string         // the channel in which they are, as people call it; "" where it was asked for
	Project      ProjectID
	Kind         BackgroundKind
	Title        string
	Prompt       string
	Schedule     string // of a recurring one, in the five fields of cron
	Zone         string // IANA, of the schedule
	Overlap      Overlap
	Silent       bool // what is not new is not told
	Status       BackgroundStatus
	Reason       string    // why it is paused or over, as people read it
	Due          time.Time // next; zero where nothing is
	Ends         time.Time // it is not due after; zero where nobody said
	Left         int       // how many times more it is done; 0 where they are not counted
	Failures     int       // in a row
	MadeAt       time.Time
	UpdatedAt    time.Time
}

// BackgroundKind says what starts a background task.
type BackgroundKind string

// The kinds.
const (
	BackgroundOnce      BackgroundKind = "one_shot"
	BackgroundRecurring BackgroundKind = "recurring"
	BackgroundEvent     BackgroundKind = "event"
)

// BackgroundStatus is where a background task stands.
type BackgroundStatus string

// The states.
const (
	BackgroundActive    BackgroundStatus = "active"
	BackgroundPaused    BackgroundStatus = "paused"
	BackgroundDone      BackgroundStatus = "done"
	BackgroundCancelled BackgroundStatus = "cancelled"
)

// Ended tells whether it never runs again.
func (s BackgroundStatus) Ended() bool { return s == BackgroundDone || s == BackgroundCancelled }

// Overlap says what happens when a task is due while its last run is still at work, or waits for a decision.
type Overlap string

// The ways.
const (
	OverlapSkip    Overlap = "skip"    // it is left out this time
	OverlapQueue   Overlap = "queue"   // it begins after it
	OverlapReplace Overlap = "replace" // what is at work is stopped before its next effect, and what waits for a decision withdrawn
)

// Valid tells whether it is one of the ways.
func (o Overlap) Valid() bool { return o == OverlapSkip || o == OverlapQueue || o == OverlapReplace }

// BackgroundRun is one time that a task was due.
type BackgroundRun struct {
	Task    BackgroundID
	Due     time.Time
	At      time.Time // when it was taken up
	Outcome BackgroundOutcome
	Note    string // as people read it
	Message MessageID
	Tokens  int64 // of model calls, in its turn and in the run that came of it
	Micros  int64 // millionths of a dollar by list price
}

// BackgroundOutcome says what became of a due time.
type BackgroundOutcome string

// The outcomes.
const (
	BackgroundWorking BackgroundOutcome = "working" // its turn, or the run that came of it
	BackgroundWaiting BackgroundOutcome = "waiting" // for a person
	BackgroundRan     BackgroundOutcome = "ran"
	BackgroundFailed  BackgroundOutcome = "failed"
	BackgroundSkipped BackgroundOutcome = "skipped"
)

// Bounds of background tasks.
const (
	BackgroundsOfPerson   = 25  // that are not over
	BackgroundsOfTenant   = 200 // likewise
	BackgroundStarts      = 20  // of a person's in a minute, where one is to begin because somebody says so
	BackgroundShortest    = 10 * time.Minute
	BackgroundPromptLimit = 2000 // characters
	BackgroundTitleLimit  = 120
	BackgroundFailures    = 3  // in a row pause it
	BackgroundShare       = 50 // percent of the tenant's daily budget that background work may use up
)

// BackgroundOrder asks for a background task to be made. The same key makes one.
type BackgroundOrder struct {
	Key  string
	Run  RunID          // by whose task it is made, for who asked for it, where they did; "" where Task says both
	Task BackgroundTask // Due is when it is first due
	Hook *HookOrder     // nil where it begins by the clock
	Tell Channel        // in which its results are told; zero where Run or Task says it

	Allows   []Allowance // what it may do without asking, in its owner's name
	Language Language    // that is spoken where nothing was said yet
}

// BackgroundChange is what a person does to a background task.
type BackgroundChange string

// The changes.
const (
	BackgroundPause  BackgroundChange = "pause"
	BackgroundResume BackgroundChange = "resume"
	BackgroundCancel BackgroundChange = "cancel"
	BackgroundNow    BackgroundChange = "run"     // once, beside its schedule
	BackgroundBack   BackgroundChange = "restore" // what was cancelled
)

// Firing is taking up a due time: what comes next is worked out by whoever knows schedules.
type Firing struct {
	Due  Timer
	Next time.Time // zero where it is never due again
}

// Fired is what became of a firing.
type Fired struct {
	Taken    bool // false: somebody else took it up, or it is not due any more
	Messages []Message
}

// What people are refused with.
var (
	ErrBackgroundNested = refusal(Say("An automation cannot make automations."), Say("Ask for it yourself."))
	ErrBackgroundGuest  = refusal(Say("Guests cannot have automations."), Say("Ask a member of this team to make it."))
	ErrNotYourTask      = refusal(Say("That is another person's automation."), Say("Its owner or an admin can change it."))
	ErrBackgroundOver   = refusal(Say("This automation is over."), Say("Make a new one."))
	ErrBackgroundEnded  = refusal(Say("The end of this automation has passed."), Say("Give it another one first, like “until Friday” or “without end”."))
	ErrBackgroundPaused = refusal(Say("This automation is paused."), Say("Resume it first."))
	ErrBackgroundStarts = &Trouble{Err: ErrTooMuch, Problem: Problem{
		Side: SideInput, Message: Say("%d of your automations have begun within a minute, which is as many as may.", BackgroundStarts),
		Recovery: Say("Please start it again in a minute."),
	}}
	ErrBackgroundsOwn = refusal(Say("You have %d automations already, which is as many as a person may have.", BackgroundsOfPerson), Say("Cancel one that is not needed any more."))
	ErrBackgroundsAll = refusal(Say("This team has %d automations already, which is as many as there may be.", BackgroundsOfTenant), Say("Cancel some that are not needed any more."))
)

// TimerBackground is due when a background task is.
const TimerBackground TimerKind = "background"

// May tells whether a person may look at, and change, a background task: its owner and admins.
func (t BackgroundTask) May(p Person) bool {
	return p.Role != RoleGuest && (p.ID == t.Owner || p.Role == RoleAdmin)
}

// Says is what enters the conversation when the task is due.
func (t BackgroundTask) Says(due time.Time) Message {
	return Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: AuthorUser, Person: t.Owner, Kind: KindMessage, Content: t.Prompt,
		Key: "background/" + string(t.ID) + "/" + strconv.FormatInt(due.UnixMicro(), 10), Body: Said{Background: t.ID, Silent: t.Silent},
	}
}

// SaysInstead is the same where the time before is left for it.
func (t BackgroundTask) SaysInstead(due time.Time) Message {
	m := t.Says(due)
	m.Body = Said{Background: t.ID, Silent: t.Silent, Instead: true}
	return m
}

// Paused tells the conversation that the task is paused, why, and how to go on.
func (t BackgroundTask) Paused(due time.Time, why string) Message {
	return t.tells("paused", due, TopicFailures,
		Say("I have paused the automation “%s”: %s. Say “resume the task %s”, or resume it on the panel, when it is to go on.", t.Title, Label(why), t.Title))
}

// Over tells the conversation that the task ends with a time that it was due.
func (t BackgroundTask) Over(due time.Time) Message {
	return t.tells("over", due, "", Say("The automation “%s” ends with this time: its end has come. Ask for it again, and I make a new one.", t.Title))
}

// tells says something of the task in its conversation, once for a time that it was due.
func (t BackgroundTask) tells(what string, due time.Time, as Topic, words Sentence) Message {
	return Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: AuthorAssistant, Agent: Chief, Kind: KindMessage, Content: words.String(),
		Key: "background/" + string(t.ID) + "/" + what + "/" + strconv.FormatInt(due.UnixMicro(), 10), Body: Said{Topic: as, Code: true, Said: SaidAs("content", words)},
	}
}

// Withdraws takes back what a task's last time has put up for a decision, for the next one.
func (t BackgroundTask) Withdraws(p PlanID, version int) Message {
	return Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: AuthorSystem, Kind: KindStatus,
		Key:     fmt.Sprintf("background/%s/replaced/%s/%d", t.ID, p, version),
		Content: "Withdrawn: the automation “" + t.Title + "” was due again.",
		Body:    PlanDecided{Plan: p, Version: version, Verdict: VerdictWithdrawn},
	}
}

// Stops ends a run that a task's last time has begun, for the next one.
func (t BackgroundTask) Stops(r RunID) Message {
	return Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: AuthorSystem, Kind: KindStatus, Run: r,
		Key:     fmt.Sprintf("background/%s/stopped/%s", t.ID, r),
		Content: "Stopped: the automation “" + t.Title + "” was due again.",
		Body:    StopRequested{Run: r},
	}
}

// Why a task pauses itself, and why a due time is left out.
const (
	WhyFailed   = "it failed three times in a row"
	WhyRole     = "its owner may not ask for work any more"
	WhyLeft     = "its owner has left, and nobody has taken it over"
	WhyHanded   = "it was handed over, and goes on when its new owner lets it"
	WhyProject  = "its project was deleted"
	WhyPlace    = "what it says cannot be shown in its place any more, which was archived, or which I was taken out of"
	NoteBusy    = "The time before was still at work, or waited for a decision."
	NoteBudget  = "Background work has used up its half of today's budget."
	NoteReplace = "What waited for a decision was withdrawn."
	NoteStopped = "The time before was stopped for this one."
)
