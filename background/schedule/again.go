package schedule

import (
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// timed are words that name a time of day, in the languages that are read.
var timed = pattern(`(?i)\d{1,2}(?::|\.|h)\d{2}|\d\s*(?:am|pm|a\.m\.|p\.m\.|o'?clock|uhr|heures?|h)\b|\b(?:at|@|um|a las?)\s+(?:\d|` + hourNames + `|` + strings.ReplaceAll(hoursAbroad, " ", "|") + `)|(?:^|\s)à\s+(?:\d|` + strings.ReplaceAll(hoursAbroad, " ", "|") + `)|\b(?:noon|midnight|midday|mittags?|mitternacht|midi|minuit|mediodía|medianoche|morning|afternoon|evening|night|morgen|nachmittags?|abends?|nachts?|matin|après-midi|soir|nuit|mañana|tarde|noche|hour|hours|minutes?|stunden?|stündlich|heures?|horas?|minutos?)\b`)

// bareClock is a time of day and nothing else.
var bareClock = pattern(`(?i)^(?:at|@|um|à|a las?)?\s*(\d{1,2})(?:\s*(?::|\.|h)\s*(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'?clock|uhr|h|heures?|horas?)?$`)

// Clock reads a time of day that stands alone: "10", "at 17:30", "5pm", "um 10 Uhr", "à 10h30", "a las 10".
func Clock(words string) (hour, minute int, ok bool) {
	words = strings.ToLower(strings.TrimSpace(words))
	for said, h := range map[string]int{"noon": 12, "at noon": 12, "mittags": 12, "midi": 12, "à midi": 12, "al mediodía": 12, "midnight": 0, "at midnight": 0, "um mitternacht": 0, "à minuit": 0, "a medianoche": 0} {
		if words == said {
			return h, 0, true
		}
	}
	m := bareClock().FindStringSubmatch(words)
	if m == nil {
		return 0, 0, false
	}
	said := m[1]
	if m[2] != "" {
		said += ":" + m[2]
	}
	if half := strings.ReplaceAll(m[3], ".", ""); half == "am" || half == "pm" {
		said += half
	}
	return clock(said, "")
}

// At is the schedule at another time of day, on the same days. One that comes several times a day, or every few hours, has no one
// time to be moved.
func (s Schedule) At(hour, minute int) (Schedule, error) {
	f := strings.Fields(s.cron)
	if _, err := strconv.Atoi(f[1]); err != nil {
		return s, assistant.BadInput(assistant.Say("This comes several times a day, so I cannot tell which of them you mean."), assistant.Say("Say all of it, like “every day at 9 and 17”."))
	}
	f[0], f[1] = strconv.Itoa(minute), strconv.Itoa(hour)
	return Schedule{strings.Join(f, " "), s.zone}, nil
}

// Keeping is a schedule that words say of which no time of day was said, at the time of day that another has; the schedule as it is
// where they said one, or the other has several.
func (s Schedule) Keeping(was Schedule, words string) Schedule {
	now, before := strings.Fields(s.cron), strings.Fields(was.cron)
	if timed().MatchString(words) || len(strings.Fields(words)) == len(now) && words == s.cron {
		return s
	}
	for _, field := range []string{now[1], before[1], before[0]} {
		if _, err := strconv.Atoi(field); err != nil {
			return s
		}
	}
	now[0], now[1] = before[0], before[1]
	return Schedule{strings.Join(now, " "), s.zone}
}

// OnDay is a moment on the day of another, in a zone, by the clock there.
func OnDay(of time.Time, hour, minute int, zone *time.Location) time.Time {
	day := of.In(zone)
	return instant(time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, time.UTC), zone)
}
