package assistant

import "time"

// Moment is a time as its clock shows it: "23 Nov 2026, 09:00 CET".
func Moment(at time.Time) Sentence {
	return Say("%d %s %s, %s", at.Day(), ShortMonth(at.Month()), at.Format("2006"), at.Format("15:04 MST"))
}

// DayOf is the day of a time, where its year is known: "23 Nov".
func DayOf(at time.Time) Sentence { return Say("%d %s", at.Day(), ShortMonth(at.Month())) }

// ShortMonth is a month's short name. For a month whose name is short anyway it equals the long one.
func ShortMonth(m time.Month) Sentence {
	return [...]Sentence{
		Say("Jan"), Say("Feb"), Say("Mar"), Say("Apr"), Say("May"), Say("Jun"), Say("Jul"), Say("Aug"), Say("Sep"), Say("Oct"), Say("Nov"), Say("Dec"),
	}[m-1]
}
