package assistant_test

import (
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatWasShownBeforeAnUpdateCanBeDecidedAfterIt: a yes binds the tool, its arguments and the old and the new state, by the same hash as
// ever. What a preview says of its target and its fields, for people or for programs, is no part of it; of a plan all that was shown is,
// so a plan that was kept before an update has the hash that it was shown under. The hashes are those of 25 November 2026.
func TestWhatWasShownBeforeAnUpdateCanBeDecidedAfterIt(t *testing.T) {
	const shown, shownPlan = "30a226ca5a9f0b59397f036a9ba6dfa2b12f9457862b65587df3db98317fcea2", "fcc9d949e227a1df4f2b0d9605061fc799feb69a866833b8c2c54c2b9649a5f1"
	var old, said assistant.Preview
	for text, to := range map[string]*assistant.Preview{
		`{"title":"Create a ticket","state":"old","wanted":"new"}`: &old,
		`{"title":"Create a ticket","target":"the ticket list","entity":{"type":"ticket"},"fields":[{"name":"Title","key":"title","new":"Form"}],"state":"old","wanted":"new"}`: &said,
	} {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	for what, p := range map[string]assistant.Preview{"as it was kept": old, "as it is shown": said} {
		if got, err := assistant.ConsentHash("create_ticket", json.RawMessage(`{"title":"Form","priority":"low"}`), p); err != nil || got != shown {
			t.Errorf("%s: %s, %v", what, got, err)
		}
	}
	var plan assistant.Plan
	if err := json.Unmarshal([]byte(`{"id":"p","version":1,"title":"Tickets","steps":[{"key":"one","group":"A","owner":"deliveryLead","type":"create_ticket","summary":"Create it",
		"parameters":{"title":"Form"},"effect":"reversible","preview":{"title":"Create a ticket","target":"the ticket list","fields":[{"name":"Title","new":"Form"}],"state":"old","wanted":"new"}}]}`), &plan); err != nil {
		t.Fatal(err)
	}
	if got, err := assistant.PlanHash(plan); err != nil || got != shownPlan {
		t.Errorf("a plan that was kept: %s, %v", got, err)
	}
}
