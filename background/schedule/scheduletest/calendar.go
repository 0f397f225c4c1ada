// Package scheduletest has a calendar of its own to hold schedules against.
package scheduletest

import (
	"fmt"
	"time"
)

// Calendar finds due times in its own way: it looks at every minute that passes, and at what the clock on the wall shows then.
type Calendar struct {
	Zone  *time.Location
	From  time.Time
	Until time.Time
}

// Due lists the moments at which a day's schedule is due: the first minute that shows the hour, or where a day never shows it,
// the first minute of that day after it.
func (c Calendar) Due(hour, minute int, on func(time.Time) bool) []time.Time {
	var out []time.Time
	done, wanted := "", fmt.Sprintf("%02d:%02d", hour, minute)
	for t := c.From.Truncate(time.Minute); t.Before(c.Until); t = t.Add(time.Minute) {
		shown := t.In(c.Zone)
		day := shown.Format(time.DateOnly)
		if day == done || shown.Format("15:04") < wanted || !on(shown) {
			continue
		}
		done = day
		if t.After(c.From) {
			out = append(out, t.UTC())
		}
	}
	return out
}
