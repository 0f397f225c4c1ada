package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestWhatFailedCanBeAskedAgainAndSaysToAdminsAloneWhatToMend(t *testing.T) {
	w := newWorld(t)
	c := w.start("Failed")
	asked := w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "Please <audit> it", Body: assistant.Said{}})
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Cause: asked.ID, Body: assistant.Failed{Problem: assistant.Problem{
		Side: assistant.SideSystem, Message: assistant.Say("The model does not let us in."), Recovery: assistant.Say("Try again later."), Mend: assistant.Say("Check the key."), Retry: true,
	}}})
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/c/"+string(c), "", in).Body.String()
	if !strings.Contains(page, "Check the key.") || !strings.Contains(page, `name="text" value="Please &lt;audit&gt; it"`) {
		t.Errorf("the card lacks what to mend or the way on:\n%s", page)
	}
	form := url.Values{"conversation": {string(c)}, "text": {"Please <audit> it"}, "key": {"again-x"}}
	for range 2 { // pressed twice is asked once
		call(t, h, "POST", "/panel/messages", form.Encode(), in, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		})
	}
	if got := heard(w); len(got) != 1 || got[0] != "Please <audit> it" {
		t.Errorf("heard %q", got)
	}
	mend := &assistant.Problem{Message: assistant.Say("It could not be written."), Mend: assistant.Say("Check the key.")}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.TaskFinished{Status: assistant.TaskFailed, Problem: mend}})
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.Undone{Tasks: []assistant.UndoneTask{{Problem: mend}}}})
	history := "/api/conversations/" + string(c) + "/messages"
	for role, want := range map[assistant.Role]int{assistant.RoleAdmin: 3, assistant.RoleMember: 0} {
		w.owner.Role = role
		h = w.surface(t)
		in = cookie(t, h)
		if page := call(t, h, "GET", "/c/"+string(c), "", in).Body.String(); strings.Contains(page, "Check the key.") != (want > 0) {
			t.Errorf("on the panel, what only operators can mend is shown to the wrong %s", role)
		}
		if told := call(t, h, "GET", history, "", in).Body.String(); strings.Count(told, "Check the key.") != 2*want { // in English, and as a sentence
			t.Errorf("over the API, what only operators can mend is told %d times to the wrong %s", strings.Count(told, "Check the key."), role)
		}
	}
}

func TestAStepThatReplacesSomethingSaysSo(t *testing.T) {
	w := newWorld(t)
	c := w.start("Plan")
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Change", Steps: []assistant.Step{
		{Key: "a", Group: "A", Owner: assistant.WebEngineer, Summary: "Change it", Effect: assistant.EffectReversible, Preview: &assistant.Preview{State: "s", Fields: []assistant.Field{{Name: "h1", Old: "Old", New: "New"}}}},
		{Key: "b", Group: "A", Owner: assistant.WebEngineer, Summary: "Add it", Effect: assistant.EffectReversible, Preview: &assistant.Preview{State: "s", Fields: []assistant.Field{{Name: "h1", New: "New"}}}},
	}}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Body: assistant.PlanProposed{Plan: plan}})
	h := w.surface(t)
	page := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h)).Body.String()
	if strings.Count(page, `<span class="badge replaces">`) != 1 || strings.Count(page, `<span class="badge reversible">`) != 1 {
		t.Error("of two steps the one that replaces something says so in red, and the other that it can be undone in green")
	}
}

func TestAnAddressOfTheAPIWithDoubledSlashesIsServed(t *testing.T) {
	h := newWorld(t).surface(t)
	for path, want := range map[string]int{"//api/agents": 200, "/api//agents": 200, "/api//nothing": 404} {
		if got := call(t, h, "GET", path, ""); got.Code != want || !strings.HasPrefix(got.Header().Get("Content-Type"), "application/json") {
			t.Errorf("%s: %d %s", path, got.Code, got.Header().Get("Content-Type"))
		}
		if got := call(t, h, "GET", path, "", bare); got.Code != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", path, got.Code)
		}
	}
}

func TestConversationsOfTheAPIAreListedByPages(t *testing.T) {
	w := newWorld(t)
	for range 7 {
		w.start("One of many")
	}
	h := w.surface(t)
	seen, at := map[string]bool{}, "/api/conversations?limit=3"
	for pages := 1; ; pages++ {
		var got struct {
			Conversations []struct{ ID string }
			HasMore       bool
			NextCursor    *string
		}
		if err := json.Unmarshal(call(t, h, "GET", at, "").Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		for _, c := range got.Conversations {
			seen[c.ID] = true
		}
		if got.NextCursor == nil {
			if got.HasMore || pages != 3 || len(seen) != 7 {
				t.Errorf("%d conversations on %d pages, more: %v", len(seen), pages, got.HasMore)
			}
			return
		}
		at = "/api/conversations?limit=3&before=" + *got.NextCursor
	}
}

func TestSigningInLeadsNowhereElse(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	for to, want := range map[string]string{
		"/settings": "/settings", "/c/x?before=3": "/c/x?before=3", "/settings?token=t": "/settings",
		"https://evil.example/": "/", "//evil.example": "/", "/\\evil.example": "/", "/panel/messages": "/", "/logout": "/", "": "/", "javascript:alert(1)": "/",
	} {
		form := url.Values{"token": {token}, "to": {to}}
		got := call(t, h, "POST", "/login", form.Encode(), bare, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		if at := got.Header().Get("Location"); got.Code != http.StatusSeeOther || at != want {
			t.Errorf("%q leads to %q (%d), want %q", to, at, got.Code, want)
		}
	}
}
