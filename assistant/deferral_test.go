package assistant_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatIsPutOffComesBackByTheClockOfWhoever puts it off.
func TestWhatIsPutOffComesBackByTheClockOfWhoever(t *testing.T) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 6, 23, 30, 0, 0, toronto) // a Friday; the clocks change on Sunday
	for until, want := range map[assistant.DeferUntil]time.Time{
		assistant.DeferLater:    now.Add(3 * time.Hour),
		assistant.DeferTomorrow: time.Date(2026, 3, 7, 9, 0, 0, 0, toronto),
		assistant.DeferMonday:   time.Date(2026, 3, 9, 13, 0, 0, 0, time.UTC),
		"for ever":              {},
	} {
		if got := until.At(now.UTC(), toronto); !got.Equal(want) {
			t.Errorf("%s is %s, not %s", until, got, want)
		}
	}
	if got := assistant.DeferMonday.At(want(2026, 3, 9, toronto), toronto); !got.Equal(time.Date(2026, 3, 16, 9, 0, 0, 0, toronto)) {
		t.Errorf("on a Monday it is the next one: %s", got)
	}
}

func want(year int, month time.Month, day int, in *time.Location) time.Time {
	return time.Date(year, month, day, 10, 0, 0, 0, in)
}

// TestNothingThatEndsIsPutOffBeyondItsEnd: it comes back an hour before, and what has less than that is not put off at all.
func TestNothingThatEndsIsPutOffBeyondItsEnd(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for what, c := range map[string]struct {
		ends, until, back time.Duration // from now; 0 is never
		early             bool
	}{
		"it never ends":             {0, 24 * time.Hour, 24 * time.Hour, false},
		"it ends long after":        {48 * time.Hour, 24 * time.Hour, 24 * time.Hour, false},
		"it ends shortly after":     {24*time.Hour + 30*time.Minute, 24 * time.Hour, 23*time.Hour + 30*time.Minute, true},
		"it ends before":            {5 * time.Hour, 24 * time.Hour, 4 * time.Hour, true},
		"it ends in less than that": {time.Hour, 24 * time.Hour, 0, true},
	} {
		p := assistant.Pending{}
		if c.ends > 0 {
			p.Until = now.Add(c.ends)
		}
		back, early := p.BackAt(now.Add(c.until), now)
		if early != c.early || c.back == 0 && !back.IsZero() || c.back > 0 && !back.Equal(now.Add(c.back)) {
			t.Errorf("%s: back at %s, early %t", what, back, early)
		}
	}
}
