package schedule

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/adhocore/gronx"
)

// pattern is a regular expression that is compiled when it is first asked for.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

const (
	dayNames  = `monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thur?s?|fri|sat|sun`
	daysForm  = `(?:` + dayNames + `)s?(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+)(?:` + dayNames + `)s?)*`
	monthForm = `january|february|march|april|may|june|july|august|september|october|november|december`
	hourNames = `two|three|four|five|six|seven|eight|nine|ten|eleven|twelve` // "at one" is a time only with o'clock: "at one of the shops"
	nearHour  = `(?:half\s+past|(?:a\s+)?quarter\s+(?:past|to))\s+(?:one|` + hourNames + `|\d{1,2})`
	timeForm  = `(?:(?:\d{1,2}(?::\d{2}|\.\d{2})?|` + nearHour + `|` + hourNames + `)\s*(?:am|pm|a\.m\.|p\.m\.|o'?clock)?|one\s+o'?clock|noon|midnight)`
	atForm    = `(?:\s*(?:,\s*)?(?:at|@)\s+(` + timeForm + `(?:(?:\s*,\s*|\s+and\s+(?:at\s+)?)` + timeForm + `)*))`
	partForm  = `(?:\s+(?:in the\s+)?(morning|noon|afternoon|evening|night))`
)

// The forms that words of a schedule have, whole.
var (
	byUnit    = pattern(`^(?:every|each)\s+(?:(single|other|second|\d{1,3}|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty)\s+)?(minute|hour|day|week|weekday|working day|business day|workday|weekend|month|year|morning|afternoon|evening|night)s?` + partForm + `?` + atForm + `?$`)
	byDays    = pattern(`^(?:(?:every|each)\s+(?:week\s+on\s+)?|weekly\s+on\s+|on\s+)?(` + daysForm + `)` + partForm + `?` + atForm + `?$`)
	byMonth   = pattern(`^(?:monthly\s+)?(?:on\s+)?(?:the\s+|day\s+)?(\d{1,2}(?:st|nd|rd|th)?|first|last)(?:\s+day)?\s+(?:of\s+)?(?:every|each|the)\s+(?:(\d{1,2})\s+)?months?` + atForm + `?$`)
	byYear    = pattern(`^(?:every|each)\s+year\s+on\s+(?:the\s+|day\s+)?(\d{1,2}(?:st|nd|rd|th)?|first|last)(?:\s+day)?\s+of\s+(` + monthForm + `)` + atForm + `?$`)
	everyOn   = pattern(`^(?:(?:every|each)\s+(?:(\d{1,2})\s+)?months?|monthly)\s+on\s+(?:the\s+)?(\d{1,2}(?:st|nd|rd|th)?|first|last)(?:\s+day)?` + atForm + `?$`)
	byAdverb  = pattern(`^(hourly|daily|weekly|monthly|yearly|annually)` + atForm + `?$`)
	timeParts = pattern(`^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'?clock)?$`)
	timeList  = pattern(timeForm)
	dayList   = pattern(dayNames)
)

// cronOf reads a schedule's words as the five fields of cron.
func cronOf(words string) (string, bool) {
	words = strings.ToLower(strings.Join(strings.Fields(strings.Trim(words, " \t\r\n.,;!")), " "))
	if fields := strings.Fields(words); len(fields) == 5 && !strings.HasPrefix(words, "every ") && !strings.HasPrefix(words, "each ") {
		cron := strings.ToUpper(words)
		if gronx.New().IsValid(cron) {
			return cron, true
		}
	}
	if m := byAdverb().FindStringSubmatch(words); m != nil {
		return every("1", map[string]string{"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}[m[1]], "", m[2])
	}
	if m := byUnit().FindStringSubmatch(words); m != nil {
		return every(m[1], m[2], m[3], m[4])
	}
	if m := byDays().FindStringSubmatch(words); m != nil {
		return at(m[3], m[2], "*", "*", weekdays(m[1]))
	}
	if m := byMonth().FindStringSubmatch(words); m != nil {
		return ofMonths(m[1], everyMonths(m[2]), m[3])
	}
	if m := everyOn().FindStringSubmatch(words); m != nil {
		return ofMonths(m[2], everyMonths(m[1]), m[3])
	}
	if m := byYear().FindStringSubmatch(words); m != nil {
		return ofMonths(m[1], strconv.Itoa(slices.Index(strings.Split(monthForm, "|"), m[2])+1), m[3])
	}
	return "", false
}

// ofMonths reads a day of the months that are meant, and the times on it.
func ofMonths(day, months, times string) (string, bool) {
	day, ok := dayOfMonth(day)
	if !ok || months == "" {
		return "", false
	}
	return at(times, "", day, months, "*")
}

// everyMonths reads how many months a day comes after; "" for a number that no year is divided by.
func everyMonths(count string) string {
	n := number(count)
	if n < 1 || 12%n != 0 {
		return ""
	}
	return step(n)
}

// every reads "every 2 hours", "every weekday at 9".
func every(count, unit, part, times string) (string, bool) {
	n := number(count)
	if n > 1 && !slices.Contains([]string{"minute", "hour", "month"}, unit) {
		return "", false // "every other day" has no steady form in cron: months have odd days
	}
	switch unit {
	case "minute":
		if times != "" || part != "" || n < 1 || 60%n != 0 {
			return "", false
		}
		return step(n) + " * * * *", true
	case "hour":
		if times != "" || part != "" || n < 1 || 24%n != 0 {
			return "", false
		}
		return "0 " + step(n) + " * * *", true
	case "day":
		return at(times, part, "*", "*", "*")
	case "morning", "afternoon", "evening", "night":
		return at(times, unit, "*", "*", "*")
	case "weekday", "working day", "business day", "workday":
		return at(times, part, "*", "*", "1-5")
	case "weekend":
		return at(times, part, "*", "*", "0,6")
	case "week":
		return at(times, part, "*", "*", "1")
	case "month":
		if n < 1 || 12%n != 0 {
			return "", false
		}
		return at(times, part, "1", step(n), "*")
	case "year":
		return at(times, part, "1", "1", "*")
	}
	return "", false
}

func step(n int) string {
	if n == 1 {
		return "*"
	}
	return "*/" + strconv.Itoa(n)
}

func number(word string) int {
	switch word {
	case "", "single":
		return 1
	case "other", "second", "two":
		return 2
	}
	for i, w := range strings.Fields("three four five six _ eight _ ten _ twelve") {
		if w == word {
			return i + 3
		}
	}
	switch word {
	case "fifteen":
		return 15
	case "twenty":
		return 20
	case "thirty":
		return 30
	}
	n, _ := strconv.Atoi(word)
	return n
}

// at puts the fields of a day's schedule together. Without a time it is nine in the morning, or the part of the day's.
func at(times, part, day, month, weekday string) (string, bool) {
	if times == "" {
		times = map[string]string{"": "9", "morning": "9", "noon": "12", "afternoon": "15", "evening": "18", "night": "21"}[part]
	}
	var minute string
	var hours []string
	for _, one := range timeList().FindAllString(times, -1) {
		h, m, ok := clock(one, part)
		if !ok || minute != "" && minute != strconv.Itoa(m) {
			return "", false // cron takes several hours, of one minute
		}
		minute, hours = strconv.Itoa(m), append(hours, strconv.Itoa(h))
	}
	if len(hours) == 0 || weekday == "" {
		return "", false
	}
	return strings.Join([]string{minute, strings.Join(hours, ","), day, month, weekday}, " "), true
}

// clock reads a time of day. "5 in the afternoon" is 17.
func clock(word, part string) (hour, minute int, ok bool) {
	switch word = strings.TrimSpace(word); word {
	case "noon":
		return 12, 0, true
	case "midnight":
		return 0, 0, true
	}
	m := timeParts().FindStringSubmatch(hourInDigits(word))
	if m == nil {
		return 0, 0, false
	}
	hour, _ = strconv.Atoi(m[1])
	minute, _ = strconv.Atoi(m[2])
	half := strings.ReplaceAll(m[3], ".", "")
	switch {
	case half == "am" || half == "pm":
		if hour < 1 || hour > 12 {
			return 0, 0, false
		}
		hour %= 12
		if half == "pm" {
			hour += 12
		}
	case (part == "afternoon" || part == "evening" || part == "night") && hour < 12 && hour > 0:
		hour += 12
	}
	return hour, minute, hour < 24 && minute < 60
}

// hourInDigits writes a time of day that is said in words in digits: "half past seven pm" is "7:30 pm".
func hourInDigits(said string) string {
	words := strings.Fields(said)
	for i, w := range words {
		if n := slices.Index(strings.Split("one|"+hourNames, "|"), w); n >= 0 {
			words[i] = strconv.Itoa(n + 1)
		}
	}
	if words = slices.DeleteFunc(words, func(w string) bool { return w == "a" }); len(words) < 3 || words[0] != "half" && words[0] != "quarter" {
		return strings.Join(words, " ")
	}
	hour, _ := strconv.Atoi(words[2])
	minute := map[string]int{"half": 30, "quarter": 15}[words[0]]
	if words[1] == "to" {
		hour, minute = (hour+10)%12+1, 60-minute
	}
	return strings.TrimSpace(fmt.Sprintf("%d:%02d %s", hour, minute, strings.Join(words[3:], " ")))
}

func weekdays(words string) string {
	var out []string
	for _, w := range dayList().FindAllString(words, -1) {
		n := strconv.Itoa(slices.Index([]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}, w[:3]))
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ",")
}

func dayOfMonth(word string) (string, bool) {
	switch word {
	case "first":
		return "1", true
	case "last":
		return "L", true
	}
	n, err := strconv.Atoi(strings.TrimRight(word, "stndrh"))
	return strconv.Itoa(n), err == nil && n >= 1 && n <= 31
}
