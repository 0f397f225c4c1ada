package background_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/background"
)

// TestATimeMayNameThePlaceWhoseClockItIsBy, in each language.
func TestATimeMayNameThePlaceWhoseClockItIsBy(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) // a Sunday
	for when, want := range map[string]string{
		"every weekday at 9 in Toronto": "America/Toronto", "every weekday at 9 in New York": "America/New_York", "jeden Werktag um 9 in Toronto": "America/Toronto",
		"chaque jour ouvré à 9 h à Toronto": "America/Toronto", "cada día laborable a las 9 en Toronto": "America/Toronto", "every weekday at 9": "Europe/Berlin",
	} {
		b, err := background.Wish{Prompt: "check the site", Schedule: when, Zone: "Europe/Berlin"}.Task(now)
		if err != nil {
			t.Errorf("%s: %v", when, err)
			continue
		}
		zone, err := time.LoadLocation(b.Zone)
		if err != nil {
			t.Fatal(err)
		}
		if at := b.Due.In(zone); b.Zone != want || at.Hour() != 9 || at.Weekday() != time.Monday {
			t.Errorf("%s: due %s, by the clock of %s", when, at, b.Zone)
		}
	}
	if b, err := (background.Wish{Prompt: "check the site", At: "tomorrow at 9 in Toronto", Zone: "Europe/Berlin"}).Task(now); err != nil || b.Zone != "America/Toronto" || b.Due.UTC().Hour() != 14 {
		t.Errorf("once: %+v, %v", b, err)
	}
}
