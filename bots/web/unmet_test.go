package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestARuleThatNobodyCanMeetIsSaidWhenItIsMade: by the API and on the page, as long as it is so, with what to change. Whoever has left does
// not count.
func TestARuleThatNobodyCanMeetIsSaidWhenItIsMade(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	mia := w.join("Mia", assistant.RoleAdmin)
	unmet := func(method, rule string) (out []struct {
		Tool          string
		Needed, Could int
		AskedBy       []assistant.PersonID
	},
	) {
		t.Helper()
		got := call(t, asDescribed(t, h), method, "/api/approvals/rules", rule, in)
		var body struct{ Unmet json.RawMessage }
		if err := json.Unmarshal(got.Body.Bytes(), &body); got.Code != http.StatusOK || err != nil || json.Unmarshal(body.Unmet, &out) != nil {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		return out
	}
	page := func() string { return call(t, h, http.MethodGet, "/approvals", "", in).Body.String() }
	if got := unmet(http.MethodPut, `{"tool":"create_page","rule":{"roles":["admin"],"needed":2,"notRequester":true}}`); len(got) != 1 || got[0].Tool != "create_page" || got[0].Needed != 2 || got[0].Could != 1 || len(got[0].AskedBy) != 0 {
		t.Errorf("of two admins where one asks: %+v", got)
	}
	if got := page(); !strings.Contains(got, "Nobody can have anything approved under this rule: it takes 2 people, and those who could are 1.") || !strings.Contains(got, "remove the rule") {
		t.Errorf("the page: %s", got)
	}
	kim := w.join("Kim", assistant.RoleAdmin)
	if got := unmet(http.MethodGet, ""); len(got) != 0 {
		t.Errorf("of three: %+v", got)
	}
	if got := page(); strings.Contains(got, "under this rule") {
		t.Errorf("the page: %s", got)
	}
	w.join("Ben", assistant.RoleMember)
	w.leaves(kim.ID)
	if got := unmet(http.MethodGet, ""); len(got) != 1 || got[0].Could != 2 || len(got[0].AskedBy) != 2 || got[0].AskedBy[1] != mia.ID {
		t.Errorf("after one of them has left: %+v", got)
	}
	if got := page(); !strings.Contains(got, "What these people ask for cannot be approved under this rule") {
		t.Errorf("the page: %s", got)
	}
}

// leaves lets somebody who joined belong to the team no more.
func (w *world) leaves(id assistant.PersonID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.people {
		if w.people[i].ID == id {
			w.people[i].LeftAt = w.now()
		}
	}
}
