package web_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// shared is a conversation of Mia's in a lodge, with those whom she may want in it.
type shared struct {
	*lodge

	of                     assistant.ConversationID
	mia, otto, ida         assistant.Person
	asMia, asOtto, asOwner func(*http.Request)
}

func newShared(t *testing.T) *shared {
	t.Helper()
	l := newLodge(t)
	s := &shared{lodge: l}
	s.mia, s.asMia = l.join("Mia", assistant.RoleMember)
	s.otto, s.asOtto = l.join("Otto", assistant.RoleMember)
	s.ida, _ = l.join("Ida", assistant.RoleMember)
	s.asOwner = cookie(t, l.h)
	s.of = l.says(s.mia, "", "What do our competitors charge?").Conversation
	return s
}

func (s *shared) page(as func(*http.Request), path string) (int, string) {
	s.t.Helper()
	got := call(s.t, s.h, http.MethodGet, path, "", as)
	return got.Code, got.Body.String()
}

func (s *shared) does(as func(*http.Request), do string, who assistant.PersonID) (int, string) {
	s.t.Helper()
	code, to, _ := fill(s.t, s.h, as, "/panel/conversations/"+string(s.of)+"/people", "do", do, "person", string(who))
	return code, to
}

// TestSomebodyIsInvitedIntoAConversation: without scripts, whoever is in it lets a colleague in, who finds it in their list, reads it and
// writes in it, until they are taken out; nobody else may do that, and nobody else sees anything of it.
func TestSomebodyIsInvitedIntoAConversation(t *testing.T) {
	s := newShared(t)
	talk := "/c/" + string(s.of)
	people := talk + "/people"
	if code, page := s.page(s.asMia, talk); code != http.StatusOK || !strings.Contains(page, `href="`+people+`"`) || strings.Contains(page, "with Otto") {
		t.Fatalf("%d: nothing leads to the people of a conversation", code)
	}
	_, page := s.page(s.asMia, people)
	for who, want := range map[assistant.PersonID]bool{s.otto.ID: true, s.ida.ID: true, s.w.owner.ID: true, s.mia.ID: false} {
		if offered := strings.Contains(page, `<option value="`+string(who)+`">`); offered != want {
			t.Errorf("%s is offered: %t", who, offered)
		}
	}
	for _, path := range []string{talk, people} {
		if code, page := s.page(s.asOtto, path); code != http.StatusNotFound || strings.Contains(page, "competitors") {
			t.Errorf("a stranger is shown %s: %d", path, code)
		}
	}

	for range 2 { // who presses twice invites once
		if code, to := s.does(s.asMia, "invite", s.otto.ID); code != http.StatusSeeOther || to != people+"?invited="+string(s.otto.ID) {
			t.Fatalf("%d to %s", code, to)
		}
	}
	if _, page := s.page(s.asMia, people+"?invited="+string(s.otto.ID)); !strings.Contains(page, "Otto takes part now, and is told.") || !strings.Contains(page, "invited by Mia") {
		t.Error("nobody says that he takes part")
	}
	_, page = s.page(s.asOtto, talk)
	if !strings.Contains(page, "competitors") || !strings.Contains(page, "with Mia") || strings.Count(page, `class="slot answer"`) != 1 || !slices.Contains(pastOf(page), "What do our competitors charge?") {
		t.Errorf("he is not in it: %.3000s", page)
	}
	if code, _, _ := fill(t, s.h, s.asOtto, "/panel/messages", "conversation", string(s.of), "text", "I have their list", "key", s.w.ids.New()); code != http.StatusSeeOther {
		t.Errorf("he may not write: %d", code)
	}
	const removes = `name="do" value="remove"`
	for name, c := range map[string]struct {
		as     func(*http.Request)
		offers bool
		status int
	}{
		"who was invited": {s.asOtto, false, http.StatusForbidden}, "whose it is": {s.asMia, true, http.StatusSeeOther}, "an admin": {s.asOwner, true, http.StatusSeeOther},
	} {
		if _, page := s.page(c.as, talk); strings.Contains(page, removes) != c.offers {
			t.Errorf("%s is offered to take it out of everybody's list, or not: %t", name, !c.offers)
		}
		for _, do := range []string{"remove", "restore"} {
			if code, _, _ := fill(t, s.h, c.as, "/panel/conversations/"+string(s.of), "do", do); code != c.status {
				t.Errorf("%s, %s: %d", name, do, code)
			}
		}
	}
	if _, page := s.page(s.asMia, talk); !strings.Contains(page, "with Otto") || !strings.Contains(page, "I have their list") {
		t.Error("who else takes part, or what they say, is not shown")
	}

	for name, try := range map[string]struct {
		as  func(*http.Request)
		do  string
		who assistant.PersonID
	}{
		"he takes out whose it is": {s.asOtto, "remove", s.mia.ID}, "she leaves what is hers": {s.asMia, "remove", s.mia.ID}, "somebody unknown": {s.asMia, "invite", nobody},
		"nobody": {s.asMia, "invite", ""}, "no id": {s.asMia, "invite", "x"}, "something else": {s.asMia, "promote", s.otto.ID},
	} {
		if code, _ := s.does(try.as, try.do, try.who); code < 400 || code >= 500 {
			t.Errorf("%s: %d", name, code)
		}
	}
	gus, asGus := s.guest()
	if code, _ := s.does(asGus, "invite", gus.ID); code != http.StatusForbidden {
		t.Errorf("a guest lets themself in: %d", code)
	}
	if code, _ := s.does(s.asMia, "invite", gus.ID); code != http.StatusBadRequest {
		t.Errorf("a guest is let in: %d", code)
	}

	for range 2 {
		if code, to := s.does(s.asMia, "remove", s.otto.ID); code != http.StatusSeeOther || to != people+"?out="+string(s.otto.ID) {
			t.Fatalf("%d to %s", code, to)
		}
	}
	if code, _ := s.page(s.asOtto, talk); code != http.StatusNotFound {
		t.Errorf("he sees it still: %d", code)
	}
	s.does(s.asMia, "invite", s.otto.ID)
	if code, to := s.does(s.asOtto, "remove", s.otto.ID); code != http.StatusSeeOther || to != "/" {
		t.Errorf("he may not leave: %d to %s", code, to)
	}
	s.does(s.asMia, "invite", s.otto.ID)
	if code, _ := s.does(s.asOwner, "remove", s.otto.ID); code != http.StatusSeeOther {
		t.Errorf("an admin may not take him out: %d", code)
	}
	if code, page := s.page(s.asOtto, "/"); code != http.StatusOK || strings.Contains(page, "competitors") {
		t.Error("it is in his list still")
	}
}

// TestWhoIsInvitedDecidesNoMoreThanBefore: what waits in the conversation is for them to read, and waits for those for whom it did. What they
// press is for the inbox to refuse, which asks for their right as ever.
func TestWhoIsInvitedDecidesNoMoreThanBefore(t *testing.T) {
	s := &shared{lodge: newLodge(t)}
	ida, _ := s.join("Ida", assistant.RoleMember)
	s.otto, s.asOtto = s.join("Otto", assistant.RoleMember)
	s.asOwner = cookie(t, s.h)
	room := s.furnished(ida.ID)
	s.of = room.of
	if code, _ := s.does(s.asOwner, "invite", s.otto.ID); code != http.StatusSeeOther {
		t.Fatalf("he is not invited: %d", code)
	}
	if code, page := s.page(s.asOtto, "/c/"+string(room.of)); !strings.Contains(page, canary+" plan") {
		t.Errorf("he does not read what is planned: %d", code)
	}
	if _, page := s.page(s.asOtto, "/waiting"); strings.Contains(page, room.ids["plan"]) || strings.Contains(page, room.ids["approval"]) {
		t.Error("what others decide waits for him")
	}
	if got := call(t, s.h, http.MethodPost, "/api/runs/"+room.ids["run"]+"/undo", `{}`, s.asOtto); got.Code == http.StatusNotFound {
		t.Errorf("the inbox is not asked what he may do: %d", got.Code)
	}
}

// TestProgramsInviteIntoConversations: by the API, as it is described.
func TestProgramsInviteIntoConversations(t *testing.T) {
	s := newShared(t)
	at := "/api/conversations/" + string(s.of) + "/members"
	does := func(method, path, body string, as func(*http.Request)) *httptest.ResponseRecorder {
		return call(t, s.h, method, path, body, as)
	}
	if got := does(http.MethodGet, at, "", s.asOtto); got.Code != http.StatusNotFound {
		t.Errorf("a stranger lists them: %d", got.Code)
	}
	if got := does(http.MethodPost, at, `{"personId":"`+string(s.otto.ID)+`"}`, s.asOtto); got.Code != http.StatusNotFound {
		t.Errorf("a stranger lets themself in: %d", got.Code)
	}
	got := does(http.MethodPost, at, `{"personId":"`+string(s.otto.ID)+`"}`, s.asMia)
	if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `{"id":"`+string(s.otto.ID)+`","name":"Otto","invitedBy":"`+string(s.mia.ID)+`"}`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for body, want := range map[string]int{`{}`: http.StatusBadRequest, `{"personId":"x"}`: http.StatusNotFound, `{"personId":"` + nobody + `"}`: http.StatusNotFound} {
		if got := does(http.MethodPost, at, body, s.asMia); got.Code != want {
			t.Errorf("%s: %d %s", body, got.Code, got.Body)
		}
	}
	if got := does(http.MethodDelete, at+"/"+string(s.mia.ID), "", s.asOtto); got.Code != http.StatusForbidden {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := does(http.MethodDelete, at+"/"+string(s.otto.ID), "", s.asMia); got.Code != http.StatusNoContent {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := does(http.MethodGet, at, "", s.asMia); strings.Count(got.Body.String(), `"name":"Otto"`) != 1 || strings.Contains(got.Body.String(), "invitedBy") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// TestAnOpenPageEndsWithItsReadersPart: whoever was taken out is told so by the page that they have open, and nothing that is said after.
func TestAnOpenPageEndsWithItsReadersPart(t *testing.T) {
	for _, stream := range []string{"/panel/conversations/", "/api/conversations/"} {
		t.Run(stream, func(t *testing.T) {
			s := newShared(t)
			s.does(s.asMia, "invite", s.otto.ID)
			server := httptest.NewServer(s.h)
			t.Cleanup(server.Close)
			path := stream + string(s.of) + "/stream"
			if stream == "/api/conversations/" {
				path = stream + string(s.of) + "/events"
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
			s.ok(err)
			s.asOtto(r)
			got, err := server.Client().Do(r)
			s.ok(err)
			defer got.Body.Close()
			lines := bufio.NewScanner(got.Body)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() && !strings.Contains(lines.Text(), "competitors") {
			}
			s.does(s.asMia, "remove", s.otto.ID)
			s.says(s.mia, s.of, "Now we are by ourselves")
			var rest strings.Builder
			for lines.Scan() {
				rest.WriteString(lines.Text())
			}
			if strings.Contains(rest.String(), "by ourselves") || strings.Contains(path, "/stream") && !strings.Contains(rest.String(), "You take no part in this conversation any more.") {
				t.Errorf("it goes on with %.2000s", rest.String())
			}
		})
	}
}

// TestWhoIsMentionedAndTakesNoPartIsOffered: nobody comes into a conversation by being mentioned; whoever mentions them is asked, with a script
// and without, also by the first message of a conversation.
func TestWhoIsMentionedAndTakesNoPartIsOffered(t *testing.T) {
	s := newShared(t)
	offer := `<input type="hidden" name="person" value="` + string(s.otto.ID) + `"><input type="hidden" name="back" value="talk">`
	send := func(conversation assistant.ConversationID, mentioned assistant.PersonID, with ...func(*http.Request)) *httptest.ResponseRecorder {
		form := url.Values{"conversation": {string(conversation)}, "text": {"@Otto look at this"}, "key": {s.w.ids.New()}, "mention": {string(mentioned), "x", nobody}}
		return call(t, s.h, http.MethodPost, "/panel/messages", form.Encode(), append([]func(*http.Request){s.asMia, asForm}, with...)...)
	}
	byScript := func(r *http.Request) { r.Header.Set("HX-Request", "true") }

	if got := send(s.of, s.otto.ID, byScript); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), offer) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	got := send(s.of, s.otto.ID)
	to := got.Header().Get("Location")
	if got.Code != http.StatusSeeOther || to != "/c/"+string(s.of)+"?mentioned="+string(s.otto.ID)+"#text" {
		t.Fatalf("%d to %s", got.Code, to)
	}
	if _, page := s.page(s.asMia, strings.TrimSuffix(to, "#text")); !strings.Contains(page, offer) || !strings.Contains(page, "Otto takes no part in this conversation, and was told nothing.") {
		t.Error("he is not offered")
	}
	if to := send("", s.otto.ID, byScript).Header().Get("HX-Redirect"); !strings.HasSuffix(to, "?mentioned="+string(s.otto.ID)) {
		t.Errorf("a first message leads to %s", to)
	}
	if code, _ := s.page(s.asOtto, "/c/"+string(s.of)); code != http.StatusNotFound {
		t.Errorf("he takes part by being mentioned: %d", code)
	}
	for name, who := range map[string]assistant.PersonID{"who reads every conversation": s.w.owner.ID, "herself": s.mia.ID, "somebody unknown": nobody} {
		if got := send(s.of, who, byScript); strings.Contains(got.Body.String(), `name="back"`) {
			t.Errorf("%s is offered", name)
		}
	}

	code, back, _ := fill(t, s.h, s.asMia, "/panel/conversations/"+string(s.of)+"/people", "do", "invite", "person", string(s.otto.ID), "back", "talk")
	if code != http.StatusSeeOther || !strings.HasPrefix(back, "/c/"+string(s.of)+"?") {
		t.Errorf("%d to %s", code, back)
	}
	if got := send(s.of, s.otto.ID, byScript); got.Code != http.StatusOK || strings.Contains(got.Body.String(), offer) {
		t.Errorf("who takes part is offered: %d", got.Code)
	}
	if _, page := s.page(s.asOtto, "/c/"+string(s.of)); !strings.Contains(page, `class="turn theirs"`) || !strings.Contains(page, "<strong><bdi>Mia</bdi></strong>") {
		t.Error("another's words are not shown as theirs")
	}
}

// TestThoseWhoCanBeMentioned: the team, for whoever belongs to it, with who is told; of a conversation that is not theirs there is nothing.
func TestThoseWhoCanBeMentioned(t *testing.T) {
	s := newShared(t)
	_, asGuest := s.guest()
	s.does(s.asMia, "invite", s.otto.ID)
	at := "/panel/conversations/" + string(s.of) + "/people"
	_, in := s.page(s.asMia, at)
	for who, want := range map[assistant.Person]string{s.otto: `"name":"Otto","in":true`, s.ida: `"name":"Ida"}`, s.w.owner: `"name":"Robin","in":true`} {
		if !strings.Contains(in, `{"id":"`+string(who.ID)+`",`+want) {
			t.Errorf("%s: no %s in %s", who.Name, want, in)
		}
	}
	if _, all := s.page(s.asOtto, "/panel/people"); strings.Contains(in, string(s.mia.ID)) || !strings.Contains(all, string(s.mia.ID)) || strings.Contains(all, `"in"`) || strings.Contains(in+all, "Gus") {
		t.Errorf("%s %s", in, all)
	}
	_, asIda := s.join("Ina", assistant.RoleMember)
	for name, try := range map[string]struct {
		as   func(*http.Request)
		path string
	}{"a stranger": {asIda, at}, "a guest": {asGuest, "/panel/people"}, "a guest of it": {asGuest, at}} {
		if code, page := s.page(try.as, try.path); code != http.StatusNotFound && code != http.StatusForbidden || strings.Contains(page, "Otto") {
			t.Errorf("%s: %d %s", name, code, page)
		}
	}
}
