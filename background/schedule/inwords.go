package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Words say the schedule, with its zone.
func (s Schedule) Words() assistant.Sentence {
	f := strings.Fields(s.cron)
	minute, hour, day, month, weekday := f[0], f[1], f[2], f[3], f[4]
	if day == "*" && month == "*" && weekday == "*" {
		if evenly, ok := s.evenly(minute, hour); ok {
			return evenly
		}
	}
	if times, ok := timesOf(minute, hour); ok {
		if said, ok := (dated{day, month, weekday}).at(times, s.zone.String()); ok {
			return said
		}
	}
	return assistant.Say("by the schedule %s (%s)", s.cron, s.zone.String())
}

// evenly says a schedule that comes again after so many minutes or hours, whatever the day.
func (s Schedule) evenly(minute, hour string) (assistant.Sentence, bool) {
	minutes, byMinutes := stepOf(minute)
	hours, byHours := stepOf(hour)
	switch {
	case hour == "*" && minute == "*":
		return assistant.Say("every minute"), true
	case hour == "*" && byMinutes:
		return assistant.Say("every %d minutes", minutes), true
	case hour == "*" && minute == "0":
		return assistant.Say("every hour"), true
	case byHours && minute == "0":
		return assistant.Say("every %d hours (%s)", hours, s.zone.String()), true
	default:
		return assistant.Sentence{}, false
	}
}

// stepOf reads "*/15".
func stepOf(field string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(field, "*/"))
	return n, err == nil && strings.HasPrefix(field, "*/")
}

// timesOf are the times of day, as a sentence says them: digits are the same in every language.
func timesOf(minute, hour string) (assistant.Sentence, bool) {
	m, err := strconv.Atoi(minute)
	if err != nil {
		return assistant.Sentence{}, false
	}
	var out []string
	for h := range strings.SplitSeq(hour, ",") {
		n, err := strconv.Atoi(h)
		if err != nil {
			return assistant.Sentence{}, false
		}
		out = append(out, fmt.Sprintf("%02d:%02d", n, m))
	}
	last := len(out) - 1
	if last == 0 {
		return assistant.Verbatim(out[0]), true
	}
	return assistant.Say("%s and %s", strings.Join(out[:last], ", "), out[last]), true
}

// dated are the days of a schedule, in the fields of cron.
type dated struct{ day, month, weekday string }

// at says the days with the times on them; false for days that nobody has words for.
func (d dated) at(times assistant.Sentence, zone string) (assistant.Sentence, bool) {
	switch {
	case d.weekday != "*" && (d.day != "*" || d.month != "*"):
		return assistant.Sentence{}, false
	case d.weekday == "1-5":
		return assistant.Say("every weekday at %s (%s)", times, zone), true
	case d.weekday != "*":
		days, ok := weekdaysOf(d.weekday)
		return assistant.Say("every %s at %s (%s)", days, times, zone), ok
	case d.day == "*" && d.month == "*":
		return assistant.Say("every day at %s (%s)", times, zone), true
	case d.day == "L":
		return d.atLast(times, zone)
	}
	day, err := strconv.Atoi(d.day)
	if err != nil {
		return assistant.Sentence{}, false
	}
	if n, ok := stepOf(d.month); ok {
		return assistant.Say("on day %d of every %d months at %s (%s)", day, n, times, zone), true
	}
	if d.month == "*" {
		return assistant.Say("on day %d of every month at %s (%s)", day, times, zone), true
	}
	month, ok := monthOf(d.month)
	return assistant.Say("every year on day %d of %s at %s (%s)", day, month, times, zone), ok
}

// atLast is the same for the last day of a month.
func (d dated) atLast(times assistant.Sentence, zone string) (assistant.Sentence, bool) {
	if n, ok := stepOf(d.month); ok {
		return assistant.Say("on the last day of every %d months at %s (%s)", n, times, zone), true
	}
	if d.month == "*" {
		return assistant.Say("on the last day of every month at %s (%s)", times, zone), true
	}
	month, ok := monthOf(d.month)
	return assistant.Say("every year on the last day of %s at %s (%s)", month, times, zone), ok
}

// weekdaysOf reads "1,4".
func weekdaysOf(field string) (assistant.Sentence, bool) {
	var out []assistant.Sentence
	for w := range strings.SplitSeq(field, ",") {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > 7 {
			return assistant.Sentence{}, false
		}
		out = append(out, weekdayNames()[n%7])
	}
	return assistant.Listed(out...), true
}

func monthOf(field string) (assistant.Sentence, bool) {
	n, err := strconv.Atoi(field)
	if err != nil || n < 1 || n > 12 {
		return assistant.Sentence{}, false
	}
	return Month(time.Month(n)), true
}

// weekdayNames are what the days of a week are called, Sunday first.
func weekdayNames() [7]assistant.Sentence {
	return [7]assistant.Sentence{
		assistant.Say("Sunday"), assistant.Say("Monday"), assistant.Say("Tuesday"), assistant.Say("Wednesday"), assistant.Say("Thursday"),
		assistant.Say("Friday"), assistant.Say("Saturday"),
	}
}

// Month is what a month is called.
func Month(m time.Month) assistant.Sentence {
	return [...]assistant.Sentence{
		assistant.Say("January"), assistant.Say("February"), assistant.Say("March"), assistant.Say("April"), assistant.Say("May"), assistant.Say("June"),
		assistant.Say("July"), assistant.Say("August"), assistant.Say("September"), assistant.Say("October"), assistant.Say("November"), assistant.Say("December"),
	}[m-time.January]
}

// Moment is a time by the clock of a zone: "Mon 23 Nov 2026, 09:00 CET".
func Moment(at time.Time, zone *time.Location) assistant.Sentence {
	at = at.In(zone)
	return assistant.Say("%s %d %s %s, %s", shortWeekdays()[at.Weekday()], at.Day(), assistant.ShortMonth(at.Month()), at.Format("2006"), at.Format("15:04 MST"))
}

// shortWeekdays are the days of a week in short, Sunday first.
func shortWeekdays() [7]assistant.Sentence {
	return [7]assistant.Sentence{
		assistant.Say("Sun"), assistant.Say("Mon"), assistant.Say("Tue"), assistant.Say("Wed"), assistant.Say("Thu"), assistant.Say("Fri"), assistant.Say("Sat"),
	}
}
