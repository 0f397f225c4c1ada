package schedule

import (
	"strings"
	"time"

	"github.com/adhocore/gronx"

	"github.com/aisteam/aisteam/assistant"
)

// Schedule is a recurring one: five fields of cron, in a zone.
type Schedule struct {
	cron string
	zone *time.Location
}

// farthest is how far ahead a next due time may lie: 29 February skips 2100.
const farthest = 9

// New reads what people or models say of a schedule: words such as "every weekday at 9", or the five fields of cron. It refuses
// what is never due.
func New(words, zone string, now time.Time) (Schedule, error) {
	in, err := Zone(zone)
	if err != nil {
		return Schedule{}, err
	}
	cron, ok := inAnyLanguage(words, cronOf)
	if !ok {
		return Schedule{}, assistant.BadInput(assistant.Say("I cannot read “%s” as a schedule.", clip(words)),
			assistant.Say("Say it like “every weekday at 9”, “every Monday at 17:30”, “on the 1st of every month at 8” or “every 2 hours”."))
	}
	s := Schedule{cron, in}
	if _, ok := s.Next(now); !ok {
		return Schedule{}, assistant.BadInput(assistant.Say("“%s” never comes.", clip(words)), assistant.Say("Name a day that there is."))
	}
	return s, nil
}

// Zone reads the name of a time zone of the IANA database; "" is UTC.
func Zone(name string) (*time.Location, error) {
	if name == "" {
		return time.UTC, nil
	}
	in, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, assistant.BadInput(assistant.Say("I do not know the time zone “%s”.", clip(name)), assistant.Say("Name it like “Europe/Berlin” or “America/Toronto”."))
	}
	return in, nil
}

// Cron is the schedule in the five fields of cron.
func (s Schedule) Cron() string { return s.cron }

// Zone is the time zone that the schedule goes by.
func (s Schedule) Zone() *time.Location { return s.zone }

// Next is the first due time after a moment; false where there is none within nine years.
func (s Schedule) Next(after time.Time) (time.Time, bool) {
	if s.hourly() {
		return s.nextByHours(after)
	}
	for wall := wallOf(after, s.zone); ; {
		next, ok := s.nextWall(wall)
		if !ok {
			return time.Time{}, false
		}
		if at := instant(next, s.zone).In(s.zone); at.After(after) {
			return at, true
		}
		wall = next // it came already, before the clocks were put back
	}
}

// Times are the next n due times.
func (s Schedule) Times(after time.Time, n int) []time.Time {
	var out []time.Time
	for range n {
		next, ok := s.Next(after)
		if !ok {
			break
		}
		out, after = append(out, next), next
	}
	return out
}

// Shortest is the shortest time between due times that follow each other, of those to come next.
func (s Schedule) Shortest(now time.Time) time.Duration {
	const looked = 100
	times := s.Times(now, looked)
	shortest := farthest * 366 * 24 * time.Hour
	for i := 1; i < len(times); i++ {
		shortest = min(shortest, times[i].Sub(times[i-1]))
	}
	return shortest
}

// hourly tells whether the schedule is of every hour, so that it goes by the hours that pass.
func (s Schedule) hourly() bool { return strings.Fields(s.cron)[1] == "*" }

// nextByHours reads the clock as it goes now, until it is put forward or back.
func (s Schedule) nextByHours(after time.Time) (time.Time, bool) {
	inclusive := false
	for {
		_, offset := after.In(s.zone).Zone()
		shift := time.Duration(offset) * time.Second
		next, ok := s.tick(after.UTC().Add(shift), inclusive)
		if !ok {
			return time.Time{}, false
		}
		at := next.Add(-shift).In(s.zone)
		_, end := after.In(s.zone).ZoneBounds()
		if end.IsZero() || at.Before(end) {
			return at, true
		}
		after, inclusive = end, true
	}
}

func (s Schedule) nextWall(wall time.Time) (time.Time, bool) { return s.tick(wall, false) }

// tick is the next time on a clock that is never put forward or back.
func (s Schedule) tick(wall time.Time, inclusive bool) (time.Time, bool) {
	if wall.Second() > 0 || wall.Nanosecond() > 0 {
		wall, inclusive = wall.Truncate(time.Minute), false
	}
	next, err := gronx.NextTickAfter(s.cron, wall, inclusive)
	return next, err == nil && next.Sub(wall) < farthest*366*24*time.Hour
}

func clip(words string) string {
	const most = 80
	words = strings.Join(strings.Fields(words), " ")
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}
