package main

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// TestUsefulTasksCanBeMadeAsTheyStand: each that a pack offers is read as it is written, and says what it would say.
func TestUsefulTasksCanBeMadeAsTheyStand(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, u := range tools.Templates(declared()) {
		b, err := (&background.Wish{Prompt: u.Prompt, Schedule: u.When, Zone: "Europe/Berlin"}).Task(time.Now())
		if err != nil || b.Kind != assistant.BackgroundRecurring {
			t.Errorf("%s: %+v %v", u.Name, b, err)
		}
		if seen[u.Name] || u.Name != strings.ToLower(u.Name) || u.Title == "" || u.Says == "" {
			t.Errorf("%+v", u)
		}
		seen[u.Name] = true
	}
	if len(seen) < 10 {
		t.Errorf("there are %d", len(seen))
	}
}
