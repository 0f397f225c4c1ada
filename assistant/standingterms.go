package assistant

import "time"

// Lasts is for how long somebody wants a standing yes to hold.
type Lasts string

// How long a standing yes can be wanted for. The longest is [StandingDays]; each can be taken back before.
const (
	LastsToday Lasts = "today" // until midnight in the giver's zone
	LastsWeek  Lasts = "week"
	LastsMonth Lasts = "month"
)

// standingWeek is how many days [LastsWeek] are.
const standingWeek = 7

// Valid tells whether it is one of those that there are. Nothing said is one: earlier versions ask for nothing else, and say that it
// is the longest.
func (l Lasts) Valid() bool {
	switch l {
	case "", LastsToday, LastsWeek, LastsMonth:
		return true
	default:
		return false
	}
}

// Until is when a standing yes ends that is given at a moment by somebody in a time zone; one that nobody knows is UTC.
func (l Lasts) Until(now time.Time, zone string) time.Time {
	switch l {
	case LastsWeek:
		return now.AddDate(0, 0, standingWeek)
	case LastsMonth, "":
		return now.AddDate(0, 0, StandingDays)
	case LastsToday:
	}
	in, err := time.LoadLocation(zone)
	if err != nil {
		in = time.UTC
	}
	day := now.In(in)
	return time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, in)
}

// Like is what a standing yes to an action would be for, as people call it: what stood there when they gave it.
type Like struct {
	What  string `json:"what"`            // the tool
	Where string `json:"where,omitempty"` // the project; "" for work in none
}
