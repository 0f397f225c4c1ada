package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestAnAddressWhereNothingAnswersIsSavedOnlyWhenThatIsSaid: the form comes back with the way to say so.
func TestAnAddressWhereNothingAnswersIsSavedOnlyWhenThatIsSaid(t *testing.T) {
	w := newWorld(t)
	w.reaches = true
	h := w.surface(t)
	in := cookie(t, h)
	before := len(w.projects)
	form := url.Values{"name": {"Shop"}, "give.site": {"wordpress"}, "wordpress.url": {"http://127.0.0.1:1"}, "wordpress.user": {"hans"}}
	ask := func(form url.Values) (int, string) {
		rec := call(t, h, http.MethodPost, "/settings/projects", form.Encode(), in, asForm)
		return rec.Code, rec.Body.String()
	}
	if code, page := ask(form); code != http.StatusBadRequest || !strings.Contains(page, "cannot be reached") || !strings.Contains(page, `name="anyway"`) || !strings.Contains(page, `value="http://127.0.0.1:1"`) || len(w.projects) != before {
		t.Fatalf("%d, %d projects: %s", code, len(w.projects), page)
	}
	form.Set("anyway", "yes")
	if code, _ := ask(form); code != http.StatusSeeOther || len(w.projects) != before+1 {
		t.Errorf("%d, %d projects", code, len(w.projects))
	}
	rec := call(t, h, http.MethodPut, "/api/projects/"+string(w.projects[before].ID), `{"wordpress":{"url":"http://127.0.0.1:2"}}`, in, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") })
	if rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "cannot be reached") {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
}
