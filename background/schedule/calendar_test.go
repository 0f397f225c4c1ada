package schedule_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/background/schedule"
	"github.com/aisteam/aisteam/background/schedule/scheduletest"
)

const days = 400 // across two changes to summer time and two back

func between(s schedule.Schedule, from, until time.Time) []time.Time {
	var out []time.Time
	for at, ok := s.Next(from); ok && at.Before(until); at, ok = s.Next(at) {
		out = append(out, at.UTC())
	}
	return out
}

func TestDueTimesOfFourHundredDaysAreThoseOfAnIndependentCalendar(t *testing.T) {
	always := func(time.Time) bool { return true }
	weekday := func(at time.Time) bool { return at.Weekday() != time.Saturday && at.Weekday() != time.Sunday }
	for _, name := range []string{"Europe/Berlin", "America/Toronto", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		from := time.Date(2026, 2, 14, 3, 17, 0, 0, zone)
		c := scheduletest.Calendar{Zone: zone, From: from, Until: from.AddDate(0, 0, days)}
		for _, one := range []struct {
			words        string
			hour, minute int
			on           func(time.Time) bool
		}{
			{"every day at 9", 9, 0, always},
			{"every day at 2:30", 2, 30, always}, // left out, or there twice, where clocks change
			{"every day at 1:45", 1, 45, always},
			{"every day at midnight", 0, 0, always}, // which Santiago has a day without
			{"every weekday at 17:30", 17, 30, weekday},
			{"every Sunday at 2:15", 2, 15, func(at time.Time) bool { return at.Weekday() == time.Sunday }},
			{"every month on the 31st at 8", 8, 0, func(at time.Time) bool { return at.Day() == 31 }},
			{"last day of every month at 23:59", 23, 59, func(at time.Time) bool { return at.AddDate(0, 0, 1).Day() == 1 }},
		} {
			t.Run(name+"/"+one.words, func(t *testing.T) {
				s, err := schedule.New(one.words, name, from)
				if err != nil {
					t.Fatal(err)
				}
				got, want := between(s, c.From, c.Until), c.Due(one.hour, one.minute, one.on)
				if len(want) < 5 {
					t.Fatalf("the calendar has only %d", len(want))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-calendar +schedule)\n%s", diff)
				}
			})
		}
		t.Run(name+"/hours pass evenly", func(t *testing.T) {
			s, err := schedule.New("every hour", name, from)
			if err != nil {
				t.Fatal(err)
			}
			got := between(s, c.From, c.Until)
			seen := map[time.Time]bool{}
			for i, at := range got {
				if shown := at.In(zone).Minute(); shown != 0 {
					t.Fatalf("%s shows minute %d", at, shown)
				}
				if i > 0 && at.Sub(got[i-1]) != time.Hour && name != "Australia/Lord_Howe" { // which changes by half an hour
					t.Fatalf("%s comes %s after the one before", at, at.Sub(got[i-1]))
				}
				if seen[at] {
					t.Fatalf("%s comes twice", at)
				}
				seen[at] = true
			}
			if hours := int(c.Until.Sub(c.From).Hours()); len(got) < hours-3 {
				t.Errorf("%d due times in %d hours", len(got), hours)
			}
		})
	}
}

func TestTheTwentyNinthOfFebruaryComesInLeapYears(t *testing.T) {
	s, err := schedule.New("0 9 29 2 *", "Europe/Berlin", time.Date(2095, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	var years []int
	for _, at := range s.Times(time.Date(2095, 1, 1, 0, 0, 0, 0, time.UTC), 3) {
		years = append(years, at.Year())
	}
	if !slices.Equal(years, []int{2096, 2104, 2108}) { // 2100 has none
		t.Errorf("%v", years)
	}
}
