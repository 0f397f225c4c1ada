package orchestrator_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestPeopleSayTheirTimeZoneByAWord: it is kept for them alone, at once and by code; a place that is none changes nothing, and the tasks
// that keep the hours of another zone are named.
func TestPeopleSayTheirTimeZoneByAWord(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UANNA", assistant.RoleMember)
	stands := func(want string) {
		t.Helper()
		if p := h.person("UANNA"); p.Zone != want {
			t.Errorf("%q, not %q", p.Zone, want)
		}
	}
	h.say("toronto", "my time zone is Toronto")
	h.says("Understood: your time zone is America/Toronto now")
	stands("America/Toronto")
	_, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: "k", Task: assistant.BackgroundTask{
		Owner: h.person("UANNA").ID, Conversation: h.conversation, Kind: assistant.BackgroundRecurring, Title: "Digest", Prompt: "send me a digest", Schedule: "0 9 * * *",
		Zone: "America/Toronto", Overlap: assistant.OverlapSkip, Due: time.Now().Add(time.Hour),
	}})
	h.ok(err)
	h.say("nowhere", "my time zone is Atlantis")
	h.says("I know no time zone by the name “atlantis”")
	stands("America/Toronto")
	h.say("wien", "Stell meine Zeitzone auf Wien")
	h.says("- Digest: jeden Tag um 09:00 (America/Toronto)")
	stands("Europe/Vienna")
	h.say("which", "What is my time zone?")
	h.says("Europe/Vienna")
}
