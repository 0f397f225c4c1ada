package background

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/background/schedule"
)

// days are what weekdays are called, Sunday first.
func days() [7]string {
	return [7]string{
		"sunday sonntag dimanche domingo", "monday montag lundi lunes", "tuesday dienstag mardi martes", "wednesday mittwoch mercredi miércoles miercoles",
		"thursday donnerstag jeudi jueves", "friday freitag vendredi viernes", "saturday samstag sonnabend samedi sábado sabado",
	}
}

// months are what months are called.
func months() [12]string {
	return [12]string{
		"january januar jänner janvier enero", "february februar février fevrier febrero", "march märz mars marzo", "april avril abril", "may mai mayo", "june juni juin junio",
		"july juli juillet julio", "august août aout agosto", "september septembre septiembre", "october oktober octobre octubre", "november novembre noviembre",
		"december dezember décembre diciembre",
	}
}

var isoDay = pattern(`^\d{4}-\d{2}-\d{2}$`)

var dayOfMonth = pattern(`^(?:the |den |dem |le |el )?(\d{1,2})(?:st|nd|rd|th|er|\.)? (?:of |de )?(\p{L}+)(?:,? (?:de )?(\d{4}))?$|^(\p{L}+) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$`)

// ReadUntil reads until when something is to hold: "Friday", "3 December", "tomorrow at 9", "2026-12-24", "two weeks", in the languages
// that people are answered in. A day that is named alone is meant with its evening.
func ReadUntil(words, zone string, now time.Time) (time.Time, bool) {
	words, now = strings.ToLower(strings.Join(strings.Fields(words), " ")), now.Truncate(time.Second)
	in, err := schedule.Zone(zone)
	if words == "" || err != nil {
		return time.Time{}, false
	}
	if at, ok := dayNamed(words, now.In(in)); ok {
		return at, at.After(now)
	}
	if at, err := schedule.Once(words+" 23:59", zone, now); err == nil && isoDay().MatchString(words) {
		return at, true
	}
	if schedule.AtOnce(words) {
		return time.Time{}, false // nothing ends before it begins
	}
	for _, form := range []string{"%s at 23:59", "%s um 23:59", "%s à 23h59", "%s a las 23:59", "%s", "in %s", "on %s", "am %s", "dans %s", "en %s"} {
		if at, err := schedule.Once(fmt.Sprintf(form, words), zone, now); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// dayNamed reads the name of a weekday, or of a day of a month, as the evening of that day; of a month without a year it is the next.
func dayNamed(words string, now time.Time) (time.Time, bool) {
	evening := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 23, 59, 0, 0, now.Location()) }
	bare := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(words, "le "), "el "), "on ")
	for day, names := range days() {
		if slices.Contains(strings.Fields(names), bare) {
			return evening(now.Year(), now.Month(), now.Day()+(day-int(now.Weekday())+7)%7), true
		}
	}
	m := dayOfMonth().FindStringSubmatch(words)
	if m == nil {
		return time.Time{}, false
	}
	day, _ := strconv.Atoi(m[1] + m[5])
	year, _ := strconv.Atoi(m[3] + m[6])
	for i, names := range months() {
		if !slices.Contains(strings.Fields(names), m[2]+m[4]) {
			continue
		}
		at := evening(max(year, now.Year()), time.Month(i+1), day)
		if year == 0 && at.Before(now) {
			at = evening(now.Year()+1, time.Month(i+1), day)
		}
		if at.Day() != day {
			return time.Time{}, true // there is no such day
		}
		return at, true
	}
	return time.Time{}, false
}
