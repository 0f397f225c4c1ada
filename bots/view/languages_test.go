package view_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// spokenIn is a card of the kits in another language.
func spokenIn(c bots.Card, l assistant.Language) bots.Card {
	v := reflect.New(reflect.TypeOf(c)).Elem()
	v.Set(reflect.ValueOf(c))
	if f := v.FieldByName("Language"); f.IsValid() {
		f.SetString(string(l))
	}
	card, _ := reflect.TypeAssert[bots.Card](v)
	return card
}

// The same card says the same things in each language: as many buttons, facts and lines, none of them broken, and each of its
// own words in that language.
func TestEveryCardIsDrawnInEachLanguage(t *testing.T) {
	for name, card := range cardkit.Samples("words") {
		english := view.Of(card, view.Reader{})
		for _, l := range assistant.Languages()[1:] {
			v := view.Of(spokenIn(card, l), view.Reader{})
			if len(v.Actions) != len(english.Actions) || len(v.Facts) != len(english.Facts) || len(v.Groups) != len(english.Groups) {
				t.Errorf("%s has other parts in %s", name, l)
				continue
			}
			for i, a := range v.Actions {
				if a.Label == english.Actions[i].Label && a.Do != view.Pick {
					t.Errorf("%s: a button in %s says %q", name, l, a.Label)
				}
			}
			if v.InWords != "" && v.InWords == english.InWords {
				t.Errorf("%s: in words it is English in %s: %q", name, l, v.InWords)
			}
			for _, text := range texts(reflect.ValueOf(v)) {
				if strings.Contains(text, "%!") {
					t.Errorf("%s in %s is broken: %q", name, l, text)
				}
			}
		}
	}
}
