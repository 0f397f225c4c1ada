package workspace

import "time"

// What the terms mean is said here, and nowhere else: stores ask by these values, and tools explain by them.
const (
	// StalledAfter is how long a task is in progress without a change until it counts as stalled.
	StalledAfter = 7 * 24 * time.Hour
	// UpcomingDays is how many days from today on count as upcoming where nobody says otherwise.
	UpcomingDays = 7
)

// Overdue tells whether a task's day is over and the task is not done.
func (t Task) Overdue(today Date) bool {
	return t.Due != "" && t.Due < today && t.Status != TaskDone
}

// Upcoming tells whether a task that is not done is due today or within so many days.
func (t Task) Upcoming(today Date, days int) bool {
	return t.Due != "" && t.Status != TaskDone && t.Due >= today && t.Due <= today.Add(days)
}

// Stalled tells whether a task is in progress, and nobody has changed it for [StalledAfter].
func (t Task) Stalled(now time.Time) bool {
	return t.Status == TaskInProgress && !t.Updated.After(now.Add(-StalledAfter))
}

// Open tells whether a blocker is in the way still, whether or not somebody is at work on it.
func (b Blocker) Open() bool { return b.Status != BlockerResolved }

// Totals counts tasks and blockers.
type Totals struct {
	Tasks        int // of every state
	ByStatus     map[TaskStatus]int
	Overdue      int
	Upcoming     int
	Stalled      int
	OpenBlockers int
}

// Attention is how many things want attention: what is overdue, what is blocked and what is stalled. A task that is both overdue and
// stalled counts for each.
func (t Totals) Attention() int { return t.Overdue + t.OpenBlockers + t.Stalled }
