package workspace

import (
	"fmt"
	"time"
)

// Date is a day, as YYYY-MM-DD; "" is none. Dates are ordered as texts are.
type Date string

// ParseDate reads a day. What is no day of the calendar is an error that says how one is written.
func ParseDate(text string) (Date, error) {
	if text == "" {
		return "", nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1 {
		return "", fmt.Errorf("%q is not a day such as 2026-12-31", text)
	}
	return Date(text), nil
}

// DateOf is the day of a moment, by its own clock.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// Add is the day so many days later. The day has to be one.
func (d Date) Add(days int) Date {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return ""
	}
	return DateOf(day.AddDate(0, 0, days))
}
