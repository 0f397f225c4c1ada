package wording_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestASentenceIsToldWithWhatOthersWroteAsTheyWroteIt: also where that is a sentence of ours, or the format of one.
func TestASentenceIsToldWithWhatOthersWroteAsTheyWroteIt(t *testing.T) {
	w := wording.In(assistant.German)
	for want, s := range map[string]assistant.Sentence{
		"„half past“ ist keine Uhrzeit.":          assistant.Say("“%s” is no time of day.", "half past"),
		"Es gibt kein Menü „100 %d of %s“.":       assistant.Say("There is no menu “%s”.", "100 %d of %s"),
		"Es gibt kein Menü „Reject“.":             assistant.Say("There is no menu “%s”.", "Reject"),
		"Es gibt kein Menü „Ablehnen“.":           assistant.Say("There is no menu “%s”.", assistant.Label("Reject")),
		"Sie haben 7 falsche Codes eingegeben.":   assistant.Say("You have entered %d wrong codes.", 7),
		"You have entered 7 wrong codes.":         assistant.Verbatim("You have entered 7 wrong codes."),
		"1 Schritt 2 Schritte":                    assistant.Say("%d steps", 1).Then(assistant.Say("%d steps", 2)),
		"Nobody has this: 3 of a":                 assistant.Say("Nobody has this: %d of %s", 3, "a"),
		"Sie haben 7 falsche Codes eingegeben. x": assistant.Say("You have entered %d wrong codes.", 7).Then(assistant.Verbatim("x")),
		"": {},
	} {
		if got := w.Tell(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := wording.In(assistant.English).Tell(assistant.Say("%d steps", 1)); got != "1 step" {
		t.Errorf("in English %q", got)
	}
}

// TestEverySentenceKeepsItsArgumentsInEveryLanguage: also those that are sentences of ours, or formats.
func TestEverySentenceKeepsItsArgumentsInEveryLanguage(t *testing.T) {
	entries, err := wording.Entries(assistant.German)
	if err != nil {
		t.Fatal(err)
	}
	keys := slices.Sorted(maps.Keys(entries))
	random := rand.New(rand.NewPCG(1, 53))
	for _, key := range keys {
		var args []any
		var kept []string
		for _, v := range slices.Compact(verbs(key)) {
			if !strings.HasSuffix(v, "s") {
				args = append(args, 2+random.IntN(5))
				continue
			}
			one := keys[random.IntN(len(keys))]
			args, kept = append(args, one), append(kept, one)
		}
		if slices.ContainsFunc(verbs(key), func(v string) bool { return strings.HasSuffix(v, "f") }) { // a number that none of a Sentence's arguments is
			continue
		}
		for _, l := range assistant.Languages() {
			said := wording.In(l).Tell(assistant.Say(key, args...))
			if strings.Contains(said, "%!") && !strings.Contains(strings.Join(kept, ""), "%!") {
				t.Errorf("%s: %q comes to %q", l, key, said)
			}
			for _, one := range kept {
				if !strings.Contains(said, one) {
					t.Errorf("%s: %q of %q is not in %q", l, one, key, said)
				}
			}
		}
	}
}
