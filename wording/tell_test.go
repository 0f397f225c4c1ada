package wording_test

import (
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
