package background_test

import (
	"testing"

	"github.com/aisteam/aisteam/background"
)

func TestWhoWantsToHearOfWhatIsNewAloneSaysSo(t *testing.T) {
	for prompt, want := range map[string]bool{
		"check the audit and only tell me when something changed":           true,
		"check the home page, and tell me only if it fails":                 true,
		"check the audit; only let me know if the score drops":              true,
		"check the audit and say nothing unless something is new":           true,
		"prüfe die Seite und melde dich nur, wenn sich etwas geändert hat":  true,
		"vérifie le site et préviens-moi seulement si quelque chose change": true,
		"revisa la página y avísame solo si cambia":                         true,
		"check the audit and let me know":                                   false,
		"tell me how many tickets there are":                                false,
		"only check the home page and tell me when it was changed":          false,
	} {
		if got := background.Silent(prompt); got != want {
			t.Errorf("%q: %v", prompt, got)
		}
	}
}
