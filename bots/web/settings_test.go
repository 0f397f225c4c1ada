package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func TestAProjectIsAddedOnThePanel(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	ask := func(method, path string, form url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		in(r)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec
	}
	page := ask(http.MethodGet, "/settings", nil).Body.String()
	_, rest, _ := strings.Cut(page, `name="id" value="`)
	id, _, ok := strings.Cut(rest, `"`)
	if !ok || !assistant.ValidID(id) {
		t.Fatalf("no form for a new project: %q", id)
	}
	before := len(w.projects)
	for _, wrong := range []url.Values{
		{"id": {id}, "name": {"Shop"}, "give.site": {"wordpress"}},
		{"id": {id}, "name": {"Shop"}, "give.site": {"wordpress"}, "wordpress.url": {"shop"}},
		{"id": {id}, "give.site": {"folder"}},
		{"id": {id}, "name": {"Shop"}, "give.site": {"tape"}},
	} {
		if rec := ask(http.MethodPost, "/settings/projects", wrong); rec.Code != http.StatusBadRequest || len(w.projects) != before {
			t.Errorf("%v: %d", wrong, rec.Code)
		}
	}
	shop := url.Values{"id": {id}, "name": {w.projects[0].Name + "!"}, "give.site": {"wordpress"}, "wordpress.url": {"https://shop.example"}, "wordpress.user": {"hans"}, "wordpress.password": {"abcd"}}
	for range 2 { // the button was pressed twice
		if rec := ask(http.MethodPost, "/settings/projects", shop); rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/settings?saved="+id+"#project-"+id {
			t.Fatalf("%d to %q", rec.Code, rec.Header().Get("Location"))
		}
	}
	if len(w.projects) != before+1 {
		t.Fatalf("%d projects", len(w.projects))
	}
	p := w.projects[before]
	if string(p.ID) != id || p.Tenant != w.tenant.ID || site.AddressOf(p) != "https://shop.example" || p.Slug != w.projects[0].Slug+"-2" {
		t.Errorf("%+v", p)
	}
	if page := ask(http.MethodGet, "/settings?saved="+id, nil).Body.String(); strings.Contains(page, "abcd") || !strings.Contains(page, "Saved.") || !strings.Contains(page, "kept; write a new one") {
		t.Error("the page after it")
	}
}
