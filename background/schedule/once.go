package schedule

import (
	"fmt"
	"strings"
	"time"

	"github.com/olebedev/when"
	"github.com/olebedev/when/rules/en"

	"github.com/aisteam/aisteam/assistant"
)

// latest is how far ahead one-shot work may lie.
const latest = 5 * 366 * 24 * time.Hour

var (
	atHour = pattern(`(?i)(?:\bat|@)\s+(` + timeForm + `)`)
	inForm = pattern(`(?i)^in\s+(an?|one|half an|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|\d{1,4})\s+(second|sec|minute|min|hour|day|week)s?$`)
	atOnce = pattern(`(?i)^(?:(?:right )?now|at once|immediately|right away|straight away|asap|jetzt(?: gleich| sofort)?|sofort|maintenant|tout de suite|immédiatement|ahora(?: mismo)?|ya|enseguida|inmediatamente|de inmediato)[.!]*$`)
)

// AtOnce tells whether words mean this very moment.
func AtOnce(words string) bool { return atOnce().MatchString(strings.Join(strings.Fields(words), " ")) }

// Once reads when one-shot work is due: "now", "in two hours", "tomorrow at 9", "Friday at 17:30", or a time in ISO 8601, which is
// the zone's where it names none.
func Once(words, zone string, now time.Time) (time.Time, error) {
	in, err := Zone(zone)
	if err != nil {
		return time.Time{}, err
	}
	now = now.In(in)
	at, ok := inAnyLanguage(strings.TrimSpace(words), func(words string) (time.Time, bool) { return once(words, now) })
	switch {
	case !ok:
		return time.Time{}, assistant.BadInput(assistant.Say("I cannot read “%s” as a time.", clip(words)),
			assistant.Say("Say it like “in two hours”, “tomorrow at 9”, “Friday at 17:30” or “2027-03-01 09:00”."))
	case at.Before(now):
		return time.Time{}, assistant.BadInput(assistant.Say("%s is past already.", Moment(at, in)), assistant.Say("Name a time to come."))
	case at.Sub(now) > latest:
		return time.Time{}, assistant.BadInput(assistant.Say("%s is too far ahead.", Moment(at, in)), assistant.Say("Name a time within the next five years."))
	}
	return at, nil
}

func once(words string, now time.Time) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.Parse(form, words); err == nil {
			if form == time.RFC3339 {
				return at, true
			}
			if form == "2006-01-02" {
				at = at.Add(nine * time.Hour)
			}
			return instant(at, now.Location()), true
		}
	}
	if AtOnce(words) {
		return now, true
	}
	if m := inForm().FindStringSubmatch(words); m != nil {
		return later(strings.ToLower(m[1]), strings.ToLower(m[2]), now)
	}
	return byWords(words, now)
}

// nine is the hour that people begin at who name a day alone.
const nine = 9

// later reads "in two hours". Seconds, minutes and hours are those that pass; days and weeks keep the time of day.
func later(count, unit string, now time.Time) (time.Time, bool) {
	n := number(count)
	switch count {
	case "a", "an", "one":
		n = 1
	case "seven":
		n = 7
	case "nine":
		n = 9
	case "half an":
		return now.Add(30 * time.Minute), unit == "hour"
	}
	switch unit {
	case "second", "sec":
		return now.Add(time.Duration(n) * time.Second), n > 0
	case "minute", "min":
		return now.Add(time.Duration(n) * time.Minute), n > 0
	case "hour":
		return now.Add(time.Duration(n) * time.Hour), n > 0
	case "week":
		n *= 7
	}
	wall := wallOf(now, now.Location())
	return instant(wall.AddDate(0, 0, n), now.Location()), n > 0
}

// byWords reads words on a clock that is never put forward or back, so that the zone decides last.
func byWords(words string, now time.Time) (time.Time, bool) {
	wall := wallOf(now, now.Location())
	plain, timed, ok := inDigits(words)
	if !ok {
		return time.Time{}, false
	}
	timed = timed || partOfDay().MatchString(plain)
	reader := when.New(nil)
	reader.Add(en.All...)
	got, err := reader.Parse(plain, wall)
	if err != nil || got == nil || restOf(plain, got) != "" {
		return time.Time{}, false
	}
	at := got.Time.Truncate(time.Minute)
	if !timed {
		at = time.Date(at.Year(), at.Month(), at.Day(), nine, 0, 0, 0, time.UTC)
	}
	if onlyTime().MatchString(plain) && !at.After(wall) {
		at = at.AddDate(0, 0, 1) // "at 9", said at ten, is tomorrow's
	}
	return instant(at, now.Location()), true
}

// inDigits writes the times of day in words as digits. ok is false where one is no time of day, such as "at 27".
func inDigits(words string) (plain string, timed, ok bool) {
	var out strings.Builder
	end := 0
	for _, at := range atHour().FindAllStringSubmatchIndex(words, -1) {
		h, minute, known := clock(strings.ToLower(words[at[2]:at[3]]), "")
		if !known {
			return "", false, false
		}
		fmt.Fprintf(&out, "%sat %02d:%02d", words[end:at[0]], h, minute)
		end, timed = at[1], true
	}
	return out.String() + words[end:], timed, true
}

var (
	partOfDay = pattern(`(?i)\b(?:\d{1,2}:\d{2}|\d{1,2}\s*[ap]m|morning|noon|afternoon|evening|tonight|night|hour|minute)`)
	onlyTime  = pattern(`(?i)^at \d{2}:\d{2}$`)
	smallWord = pattern(`(?i)\b(?:on|at|the|in|of|this|next)\b|[\s,.]`)
)

// restOf is what a reading has left out of the words: what is not understood is not guessed at.
func restOf(words string, got *when.Result) string {
	rest := words[:got.Index] + words[got.Index+len(got.Text):]
	return smallWord().ReplaceAllString(rest, "")
}
