package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestPeopleSayTheirTimeZone(t *testing.T) {
	for words, want := range map[string]agents.ZoneWords{
		"my time zone is Toronto":                         {Place: "toronto"},
		"Hans, my timezone is New York, please":           {Place: "new york"},
		"set my time zone to America/Toronto.":            {Place: "america/toronto"},
		"Meine Zeitzone ist jetzt Zürich":                 {Place: "zurich"},
		"Stell meine Zeitzone bitte":                      {},
		"stelle meine Zeitzone auf Wien":                  {Place: "wien"},
		"Mon fuseau horaire est celui de Paris":           {Place: "celui de paris"},
		"mets mon fuseau horaire sur Montréal":            {Place: "montreal"},
		"Mi zona horaria es la de Madrid":                 {Place: "la de madrid"},
		"pon mi zona horaria en Ciudad de México":         {Place: "ciudad de mexico"},
		"What is my time zone?":                           {Asks: true},
		"In welcher Zeitzone bin ich?":                    {Asks: true},
		"¿cuál es mi zona horaria?":                       {Asks: true},
		"my time zone is UTC+2":                           {Place: "utc+2"},
		"my time zone is St. John's":                      {Place: "st. john's"},
		"use my browser's time zone":                      {},
		"remind me tomorrow at 9":                         {},
		"is my time zone Toronto?":                        {},
		"what time zone is the server in?":                {},
		"write on the page that our time zone is Toronto": {},
	} {
		got, ok := agents.ReadZone(words)
		if got != want || ok != (want != (agents.ZoneWords{}) || words == "use my browser's time zone") {
			t.Errorf("%q: %+v %v", words, got, ok)
		}
	}
}
