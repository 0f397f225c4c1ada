package main

import (
	"net/http"
	"testing"
)

// TestAnActionNamesItsEntityAndItsFields: over the API an action names its kind of entity and which field changes to what, by the
// tool's names; what people read comes beside it.
func TestAnActionNamesItsEntityAndItsFields(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.chat("", "create a ticket about the contact form")
	a.pending(1)
	var open struct {
		Actions []struct {
			Type   string            `json:"entity_type"`
			Entity *string           `json:"entity_id"`
			New    map[string]string `json:"new_state"`
			Diff   []struct{ Field, Label string }
		}
	}
	if code := a.call(http.MethodGet, "/api/assistant/actions", nil, &open); code != http.StatusOK || len(open.Actions) != 1 {
		t.Fatalf("answered %d: %v", code, open)
	}
	got := open.Actions[0]
	if got.Type != "ticket" || got.Entity != nil || got.New["title"] != "The contact form" || got.New["priority"] == "" {
		t.Errorf("it is about %+v", got)
	}
	for _, d := range got.Diff {
		if d.Label == "" || d.Field == d.Label {
			t.Errorf("a field is called %q and shown as %q", d.Field, d.Label)
		}
	}
}
