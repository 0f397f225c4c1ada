package background

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// After is when a task that begins now is due next; zero where it is not again. Times that nobody was there for are made up for
// once: the next one lies ahead.
func After(b assistant.BackgroundTask, now time.Time) time.Time {
	if b.Kind != assistant.BackgroundRecurring {
		return time.Time{}
	}
	s, err := schedule.New(b.Schedule, b.Zone, now)
	if err != nil {
		return time.Time{} // it never comes again
	}
	next, _ := s.Next(now)
	if !b.Ends.IsZero() && next.After(b.Ends) {
		return time.Time{}
	}
	return next
}

// Resumed is when a task that goes on is due. What was to happen once, and did not, happens at once.
func Resumed(b assistant.BackgroundTask, now time.Time) time.Time {
	if b.Kind == assistant.BackgroundOnce {
		return now
	}
	return After(b, now)
}

// Occurrences are the next times that a task is due, n at most.
func Occurrences(b assistant.BackgroundTask, now time.Time, n int) []time.Time {
	if b.Kind != assistant.BackgroundRecurring {
		if b.Due.IsZero() {
			return nil
		}
		return []time.Time{b.Due}
	}
	s, err := schedule.New(b.Schedule, b.Zone, now)
	if err != nil {
		return nil
	}
	var out []time.Time
	for i, at := range s.Times(now, n) {
		if !b.Ends.IsZero() && at.After(b.Ends) || b.Left > 0 && i >= b.Left {
			break
		}
		out = append(out, at)
	}
	return out
}

// Times are the same, by the clock of the task's zone.
func Times(b assistant.BackgroundTask, now time.Time, n int) []assistant.Sentence {
	var out []assistant.Sentence
	for _, at := range Occurrences(b, now, n) {
		out = append(out, Moment(b, at))
	}
	return out
}

// nextShown is how many of the next times people are shown.
const nextShown = 3

// NextTimes say when a task is due next, several times where it comes again and again.
func NextTimes(b assistant.BackgroundTask, now time.Time) assistant.Sentence {
	var out assistant.Sentence
	for _, at := range Times(b, now, nextShown) {
		if out.IsZero() {
			out = at
		} else {
			out = assistant.Say("%s; %s", out, at)
		}
	}
	return out
}

// Next says when a task is due next, or that it is not any more.
func Next(b assistant.BackgroundTask) assistant.Sentence {
	if b.Due.IsZero() {
		return assistant.Say("not again")
	}
	return Moment(b, b.Due)
}

// When says when a task is due.
func When(b assistant.BackgroundTask) assistant.Sentence {
	switch b.Kind {
	case assistant.BackgroundRecurring:
		if s, err := schedule.New(b.Schedule, b.Zone, b.MadeAt); err == nil {
			return ended(s.Words(), b)
		}
		return ended(assistant.Verbatim(b.Schedule), b)
	case assistant.BackgroundEvent:
		return assistant.Say("when its hook is called")
	case assistant.BackgroundOnce:
	}
	return assistant.Say("once")
}

// Moment is a time by the clock of a task's zone.
func Moment(b assistant.BackgroundTask, at time.Time) assistant.Sentence {
	zone, err := schedule.Zone(b.Zone)
	if err != nil {
		zone = time.UTC
	}
	return schedule.Moment(at, zone)
}
