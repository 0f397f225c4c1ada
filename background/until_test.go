package background_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/background"
)

func TestUntilWhenIsReadWithTheEveningOfADay(t *testing.T) {
	at := func(m time.Month, d, hour, minute int) time.Time {
		return time.Date(2026, m, d, hour, minute, 0, 0, time.UTC)
	}
	for words, want := range map[string]time.Time{ // noon is Monday the 23rd of November; the zone is an hour ahead
		"Friday":             at(11, 27, 22, 59),
		"3 December":         at(12, 3, 22, 59),
		"december 3":         at(12, 3, 22, 59),
		"3. Dezember":        at(12, 3, 22, 59),
		"le 3 janvier":       at(13, 3, 22, 59),
		"3 de diciembre":     at(12, 3, 22, 59),
		"3 December 2027":    at(24, 3, 22, 59),
		"31 November":        {},
		"3 Sundries ":        {},
		"Monday":             at(11, 23, 22, 59),
		"Friday at 17:30":    at(11, 27, 16, 30),
		"tomorrow":           at(11, 24, 22, 59),
		"2026-12-24":         at(12, 24, 22, 59),
		"2026-12-24 12:00":   at(12, 24, 11, 0),
		"Freitag":            at(11, 27, 22, 59),
		"morgen":             at(11, 24, 22, 59),
		"vendredi":           at(11, 27, 22, 59),
		"demain":             at(11, 24, 22, 59),
		"viernes":            at(11, 27, 22, 59),
		"mañana":             at(11, 24, 22, 59),
		"Sonntag":            at(11, 29, 22, 59),
		"two weeks":          at(12, 7, 12, 0),
		"the cows come home": {},
		"2026-11-01":         {},
		"":                   {},
	} {
		got, ok := background.ReadUntil(words, "Europe/Berlin", noon)
		if ok != !want.IsZero() || !got.Equal(want) {
			t.Errorf("%q: %s %v, want %s", words, got, ok, want)
		}
	}
}
