package assistant_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestWhatIsSaidAsideIsKnown(t *testing.T) {
	for text, want := range map[string]bool{
		"(aside) he is slow today": true, "  (Aside) x": true, "(nebenbei) x": true, "(aparte) x": true,
		"aside from that, go on": false, "go on (aside)": false, "(a side)": false, "": false,
	} {
		if got := assistant.Aside(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	before := "Said before:\nAnna: the page is old\nBob: (aside) and so is Anna\n(aside) x\nAnna: make it new"
	if got := assistant.Heard(before); got != "Said before:\nAnna: the page is old\nAnna: make it new" {
		t.Errorf("%q", got)
	}
}
