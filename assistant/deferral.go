package assistant

import "time"

// Waits names something that waits for people.
type Waits struct {
	Kind    PendingKind
	Ref     string
	Version int // of a plan
}

// Waits names what waits.
func (p Pending) Waits() Waits { return Waits{p.Kind, p.Ref, p.Version} }

// Deferral is something that waits and that somebody wants to see no more of until then.
type Deferral struct {
	Waits

	Until time.Time // zero: it is shown to them again
}

// DeferredFor is until when a person has put it off; the zero time where they have not.
func (p Pending) DeferredFor(who PersonID) time.Time { return p.Deferred[who] }

// lastLook is how long before its end something is shown again that was put off for longer.
const lastLook = time.Hour

// BackAt is when something is shown again that somebody wants to put off until a moment: then, or in time before it ends, of which
// early tells. What ends so soon that there is no such moment is not put off; it is the zero time.
func (p Pending) BackAt(until, now time.Time) (back time.Time, early bool) {
	if p.Until.IsZero() || until.Add(lastLook).Before(p.Until) {
		return until, false
	}
	if back = p.Until.Add(-lastLook); !back.After(now) {
		return time.Time{}, true
	}
	return back, true
}

// DeferUntil is how long somebody wants to put something off.
type DeferUntil string

// How long something can be put off.
const (
	DeferLater    DeferUntil = "later"    // three hours
	DeferTomorrow DeferUntil = "tomorrow" // in the morning
	DeferMonday   DeferUntil = "monday"   // in the morning
)

const (
	deferHours   = 3
	deferMorning = 9 // o'clock
)

// At is the moment that is meant, by the clock of a time zone; the zero time where nothing is.
func (u DeferUntil) At(now time.Time, zone *time.Location) time.Time {
	day := now.In(zone)
	morning := func(days int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day()+days, deferMorning, 0, 0, 0, zone)
	}
	switch u {
	case DeferLater:
		return now.Add(deferHours * time.Hour)
	case DeferTomorrow:
		return morning(1)
	case DeferMonday:
		const week = 7
		days := int(time.Monday-day.Weekday()+week) % week
		if days == 0 {
			days = week
		}
		return morning(days)
	default:
		return time.Time{}
	}
}
