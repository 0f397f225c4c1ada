package wording_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

var ofOurs = regexp.MustCompile(`\b(?:budget for|is used up|An admin|starts anew|at most|is put aside|on paper)\b`)

func TestWhatIsLeftOfABudgetIsToldInTheLanguageOfWhoeverReadsIt(t *testing.T) {
	at := time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC)
	for _, s := range []assistant.Spending{
		{Tokens: 820, Bounds: assistant.Settings{DailyTokens: 1000}, Now: at},
		{Tokens: 1200, Micros: 1_120_000, Bounds: assistant.Settings{DailyTokens: 1000, DailyCents: 100}, Now: at},
		{Unpriced: "unheard-of-1", Bounds: assistant.Settings{DailyCents: 100}, Now: at},
		{Micros: 600_000, Reserved: 500_000, Bounds: assistant.Settings{DailyCents: 100}, Now: at},
	} {
		refused := s.Refusal().Problem
		for _, words := range []assistant.Sentence{s.Warning(), refused.Message, refused.Recovery, s.Blind([]string{"unheard-of-1", "unheard-of-2"})} {
			text := words.String()
			if !ofOurs.MatchString(text) {
				t.Errorf("in English it is: %s", text)
			}
			for _, l := range []assistant.Language{assistant.German, assistant.French, assistant.Spanish} {
				if said := wording.In(l).Tell(words); ofOurs.MatchString(said) {
					t.Errorf("in %s: %s", l, said)
				}
			}
		}
	}
}
