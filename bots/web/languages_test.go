package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

func reading(languages string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Accept-Language", languages) }
}

// TestEveryPageSpeaksTheLanguageOfWhoeverReadsIt: the frame, the login and what scripts say.
func TestEveryPageSpeaksTheLanguageOfWhoeverReadsIt(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t, func(c *web.Config) {
		l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
		c.Rehearsal, c.Library, c.Files = rehearses, l, l
	})
	in := cookie(t, h)
	for languages, words := range map[string]struct{ lang, panel, settings, login, script string }{
		"de-AT,en;q=0.5": {"de", "Neue Unterhaltung", "Angemeldet als Robin.", "Am Panel anmelden", "Kopiert"},
		"fr":             {"fr", "Nouvelle conversation", "Connecté en tant que Robin.", "Se connecter au panneau", "Copié"},
		"it,es-419":      {"es", "Nueva conversación", "Sesión iniciada como Robin.", "Iniciar sesión en el panel", "Copiado"},
		"it":             {"en", "New conversation", "Signed in as Robin.", "Sign in to the panel", ""},
	} {
		read := reading(languages)
		for path, want := range map[string]string{"/": words.panel, "/settings": words.settings, "/c/" + string(s.conversation): words.script} {
			page := call(t, h, "GET", path, "", in, read).Body.String()
			if !strings.Contains(page, want) || !strings.Contains(page, `<html lang="`+words.lang+`"`) {
				t.Errorf("%s in %s does not say %q:\n%.1500s", path, languages, want, page)
			}
		}
		if page := call(t, h, "GET", "/login", "", bare, read).Body.String(); !strings.Contains(page, words.login) {
			t.Errorf("the login in %s:\n%s", languages, page)
		}
		for _, path := range []string{"/waiting", "/people", "/sessions", "/files", "/approvals", "/tasks", "/operations"} {
			page := call(t, h, "GET", path, "", in, read)
			if body := page.Body.String(); page.Code == http.StatusOK && (strings.Contains(body, "Sign out") || strings.Contains(body, "Back to the panel")) != (words.lang == "en") {
				t.Errorf("%s in %s:\n%.2500s", path, languages, body)
			}
		}
	}
}

// TestWhatBeginsOnThePanelIsInTheLanguageOfItsReader, unless what they write says otherwise.
func TestWhatBeginsOnThePanelIsInTheLanguageOfItsReader(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	body := "text=ok&key=k"
	got := call(t, h, "POST", "/panel/messages", body, in, reading("fr-CA"), func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
	if got.Code != http.StatusSeeOther || w.inbound[0].From.Language != assistant.French {
		t.Errorf("%d, in %q", got.Code, w.inbound[0].From.Language)
	}
}
