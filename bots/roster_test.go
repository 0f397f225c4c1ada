package bots_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// TestWhoHasLeftIsOnCardsAlone: people choose from those who are there; what somebody said who is not is still theirs.
func TestWhoHasLeftIsOnCardsAlone(t *testing.T) {
	roster := bots.Roster(func(assistant.TenantID) []assistant.Agent {
		return []assistant.Agent{{ID: assistant.Chief, Name: "Hans"}, {ID: "florist", Name: "Zelda", Title: "Florist", Left: true}}
	})
	if of := roster.Of("a"); len(of) != 1 || of[0].ID != assistant.Chief {
		t.Errorf("there are %v", of)
	}
	if said := bots.NewNames(roster.Ever("a"), nil, assistant.Settings{}).Speaker("florist").Called; said != "Florist Zelda" {
		t.Errorf("she is called %q", said)
	}
	if bots.Roster(nil).Of("a") != nil || bots.Roster(nil).Ever("a") != nil {
		t.Error("nobody has a roster")
	}
}
