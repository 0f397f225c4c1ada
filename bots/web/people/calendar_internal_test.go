package people

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestTheCalendarShowsWhenTasksAreDue by the viewer's clock, wherever the task's own stands.
func TestTheCalendarShowsWhenTasksAreDue(t *testing.T) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 26, 15, 0, 0, 0, toronto) // a Thursday
	task := func(title, schedule, zone string, of assistant.BackgroundStatus) taskLine {
		return taskLine{BackgroundTask: assistant.BackgroundTask{ID: assistant.BackgroundID(title), Title: title, Kind: assistant.BackgroundRecurring, Schedule: schedule, Zone: zone, Status: of}}
	}
	c := calendarOf([]taskLine{
		task("weekly", "0 9 * * 1", "America/Toronto", assistant.BackgroundActive),
		task("in Berlin", "0 1 * * 1", "Europe/Berlin", assistant.BackgroundActive), // Sunday evening in Toronto
		task("often", "*/5 * * * *", "UTC", assistant.BackgroundActive),
		task("hourly at work", "0 8-16 * * 2", "America/Toronto", assistant.BackgroundActive),
		task("paused", "0 9 * * *", "UTC", assistant.BackgroundPaused),
	}, now)
	if len(c.Weeks) != 5 || len(c.Often) != 1 || c.Often[0].Title != "often" {
		t.Fatalf("%d weeks, and often come %+v", len(c.Weeks), c.Often)
	}
	first := c.Weeks[0]
	if !first[3].Today || !first[2].Over || first[4].Over || first[0].Date.Day() != 23 {
		t.Errorf("the week is %+v", first)
	}
	if due := first[6].Due; len(due) != 1 || due[0].Title != "in Berlin" || due[0].At[0].Hour() != 19 {
		t.Errorf("on Sunday comes %+v", due)
	}
	if due := c.Weeks[1][0].Due; len(due) != 1 || due[0].Title != "weekly" || due[0].At[0].Hour() != 9 {
		t.Errorf("on Monday comes %+v", due)
	}
	if due := c.Weeks[1][1].Due; len(due) != 1 || len(due[0].At) != timesOfADay || due[0].More != 6 {
		t.Errorf("on Tuesday comes %+v", due)
	}
	if got := calendarOf([]taskLine{task("paused", "0 9 * * *", "UTC", assistant.BackgroundPaused)}, now); got != nil {
		t.Errorf("nothing is due, and the calendar shows %+v", got)
	}
}
