package schedule

import "time"

// wallOf is what a zone's clock shows, as a time of a clock that is never put forward or back.
func wallOf(t time.Time, zone *time.Location) time.Time {
	_, offset := t.In(zone).Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// instant is when a zone's clock shows that: the first time where it does so twice, the moment after the gap where it never
// does.
func instant(wall time.Time, zone *time.Location) time.Time {
	guess := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, zone)
	start, end := guess.ZoneBounds()
	if wallOf(guess, zone).Equal(wall) {
		if start.IsZero() {
			return guess
		}
		_, before := start.Add(-1).Zone()
		earlier := wall.Add(-time.Duration(before) * time.Second)
		if earlier.Before(start) {
			return earlier.In(zone)
		}
		return guess
	}
	if !start.IsZero() && inGap(wall, start, zone) {
		return start
	}
	return end
}

// inGap tells whether the change at a moment leaves the time out.
func inGap(wall, change time.Time, zone *time.Location) bool {
	return !wall.Before(wallOf(change.Add(-1), zone)) && wall.Before(wallOf(change, zone))
}
