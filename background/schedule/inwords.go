package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Words say the schedule as people read it, with its zone.
func (s Schedule) Words() string {
	f := strings.Fields(s.cron)
	zone := " (" + s.zone.String() + ")"
	minute, hour, day, month, weekday := f[0], f[1], f[2], f[3], f[4]
	if day == "*" && month == "*" && weekday == "*" {
		switch {
		case hour == "*" && minute == "*":
			return "every minute"
		case hour == "*" && strings.HasPrefix(minute, "*/"):
			return "every " + minute[2:] + " minutes"
		case hour == "*" && minute == "0":
			return "every hour"
		case strings.HasPrefix(hour, "*/") && minute == "0":
			return "every " + hour[2:] + " hours" + zone
		}
	}
	times, ok := timesOf(minute, hour)
	days, known := daysOf(day, month, weekday)
	if !ok || !known {
		return "by the schedule " + s.cron + zone
	}
	return days + " at " + times + zone
}

func timesOf(minute, hour string) (string, bool) {
	m, err := strconv.Atoi(minute)
	if err != nil {
		return "", false
	}
	var out []string
	for h := range strings.SplitSeq(hour, ",") {
		n, err := strconv.Atoi(h)
		if err != nil {
			return "", false
		}
		out = append(out, fmt.Sprintf("%02d:%02d", n, m))
	}
	return listed(out), true
}

func daysOf(day, month, weekday string) (string, bool) {
	switch {
	case day == "*" && month == "*" && weekday == "*":
		return "every day", true
	case day == "*" && month == "*" && weekday == "1-5":
		return "every weekday", true
	case day == "*" && month == "*":
		var out []string
		for w := range strings.SplitSeq(weekday, ",") {
			n, err := strconv.Atoi(w)
			if err != nil || n > 7 {
				return "", false
			}
			out = append(out, time.Weekday(n%7).String())
		}
		return "every " + listed(out), true
	case weekday != "*":
		return "", false
	}
	which := "the last day"
	if day != "L" {
		n, err := strconv.Atoi(day)
		if err != nil {
			return "", false
		}
		which = "day " + strconv.Itoa(n)
	}
	switch n, err := strconv.Atoi(month); {
	case month == "*":
		return "on " + which + " of every month", true
	case strings.HasPrefix(month, "*/"):
		return "on " + which + " of every " + month[2:] + " months", true
	case err == nil && n >= 1 && n <= 12:
		return "every year on " + which + " of " + time.Month(n).String(), true
	}
	return "", false
}

// listed joins as people write lists.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	words = slices.Clone(words)
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
