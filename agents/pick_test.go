package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestWordsPickOneOfSeveral(t *testing.T) {
	for text, want := range map[string]int{
		"the second one": 1, "2": 1, "2.": 1, "#2": 1, "option B please": 1, "I'd take the first one": 0, "let's go with the last option": 2, "number three": 2, "one": 0,
		"das zweite": 1, "nehmen wir die letzte": 2, "Nummer 3": 2, "Ich möchte den ersten Vorschlag": 0,
		"la deuxième": 1, "prenons la dernière": 2, "je préfère la troisième option": 2, "option a": 0,
		"la segunda": 1, "me quedo con el primero": 0, "Opción C": 2, "la última por favor": 2,
		// no pick: another word, two of them, too many, a question
		"the second paragraph": -1, "the first and the second": -1, "number 4": -1, "the second one?": -1, "a page": -1, "English": -1, "": -1, "0": -1, "not the second": -1,
		"la seconde chance": -1, "nicht das zweite": -1, "ok, one second": -1, "one second please": -1, "> 2": -1, "`2`": -1,
	} {
		got, ok := agents.Picked(text, 3)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q picks %d, %t; want %d", text, got, ok, want)
		}
	}
}
