package people

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

const (
	calendarDays = 35  // that the calendar shows, from the first day of this week
	mostTimes    = 200 // of a task in the calendar; more frequent tasks are listed beside it
	timesOfADay  = 3   // of a task that are written out
	daysOfWeek   = 7
)

// calendar is when tasks are due in the weeks to come, by the viewer's clock.
type calendar struct {
	Heads []assistant.Sentence // the days of a week
	Weeks [][]calendarDay
	Often []taskLine // many times a day
}

type calendarDay struct {
	Date  time.Time
	Name  assistant.Sentence // of the day of the week
	Over  bool
	Today bool
	Due   []calendarLine
}

// calendarLine is a task on a day.
type calendarLine struct {
	ID    assistant.BackgroundID
	Title string
	At    []time.Time
	More  int // times of the day that are not written out
}

// calendarOf lays out the tasks that go on; nil where none is due in these weeks.
func calendarOf(all []taskLine, now time.Time) *calendar {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	first := today.AddDate(0, 0, -((int(today.Weekday()) + daysOfWeek - 1) % daysOfWeek))
	heads, days := weekHeads(), make([]calendarDay, calendarDays)
	for i := range days {
		at := first.AddDate(0, 0, i)
		days[i] = calendarDay{Date: at, Name: heads[i%daysOfWeek], Over: at.Before(today), Today: at.Equal(today)}
	}
	c, found := &calendar{Heads: heads}, false
	for _, line := range all {
		if line.Status != assistant.BackgroundActive {
			continue
		}
		times := background.Occurrences(line.BackgroundTask, now, mostTimes)
		if len(times) == mostTimes && times[mostTimes-1].Before(first.AddDate(0, 0, calendarDays)) {
			c.Often, found = append(c.Often, line), true
			continue
		}
		for _, at := range times {
			at = at.In(now.Location())
			if i := slices.IndexFunc(days, func(d calendarDay) bool { return d.Date.YearDay() == at.YearDay() && d.Date.Year() == at.Year() }); i >= 0 {
				days[i].add(line, at)
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	for _, d := range days {
		slices.SortStableFunc(d.Due, func(a, b calendarLine) int { return a.At[0].Compare(b.At[0]) })
	}
	c.Weeks = slices.Collect(slices.Chunk(days, daysOfWeek))
	return c
}

// add puts a time of a task on a day.
func (d *calendarDay) add(t taskLine, at time.Time) {
	i := slices.IndexFunc(d.Due, func(l calendarLine) bool { return l.ID == t.ID })
	if i < 0 {
		d.Due = append(d.Due, calendarLine{ID: t.ID, Title: t.Title})
		i = len(d.Due) - 1
	}
	if one := &d.Due[i]; len(one.At) < timesOfADay {
		one.At = append(one.At, at)
	} else {
		one.More++
	}
}

func weekHeads() []assistant.Sentence {
	return []assistant.Sentence{
		assistant.Say("Monday"), assistant.Say("Tuesday"), assistant.Say("Wednesday"), assistant.Say("Thursday"), assistant.Say("Friday"), assistant.Say("Saturday"), assistant.Say("Sunday"),
	}
}
