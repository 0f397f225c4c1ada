package blocks_test

import (
	"testing"

	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// TestWhatIsSaidIsTheSameWhateverSomebodyIsCalled: who is called otherwise by now has changed nobody's words.
func TestWhatIsSaidIsTheSameWhateverSomebodyIsCalled(t *testing.T) {
	const raw = "<@UBOT> tell <@U2> (the <b>) and <@U33>"
	for known, want := range map[string]bool{
		"tell @Bob (the <b>) and @Eve Smith": true, "tell @U2 (the <b>) and @U33": true, "tell @Bob (the <b>) and Eve": false,
		"tell @Bob (the <b>)": false, "tell @Bob (the <b>) and @Eve\nand more": false, "do tell @Bob (the <b>) and @Eve": false, "": false,
	} {
		if got := blocks.SameWords(raw, "UBOT", known); got != want {
			t.Errorf("%q: %v", known, got)
		}
	}
}
