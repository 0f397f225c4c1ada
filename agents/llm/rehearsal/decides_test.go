package rehearsal_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

// TestAYesToNothingIsToldSo: what was done is done, and a second yes is no request that nobody understands.
func TestAYesToNothingIsToldSo(t *testing.T) {
	const nothing, unheard = "Nothing waits for your decision here", "That is like nothing that I know from examples"
	for _, words := range []string{"yes", "Yes!", "go ahead", "ja", "Ja, bitte", "einverstanden", "oui", "d'accord", "sí", "adelante", "no", "nein", "non"} {
		if said := askedForNotes(t, words).Text(); !strings.Contains(said, nothing) || strings.Contains(said, unheard) {
			t.Errorf("%q is answered %q", words, said)
		}
	}
	for _, words := range []string{"no idea where the blue curtains of the office went", "yes the moon is nice over the garden", llm.Unheard} {
		if said := askedForNotes(t, words).Text(); strings.Contains(said, nothing) {
			t.Errorf("%q is answered %q", words, said)
		}
	}
}
