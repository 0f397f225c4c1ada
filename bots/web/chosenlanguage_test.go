package web_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/ownkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// TestPeopleChooseTheirLanguageInSettings: it counts before the browser's, on every page and for what begins there, and can be given up.
func TestPeopleChooseTheirLanguageInSettings(t *testing.T) {
	w := newWorld(t)
	db, err := ledgerkit.Bare(t.Context(), storage.Config{Dir: servers.Embedded(t), IDs: w.ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if w.tenant, w.owner, err = db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: w.tenant, Owner: assistant.Person{Name: "Robin"}}); err != nil {
		t.Fatal(err)
	}
	h := w.surface(t, func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: time.Now}
		c.Sessions, c.Own = db.Verbs, ownkit.Kept(t, db.Verbs, w.ids, time.Now)
	})
	in := cookie(t, h)
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	says := func(want string) {
		t.Helper()
		if page := call(t, h, "GET", "/settings", "", in, reading("es")).Body.String(); !strings.Contains(page, want) {
			t.Errorf("no %q in %.3000s", want, page)
		}
	}
	says(`<span>Su idioma</span>`)
	says(`<option value="automatic" selected>`)
	says(`<option value="de">Deutsch</option>`)
	if got := call(t, h, "POST", "/settings/own/choose_language", "language=de", in, form); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "Ihre Sprache ist jetzt Deutsch") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	says(`<html lang="de"`)
	says(`<span>Ihre Sprache</span>`)
	says(`<option value="de" selected>Deutsch</option>`)
	if got := call(t, h, "POST", "/panel/messages", "text=ok&key=k", in, form, reading("es")); got.Code != http.StatusSeeOther || w.inbound[0].From.Language != assistant.German {
		t.Errorf("%d, in %q", got.Code, w.inbound[0].From.Language)
	}
	if got := call(t, h, "POST", "/settings/own/choose_language", "language=tlh", in, form); got.Code != http.StatusBadRequest {
		t.Errorf("a language that is none is answered %d", got.Code)
	}
	says(`<html lang="de"`)
	call(t, h, "POST", "/settings/own/choose_language", "language=automatic", in, form)
	says(`<html lang="es"`)
}
