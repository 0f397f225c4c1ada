package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ownkit"
)

// TestAToolOfAnyPackIsSetOnThePanelAsWell, without a line here that names it.
func TestAToolOfAnyPackIsSetOnThePanelAsWell(t *testing.T) {
	l := newLodge(t)
	var did []string
	h := l.w.surface(t, l.rooms, func(c *web.Config) { c.Own = ownkit.Kept(t, l.db.Verbs, l.w.ids, time.Now, ownkit.Beside(&did)) })
	in := cookie(t, h)
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	if page := call(t, h, "GET", "/settings", "", in).Body.String(); !strings.Contains(page, "Choose a sound") || !strings.Contains(page, "Ringing sound") {
		t.Error("there is no form for it")
	}
	if got := call(t, h, "POST", "/settings/own/choose_sound", "ringing_sound=softly", in, form); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "It rings so now.") || len(did) != 1 {
		t.Errorf("%d, did %v", got.Code, did)
	}
	for _, path := range []string{"/settings/own/create_page", "/settings/own/nothing"} {
		if got := call(t, h, "POST", path, "title=x", in, form); got.Code != http.StatusNotFound || len(did) != 1 {
			t.Errorf("%s: %d, did %v", path, got.Code, did)
		}
	}
}
