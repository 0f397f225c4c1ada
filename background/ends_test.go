package background_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func TestWhenATaskIsOverIsReadInFourLanguages(t *testing.T) {
	friday, weeks := time.Date(2026, 11, 27, 22, 59, 0, 0, time.UTC), time.Date(2026, 12, 7, 12, 0, 0, 0, time.UTC)
	third := time.Date(2026, 12, 3, 22, 59, 0, 0, time.UTC)
	for words, want := range map[string]background.End{ // noon is Monday the 23rd of November
		"until Friday": {At: friday}, "bis Freitag": {At: friday}, "jusqu'à vendredi": {At: friday}, "hasta el viernes": {At: friday}, "Friday": {At: friday},
		"until 3 December": {At: third}, "bis zum 3. Dezember": {At: third}, "jusqu’au 3 décembre": {At: third}, "hasta el 3 de diciembre": {At: third},
		"for two weeks": {At: weeks}, "für zwei Wochen": {At: weeks}, "pendant deux semaines": {At: weeks}, "durante dos semanas": {At: weeks},
		"only 5 times": {Times: 5}, "nur fünfmal": {Times: 5}, "nur 5 Mal": {Times: 5}, "seulement cinq fois": {Times: 5}, "solo 5 veces": {Times: 5},
		"twice": {Times: 2}, "only once": {Times: 1}, "nur einmal": {Times: 1}, "three more times": {Times: 3},
		"until 2026-11-27T22:59:00Z": {At: friday},
	} {
		got, err := background.ReadEnd(words, "Europe/Berlin", noon)
		if err != nil || !got.At.Equal(want.At) || got.Times != want.Times {
			t.Errorf("%q: %+v, %v, want %+v", words, got, err, want)
		}
	}
	for words, want := range map[string]string{
		"until I feel better": "never end by it", "bis es mir besser geht": "never end by it", "until the site has 10M visitors": "never end by it",
		"until 31 November": "never end by it", "5000 times": "can be counted", "0 times": "can be counted", "many times": "never end by it",
	} {
		_, err := background.ReadEnd(words, "Europe/Berlin", noon)
		if trouble, ok := errors.AsType[*assistant.Trouble](err); !ok || !strings.Contains(trouble.Problem.Message.String(), want) || trouble.Problem.Recovery.String() == "" {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
}

func TestATaskIsMadeWithItsEndAndSaysIt(t *testing.T) {
	for _, c := range []struct {
		wish background.Wish
		want string
	}{
		{background.Wish{Schedule: "every weekday at 9"}, "every weekday at 09:00 (Europe/Berlin)"},
		{background.Wish{Schedule: "every weekday at 9 until Friday"}, "every weekday at 09:00 (Europe/Berlin), until Fri 27 Nov 2026, 23:59 CET"},
		{background.Wish{Schedule: "jeden Tag um 9 nur fünfmal"}, "every day at 09:00 (Europe/Berlin), 5 times more"},
		{background.Wish{Schedule: "daily", Until: "only once"}, "every day at 09:00 (Europe/Berlin), once more"},
		{background.Wish{Schedule: "daily", Until: "Tuesday"}, "every day at 09:00 (Europe/Berlin), until Tue 24 Nov 2026, 23:59 CET"},
		{background.Wish{Schedule: "daily until I feel better"}, "I cannot tell when"},
		{background.Wish{Schedule: "every Friday at 9 until Tuesday"}, "over before it is due"},
		{background.Wish{At: "tomorrow at 9", Until: "Friday"}, "Only what comes again"},
		{background.Wish{Event: true, Until: "Friday"}, "Only what comes again"},
		{background.Wish{Schedule: "every blue moon until Friday"}, "I cannot read"},
	} {
		c.wish.Prompt, c.wish.Zone = "check it", "Europe/Berlin"
		b, err := c.wish.Task(noon)
		got := background.When(b).String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || err == nil && got != c.want {
			t.Errorf("%+v: %q, want %q", c.wish, got, c.want)
		}
	}
}

func TestATaskIsNotDueAfterItsEnd(t *testing.T) {
	b := ending()
	if got := background.After(b, b.Ends.Add(-72*time.Hour)); got.IsZero() {
		t.Error("it is over too soon")
	}
	if got := background.After(b, b.Ends.Add(-time.Hour)); !got.IsZero() {
		t.Errorf("it is due at %s", got)
	}
	if got := background.Times(b, noon, 10); len(got) != 3 {
		t.Errorf("the times to come are %q, and three are left", got)
	}
	b.Left = 0
	if got := background.Times(b, noon, 10); len(got) != 4 {
		t.Errorf("the times to come are %q, and there are four days", got)
	}
}

func TestTheWordsOfAnEndAreCutOffWhatIsToBeDone(t *testing.T) {
	for what, want := range map[string]string{
		"check the audit until Friday": "until Friday", "prüfe die Seite nur fünfmal": "nur fünfmal", "check the audit": "", "list the tickets for Anna": "",
	} {
		if _, end := background.SplitEnd(what); end != want {
			t.Errorf("%q ends %q, want %q", what, end, want)
		}
	}
}

// TestAnEndMayStandInFront: that is where people say it who have just said when.
func TestAnEndMayStandInFront(t *testing.T) {
	for what, want := range map[string][2]string{
		"until Friday check the audit and let me know": {"check the audit and let me know", "until Friday"},
		"until 3 December 2026, check the audit":       {"check the audit", "until 3 December 2026"},
		"bis Freitag die Tickets auflisten":            {"die Tickets auflisten", "bis Freitag"},
		"jusqu’à vendredi liste les tickets":           {"liste les tickets", "jusqu’à vendredi"},
		"hasta el viernes lista los tickets":           {"lista los tickets", "hasta el viernes"},
		"only 5 times, list the tickets":               {"list the tickets", "only 5 times"},
		"nur fünf Mal die Tickets auflisten":           {"die Tickets auflisten", "nur fünf Mal"},
		"until I feel better list the tickets":         {"until I feel better list the tickets", "until I feel better list the tickets"},
		"list the tickets":                             {"list the tickets", ""},
	} {
		if rest, end := background.SplitEnd(what); [2]string{rest, end} != want {
			t.Errorf("%q: %q %q", what, rest, end)
		}
	}
}
