package web_test

import (
	"bytes"
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/internal/fakeissuer"
)

// linked is a company login in a world.
type linked struct {
	assistant.OpenIDLogin

	subject string
}

// company is an issuer, as it is set on a panel, and what the panel keeps of it.
type company struct {
	*world

	issuer *fakeissuer.Server
	mu     sync.Mutex
	set    *openid.Issuer // nil: it was taken away
	begun  map[string][]byte
	logins []linked
}

// newCompany starts an issuer that knows Anna and Eve, and sends people back to where the panel is.
func newCompany(t *testing.T, w *world, back string, set ...string) *company {
	t.Helper()
	issuer := fakeissuer.New(t, fakeissuer.Person{Subject: "anna-1", Name: "Anna Berg", Email: "anna@example.com", Verified: true}, fakeissuer.Person{Subject: "eve-1", Name: "Eve", Email: "eve@evil.example", Verified: true})
	issuer.Register(back)
	c := &company{world: w, issuer: issuer, begun: map[string][]byte{}}
	given := map[string]string{openid.FieldIssuer: issuer.URL, openid.FieldClient: fakeissuer.Client, openid.FieldName: "Blue <Harbour>"}
	for i := 0; i+1 < len(set); i += 2 {
		given[set[i]] = set[i+1]
	}
	var err error
	if c.set, err = (openid.Setup{Transport: http.DefaultTransport, Now: time.Now, Panel: assistant.PublicAt(strings.TrimSuffix(back, openid.Back))}).Open(assistant.PartSettings{
		Given: given, Secrets: map[string]assistant.Secret{openid.FieldSecret: fakeissuer.Secret},
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if v := issuer.Violations(); len(v) > 0 {
			t.Errorf("the issuer was asked otherwise than it should be: %q", v)
		}
	})
	return c
}

func (c *company) serves(to *web.Config) { to.OpenID, to.Issuer = c, c }

func (c *company) Now() *openid.Issuer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set
}

func (c *company) BeginOpenID(_ context.Context, _ assistant.TenantID, state, browser string, body []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun[state+"/"+browser] = body
	return nil
}

func (c *company) TakeOpenID(_ context.Context, _ assistant.TenantID, state, browser string) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, there := c.begun[state+"/"+browser]
	if delete(c.begun, state+"/"+browser); !there {
		return nil, assistant.ErrOpenIDBegun
	}
	return body, nil
}

func (c *company) at(p assistant.OpenIDProof) int {
	return slices.IndexFunc(c.logins, func(l linked) bool { return l.Issuer == p.Issuer && l.subject == p.Subject })
}

func (c *company) SignInOpenID(ctx context.Context, t assistant.TenantID, p assistant.OpenIDProof, secret string, from assistant.Browser) (assistant.Session, error) {
	c.mu.Lock()
	i := c.at(p)
	var who assistant.PersonID
	switch {
	case i >= 0:
		who, c.logins[i].Used = c.logins[i].Person, c.now()
	case p.Newcomer.Valid():
		who = c.join(p.Name, p.Newcomer).ID
	default:
		who = c.addresses[p.Address]
	}
	c.mu.Unlock()
	if who == "" {
		return assistant.Session{}, assistant.ErrOpenIDStranger
	}
	if i < 0 {
		if err := c.LinkOpenID(ctx, t, who, p); err != nil {
			return assistant.Session{}, err
		}
	}
	return c.StartSession(ctx, t, who, secret, from)
}

func (c *company) LinkOpenID(_ context.Context, _ assistant.TenantID, person assistant.PersonID, p assistant.OpenIDProof) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := c.at(p); i >= 0 {
		if c.logins[i].Person != person {
			return assistant.ErrOpenIDTaken
		}
		return nil
	}
	c.logins = append(c.logins, linked{assistant.OpenIDLogin{ID: assistant.NewID[assistant.OpenIDLoginID](c.ids), Person: person, Issuer: p.Issuer, Account: p.Account, Made: c.now()}, p.Subject})
	return nil
}

func (c *company) OpenIDLogins(_ context.Context, _ assistant.TenantID, p assistant.PersonID) (out []assistant.OpenIDLogin, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.logins {
		if l.Person == p {
			out = append(out, l.OpenIDLogin)
		}
	}
	return out, nil
}

func (c *company) DropOpenID(_ context.Context, _ assistant.TenantID, p assistant.PersonID, id assistant.OpenIDLoginID) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.logins)
	c.logins = slices.DeleteFunc(c.logins, func(l linked) bool { return l.ID == id && l.Person == p })
	if len(c.logins) == before {
		return assistant.ErrNotFound
	}
	return nil
}

// visitor is a browser: it has its cookies, and shows what it is answered.
type visitor struct {
	t   *testing.T
	h   http.Handler
	jar map[string]*http.Cookie
}

func visits(t *testing.T, h http.Handler) *visitor {
	return &visitor{t, h, map[string]*http.Cookie{}}
}

func (v *visitor) do(method, path string, form url.Values, with ...func(*http.Request)) *httptest.ResponseRecorder {
	v.t.Helper()
	has := func(r *http.Request) {
		for name, c := range v.jar {
			r.AddCookie(&http.Cookie{Name: name, Value: c.Value})
		}
	}
	got := call(v.t, v.h, method, path, form.Encode(), append([]func(*http.Request){bare, asForm, has}, with...)...)
	for _, c := range got.Result().Cookies() {
		v.jar[c.Name] = c
	}
	return got
}

// sent begins a sign-in, and gives where the browser is sent.
func (v *visitor) sent(path string, form url.Values) string {
	v.t.Helper()
	got := v.do("POST", path, form)
	to, ok := strings.CutPrefix(got.Header().Get("Refresh"), "0;url=")
	if got.Code != http.StatusOK || !ok || !strings.Contains(got.Body.String(), "Continue to Blue &lt;Harbour&gt;") {
		v.t.Fatalf("%d %q: %s", got.Code, got.Header().Get("Refresh"), got.Body)
	}
	return to
}

// comesBack signs in at the issuer, and gives the path that the browser is sent back to.
func (v *visitor) comesBack(c *company, path string, form url.Values, subject string) string {
	v.t.Helper()
	at, err := url.Parse(c.issuer.SignIn(v.t, v.sent(path, form), subject))
	if err != nil {
		v.t.Fatal(err)
	}
	return at.RequestURI()
}

const panelBack = "https://panel.example" + openid.Back

// companyHouse is a panel with a company's login, at which Anna is known by her address.
func companyHouse(t *testing.T, set ...string) (w *world, c *company, anna assistant.Person, surface func(...func(*web.Config)) http.Handler) {
	t.Helper()
	w = newWorld(t)
	anna = w.join("Anna", assistant.RoleMember)
	w.addresses = map[string]assistant.PersonID{"anna@example.com": anna.ID}
	c = newCompany(t, w, panelBack, set...)
	return w, c, anna, func(change ...func(*web.Config)) http.Handler {
		return w.surface(t, append([]func(*web.Config){c.serves, func(to *web.Config) {
			to.Public, to.Reached = assistant.PublicAt("https://panel.example"), assistant.PublicAt("https://panel.example")
		}}, change...)...)
	}
}

// TestSomebodySignsInByTheirCompany: on two replicas, one of which begins what the other finishes; they come where they wanted to go, and nobody
// writes down what they showed. What a request says of the panel's address goes nowhere.
func TestSomebodySignsInByTheirCompany(t *testing.T) {
	w, c, anna, surface := companyHouse(t)
	var log bytes.Buffer
	logs := func(to *web.Config) {
		to.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	one, two := surface(logs), surface(logs)
	v := visits(t, one)
	if page := v.do("GET", "/settings", nil); page.Code != http.StatusUnauthorized || !strings.Contains(page.Body.String(), "Sign in with Blue &lt;Harbour&gt;") || !strings.Contains(page.Body.String(), `name="to" value="/settings"`) {
		t.Fatalf("the login: %d %s", page.Code, page.Body)
	}
	evil := func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("X-Forwarded-Host", "evil.example") }
	if to := v.do("POST", "/login/openid", url.Values{"to": {"/settings"}}, evil).Header().Get("Refresh"); strings.Contains(to, "evil.example") || !strings.Contains(to, url.QueryEscape(panelBack)) {
		t.Errorf("sent to %s", to)
	}
	back := v.comesBack(c, "/login/openid", url.Values{"to": {"/settings"}}, "anna-1")
	kept := v.jar["__Host-aisteam_openid"]
	if kept == nil || !kept.HttpOnly || !kept.Secure || kept.SameSite != http.SameSiteLaxMode || kept.Path != "/" || kept.MaxAge != 300 {
		t.Errorf("a careless cookie: %+v", kept)
	}
	v.h = two
	got := v.do("GET", back, nil)
	if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/settings" {
		t.Fatalf("%d to %q: %s", got.Code, got.Header().Get("Location"), got.Body)
	}
	in, err := w.Session(t.Context(), w.tenant.ID, v.jar["__Host-aisteam_session"].Value)
	if err != nil || in.Person != anna.ID {
		t.Errorf("%+v, %v", in, err)
	}
	if got := v.do("GET", back, nil); got.Code != http.StatusUnauthorized || !strings.Contains(got.Body.String(), "This sign-in was started in another browser, or too long ago.") {
		t.Errorf("a second time: %d", got.Code)
	}
	asked, err := url.Parse(back)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{asked.Query().Get("code"), asked.Query().Get("state"), kept.Value, "eyJ", fakeissuer.Secret} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q stands in the log", secret)
		}
	}
	// Two tabs of one browser do not get into each other's way.
	first, second := v.comesBack(c, "/login/openid", nil, "anna-1"), v.comesBack(c, "/login/openid", nil, "anna-1")
	for _, tab := range []string{first, second} {
		if got := v.do("GET", tab, nil); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/" {
			t.Errorf("%d to %q", got.Code, got.Header().Get("Location"))
		}
	}
}

// TestNobodyComesInByWhatTheyDidNotBegin: neither with the answer that somebody else was given, nor by what another site sends, nor where the issuer
// has refused them. Nobody is sent elsewhere than to the panel.
func TestNobodyComesInByWhatTheyDidNotBegin(t *testing.T) {
	w, c, _, surface := companyHouse(t)
	h := surface()
	refused := func(what string, got *httptest.ResponseRecorder, code int, says string) {
		t.Helper()
		if got.Code != code || !strings.Contains(got.Body.String(), says) || len(w.sessions) > 0 {
			t.Errorf("%s: %d, %d sessions\n%s", what, got.Code, len(w.sessions), got.Body)
		}
	}
	const begun, again = "This sign-in was started in another browser, or too long ago.", `action="/login/openid"`
	eve := visits(t, h)
	hers := eve.comesBack(c, "/login/openid", nil, "eve-1")
	anna := visits(t, h)
	refused("an answer of somebody else's, and no cookie", anna.do("GET", hers, nil), http.StatusUnauthorized, begun)
	anna.sent("/login/openid", nil)
	refused("an answer of somebody else's", anna.do("GET", hers, nil), http.StatusUnauthorized, begun)
	refused("somebody whom nobody knows", eve.do("GET", hers, nil), http.StatusUnauthorized, "Nobody here is linked to this company login.")
	refused("what was refused", anna.do("GET", anna.comesBack(c, "/login/openid", nil, ""), nil), http.StatusBadRequest, "You were not signed in at Blue &lt;Harbour&gt;.")
	refused("nothing", anna.do("GET", openid.Back, nil), http.StatusUnauthorized, again)
	denied := anna.comesBack(c, "/login/openid", url.Values{"to": {"/work"}}, "") + "&error_description=" + url.QueryEscape("<script>alert(1)</script>")
	got := anna.do("GET", denied, nil)
	refused("a text of the issuer's", got, http.StatusBadRequest, "&lt;script&gt;alert(1)")
	if !strings.Contains(got.Body.String(), `name="to" value="/work"`) || strings.Contains(got.Body.String(), "<script>alert") {
		t.Errorf("where they wanted to go is lost, or a text is not escaped: %s", got.Body)
	}
	cross := func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }
	refused("another site begins it", anna.do("POST", "/login/openid", nil, cross), http.StatusForbidden, "Another site")

	for _, to := range []string{"//evil.example", "https://evil.example/", "/\\evil.example", "/login/openid/back?code=1"} {
		v := visits(t, h)
		if got := v.do("GET", v.comesBack(c, "/login/openid", url.Values{"to": {to}}, "anna-1"), nil); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/" {
			t.Errorf("%q leads to %d %q", to, got.Code, got.Header().Get("Location"))
		}
	}
}

// TestCompanySignInsAreNotBegunOrGuessedWithoutEnd, and where no issuer is set there are none.
func TestCompanySignInsAreNotBegunOrGuessedWithoutEnd(t *testing.T) {
	_, c, _, surface := companyHouse(t)
	h := surface()
	var codes []int
	for range 21 {
		codes = append(codes, visits(t, h).do("POST", "/login/openid", nil).Code)
	}
	if codes[19] != http.StatusOK || codes[20] != http.StatusTooManyRequests {
		t.Errorf("%v", codes)
	}
	var last *httptest.ResponseRecorder
	for range 11 {
		last = visits(t, h).do("GET", openid.Back+"?state=guessed&code=guessed", nil)
	}
	if last.Code != http.StatusTooManyRequests || last.Header().Get("Retry-After") == "" {
		t.Errorf("the eleventh guess: %d", last.Code)
	}
	c.set = nil
	elsewhere := func(r *http.Request) { r.RemoteAddr = "198.51.100.7:1" }
	if page := call(t, h, "GET", "/login", "", bare).Body.String(); strings.Contains(page, "/login/openid") {
		t.Error("the login offers what is not set")
	}
	if got := visits(t, h).do("POST", "/login/openid", nil, elsewhere); got.Code != http.StatusNotFound {
		t.Errorf("it is begun all the same: %d", got.Code)
	}
	plain := newWorld(t).surface(t)
	for _, method := range []string{"GET", "POST"} {
		path := cmp.Or(map[string]string{"GET": openid.Back}[method], "/login/openid")
		if got := call(t, plain, method, path, "", bare); got.Code == http.StatusOK || got.Code == http.StatusSeeOther {
			t.Errorf("%s %s without any: %d", method, path, got.Code)
		}
	}
}

// TestSomebodyLinksTheirCompanyLogin: signed in, by a button of their page; it is listed, signs in, and is unlinked there. It is linked to nobody
// else than whoever began it, and one of somebody else stays theirs.
func TestSomebodyLinksTheirCompanyLogin(t *testing.T) {
	w, c, anna, surface := companyHouse(t)
	h := surface()
	robin := visits(t, h)
	robin.do("POST", "/login", url.Values{"token": {token}})
	page := func(v *visitor) string { return v.do("GET", "/sessions", nil).Body.String() }
	if got := page(robin); !strings.Contains(got, "Link my login at Blue &lt;Harbour&gt;") || !strings.Contains(got, "None yet.") {
		t.Fatalf("the page: %s", got)
	}
	got := robin.do("GET", robin.comesBack(c, "/sessions/company", nil, "eve-1"), nil)
	if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/sessions?done=company#company" {
		t.Fatalf("%d to %q: %s", got.Code, got.Header().Get("Location"), got.Body)
	}
	listed := page(robin)
	for _, want := range []string{"eve@evil.example", strings.TrimPrefix(c.issuer.URL, "http://"), "/sessions/company/" + string(c.logins[0].ID) + "/remove"} {
		if !strings.Contains(listed, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if c.logins[0].Person != w.owner.ID {
		t.Errorf("linked to %s", c.logins[0].Person)
	}
	fresh := visits(t, h)
	if got := fresh.do("GET", fresh.comesBack(c, "/login/openid", nil, "eve-1"), nil); got.Code != http.StatusSeeOther || w.sessions[len(w.sessions)-1].Person != w.owner.ID {
		t.Errorf("it signs in: %d", got.Code)
	}

	// Anna is known by her address; what is Robin's is not hers, and what she began is finished by her alone.
	hers := visits(t, h)
	hers.do("GET", hers.comesBack(c, "/login/openid", nil, "anna-1"), nil)
	if got := hers.do("GET", hers.comesBack(c, "/sessions/company", nil, "eve-1"), nil); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "This company login is linked to somebody else here.") {
		t.Errorf("what is Robin's: %d", got.Code)
	}
	if got := hers.do("POST", "/sessions/company/"+string(c.logins[0].ID)+"/remove", nil); got.Code != http.StatusSeeOther || len(c.logins) != 2 {
		t.Errorf("she unlinks what is Robin's: %d, %d are left", got.Code, len(c.logins))
	}
	for _, in := range []*http.Cookie{robin.jar["__Host-aisteam_session"], nil} {
		back := hers.comesBack(c, "/sessions/company", nil, "anna-1")
		other := &visitor{t, h, map[string]*http.Cookie{"__Host-aisteam_openid": hers.jar["__Host-aisteam_openid"]}}
		if in != nil {
			other.jar["__Host-aisteam_session"] = in
		}
		if got := other.do("GET", back, nil); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "too long ago") {
			t.Errorf("finished by %v: %d", in, got.Code)
		}
	}
	if l := c.logins[1]; l.Person != anna.ID || len(c.logins) != 2 {
		t.Errorf("%+v", c.logins)
	}
	c.set = nil // what is linked can be unlinked all the same
	if got := page(robin); !strings.Contains(got, "eve@evil.example") || strings.Contains(got, `action="/sessions/company"`) {
		t.Errorf("without an issuer: %s", got)
	}
	for range 2 {
		if got := robin.do("POST", "/sessions/company/"+string(c.logins[0].ID)+"/remove", nil); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/sessions?done=nocompany#company" {
			t.Errorf("unlinking: %d to %q", got.Code, got.Header().Get("Location"))
		}
	}
	if strings.Contains(page(robin), "Company login") {
		t.Error("what is not there is shown")
	}
	cross := func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }
	if got := robin.do("POST", "/sessions/company", nil, cross); got.Code != http.StatusForbidden {
		t.Errorf("another site links: %d", got.Code)
	}
}

// TestSomebodySignsInByTheirCompanyWithoutScripts, from a page that they wanted to see to that page, in another language.
func TestSomebodySignsInByTheirCompanyWithoutScripts(t *testing.T) {
	w := newWorld(t)
	c := newCompany(t, w, "", openid.FieldDomains, "example.com")
	h := w.onLocalhost(t, c.serves)
	c.issuer.Register(h.URL + openid.Back)
	b := withoutScripts(t, h)
	b.open("/sessions")
	b.press(`form[action="/login/openid"] button`, nil)
	b.shows("You are being taken there.")
	b.follow("main a.button")
	b.press(`button[value="anna-1"]`, nil)
	if b.at.Path != "/sessions" {
		t.Errorf("came to %s", b.at)
	}
	b.shows("Anna Berg")
	b.shows("anna@example.com")
	b.press("#company .people button", nil)
	b.shows("The company login is unlinked.")
	for _, l := range []string{"de", "fr", "es"} {
		if page := call(t, h.Config.Handler, "GET", "/login", "", bare, reading(l)).Body.String(); strings.Contains(page, "Sign in with Blue") || !strings.Contains(page, "Blue &lt;Harbour&gt;") {
			t.Errorf("the login in %s: %s", l, page)
		}
	}
}
