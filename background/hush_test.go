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
		"mute this until Monday":                    day(30, 8, 0),
		"Mute this until Wednesday at 14":           day(25, 13, 0),
		"snooze 2 hours":                            day(23, 14, 0),
		"snooze this for 30 minutes":                day(23, 12, 30),
		"don't disturb me until 17:30":              day(23, 16, 30),
		"mute":                                      day(24, 8, 0),
		"mute everything until tomorrow":            day(24, 8, 0),
		"stör mich nicht bis morgen um 10":          day(24, 9, 0),
		"keine Direktnachrichten für 3 Stunden":     day(23, 15, 0),
		"ne me dérange pas jusqu'à demain à 9h":     day(24, 8, 0),
		"pas de messages directs pendant 2 heures":  day(23, 14, 0),
		"no me molestes hasta mañana a las 9":       day(24, 8, 0),
		"no me molestes durante dos horas":          day(23, 14, 0),
		"mute the video on the home page":           {},
		"mute the task Audit":                       {},
		"snooze":                                    day(24, 8, 0),
		"silence is golden":                         {},
		"be quiet about the price on the home page": {},
	} {
		got, over, ok := background.ReadHush(words, "Europe/Berlin", noon)
		if over || ok != !want.IsZero() || !got.Equal(want) {
			t.Errorf("%q: %s, %v %v, want %s", words, got, over, ok, want)
		}
	}
	for _, words := range []string{"unmute", "Unmute me.", "call me again", "du darfst mich wieder stören"} {
		if _, over, ok := background.ReadHush(words, "", noon); !over || !ok {
			t.Errorf("%q", words)
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
