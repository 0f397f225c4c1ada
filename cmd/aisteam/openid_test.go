package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakeissuer"
)

const companyBack = "http://panel.example/login/openid/back"

// guest is a browser in which nobody is signed in. It may come to any replica.
type guest struct {
	t      *testing.T
	client *http.Client
}

func newGuest(t *testing.T) guest {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return guest{t, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// answer is what a replica answered.
type answer struct {
	code     int
	to, page string
}

func (g guest) asks(k *child, path string) answer {
	g.t.Helper()
	req, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet, k.url(path), http.NoBody)
	if err != nil {
		g.t.Fatal(err)
	}
	res, err := g.client.Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	return answer{res.StatusCode, res.Header.Get("Location"), readAll(res.Body)}
}

// signsIn begins at one replica, signs in at the issuer, and comes back to another.
func (g guest) signsIn(issuer *fakeissuer.Server, at, to *child, subject string) answer {
	g.t.Helper()
	res, err := g.client.PostForm(at.url("/login/openid"), url.Values{"to": {"/work"}})
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	sent, ok := strings.CutPrefix(res.Header.Get("Refresh"), "0;url=")
	if !ok {
		g.t.Fatalf("%d: %s", res.StatusCode, readAll(res.Body))
	}
	return g.asks(to, strings.TrimPrefix(issuer.SignIn(g.t, sent, subject), "http://panel.example"))
}

// TestACompanyLoginIsSetOnThePanelWithoutARestart: on two replicas, also after a restart of both, until it is taken away. Whoever may join comes
// in by it, and once they are removed no more.
func TestACompanyLoginIsSetOnThePanelWithoutARestart(t *testing.T) {
	t.Parallel()
	issuer := fakeissuer.New(t,
		fakeissuer.Person{Subject: "anna-1", Name: "Anna Berg", Email: "anna@example.com", Verified: true},
		fakeissuer.Person{Subject: "eve-1", Name: "Eve", Email: "eve@evil.example", Verified: true})
	issuer.Register(companyBack)
	one, two := pair(t, "AISTEAM_PUBLIC_URL=http://panel.example")
	admin := newSteward(t, one)
	if page := admin.gets("/settings"); !strings.Contains(page, companyBack) || !strings.Contains(page, "Nobody signs in with a company login yet.") {
		t.Error("the page does not say where people are sent back to")
	}
	filled := func(at, secret string) url.Values {
		return url.Values{"issuer": {at}, "client_id": {fakeissuer.Client}, "client_secret": {secret}, "name": {"Blue Harbour"}, "domains": {"example.com"}}
	}
	for _, c := range []struct{ at, secret, says string }{
		{issuer.URL, "of-somebody-else", "does not accept the client ID and secret."},
		{"http://169.254.169.254", fakeissuer.Secret, "169.254.169.254 leads to an address that I do not connect to."},
		{"http://8.8.8.8", fakeissuer.Secret, "8.8.8.8 leads to an address that I do not connect to."},
		{"login.example.com", fakeissuer.Secret, "Enter the issuer&#39;s address"},
	} {
		if code, page := admin.sends("/settings/parts/openid", filled(c.at, c.secret)); code != http.StatusBadRequest || !strings.Contains(page, c.says) || strings.Contains(page, c.secret) {
			t.Errorf("%s: %d, without %q", c.at, code, c.says)
		}
	}
	if code, page := admin.sends("/settings/parts/openid/try", filled(issuer.URL, fakeissuer.Secret)); code != http.StatusOK || !strings.Contains(page, "is an OpenID Connect issuer and accepts the client.") {
		t.Errorf("the right one, tried: %d", code)
	}
	if code, page := admin.sends("/settings/parts/openid", filled(issuer.URL, fakeissuer.Secret)); code != http.StatusSeeOther {
		t.Fatalf("the right one: %d %s", code, page)
	}
	offers := func(k *child) func() bool {
		return func() bool { return strings.Contains(newGuest(t).asks(k, "/login").page, "Sign in with Blue Harbour") }
	}
	eventually(t, patience, "the other replica offers it", offers(two))
	anna := newGuest(t)
	if got := anna.signsIn(issuer, one, two, "anna-1"); got.code != http.StatusSeeOther || got.to != "/work" {
		t.Fatalf("Anna: %+v", got)
	}
	if got := anna.asks(one, "/people"); got.code != http.StatusOK || !strings.Contains(got.page, "Anna Berg") || !strings.Contains(got.page, "has a login of their own") {
		t.Errorf("she is not who she is: %+v", got)
	}
	if got := newGuest(t).signsIn(issuer, one, one, "eve-1"); got.code != http.StatusUnauthorized || !strings.Contains(got.page, "Nobody here is linked to this company login.") {
		t.Errorf("Eve: %+v", got)
	}
	for _, k := range []*child{one, two} {
		k.kill()
		k.startReady()
	}
	eventually(t, patience, "both offer it after a restart", func() bool { return offers(one)() && offers(two)() })
	if got := newGuest(t).signsIn(issuer, two, one, "anna-1"); got.code != http.StatusSeeOther {
		t.Errorf("Anna, after a restart: %+v", got)
	}

	admin = newSteward(t, two)
	id := regexp.MustCompile(`id="person-([0-9a-f-]{36})"><div class="who"><strong>Anna Berg`).FindStringSubmatch(admin.gets("/people"))
	if id == nil {
		t.Fatal("Anna is not on the page of people")
	}
	if code, page := admin.sends("/people/"+id[1]+"/remove", url.Values{"sure": {"yes"}}); code != http.StatusSeeOther {
		t.Fatalf("removing her: %d %s", code, page)
	}
	if got := newGuest(t).signsIn(issuer, one, two, "anna-1"); got.code != http.StatusUnauthorized {
		t.Errorf("she comes back: %+v", got)
	}
	if page := admin.gets("/settings"); !strings.Contains(page, "Remove this connection") || strings.Contains(page, fakeissuer.Secret) {
		t.Error("the page does not show it as it is set, or shows the secret")
	}
	if code, page := admin.sends("/settings/parts/openid/remove", nil); code != http.StatusSeeOther {
		t.Fatalf("taking it away: %d %s", code, page)
	}
	eventually(t, patience, "nobody offers it", func() bool { return !offers(one)() && !offers(two)() })
	if v := issuer.Violations(); len(v) > 0 {
		t.Errorf("the issuer was asked otherwise than it should be:\n%s", strings.Join(v, "\n"))
	}
	leaks(t, []string{fakeissuer.Secret, url.QueryEscape(fakeissuer.Secret), "of-somebody-else", "eyJ"}, one, two)
}

// TestWhatTheEnvironmentSetsOfTheCompanyLoginIsShownAndLocked: by its variable's name, and tried.
func TestWhatTheEnvironmentSetsOfTheCompanyLoginIsShownAndLocked(t *testing.T) {
	t.Parallel()
	issuer := fakeissuer.New(t, fakeissuer.Person{Subject: "anna-1", Name: "Anna Berg", Groups: []string{"the office"}})
	issuer.Register(companyBack)
	k := newChild(t, "AISTEAM_PUBLIC_URL=http://panel.example", "AISTEAM_OPENID_ISSUER="+issuer.URL, "AISTEAM_OPENID_CLIENT_ID="+fakeissuer.Client,
		"AISTEAM_OPENID_CLIENT_SECRET="+fakeissuer.Secret, "AISTEAM_OPENID_NAME=Blue Harbour", "AISTEAM_OPENID_GROUPS=the board, the office", "AISTEAM_OPENID_ROLE=approver")
	k.startReady()
	admin := newSteward(t, k)
	if page := admin.gets("/settings"); !strings.Contains(page, "The environment sets it by AISTEAM_OPENID_ISSUER") || !strings.Contains(page, companyBack) || strings.Contains(page, "/settings/parts/openid") || strings.Contains(page, fakeissuer.Secret) {
		t.Error("the page does not say that the environment sets it")
	}
	for _, path := range []string{"", "/try", "/remove"} {
		if code, _ := admin.sends("/settings/parts/openid"+path, url.Values{"issuer": {issuer.URL}, "client_id": {"x"}}); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, page := admin.sends("/settings/setup/openid/try", nil); code != http.StatusOK || !strings.Contains(page, "accepts the client.") {
		t.Errorf("trying what the environment sets: %d", code)
	}
	anna := newGuest(t)
	if got := anna.signsIn(issuer, k, k, "anna-1"); got.code != http.StatusSeeOther {
		t.Fatalf("Anna: %+v", got)
	}
	if got := anna.asks(k, "/people"); !strings.Contains(got.page, `<span class="badge">approver</span>`) {
		t.Errorf("she is no approver: %s", got.page)
	}
	if v := issuer.Violations(); len(v) > 0 {
		t.Errorf("%q", v)
	}
}
