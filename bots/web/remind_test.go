package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestAReminderIsALineOfTheConversationThatLeadsToWhatWaits, and harmless whatever it is called.
func TestAReminderIsALineOfTheConversationThatLeadsToWhatWaits(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	until := w.now().AddDate(0, 0, 1)
	for _, b := range []assistant.Reminded{
		{Approval: s.approval, Person: w.owner.ID, Title: "Replace the price list", ExpiresAt: until},
		{Plan: s.plan, Version: 2, Person: w.owner.ID, Title: "Services" + evil, ExpiresAt: until},
		{Clarification: s.ask, ExpiresAt: until},
	} {
		w.add(s.conversation, assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: b.Words(), Body: b})
	}
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/c/"+string(s.conversation), "", in).Body.String()
	harmless(t, "the conversation", page)
	for _, want := range []string{
		`<p class="chip">A decision is still waiting: <a href="#slot-approval-` + string(s.approval) + `">Replace the price list</a>, until <time`,
		` · ` + w.owner.Name + ` was reminded. Robin, an approver or an admin may decide</p>`,
		`<p class="chip">An answer is still awaited: <a href="#slot-ask-` + string(s.ask) + `">show it</a>, until <time`,
		`id="slot-approval-` + string(s.approval) + `"`, `id="slot-ask-` + string(s.ask) + `"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if n := strings.Count(page, `class="slot reminder"`); n != 3 {
		t.Errorf("%d lines", n)
	}
	got := call(t, h, "GET", "/api/conversations/"+string(s.conversation)+"/timeline", "", in)
	var line []struct{ Kind, Actor, Summary string }
	if err := json.Unmarshal(got.Body.Bytes(), &line); err != nil || got.Code != http.StatusOK {
		t.Fatal(got.Code, err)
	}
	last := line[len(line)-3]
	if last.Kind != "reminded" || last.Actor != "system" || !strings.HasPrefix(last.Summary, "A decision is still waiting: Replace the price list (until ") {
		t.Errorf("the timeline says %+v", last)
	}
}
