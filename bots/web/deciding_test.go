package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/deciding"
)

// changing are the tools that rules may hold for.
func changing(assistant.TenantID) []deciding.Tool {
	return []deciding.Tool{{Name: "create_page", Label: "Create a <page>"}}
}

func (w *world) Policies(context.Context, assistant.TenantID) ([]assistant.Policy, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.policies), w.away
}

func (w *world) SavePolicy(_ context.Context, _ assistant.TenantID, by assistant.PersonID, p assistant.Policy) error {
	if err := p.Rule.Check(); err != nil {
		return err
	}
	err := w.changed("%s lays down who decides on %q", w.who(by), p.Tool)
	if err == nil {
		w.policies = append(w.policies, p)
	}
	return err
}

func (w *world) DropPolicy(_ context.Context, _ assistant.TenantID, by assistant.PersonID, p assistant.Policy) error {
	w.policies = nil
	return w.changed("%s drops the rule on %q", w.who(by), p.Tool)
}

func (w *world) StandingYeses(context.Context, assistant.TenantID) ([]assistant.StandingYes, error) {
	return slices.Clone(w.standing), w.away
}

func (w *world) PastStandings(context.Context, assistant.TenantID, int) ([]assistant.StandingYes, error) {
	return slices.Clone(w.past), w.away
}

func (w *world) EndStanding(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.StandingID) error {
	w.standing = slices.DeleteFunc(w.standing, func(s assistant.StandingYes) bool { return s.ID == id })
	return w.changed("%s takes a standing yes back", w.who(by))
}

func (w *world) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return slices.Clone(w.delegations), w.away
}

func (w *world) EndDelegation(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error {
	w.delegations = slices.DeleteFunc(w.delegations, func(g assistant.Delegation) bool { return g.ID == id })
	return w.changed("%s lets nobody decide for somebody any more", w.who(by))
}

// TestWhoDecidesForSomebodyIsListedAndEnded on the page of who approves and by the API.
func TestWhoDecidesForSomebodyIsListedAndEnded(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	ids := []assistant.DelegationID{assistant.DelegationID(assistant.StandingOf("a")), assistant.DelegationID(assistant.StandingOf("b"))}
	for i, id := range ids {
		w.delegations = append(w.delegations, assistant.Delegation{
			ID: id, Person: w.owner.ID, Name: "Anna <3", Delegate: assistant.PersonID(ids[i]), Called: "Ben & Co", Until: w.now().Add(time.Hour),
		})
	}
	page := call(t, h, http.MethodGet, "/approvals", "", in).Body.String()
	for _, want := range []string{"Who decides for somebody", "<strong>Ben &amp; Co</strong> decides for Anna &lt;3", "Ben decides for me until Friday", "/approvals/delegations/" + string(ids[0]) + "/end"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if rec := call(t, h, http.MethodPost, "/approvals/delegations/"+string(ids[0])+"/end", "", in); rec.Code != http.StatusSeeOther || len(w.delegations) != 1 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	var got struct{ Delegations []assistant.Delegation }
	rec := call(t, asDescribed(t, h), http.MethodGet, "/api/approvals/rules", "", in)
	if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || len(got.Delegations) != 1 || got.Delegations[0].Called != "Ben & Co" {
		t.Errorf("%v: %s", err, rec.Body)
	}
	if rec := call(t, asDescribed(t, h), http.MethodDelete, "/api/approvals/delegations/"+string(ids[1]), "", in); rec.Code != http.StatusOK || len(w.delegations) != 0 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if page := call(t, h, http.MethodGet, "/approvals?done=over", "", in).Body.String(); !strings.Contains(page, "Nobody: each decides for themself.") {
		t.Error(page)
	}
}

// TestOnlyWhoTakesPartIsToldWhoDecidesForSomebody, and admins.
func TestOnlyWhoTakesPartIsToldWhoDecidesForSomebody(t *testing.T) {
	all := []assistant.Delegation{{Person: "anna", Delegate: "ben"}, {Person: "cleo", Delegate: "dan"}}
	for who, want := range map[assistant.Person]int{
		{ID: "anna"}: 1, {ID: "ben"}: 1, {ID: "eve", Role: assistant.RoleApprover}: 0, {ID: "olga", Role: assistant.RoleAdmin}: 2,
	} {
		if got := deciding.Told(who, all); len(got) != want {
			t.Errorf("%s is told of %d", who.ID, len(got))
		}
	}
}

func TestAnAdminLaysDownWhoDecides(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	ask := func(method, path, kind, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		in(r)
		rec := httptest.NewRecorder()
		asDescribed(t, h).ServeHTTP(rec, r)
		return rec
	}
	const form, plain = "application/x-www-form-urlencoded", "application/json"
	if page := ask(http.MethodGet, "/approvals", form, "").Body.String(); !strings.Contains(page, "There is no rule.") || !strings.Contains(page, "Create a &lt;page&gt;") {
		t.Error(page)
	}
	for what, wrong := range map[string]url.Values{
		"a number that is none":   {"needed": {"two"}},
		"too many people":         {"needed": {"9"}},
		"a tool that there isn't": {"tool": {"delete_everything"}},
		"nobody to escalate to":   {"minutes": {"10"}},
	} {
		if rec := ask(http.MethodPost, "/approvals/rules", form, wrong.Encode()); rec.Code != http.StatusBadRequest || len(w.policies) != 0 {
			t.Errorf("%s: %d", what, rec.Code)
		}
	}
	rule := url.Values{"tool": {"create_page"}, "role": {"approver"}, "people": {string(w.owner.ID)}, "needed": {"2"}, "notRequester": {"yes"}, "later": {string(w.owner.ID)}, "minutes": {"15"}}
	if rec := ask(http.MethodPost, "/approvals/rules", form, rule.Encode()); rec.Code != http.StatusSeeOther {
		t.Fatal(rec.Code, rec.Body)
	}
	w.standing = []assistant.StandingYes{{
		ID: assistant.StandingOf("a"), Person: w.owner.ID, Name: "Anna <3", Tool: "create_page", Most: 20, Used: 3, Until: w.now().Add(time.Hour),
	}}
	w.past = []assistant.StandingYes{{ID: assistant.StandingOf("b"), Person: w.owner.ID, Name: "Anna <3", Tool: "create_page", Most: 20, Used: 20, Until: w.now().Add(-time.Hour)}}
	page := ask(http.MethodGet, "/approvals?done=saved", form, "").Body.String()
	for _, id := range []assistant.StandingID{w.standing[0].ID, w.past[0].ID} { // where cards lead that tell of what was done by one
		if !strings.Contains(page, `id="standing-`+string(id)+`"`) {
			t.Errorf("there is no %s on the page", id)
		}
	}
	for _, want := range []string{"approvers and admins", "2 of them have to approve", "not whoever asked for it", "in the last 15 minutes also", "used 3 of 20 times", "used 20 of 20 times", "Anna &lt;3"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	page = call(t, h, http.MethodGet, "/approvals", "", in, reading("de")).Body.String()
	for _, want := range []string{"jedes Projekt", "Freigebende und Admins", "2 von ihnen müssen freigeben", "nicht, wer darum gebeten hat", "in den letzten 15 Minuten auch"} {
		if !strings.Contains(page, want) {
			t.Errorf("the German page lacks %q", want)
		}
	}
	var got struct {
		Rules    []assistant.Policy
		Standing []assistant.StandingYes
	}
	rec := ask(http.MethodGet, "/api/approvals/rules", plain, "")
	if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || len(got.Rules) != 1 || !got.Rules[0].Rule.NotRequester || len(got.Standing) != 1 {
		t.Errorf("%v: %s", err, rec.Body)
	}
	if rec := ask(http.MethodPut, "/api/approvals/rules", plain, `{"rule":{"roles":["owner"]}}`); rec.Code != http.StatusBadRequest {
		t.Errorf("a role that there is not: %d %s", rec.Code, rec.Body)
	}
	if rec := ask(http.MethodPut, "/api/approvals/rules", plain, `{"tool":"create_page","rule":{"roles":["admin"]}}`); rec.Code != http.StatusOK || len(w.policies) != 2 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if rec := ask(http.MethodDelete, "/api/approvals/rules?tool=create_page", plain, ""); rec.Code != http.StatusOK || len(w.policies) != 0 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if rec := ask(http.MethodPost, "/approvals/standing/"+string(w.standing[0].ID)+"/end", form, ""); rec.Code != http.StatusSeeOther || len(w.standing) != 0 {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
	if rec := ask(http.MethodDelete, "/api/approvals/standing/"+string(assistant.StandingOf("b")), plain, ""); rec.Code != http.StatusOK {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
}

// TestNamesOfPeopleAndProjectsAreNobodysToTranslate: also those that are words of the catalogue.
func TestNamesOfPeopleAndProjectsAreNobodysToTranslate(t *testing.T) {
	w := newWorld(t)
	w.projects[0].Name, w.owner.Name = "Settings", "Approve"
	rule := assistant.ApprovalRule{People: []assistant.PersonID{w.owner.ID}}
	w.policies = []assistant.Policy{{Project: w.projects[0].ID, Rule: rule}}
	h := w.surface(t)
	page := call(t, h, "GET", "/approvals", "", cookie(t, h), reading("de")).Body.String()
	if !strings.Contains(page, "</strong> · Settings</div>") || !strings.Contains(page, "Approve") || strings.Contains(page, "</strong> · Einstellungen") {
		t.Errorf("%s", page)
	}
}
