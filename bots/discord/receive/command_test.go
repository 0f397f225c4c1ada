package receive_test

import (
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/bots/discord/receive"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

func TestCommandsAreValid(t *testing.T) {
	check, err := fakediscord.NewChecker(fakediscord.FindSchema())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(receive.Commands())
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Check("PUT applications/commands", raw); err != nil {
		t.Error(err)
	}
}
