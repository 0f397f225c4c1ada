package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

func bare(r *http.Request) { r.Header.Del("Authorization") }

func cookie(t *testing.T, h http.Handler) func(*http.Request) {
	t.Helper()
	got := signIn(t, h, url.Values{"token": {token}}, bare)
	cookies := got.Result().Cookies()
	if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/" || len(cookies) != 1 {
		t.Fatalf("%d to %q with %v", got.Code, got.Header().Get("Location"), cookies)
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || strings.Contains(c.Value, token) {
		t.Errorf("a careless cookie: %+v", c)
	}
	return func(r *http.Request) {
		bare(r)
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
}

// signIn sends the form of the login, or of a link that signs somebody in.
func signIn(tb testing.TB, h http.Handler, form url.Values, with ...func(*http.Request)) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/login", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, change := range with {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestNobodyComesInWithoutTheToken(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	for name, change := range map[string]func(*http.Request){
		"nothing":        bare,
		"another token":  func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") },
		"half the token": func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token[:5]) },
		"empty":          func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") },
		"another scheme": func(r *http.Request) { r.Header.Set("Authorization", "Basic "+token) },
		"a made-up session": func(r *http.Request) {
			bare(r)
			r.AddCookie(&http.Cookie{Name: "aisteam_session", Value: "99999999999.0000"})
		},
	} {
		for _, path := range []string{"/api/agents", "/api/nothing", "/api/conversations/x/events"} {
			if got := call(t, h, "GET", path, "", change); got.Code != http.StatusUnauthorized || !strings.Contains(got.Body.String(), `"error"`) {
				t.Errorf("%s at %s: %d %s", name, path, got.Code, got.Body)
			}
		}
		for _, path := range []string{"/", "/c/" + nobody, "/settings", "/panel/conversations/" + nobody + "/stream"} {
			got := call(t, h, "GET", path, "", change)
			if name != "nothing" && name != "a made-up session" {
				continue
			}
			if got.Code != http.StatusUnauthorized || !strings.Contains(got.Body.String(), "Sign in") {
				t.Errorf("%s at %s: %d", name, path, got.Code)
			}
		}
	}
	if got := call(t, h, "GET", "/?token=wrong", "", bare); got.Code != http.StatusUnauthorized || len(got.Result().Cookies()) > 0 {
		t.Errorf("a wrong token: %d", got.Code)
	}
}

func TestASessionOpensThePanelUntilItEnds(t *testing.T) {
	w := newWorld(t)
	at := time.Now()
	w.now = func() time.Time { return at }
	h := w.surface(t)
	in := cookie(t, h)
	for _, path := range []string{"/", "/settings", "/api/agents"} {
		if got := call(t, h, "GET", path, "", in); got.Code != http.StatusOK {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
	at = at.Add(31 * 24 * time.Hour)
	if got := call(t, h, "GET", "/api/agents", "", in); got.Code != http.StatusUnauthorized {
		t.Errorf("an old session: %d", got.Code)
	}
}

func TestTheLoginFormTakesTheToken(t *testing.T) {
	h := newWorld(t).surface(t)
	send := func(given string) int {
		form := url.Values{"token": {given}}.Encode()
		return call(t, h, "POST", "/login", form, bare, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }).Code
	}
	if got := send("wrong"); got != http.StatusUnauthorized {
		t.Errorf("wrong token: %d", got)
	}
	if got := send(token); got != http.StatusSeeOther {
		t.Errorf("right token: %d", got)
	}
}

func TestAnotherSiteCannotActInTheOwnersName(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t, func(c *web.Config) { c.Public = assistant.PublicAt("https://panel.example.com") })
	in := cookie(t, h)
	approve := "/api/assistant/actions/" + string(s.approval) + "/approve"
	for name, headers := range map[string]map[string]string{
		"cross-site fetch":   {"Sec-Fetch-Site": "cross-site"},
		"sibling domain":     {"Sec-Fetch-Site": "same-site"},
		"foreign origin":     {"Origin": "https://evil.example"},
		"origin of no place": {"Origin": "null"},
	} {
		from := func(r *http.Request) {
			for k, v := range headers {
				r.Header.Set(k, v)
			}
		}
		for _, path := range []string{approve, "/panel/approvals/" + string(s.approval), "/panel/messages", "/settings/projects/" + string(w.projects[0].ID), "/logout"} {
			if got := call(t, h, "POST", path, "", in, from); got.Code != http.StatusForbidden {
				t.Errorf("%s at %s: %d", name, path, got.Code)
			}
		}
		if got := call(t, h, "POST", "/login", "", bare, from); got.Code != http.StatusForbidden {
			t.Errorf("%s at the login: %d", name, got.Code)
		}
	}
	if len(w.acts)+len(w.inbound) > 0 {
		t.Fatalf("something was done: %+v", w.acts)
	}
	for name, headers := range map[string]map[string]string{
		"same origin":        {"Sec-Fetch-Site": "same-origin"},
		"the public address": {"Origin": "https://panel.example.com"},
	} {
		got := call(t, h, "POST", approve, "", in, func(r *http.Request) {
			for k, v := range headers {
				r.Header.Set(k, v)
			}
		})
		if got.Code != http.StatusOK {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
}

func TestEveryAnswerHoldsTheBrowserBack(t *testing.T) {
	h := newWorld(t).surface(t)
	in := cookie(t, h)
	for _, path := range []string{"/", "/settings", "/nowhere", "/api/agents", "/assets/all.js", "/login"} {
		header := call(t, h, "GET", path, "", in).Header()
		policy := header.Get("Content-Security-Policy")
		lets := "script-src 'self'"
		if strings.HasPrefix(path, "/assets/") {
			lets = "default-src 'none'" // a file runs nothing by itself
		}
		if !strings.Contains(policy, lets) || strings.Contains(policy, "unsafe") || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, header)
		}
	}
}

func TestTheTokenLeavesTheAddress(t *testing.T) {
	h := newWorld(t).surface(t)
	in := cookie(t, h)
	for path, want := range map[string]string{
		"/settings?token=" + token + "&saved=1": "/settings?saved=1",
		"/%5Cevil.example?token=" + token:       "/%5Cevil.example",
		"//evil.example?token=" + token:         "/",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.com/", nil)
		if err != nil {
			t.Fatal(err)
		}
		got := call(t, h, "GET", "/", "", in, func(q *http.Request) {
			r.URL, err = url.ParseRequestURI(path)
			q.URL = r.URL
		})
		if err != nil {
			continue
		}
		if to := got.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`) || (got.Code == http.StatusSeeOther && to != want) {
			t.Errorf("%s goes to %q, want %q", path, to, want)
		}
	}
}

func TestFormsWorkWithoutAScript(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	post := func(path string, form url.Values) (int, string) {
		got := call(t, h, "POST", path, form.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		return got.Code, got.Header().Get("Location")
	}
	here := "/c/" + string(s.conversation)
	for _, c := range []struct {
		path string
		form url.Values
		to   string
	}{
		{"/panel/messages", url.Values{"conversation": {string(s.conversation)}, "text": {"Hello"}, "agent": {"growthLead"}, "key": {"k1"}, "seen": {"3"}}, here + "#text"},
		{"/panel/approvals/" + string(s.approval), url.Values{"decision": {"rejected"}}, here + "#slot-approval-" + string(s.approval)},
		{"/panel/plans/" + string(s.plan), url.Values{"decision": {"approved"}, "version": {"2"}}, here + "#slot-plan-" + string(s.plan) + "-2"},
		{"/panel/clarifications/" + string(s.ask), url.Values{"q.audience": {"owners"}, "own.audience": {"both"}}, here + "#slot-ask-" + string(s.ask)},
		{"/panel/runs/" + string(s.running) + "/stop", url.Values{}, here + "#slot-run-" + string(s.running)},
	} {
		if code, to := post(c.path, c.form); code != http.StatusSeeOther || to != c.to {
			t.Errorf("%s: %d to %q, want %q", c.path, code, to, c.to)
		}
	}
	if in := w.inbound[len(w.inbound)-1]; in.Seen != 3 {
		t.Errorf("the words stood at %d of the log, the page says 3", in.Seen)
	}
	if a, ok := w.acts[2].Body.(assistant.Answered); !ok || a.Values["audience"] != "both" {
		t.Errorf("own words should stand: %+v", w.acts[2].Body)
	}
	for path, form := range map[string]url.Values{
		"/panel/messages":                                {"text": {" "}},
		"/panel/messages?seen":                           {"text": {"Hello"}, "seen": {"-1"}},
		"/panel/approvals/" + string(s.approval):         {"decision": {"perhaps"}},
		"/panel/plans/" + string(s.plan):                 {"decision": {"approved"}, "version": {"x"}},
		"/panel/plans/" + string(s.plan) + "?again":      {"decision": {"changes"}, "version": {"2"}},
		"/panel/clarifications/" + string(s.ask):         {},
		"/settings/projects/" + string(w.projects[0].ID): {"name": {""}},
	} {
		if code, _ := post(path, form); code != http.StatusBadRequest {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, _ := post("/panel/runs/"+string(s.running)+"/explode", nil); code != http.StatusNotFound {
		t.Errorf("an unknown verb: %d", code)
	}
}
