package main

import (
	"net/http"
	"strings"
	"testing"
)

// TestAnActionNamesItsEntityAndItsFields: over the API an action says which kind of thing it is about, and what of it becomes what, by
// the names that its tool takes; what people read stands beside it.
func TestAnActionNamesItsEntityAndItsFields(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	for request, want := range map[string]struct {
		entity, id string // "*" for an id of whatever kind
		fields     []string
	}{
		"create a ticket about the contact form": {"ticket", "", []string{"title", "priority"}},
		"":                                       {"page", "home", []string{"content"}},
	} {
		if request != "" {
			a.chat("", request)
		} else if code := a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
			"projectId": a.project(), "createdByAgentId": "webEngineer", "taskType": "update_content_block", "summary": "The main heading",
			"parameters": map[string]string{"slug": "home", "block": "h1", "text": "Water that tastes good"},
		}, nil); code != http.StatusOK {
			t.Fatalf("execute answered %d", code)
		}
		var open struct {
			Actions []struct {
				ID     string            `json:"id"`
				Type   string            `json:"entity_type"`
				Entity *string           `json:"entity_id"`
				New    map[string]string `json:"new_state"`
				Diff   []struct{ Field, Label string }
			}
		}
		eventually(t, patience, "it is asked", func() bool {
			return a.call(http.MethodGet, "/api/assistant/actions", nil, &open) == http.StatusOK && len(open.Actions) == 1
		})
		got := open.Actions[0]
		id := ""
		if got.Entity != nil {
			id = *got.Entity
		}
		if got.Type != want.entity || id != want.id {
			t.Errorf("%s: it is about the %s %q", request, got.Type, id)
		}
		for _, f := range want.fields {
			if got.New[f] == "" {
				t.Errorf("%s: nothing is said of %s: %v", request, f, got.New)
			}
		}
		for _, d := range got.Diff {
			if d.Field == "" || d.Label == "" || strings.Contains(d.Field, " ") != (d.Field == d.Label) {
				t.Errorf("%s: a field is called %q and shown as %q", request, d.Field, d.Label)
			}
		}
		a.decide(got.ID, "rejected")
	}
}
