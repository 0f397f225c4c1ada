package orchestrator

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Background work has bounds of its own: it neither fails by what its owner may ask in a minute, nor uses that up.
func TestWhatABackgroundTaskSaysIsNotWhatItsOwnerAsks(t *testing.T) {
	b := &bounds{rates: newRates(1), now: func() time.Time { return time.Unix(0, 0) }}
	said := assistant.Said{Background: "b", Files: []assistant.File{{Name: "events.json"}}}
	for range 3 {
		asked := &turn{team: teamOf(), mail: assistant.Mail{Message: assistant.Message{Person: "olga", Content: "look at it"}}}
		if files := b.admit(t.Context(), asked, said); len(files) != 1 || asked.refused {
			t.Fatalf("it was refused")
		}
	}
	if !b.rates.allow("olga", b.now()) {
		t.Error("its owner may ask nothing any more")
	}
}
