package main

import (
	"crypto/rand"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// settler changes the projects as an admin does: by the forms of the settings.
type settler struct {
	t      *testing.T
	k      *child
	client *http.Client
}

func newSettler(t *testing.T, k *child) settler {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := settler{t, k, &http.Client{Jar: jar, Timeout: patience}}
	s.sends("/login", url.Values{"token": {testToken}})
	return s
}

func (s settler) sends(path string, form url.Values) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.k.url(path), strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", s.k.url(""))
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	if body := readAll(res.Body); res.StatusCode != http.StatusOK {
		s.t.Fatalf("%s is answered with %d: %s", path, res.StatusCode, tail(body, 2000))
	}
}

// TestWhatNeedsNothingOfAProjectIsDoneWithoutOne: with two projects nobody is asked which one a ticket or a reminder is for, and
// without any both are made all the same. An action that needs a project asks which, or says that there is none.
func TestWhatNeedsNothingOfAProjectIsDoneWithoutOne(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a, s := api{t, k}, newSettler(t, k)
	first, second := a.project(), string(assistant.NewID[assistant.ProjectID](assistant.NewIDs(time.Now, rand.Reader)))
	s.sends("/settings/projects", url.Values{"id": {second}, "name": {"Bakery"}, "give.site": {"folder"}})
	asks := func(words, answer string) {
		t.Helper()
		if said := a.chat("", words); !strings.Contains(said.text(), answer) {
			t.Errorf("%q is answered:\n%s", words, said.text())
		}
	}
	works := func(words, waits, done string) {
		t.Helper()
		said := a.chat("", words)
		if strings.Contains(said.text(), "roject") {
			t.Errorf("%q is answered:\n%s", words, said.text())
		}
		a.reads(said.ConversationID, waits)
		a.chat(said.ConversationID, "yes")
		a.reads(said.ConversationID, done)
		a.chat(said.ConversationID, "undo")
		a.reads(said.ConversationID, "I have taken back")
	}
	ticket := map[string]any{"createdByAgentId": "deliveryLead", "taskType": "create_ticket", "parameters": map[string]string{"title": "The door squeaks", "priority": "high"}, "summary": "Create a ticket"}
	page := map[string]any{"createdByAgentId": "webEngineer", "taskType": "create_page", "parameters": map[string]string{"title": "Team", "slug": "team", "contentHtml": "<h1>Team</h1>"}, "summary": "Create a page"}
	for _, there := range []string{"Which project is this for?", "There is no project here yet"} {
		works("Create a ticket about the slow contact form", "approval_requested", "Created the ticket #")
		works("Remind me in two hours to call Anna", "plan_proposed", "run_finished")
		for words, waits := range map[string]string{
			"Erstelle ein Ticket über das langsame Formular": "approval_requested", "Crée un ticket sur le formulaire lent": "approval_requested", "Crea un ticket sobre el formulario lento": "approval_requested",
			"Erinnere mich in zwei Stunden daran, die Seite anzusehen": "plan_proposed", "Rappelle-moi dans deux heures de regarder la page": "plan_proposed", "Recuérdame en dos horas mirar la página": "plan_proposed",
		} {
			said := a.chat("", words)
			if strings.Contains(strings.ToLower(said.text()), "proje") || strings.Contains(strings.ToLower(said.text()), "proye") {
				t.Errorf("%q is answered:\n%s", words, said.text())
			}
			a.reads(said.ConversationID, waits)
		}
		asks("Please create a new webpage called Team", there)
		if status := a.call(http.MethodPost, "/api/assistant/execute", ticket, nil); status != http.StatusOK {
			t.Errorf("a ticket of no project is answered with %d", status)
		}
		var refused struct{ Error struct{ Recovery string } }
		if status := a.call(http.MethodPost, "/api/assistant/execute", page, &refused); status != http.StatusUnprocessableEntity || !strings.Contains(refused.Error.Recovery, "projectId") {
			t.Errorf("a page of no project is answered with %d, and %q", status, refused.Error.Recovery)
		}
		if there == "Which project is this for?" { // and then there are none
			s.sends("/settings/projects/"+first+"/delete", nil)
			s.sends("/settings/projects/"+second+"/delete", nil)
		}
	}
}
