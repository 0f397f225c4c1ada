package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.set, w.away
}

func (w *world) SaveSettings(_ context.Context, _ assistant.TenantID, by assistant.PersonID, s assistant.Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	w.mu.Lock()
	err := w.adminOnly(by)
	w.mu.Unlock()
	if err == nil {
		err = w.changed("%s sets %+v", w.who(by), s)
	}
	if err == nil {
		w.set = s
	}
	return err
}

func TestAnAdminSetsWhatHoldsForEverybody(t *testing.T) {
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
	if page := ask(http.MethodGet, "/settings", nil).Body.String(); !strings.Contains(page, `name="membersApprove" value="yes" checked`) ||
		!strings.Contains(page, `name="planHours" type="number" min="1" max="720" value="72"`) {
		t.Error("the form does not show what holds")
	}
	for field, wrong := range map[string]string{
		"approvalHours": "0", "planHours": "721", "dailyTokens": "-1", "dailyCents": "a few",
	} {
		given := url.Values{"approvalHours": {"1"}, "planHours": {"72"}}
		given.Set(field, wrong)
		rec := ask(http.MethodPost, "/settings/tenant", given)
		if page := rec.Body.String(); rec.Code != http.StatusBadRequest || !strings.Contains(page, "must be a") || !strings.Contains(page, "Nothing was changed") {
			t.Errorf("%s %s: %d", field, wrong, rec.Code)
		}
	}
	if len(w.changes) != 0 {
		t.Fatalf("changed: %v", w.changes)
	}
	rec := ask(http.MethodPost, "/settings/tenant", url.Values{"guestsTalk": {"yes"}, "approvalHours": {"2"}, "planHours": {"24"}, "dailyTokens": {"7"}, "dailyCents": {""}, "steering": {"interrupt"}})
	if want := (assistant.Settings{GuestsTalk: true, ApprovalHours: 2, PlanHours: 24, DailyTokens: 7, Steering: assistant.SteeringInterrupt}); rec.Code != http.StatusSeeOther || w.set != want {
		t.Errorf("%d, %+v", rec.Code, w.set)
	}
	if page := ask(http.MethodGet, "/settings?saved=tenant", nil).Body.String(); !strings.Contains(page, "Saved.") || !strings.Contains(page, `<option value="interrupt" selected>`) || strings.Contains(page, `name="membersApprove" value="yes" checked`) {
		t.Error("the page after it")
	}

	w.owner.Role = assistant.RoleApprover
	if page := ask(http.MethodGet, "/settings", nil).Body.String(); strings.Contains(page, "/settings/tenant") {
		t.Error("whoever may not change it is shown the form")
	}
}

func TestSettingsAreReadAndChangedOverTheAPI(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	if got := call(t, h, http.MethodGet, "/api/settings", ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"membersApprove":true,"guestsTalk":false,"approvalHours":1,"planHours":72`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, http.MethodPut, "/api/settings", `{"membersApprove":false,"approvalHours":3}`); got.Code != http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if want := (assistant.Settings{ApprovalHours: 3, PlanHours: 72, Steering: assistant.SteeringSteer}); w.set != want {
		t.Errorf("%+v", w.set)
	}
	for _, wrong := range []string{``, `{"approvalHours":0}`, `{"planHours":"many"}`, `{"dailyTokens":-5}`} {
		if got := call(t, h, http.MethodPut, "/api/settings", wrong); got.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", wrong, got.Code, got.Body)
		}
	}
	w.refusal = assistant.ErrNotAdmin
	if got := call(t, h, http.MethodPut, "/api/settings", `{"planHours":5}`); got.Code != http.StatusForbidden || w.set.PlanHours != 72 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func (w *world) Spaces(context.Context, assistant.TenantID, assistant.Surface) ([]string, error) {
	return w.servers, w.away
}

func (w *world) BindSpace(_ context.Context, _ assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error {
	return w.changed("%s binds %s/%s", w.who(by), s, space)
}

func (w *world) UnbindSpace(_ context.Context, _ assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error {
	return w.changed("%s unbinds %s/%s", w.who(by), s, space)
}

func TestAnAdminBindsServersOnThePanel(t *testing.T) {
	w := newWorld(t)
	w.servers = []string{"123456"}
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
	if page := ask(http.MethodGet, "/settings", nil).Body.String(); !strings.Contains(page, "<code>123456</code>") {
		t.Error("the server is not listed")
	}
	for _, wrong := range []string{"", "my server", "12", "1; drop table"} {
		if rec := ask(http.MethodPost, "/settings/servers", url.Values{"verb": {"bind"}, "server": {wrong}}); rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "Nothing was changed") {
			t.Errorf("%q: %d", wrong, rec.Code)
		}
	}
	for _, verb := range []string{"bind", "unbind"} {
		if rec := ask(http.MethodPost, "/settings/servers", url.Values{"verb": {verb}, "server": {" 987654 "}}); rec.Code != http.StatusSeeOther {
			t.Errorf("%s: %d", verb, rec.Code)
		}
	}
	if got := strings.Join(w.changes, ", "); got != "Robin binds discord/987654, Robin unbinds discord/987654" {
		t.Error(got)
	}
	w.refusal = assistant.ErrDecided
	if rec := ask(http.MethodPost, "/settings/servers", url.Values{"verb": {"bind"}, "server": {"987654"}}); rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "another tenant") {
		t.Errorf("%d", rec.Code)
	}
	w.owner.Role = assistant.RoleMember
	if page := ask(http.MethodGet, "/settings", nil).Body.String(); strings.Contains(page, "123456") {
		t.Error("whoever may not change it is shown the servers")
	}
}

func TestTheListOfActionsKnowsThatAPlanWaits(t *testing.T) {
	w := newWorld(t)
	tell(w, "")
	got := call(t, w.surface(t), http.MethodGet, "/api/assistant/actions", "").Body.String()
	if !strings.Contains(got, `"pending":[{"`) || !strings.Contains(got, `{"kind":"plan","id":"`) || !strings.Contains(got, `{"kind":"failed","id":"`) || !strings.Contains(got, `"actions":[{`) {
		t.Error(got)
	}
	h := w.surface(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
	session(t, h)(r)
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	if page := rec.Body.String(); !strings.Contains(page, "Needs you") || !strings.Contains(page, "A plan: ") {
		t.Error("the panel does not say that a plan waits")
	}
}
