package assistant

import "time"

// BackgroundLine is a background task as it is listed, with what its last times came to.
type BackgroundLine struct {
	BackgroundTask

	Runs  []BackgroundRun // the newest first; what those before the last cost is as it was counted when the next one began
	Last  BackgroundLast
	Month BackgroundSpent // of its times since the moment that was asked for
}

// BackgroundLast is the last run that was started, and its outcome. Its due time is zero if there was none.
type BackgroundLast struct {
	BackgroundRun

	Unpriced   int // model calls whose price is not known
	Run        RunID
	Status     RunStatus
	NotDone    NotDone // why a run that was cancelled left something undone
	Plan       PlanID
	PlanStatus PlanStatus
	Problem    *Problem // why it failed, where somebody was told
}

// BackgroundSpent is what several times have cost.
type BackgroundSpent struct {
	Tokens int64
	Micros int64 // millionths of a dollar by list price
}

// BackgroundsWanted says which background tasks are listed, and how much is told of each.
type BackgroundsWanted struct {
	Owner PersonID  // "" is all of the tenant's
	Since time.Time // the start of the period that the costs cover
	Limit int
}

// BackgroundTimes is how many times are told of each background task of a list.
const BackgroundTimes = 14
