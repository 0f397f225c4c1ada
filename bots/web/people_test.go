package web_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) changed(format string, args ...any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refusal == nil {
		w.changes = append(w.changes, fmt.Sprintf(format, args...))
	}
	return w.refusal
}

func (w *world) Profiles(_ context.Context, _ assistant.TenantID, limit int) ([]assistant.Profile, error) {
	me := assistant.Profile{Person: w.owner}
	return append([]assistant.Profile{me}, w.people[:min(limit-1, len(w.people))]...), w.away
}

func (w *world) SetRole(_ context.Context, _ assistant.TenantID, by, id assistant.PersonID, role assistant.Role) error {
	return w.changed("%s makes %s %s", w.who(by), w.who(id), role)
}

func (w *world) Unlink(_ context.Context, _ assistant.TenantID, by assistant.PersonID, a assistant.Identity) error {
	return w.changed("%s unlinks %s/%s/%s", w.who(by), a.Surface, a.Space, a.External)
}

func (w *world) MakeLinkCode(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.LinkCode, error) {
	return assistant.LinkCode{Code: "ACDEFGHJ", Until: time.Date(2026, 7, 1, 10, 10, 0, 0, time.UTC)}, w.changed("%s wants a code", w.who(id))
}

func (w *world) LinkCodeMaker(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, _ string) (assistant.Person, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return assistant.Person{Name: "<b>Anna</b>", Role: assistant.RoleAdmin}, w.refusal
}

func (w *world) RedeemLinkCode(_ context.Context, _ assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error) {
	return w.owner, w.changed("%s enters %s", w.who(as), code)
}

func (w *world) Grants(context.Context, assistant.TenantID) ([]assistant.Grant, error) {
	return slices.Clone(w.grants), w.away
}

func (w *world) SaveGrant(_ context.Context, _ assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	return w.changed("%s grants %v", w.who(by), g)
}

func (w *world) DropGrant(_ context.Context, _ assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	return w.changed("%s drops %v", w.who(by), g)
}

func (w *world) who(id assistant.PersonID) string {
	if id == w.owner.ID {
		return w.owner.Name
	}
	return "person"
}

// crowd is a member with a linked account and an awkward name, and a group's role.
func crowd(w *world) assistant.PersonID {
	id := assistant.NewID[assistant.PersonID](w.ids)
	w.people = []assistant.Profile{{
		Person: assistant.Person{ID: id, Name: `<b onclick="x">Anna</b>`, Role: assistant.RoleMember, Zone: "Europe/Berlin"},
		Accounts: []assistant.Account{
			{Identity: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "<i>anna</i>"}},
			{Identity: assistant.Identity{Surface: assistant.SurfaceDiscord, Space: "G1", External: "7", Name: "anna7"}, Linked: true},
		},
	}}
	w.grants = []assistant.Grant{{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S0<script>", Role: assistant.RoleApprover}}
	return id
}

func fill(t *testing.T, h http.Handler, in func(*http.Request), path string, fields ...string) (code int, to, page string) {
	t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	got := call(t, h, "POST", path, form.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
	return got.Code, got.Header().Get("Location"), got.Body.String()
}

func TestAnAdminSeesWhoIsWhoAndChangesIt(t *testing.T) {
	w := newWorld(t)
	w.owner.Zone = "America/Toronto"
	anna := string(crowd(w))
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/people?done=role", "", in).Body.String()
	for _, want := range []string{
		"&lt;b onclick=", "&lt;i&gt;anna", "S0&lt;script&gt;", "The role is changed.", `action="/people/` + anna + `/role"`,
		`<option value="member" selected>`, "Europe/Berlin", `name="account" value="7"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for _, never := range []string{"<script>", "<b onclick", `value="U1"`, `action="/people/` + string(w.owner.ID) + `/role"`} {
		if strings.Contains(page, never) {
			t.Errorf("the page shows %q", never)
		}
	}
	for _, c := range []struct {
		path   string
		fields []string
		done   string
	}{
		{"/people/" + anna + "/role", []string{"role", "approver"}, "role"},
		{"/people/unlink", []string{"surface", "discord", "space", "G1", "account", "7"}, "unlinked"},
		{"/people/link", []string{"code", "acde fghj", "sure", "yes"}, "linked"},
		{"/people/grants", []string{"surface", "slack", "group", " <!subteam^S0123ABCD|@leads> ", "space", "T1", "role", "approver"}, "grant"},
		{"/people/grants", []string{"surface", "discord", "group", "<@&1234567890>", "role", "admin"}, "grant"},
		{"/people/grants/remove", []string{"surface", "slack", "space", "T1", "group", "S0<script>"}, "dropped"},
	} {
		if code, to, page := fill(t, h, in, c.path, c.fields...); code != http.StatusSeeOther || to != "/people?done="+c.done {
			t.Errorf("%s: %d to %q: %s", c.path, code, to, page)
		}
	}
	if d := gocmp.Diff([]string{
		"Robin makes person approver", "Robin unlinks discord/G1/7", "Robin enters acde fghj",
		"Robin grants {slack T1 S0123ABCD approver}", "Robin grants {discord  1234567890 admin}", "Robin drops {slack T1 S0<script> }",
	}, w.changes); d != "" {
		t.Error(d)
	}
	// The code is in the page alone, with the time by the person's own clock.
	code, to, page := fill(t, h, in, "/people/code")
	if code != http.StatusOK || to != "" || !strings.Contains(page, "ACDE-FGHJ") || !strings.Contains(page, ">06:10</time>") {
		t.Errorf("%d to %q: %s", code, to, page)
	}
}

func TestBadInputAboutPeopleIsRefused(t *testing.T) {
	w := newWorld(t)
	anna := string(crowd(w))
	h := w.surface(t)
	in := cookie(t, h)
	for i, c := range []struct {
		path   string
		fields []string
		want   int
	}{
		{"/people/" + anna + "/role", []string{"role", "owner"}, http.StatusBadRequest},
		{"/people/" + string(w.owner.ID) + "/role", []string{"role", "member"}, http.StatusBadRequest},
		{"/people/garbage/role", []string{"role", "member"}, http.StatusNotFound},
		{"/people/invitations", []string{"name", "Ben", "role", "owner"}, http.StatusBadRequest},
		{"/people/invitations", []string{"name", "Ben", "role", "guest"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "web", "group", "S0123", "role", "admin"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "slack", "group", "S1 or 1=1", "role", "admin"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "slack", "group", "S0123", "space", "../x", "role", "admin"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "discord", "group", "S0123", "role", "admin"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "slack", "group", "S0123", "role", "member"}, http.StatusBadRequest},
		{"/people/grants", []string{"surface", "slack", "group", strings.Repeat("S", 5000), "role", "admin"}, http.StatusBadRequest},
	} {
		if code, _, page := fill(t, h, in, c.path, c.fields...); code != c.want {
			t.Errorf("%d %s: %d %s", i, c.path, code, page)
		}
	}
	w.refusal = assistant.ErrCode
	if code, _, page := fill(t, h, in, "/people/link", "code", "x"); code != http.StatusConflict || !strings.Contains(page, "That code is not valid") || !strings.Contains(page, "Link another account") {
		t.Errorf("a wrong code: %d %s", code, page)
	}
	if len(w.changes)+len(w.invitations) > 0 {
		t.Errorf("something was changed: %q, %v", w.changes, w.invitations)
	}
	for _, path := range []string{"/people/code", "/people/link", "/people/unlink", "/people/grants", "/people/grants/remove", "/people/" + anna + "/role"} {
		foreign := func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }
		if got := call(t, h, "POST", path, "", in, foreign); got.Code != http.StatusForbidden {
			t.Errorf("another site at %s: %d", path, got.Code)
		}
		if got := call(t, h, "POST", path, "", bare); got.Code != http.StatusUnauthorized {
			t.Errorf("a stranger at %s: %d", path, got.Code)
		}
	}
}

// TestWhomTheTokenSignsInIsMadeAnAdminAndNothingElse.
func TestWhomTheTokenSignsInIsMadeAnAdminAndNothingElse(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	for role, want := range map[assistant.Role]int{assistant.RoleAdmin: http.StatusSeeOther, assistant.RoleApprover: http.StatusBadRequest, assistant.RoleMember: http.StatusBadRequest} {
		if code, _, page := fill(t, h, in, "/people/"+string(w.owner.ID)+"/role", "role", string(role)); code != want {
			t.Errorf("%s: %d %s", role, code, page)
		}
	}
	if len(w.changes) != 1 || w.changes[0] != "Robin makes Robin admin" {
		t.Errorf("%q", w.changes)
	}
}

// Whoever is no admin any more sees themselves alone and may link accounts, and no more.
func TestOnlyAnAdminManagesPeople(t *testing.T) {
	w := newWorld(t)
	anna := string(crowd(w))
	w.owner.Role = assistant.RoleApprover
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/people", "", in).Body.String()
	if strings.Contains(page, "onclick") || strings.Contains(page, "Roles by group") || !strings.Contains(page, "Get a code") {
		t.Error(page)
	}
	for path, fields := range map[string][]string{
		"/people/" + anna + "/role":               {"role", "admin"},
		"/people/" + string(w.owner.ID) + "/role": {"role", "admin"},
		"/people/grants":                          {"surface", "slack", "group", "S0123", "role", "admin"},
		"/people/grants/remove":                   {"surface", "slack", "group", "S0123"},
	} {
		if code, _, page := fill(t, h, in, path, fields...); code != http.StatusForbidden || !strings.Contains(page, "Only an admin") {
			t.Errorf("%s: %d %s", path, code, page)
		}
	}
	if len(w.changes) > 0 {
		t.Errorf("something was changed: %q", w.changes)
	}
	if code, _, _ := fill(t, h, in, "/people/link", "code", "ACDEFGHJ", "sure", "yes"); code != http.StatusSeeOther {
		t.Errorf("linking: %d", code)
	}
}

// Entering a code says first whose it is.
func TestACodeSaysWhoseItIsBeforeAnythingIsLinked(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	code, _, page := fill(t, h, in, "/people/link", "code", "ACDEFGHJ")
	if code != http.StatusOK || !strings.Contains(page, "This is a code of &lt;b&gt;Anna&lt;/b&gt;, who is an admin here") || !strings.Contains(page, `name="sure" value="yes"`) {
		t.Errorf("%d", code)
	}
	if len(w.changes) != 0 {
		t.Errorf("linked already: %v", w.changes)
	}
}

func (w *world) Leaving(_ context.Context, _ assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := cmp.Or(w.refusal, w.adminOnly(by)); err != nil {
		return assistant.Leaving{}, err
	}
	p, err := w.person(id)
	return assistant.Leaving{Person: p.ID, Name: p.Name, Left: p.Left, Sessions: 2, Tasks: 3, Standing: 1, Waiting: 4, Talks: 5, Titles: []string{"Look at <payments>", "Weekly report"}}, err
}

func (w *world) Remove(ctx context.Context, t assistant.TenantID, by, id assistant.PersonID) (assistant.Leaving, error) {
	out, err := w.Leaving(ctx, t, by, id)
	if err != nil {
		return out, err
	}
	w.mu.Lock()
	for i := range w.people {
		if p := &w.people[i]; p.ID == id {
			p.Left, p.LeftAt, p.Role, p.Behind = true, time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC), assistant.RoleGuest, 3
		}
	}
	w.mu.Unlock()
	return out, w.changed("%s removes %s", w.who(by), w.who(id))
}

func (w *world) HandOver(_ context.Context, _ assistant.TenantID, by, from, to assistant.PersonID) (int, error) {
	w.mu.Lock()
	p, err := w.person(from)
	err = cmp.Or(w.adminOnly(by), err)
	w.mu.Unlock()
	switch {
	case err != nil:
		return 0, err
	case !p.Left:
		return 0, assistant.ErrNotLeft
	case to == "":
		return 3, w.changed("%s ends what %s left", w.who(by), w.who(from))
	}
	return 3, w.changed("%s gives %s what %s left", w.who(by), w.who(to), w.who(from))
}

// TestAnAdminRemovesSomebodyWhoseTasksAreHandedOver: what ends is said before it does, and what the person left is asked of an admin.
func TestAnAdminRemovesSomebodyWhoseTasksAreHandedOver(t *testing.T) {
	w := newWorld(t)
	anna := string(crowd(w))
	h := w.surface(t)
	in := cookie(t, h)
	code, _, page := fill(t, h, in, "/people/"+anna+"/tasks", "to", string(w.owner.ID))
	if code != http.StatusConflict || !strings.Contains(page, "has not left") {
		t.Errorf("tasks of who is there: %d %s", code, page)
	}
	code, _, page = fill(t, h, in, "/people/"+anna+"/remove")
	for _, want := range []string{
		"Remove &lt;b onclick=", "Sessions that end at once: 2", "What they approved for good, and is asked again: 1", "Automations: 3 (Look at &lt;payments&gt;, Weekly report, …)",
		"Waiting for their decision: 4", "Conversations that they are in: 5", `<option value="">They pause; I decide later`, `<option value="` + string(w.owner.ID) + `">Robin takes them over`, `name="sure" value="yes"`,
	} {
		if code != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%d, and the page does not say %q", code, want)
		}
	}
	if strings.Contains(page, `<option value="`+anna+`">`) {
		t.Error("who leaves takes over from themselves")
	}
	if len(w.changes) > 0 {
		t.Errorf("something was changed before it was sure: %q", w.changes)
	}
	if code, to, page := fill(t, h, in, "/people/"+anna+"/remove", "sure", "yes"); code != http.StatusSeeOther || to != "/people?done=removed" {
		t.Errorf("%d to %q: %s", code, to, page)
	}
	page = call(t, h, "GET", "/people?done=removed", "", in).Body.String()
	for _, want := range []string{"The person is removed", "has left", "Automations that nobody goes on with: 3", `action="/people/` + anna + `/tasks"`, "Take in again"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	if strings.Contains(page, `action="/people/`+anna+`/remove"`) || strings.Contains(page, `<option value="`+anna+`"`) {
		t.Error("who has left can be removed, or takes over")
	}
	for _, c := range [][]string{{"handed", "to", string(w.owner.ID)}, {"ended", "to", string(w.owner.ID), "do", "end"}} {
		if code, to, page := fill(t, h, in, "/people/"+anna+"/tasks", c[1:]...); code != http.StatusSeeOther || to != "/people?done="+c[0] {
			t.Errorf("%q: %d to %q: %s", c, code, to, page)
		}
	}
	if d := gocmp.Diff([]string{"Robin removes person", "Robin gives Robin what person left", "Robin ends what person left"}, w.changes); d != "" {
		t.Error(d)
	}
}

// TestWhatBecomesOfTheirTasksIsSaidAsSomebodyIsRemoved: handed over or ended in one go, and only once the person has left.
func TestWhatBecomesOfTheirTasksIsSaidAsSomebodyIsRemoved(t *testing.T) {
	for _, c := range []struct {
		to, done, says string
		changes        []string
	}{
		{"", "removed", "The person is removed", []string{"Robin removes person"}},
		{"me", "removed-handed", "Their automations are handed over", []string{"Robin removes person", "Robin gives Robin what person left"}},
		{"end", "removed-ended", "their automations are ended", []string{"Robin removes person", "Robin ends what person left"}},
	} {
		w := newWorld(t)
		anna := string(crowd(w))
		h := w.surface(t)
		in := cookie(t, h)
		if code, _, _ := fill(t, h, in, "/people/"+anna+"/remove", "sure", "yes", "to", "nobody's id"); code != http.StatusNotFound || len(w.changes) > 0 {
			t.Errorf("to nobody: %d, %q", code, w.changes)
		}
		to := strings.ReplaceAll(c.to, "me", string(w.owner.ID))
		code, at, page := fill(t, h, in, "/people/"+anna+"/remove", "sure", "yes", "to", to)
		if code != http.StatusSeeOther || at != "/people?done="+c.done {
			t.Errorf("%q: %d to %q: %s", c.to, code, at, page)
		}
		if page := call(t, h, "GET", at, "", in).Body.String(); !strings.Contains(page, c.says) {
			t.Errorf("%q: the page does not say %q", c.to, c.says)
		}
		if d := gocmp.Diff(c.changes, w.changes); d != "" {
			t.Errorf("%q: %s", c.to, d)
		}
	}
}

// TestThePeopleOfTheTeamByTheAPI: an admin removes somebody and hands over what they leave; nobody else does.
func TestThePeopleOfTheTeamByTheAPI(t *testing.T) {
	w := newWorld(t)
	anna := crowd(w)
	h := w.surface(t)
	in := cookie(t, h)
	asked := func(method, path, body string, want int, text string) {
		t.Helper()
		if got := call(t, h, method, path, body, in); got.Code != want || !strings.Contains(got.Body.String(), text) {
			t.Errorf("%s %s: %d %s", method, path, got.Code, got.Body)
		}
	}
	them := "/api/people/" + string(anna)
	asked("GET", "/api/people", "", http.StatusOK, string(anna))
	asked("GET", them+"/leaving", "", http.StatusOK, `"tasks":3`)
	asked("GET", "/api/people/garbage/leaving", "", http.StatusNotFound, "")
	asked("POST", them+"/tasks", `{"end":true}`, http.StatusBadRequest, "has not left")
	asked("DELETE", them, "", http.StatusOK, `"sessions":2`)
	asked("GET", "/api/people", "", http.StatusOK, `"leftAt":"2026-07-01T09:00:00Z"`)
	asked("POST", them+"/tasks", `{}`, http.StatusBadRequest, "Say who takes the automations over")
	asked("POST", them+"/tasks", `{"end":true,"to":"x"}`, http.StatusBadRequest, "Say who takes the automations over")
	asked("POST", them+"/tasks", `{"to":"`+string(w.owner.ID)+`"}`, http.StatusOK, `"tasks":3`)
	w.owner.Role = assistant.RoleApprover
	done := len(w.changes)
	asked("GET", "/api/people", "", http.StatusOK, string(w.owner.ID))
	if got := call(t, h, "GET", "/api/people", "", in).Body.String(); strings.Contains(got, string(anna)) {
		t.Errorf("an approver is told of everybody: %s", got)
	}
	asked("GET", them+"/leaving", "", http.StatusForbidden, "Only an admin")
	asked("DELETE", them, "", http.StatusForbidden, "Only an admin")
	asked("POST", them+"/tasks", `{"end":true}`, http.StatusForbidden, "Only an admin")
	if len(w.changes) != done {
		t.Errorf("an approver has changed something: %q", w.changes[done:])
	}
}
