package storagetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// failures keeps the newest of what platforms did not show, of each tenant for itself.
func failures(_ *testing.T, w *world) {
	place := w.slack("1.0").Place
	for i := range 105 {
		w.ok(w.Failures.NoteFailure(w.ctx, w.tenant, assistant.Failure{Place: place, What: "plan", Outcome: "plain", Code: fmt.Sprintf("code %d\x00", i)}))
	}
	conversation := w.say("1.0", "hello").Conversation
	w.ok(w.Failures.NoteFailure(w.ctx, w.tenant, assistant.Failure{Place: place, Conversation: conversation, What: "said", Outcome: "told", Code: "invalid_blocks"}))
	all, err := w.Failures.Failures(w.ctx, w.tenant, 1000)
	w.ok(err)
	equal(w, len(all), 100)
	if age := time.Since(all[0].At); age < -time.Hour || age > 24*time.Hour {
		w.t.Errorf("noted %s ago", age)
	}
	all[0].At = time.Time{}
	equal(w, all[0], assistant.Failure{Place: place, Conversation: conversation, What: "said", Outcome: "told", Code: "invalid_blocks"})
	newest, err := w.Failures.Failures(w.ctx, w.tenant, 2)
	w.ok(err)
	equal(w, len(newest), 2)
}
