package main

import (
	"net/http"
	"strings"
	"testing"
)

// shownAction is an action as the API shows it.
type shownAction struct {
	ID   string
	Run  string `json:"run_id"`
	Hash string

	Since []struct {
		Field  string
		Old    string `json:"old_value"`
		New    string `json:"new_value"`
		Change string `json:"change_type"`
	} `json:"changed_since"`
}

// asked waits for the only action that is open, and that is another than the one before it.
func (a api) asked(before string) (out shownAction) {
	a.tb.Helper()
	eventually(a.tb, patience, "an action is open", func() bool {
		var all struct{ Actions []shownAction }
		if a.call(http.MethodGet, "/api/assistant/actions", nil, &all) != http.StatusOK || len(all.Actions) != 1 || all.Actions[0].ID == before {
			return false
		}
		out = all.Actions[0]
		return true
	})
	return out
}

// decides settles an action.
func (a api) decides(one shownAction, body map[string]any) {
	a.tb.Helper()
	body["hash"] = one.Hash
	var out struct{ Done bool }
	if code := a.call(http.MethodPost, "/api/approvals/"+one.ID, body, &out); code != http.StatusOK || !out.Done {
		a.tb.Fatalf("%v: %d", body, code)
	}
}

// TestAnActionIsChangedSentBackAndAskedAgainOverTheAPI: other arguments are what is done; what is sent back comes in a next version that shows
// what is different; a run that was declined is asked again by a retry.
func TestAnActionIsChangedSentBackAndAskedAgainOverTheAPI(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	ticket := a.chat("", ticketWish)
	a.decides(a.asked(""), map[string]any{"decision": "approved", "arguments": map[string]any{"title": "The contact form is slow"}})
	a.reads(ticket.ConversationID, "“The contact form is slow”")

	page := a.chat("", "Please create a new webpage called Services.").ConversationID
	for _, words := range []string{"English, for homeowners, found by water filters", "1", "yes, go ahead"} {
		a.chat(page, words)
	}
	first := a.asked("")
	a.decides(first, map[string]any{"decision": "changes", "note": "make it shorter and mention our phone number"})
	second := a.asked(first.ID)
	different := false
	for _, d := range second.Since {
		different = different || d.Field == "whole" && d.Change == "change" && strings.Contains(d.New, "mention our phone number") && d.Old != "" &&
			!strings.Contains(d.Old+d.New, "how it works and how to reach us")
	}
	if !different || len(first.Since) > 0 {
		t.Errorf("the first shows %+v as different, the next %+v", first.Since, second.Since)
	}
	if code := a.call(http.MethodPost, "/api/approvals/"+first.ID, map[string]any{"decision": "approved", "hash": first.Hash}, nil); code != http.StatusConflict {
		t.Errorf("the one before it: %d", code)
	}
	a.decides(second, map[string]any{"decision": "denied"})
	a.reads(page, "because a step of it was declined")
	var out struct{ Done bool }
	if code := a.call(http.MethodPost, "/api/runs/"+second.Run+"/retry", nil, &out); code != http.StatusOK || !out.Done {
		t.Fatalf("a retry: %d", code)
	}
	a.decides(a.asked(second.ID), map[string]any{"decision": "approved"})
	a.reads(page, "1 step can be undone")
	if status, body, err := get(t.Context(), k.url("/sites/aquaverter/services")); err != nil || status != http.StatusOK || !strings.Contains(body, "mention our phone number") {
		t.Errorf("%d, %v: %s", status, err, body)
	}
}
