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

// Times are when a task is due next, as people of its zone read them.
func Times(b assistant.BackgroundTask, now time.Time, n int) []string {
	var out []string
	if b.Kind == assistant.BackgroundRecurring {
		if s, err := schedule.New(b.Schedule, b.Zone, now); err == nil {
			for i, at := range s.Times(now, n) {
				if !b.Ends.IsZero() && at.After(b.Ends) || b.Left > 0 && i >= b.Left {
					break
				}
				out = append(out, schedule.Moment(at, s.Zone()))
			}
		}
	} else if !b.Due.IsZero() {
		out = append(out, Moment(b, b.Due))
	}
	return out
}

// When says when a task is due, as people read it.
func When(b assistant.BackgroundTask) string {
	switch b.Kind {
	case assistant.BackgroundRecurring:
		if s, err := schedule.New(b.Schedule, b.Zone, b.MadeAt); err == nil {
			return ended(s.Words(), b)
		}
		return ended(b.Schedule, b)
	case assistant.BackgroundEvent:
		return "when its hook is called"
	case assistant.BackgroundOnce:
	}
	return "once"
}

// Moment is a time as people of a task's zone read it.
func Moment(b assistant.BackgroundTask, at time.Time) string {
	zone, err := schedule.Zone(b.Zone)
	if err != nil {
		zone = time.UTC
	}
	return schedule.Moment(at, zone)
}
