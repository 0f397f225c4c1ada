package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestWhereNobodyKnowsTheTeamNobodySaysThatNoneCanDecide: a card that waits is shown as it is, whichever half of what tells who is there is
// missing.
func TestWhereNobodyKnowsTheTeamNobodySaysThatNoneCanDecide(t *testing.T) {
	for without, change := range map[string]func(*web.Config){
		"members": func(c *web.Config) { c.Members = nil }, "grants": func(c *web.Config) { c.Grants = nil },
	} {
		w := newWorld(t)
		h := w.surface(t, change)
		in := session(t, h)
		c := w.start("The page")
		a := assistant.Approval{
			ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "create_page", Title: assistant.Say("Create the page"), RequestedBy: w.owner.ID,
			Rule: &assistant.ApprovalRule{People: []assistant.PersonID{"nobody who is here"}}, ExpiresAt: w.now().Add(time.Hour),
		}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a}})
		got := call(t, h, http.MethodGet, "/c/"+string(c), "", in)
		if page := got.Body.String(); got.Code != http.StatusOK || !strings.Contains(page, a.Title.String()) || strings.Contains(page, "Nobody here can decide") {
			t.Errorf("without %s: %d %s", without, got.Code, page)
		}
	}
}
