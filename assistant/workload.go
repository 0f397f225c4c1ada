package assistant

import "time"

// RunsWanted chooses the runs of a [Workload].
type RunsWanted string

// The choices.
const (
	RunsOngoing RunsWanted = "ongoing"
	RunsStuck   RunsWanted = "stuck"
	RunsFailed  RunsWanted = "failed"
	RunsEnded   RunsWanted = "ended"
	RunsWaiting RunsWanted = "waiting" // for a person's decision alone
	RunsAll     RunsWanted = "all"
)

// Workload is what goes on in a tenant, as its admins look at it.
type Workload struct {
	Now     time.Time
	Runs    []RunLoad // as many as were asked for, newest first
	Mail    []MailLoad
	Places  []PlaceLoad
	Models  []ModelLoad // of the last day, the dearest first
	Today   DaysSpent
	Month   DaysSpent // thirty days
	Stuck   int
	Ongoing int
}

// RunLoad is a run with how far it is and what it has cost.
type RunLoad struct {
	Run

	By                  string // the name of the person who asked
	Done, Failed, Tasks int
	Waits               bool // for a person's decision alone
	Stuck               bool // nothing is left that would move it on
	Tokens, Micros      int64
	Unpriced            int // model calls of unknown cost
}

// MailLoad is a conversation that has mail.
type MailLoad struct {
	Conversation ConversationID
	Title        string
	Mail         int
	Since        time.Time
	Attempt      int  // of the one that was taken most often
	Held         bool // somebody is at work on it
}

// PlaceLoad counts the places of a surface that are behind their log.
type PlaceLoad struct {
	Surface Surface
	Behind  int
	Since   time.Time
}

// ModelLoad is how much of a model was used.
type ModelLoad struct {
	Provider, Model       string
	Calls                 int
	Input, Output, Micros int64
	Cached, CacheWritten  int64 // of the input
	Unpriced              int   // of the calls: nobody knows what they cost
	Slowest               time.Duration
}

// DaysSpent is what models cost in some days: tokens, and millionths of a dollar where the price is known.
type DaysSpent struct{ Tokens, Micros int64 }
