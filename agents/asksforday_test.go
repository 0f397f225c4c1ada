package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestWhoWantsADigestOfTheDaySaysNothingElse(t *testing.T) {
	for _, asks := range []string{
		"send me a digest", "Send me a digest of the day", "daily digest", "What did the team do today?", "please give us a summary of the day",
		"Schick mir eine Tagesübersicht", "Was habt ihr heute gemacht?", "envoie-moi le résumé du jour", "Dame un resumen del día",
	} {
		if !agents.AsksForDay(asks) {
			t.Errorf("%q is not taken for it", asks)
		}
	}
	for _, other := range []string{
		"Create a page called Daily digest", "send me a digest of the news about water", "what did the customer do today?", "digest this article", "What is the summary of the page?",
	} {
		if agents.AsksForDay(other) {
			t.Errorf("%q is taken for it", other)
		}
	}
}
