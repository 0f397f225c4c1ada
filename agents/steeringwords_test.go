package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestAWordAtItsBeginningSaysWhatBecomesOfAMessage(t *testing.T) {
	for text, want := range map[string]struct {
		how  assistant.Steering
		rest string
	}{
		"Later: and the prices":                {assistant.SteeringQueue, "and the prices"},
		"Wenn du fertig bist: die Preise auch": {assistant.SteeringQueue, "die Preise auch"},
		"plus tard : les prix":                 {assistant.SteeringQueue, "les prix"},
		"Más tarde: los precios":               {assistant.SteeringQueue, "los precios"},
		"now: only the shop in Bern":           {assistant.SteeringInterrupt, "only the shop in Bern"},
		"Sofort: nur der Laden in Bern":        {assistant.SteeringInterrupt, "nur der Laden in Bern"},
		"Tout de suite : la boutique":          {assistant.SteeringInterrupt, "la boutique"},
		"Ahora mismo: la tienda":               {assistant.SteeringInterrupt, "la tienda"},
		"btw: it is the shop in Bern":          {assistant.SteeringSteer, "it is the shop in Bern"},
		"Übrigens: in Bern":                    {assistant.SteeringSteer, "in Bern"},

		"later: yes":                       {"", "later: yes"},
		"now: stop":                        {"", "now: stop"},
		"now: no":                          {"", "now: no"},
		"later:":                           {"", "later:"},
		"Later today we open at 10:00":     {"", "Later today we open at 10:00"},
		"Title: Later: a story":            {"", "Title: Later: a story"},
		"https://shop.example":             {"", "https://shop.example"},
		"Create a note called “now: open”": {"", "Create a note called “now: open”"},
	} {
		if how, rest := served().Steers(text); how != want.how || rest != want.rest {
			t.Errorf("%q is %q, %q", text, how, rest)
		}
	}
}
