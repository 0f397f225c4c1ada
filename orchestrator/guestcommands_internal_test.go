package orchestrator

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestAGuestsWordsAreCountedOnceAndHaveATurnOfTheirOwn: beside another turn nothing is done of them, whatever they say.
func TestAGuestsWordsAreCountedOnceAndHaveATurnOfTheirOwn(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for role, want := range map[assistant.Role]bool{assistant.RoleMember: true, assistant.RoleGuest: false} {
		rates := newRates(1)
		s := &Supervisor{
			commands: &commands{standings: &theirsAlone{}}, bounds: &bounds{rates: rates, now: func() time.Time { return now }},
		}
		on := turnOn(t, assistant.Situation{Person: assistant.Person{ID: "anna", Role: role}}, assistant.Message{ID: "m", Person: "anna", Content: "what is always allowed?", At: now, Body: assistant.Said{}})
		done, err := s.command(t.Context(), on)
		if counted := !rates.allow("anna", now); err != nil || done != want || counted != want {
			t.Errorf("of a %s: done %v, %v, counted %v", role, done, err, counted)
		}
	}
}
