package background_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhoWantsToBeLeftAloneSaysUntilWhen(t *testing.T) {
	day := func(d, h, m int) time.Time { return time.Date(2026, 11, d, h, m, 0, 0, time.UTC) }
	for words, want := range map[string]time.Time{
		"Monday":                day(30, 8, 0),
		"until Wednesday at 14": day(25, 13, 0),
		"2 hours":               day(23, 14, 0),
		"for 30 minutes":        day(23, 12, 30),
		"17:30":                 day(23, 16, 30),
		"":                      day(24, 8, 0),
		"tomorrow.":             day(24, 8, 0),
		"bis morgen um 10":      day(24, 9, 0),
		"für 3 Stunden":         day(23, 15, 0),
		"jusqu'à demain à 9h":   day(24, 8, 0),
		"pendant 2 heures":      day(23, 14, 0),
		"hasta mañana a las 9":  day(24, 8, 0),
		"durante dos horas":     day(23, 14, 0),
		"the video":             {},
		"the price":             {},
		"it is golden":          {},
		"2026-11-24T08:00:00Z":  day(24, 8, 0),
		"2026-11-22T08:00:00Z":  {},
	} {
		got, ok := background.HushUntil(words, "Europe/Berlin", noon)
		if ok != !want.IsZero() || !got.Equal(want) {
			t.Errorf("%q: %s, %v, want %s", words, got, ok, want)
		}
	}
	for which, want := range map[background.HushFor]time.Time{background.HushHours: day(23, 14, 0), background.HushMonday: day(30, 8, 0), background.HushOver: {}} {
		if got, ok := which.Until("Europe/Berlin", noon); !ok || !got.Equal(want) {
			t.Errorf("%s: %s, %v", which, got, ok)
		}
	}
}

func TestWhoWantsToBeLeftAloneIsCalledAfterwardsUnlessItWouldBeTooLate(t *testing.T) {
	a := asked()
	a.Owner.Hearing.MutedUntil = noon.Add(5 * time.Hour)
	same(t, "muted", a, noon, assistant.CallStep{Next: noon.Add(5 * time.Hour)})
	same(t, "over", a, noon.Add(5*time.Hour), assistant.CallStep{Call: &slackAccount, Next: noon.Add(5*time.Hour + time.Minute)})
	a.Owner.Hearing.QuietFrom, a.Owner.Hearing.QuietTo = "16:00", "20:00"
	same(t, "and then it is quiet", a, noon, assistant.CallStep{Next: noon.Add(8 * time.Hour)})
	a.Owner.Hearing = assistant.Hearing{MutedUntil: noon.Add(80 * time.Hour)}
	same(t, "it would be too late", a, noon, assistant.CallStep{Call: &slackAccount, Next: noon.Add(time.Minute)})
}
