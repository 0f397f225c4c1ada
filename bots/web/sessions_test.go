package web_test

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// signedIn is a session with its secret.
type signedIn struct {
	assistant.Session

	secret string
}

func (w *world) StartSession(_ context.Context, t assistant.TenantID, p assistant.PersonID, secret string, from assistant.Browser) (assistant.Session, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	of, _ := w.person(p)
	s := assistant.Session{
		ID: assistant.NewID[assistant.SessionID](w.ids), Tenant: t, Person: p, Name: of.Name, Role: of.Role, Browser: from.Says, Address: from.Address,
		Made: now, Seen: now, Until: now.Add(assistant.SessionLife),
	}
	w.sessions = append(w.sessions, signedIn{s, secret})
	return s, w.away
}

func (w *world) SignInCode(_ context.Context, _ assistant.TenantID, code string) (assistant.Person, error) {
	w.mu.Lock()
	person, known := w.codes[code]
	w.mu.Unlock()
	if !known {
		return assistant.Person{}, cmp.Or(w.away, assistant.ErrCode)
	}
	return w.person(person)
}

func (w *world) RedeemSignInCode(ctx context.Context, t assistant.TenantID, code, secret string, from assistant.Browser) (assistant.Session, error) {
	w.mu.Lock()
	person, known := w.codes[code]
	delete(w.codes, code)
	w.mu.Unlock()
	if !known {
		return assistant.Session{}, cmp.Or(w.away, assistant.ErrCode)
	}
	return w.StartSession(ctx, t, person, secret, from)
}

func (w *world) Session(_ context.Context, t assistant.TenantID, secret string) (assistant.Session, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for i := range w.sessions {
		if s := &w.sessions[i]; s.secret == secret && s.Tenant == t && now.Before(s.Until) && now.Sub(s.Seen) < assistant.SessionIdle {
			s.Seen = now
			if of, err := w.person(s.Person); err == nil {
				s.Name, s.Role = of.Name, of.Role
			}
			return s.Session, w.away
		}
	}
	return assistant.Session{}, cmp.Or(w.away, assistant.ErrNotFound)
}

func (w *world) Sessions(_ context.Context, _ assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.Session, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []assistant.Session
	me, _ := w.person(by)
	for _, s := range w.sessions {
		if len(out) < limit && (s.Person == by || me.Role == assistant.RoleAdmin) {
			out = append(out, s.Session)
		}
	}
	return out, w.away
}

func (w *world) EndSession(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.SessionID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.sessions, func(s signedIn) bool { return s.ID == id })
	me, _ := w.person(by)
	switch {
	case w.away != nil:
		return w.away
	case at < 0:
		return assistant.ErrNotFound
	case w.sessions[at].Person != by && me.Role != assistant.RoleAdmin:
		return assistant.ErrNotYourSession
	}
	w.sessions = slices.Delete(w.sessions, at, at+1)
	return nil
}

func (w *world) EndOtherSessions(_ context.Context, _ assistant.TenantID, by assistant.PersonID, but assistant.SessionID) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := len(w.sessions)
	w.sessions = slices.DeleteFunc(w.sessions, func(s signedIn) bool { return s.Person == by && s.ID != but })
	return before - len(w.sessions), w.away
}

func overHTTPS(c *web.Config) { c.Public = assistant.PublicAt("https://panel.example.com") }

func TestACopiedCookieIsNothingAfterLogout(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	stolen := in // the thief has the same
	if got := call(t, h, "GET", "/api/agents", "", stolen); got.Code != http.StatusOK {
		t.Fatalf("before: %d", got.Code)
	}
	got := call(t, h, "POST", "/logout", "", in)
	if c := got.Result().Cookies(); got.Code != http.StatusSeeOther || len(c) != 1 || c[0].MaxAge >= 0 {
		t.Fatalf("%d with %v", got.Code, c)
	}
	for _, path := range []string{"/api/agents", "/", "/settings", "/sessions"} {
		if got := call(t, h, "GET", path, "", stolen); got.Code != http.StatusUnauthorized {
			t.Errorf("%s with the copied cookie: %d", path, got.Code)
		}
	}
	// Where nothing can be written, nobody is told that they are signed out.
	in = cookie(t, h)
	w.away = io.ErrUnexpectedEOF
	if got := call(t, h, "POST", "/logout", "", in); got.Code != http.StatusInternalServerError || len(got.Result().Cookies()) > 0 {
		t.Errorf("with storage away: %d", got.Code)
	}
	if got := call(t, h, "GET", "/api/agents", "", in); got.Code != http.StatusInternalServerError {
		t.Errorf("with storage away, somebody is answered %d", got.Code)
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	other, err := w.StartSession(t.Context(), w.tenant.ID, "", "another secret", assistant.Browser{
		Says: "Mozilla/5.0 (<script>; Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0", Address: "203.0.113.7",
	})
	if err != nil {
		t.Fatal(err)
	}
	page := call(t, h, "GET", "/sessions", "", in).Body.String()
	for _, want := range []string{"Firefox on Windows", "signed in just now from 203.0.113.7 · last used just now", "signed in just now from 192.0.2.1", "this browser", "All sessions", "/sessions/" + string(other.ID) + "/end"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "another secret") || strings.Contains(page, "Mozilla") || strings.Contains(page, "everywhere else") {
		t.Errorf("a secret is shown, or what only programs read, or there is more of mine to end:\n%s", page)
	}
	w.owner.Role = assistant.RoleMember
	if page := call(t, h, "GET", "/sessions", "", in).Body.String(); strings.Contains(page, "Firefox") || !strings.Contains(page, "Your sessions") {
		t.Errorf("a member sees others:\n%s", page)
	}
	end := "/sessions/" + string(other.ID) + "/end"
	if got := call(t, h, "POST", end, "", in); got.Code != http.StatusForbidden || !strings.Contains(got.Body.String(), "another person") {
		t.Errorf("a member ends another's: %d", got.Code)
	}
	w.owner.Role = assistant.RoleAdmin
	if got := call(t, h, "POST", end, "", in, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got.Code != http.StatusForbidden {
		t.Errorf("another site ends a session: %d", got.Code)
	}
	for range 2 { // twice is no mistake
		if got := call(t, h, "POST", end, "", in); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/sessions?done=one" {
			t.Errorf("%d to %q", got.Code, got.Header().Get("Location"))
		}
	}
	if _, err := w.Session(t.Context(), w.tenant.ID, "another secret"); err == nil {
		t.Error("it lives")
	}
	if got := call(t, h, "POST", "/sessions/"+string(w.sessions[0].ID)+"/end", "", in); got.Header().Get("Location") != "/login" {
		t.Errorf("one's own ended: %d to %q", got.Code, got.Header().Get("Location"))
	}
}

// TestAllOtherSessionsOfOneselfAreEndedAtOnce: those of others go on, and so does the browser that asks.
func TestAllOtherSessionsOfOneselfAreEndedAtOnce(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	ada := w.join("Ada", assistant.RoleMember)
	hers, elsewhere, others := w.as(t, ada), w.as(t, ada), cookie(t, h)
	in := func(with func(*http.Request)) int { return call(t, h, "GET", "/api/agents", "", with).Code }
	if page := call(t, h, "GET", "/sessions", "", hers).Body.String(); !strings.Contains(page, "Sign out everywhere else") {
		t.Errorf("the page has no way:\n%s", page)
	}
	if got := call(t, h, "POST", "/sessions/others/end", "", hers, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got.Code != http.StatusForbidden || in(elsewhere) != http.StatusOK {
		t.Errorf("another site ends them: %d", got.Code)
	}
	if got := call(t, h, "POST", "/sessions/others/end", "", hers); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/sessions?done=others" {
		t.Errorf("%d to %q", got.Code, got.Header().Get("Location"))
	}
	if codes := []int{in(hers), in(elsewhere), in(others)}; !slices.Equal(codes, []int{http.StatusOK, http.StatusUnauthorized, http.StatusOK}) {
		t.Errorf("this browser, the other one and somebody else’s: %v", codes)
	}
	if page := call(t, h, "GET", "/sessions?done=others", "", hers).Body.String(); !strings.Contains(page, "Your other sessions are ended.") || strings.Contains(page, "everywhere else") {
		t.Errorf("what it says afterwards:\n%s", page)
	}
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	w := newWorld(t)
	c := w.start("x")
	w.add(c, said("hello"))
	begun := time.Now()
	var later atomic.Int64
	w.now = func() time.Time { return begun.Add(time.Duration(later.Load())) }
	h := w.surface(t)
	server := w.serve(t)
	for _, path := range []string{"/api/conversations/" + string(c) + "/events", "/panel/conversations/" + string(c) + "/stream?after=0"} {
		in := cookie(t, h)
		ctx, cancel := context.WithTimeout(t.Context(), patience) // of a stream that goes on
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		in(r)
		got, err := server.Client().Do(r)
		if err != nil || got.StatusCode != http.StatusOK {
			t.Fatalf("%v: %v", path, err)
		}
		lines := bufio.NewScanner(got.Body)
		lines.Scan()
		first := lines.Text()
		later.Add(int64(30 * time.Second)) // it is looked at again, and lives
		eventually(t, "it was looked at again", func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.sessions[0].Seen.Equal(w.now())
		})
		w.mu.Lock()
		w.sessions = nil // ended on another replica
		w.mu.Unlock()
		later.Add(int64(30 * time.Second))
		var rest strings.Builder
		for lines.Scan() {
			rest.WriteString(lines.Text())
		}
		if err := lines.Err(); err != nil || first == "" {
			t.Errorf("%s began with %q and ended with %v", path, first, err)
		}
		if strings.HasPrefix(path, "/panel") && !strings.Contains(rest.String(), "You are not signed in any more.") {
			t.Errorf("the page is not told: %s", rest.String())
		}
		got.Body.Close()
	}
}

func TestTheOneTimeCodeSignsInOnce(t *testing.T) {
	w := newWorld(t)
	w.codes = map[string]assistant.PersonID{"a-code-nobody-would-guess": w.owner.ID}
	h := w.surface(t)
	for range 2 { // looking at the link is not following it
		page := call(t, h, "GET", "/settings?code=a-code-nobody-would-guess&saved=1", "", bare)
		if page.Code != http.StatusOK || len(page.Result().Cookies()) > 0 || !strings.Contains(page.Body.String(), `name="to" value="/settings?saved=1"`) || !strings.Contains(page.Body.String(), "Sign in as ") {
			t.Fatalf("%d %s", page.Code, page.Body)
		}
	}
	got := signIn(t, h, url.Values{"code": {"a-code-nobody-would-guess"}, "to": {"/settings?saved=1"}})
	if c := got.Result().Cookies(); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/settings?saved=1" || len(c) != 1 {
		t.Fatalf("%d to %q with %v", got.Code, got.Header().Get("Location"), c)
	}
	again := call(t, h, "GET", "/?code=a-code-nobody-would-guess", "", bare)
	if again.Code != http.StatusUnauthorized || len(again.Result().Cookies()) > 0 || !strings.Contains(again.Body.String(), "used already") {
		t.Errorf("again: %d %s", again.Code, again.Body)
	}
}

// A link signs nobody in by being followed: whoever sends theirs to somebody else would have them work in another name. It says whom
// this browser is now, and neither it nor its form ends the session of another person.
func TestALinkThatSignsInIsAgreedToFirst(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	ada, mallory := w.join("Ada", assistant.RoleApprover), w.join("Mallory", assistant.RoleMember)
	w.codes = map[string]assistant.PersonID{"a-code-of-mallory-s-own-making": mallory.ID}
	hers := w.as(t, ada)
	alive := func() bool { return call(t, h, "GET", "/api/agents", "", hers).Code == http.StatusOK }
	page := call(t, h, "GET", "/?code=a-code-of-mallory-s-own-making", "", hers)
	if said := page.Body.String(); page.Code != http.StatusOK || len(page.Result().Cookies()) > 0 || !alive() ||
		!strings.Contains(said, "Sign in as Mallory") || !strings.Contains(said, "This browser is signed in as Ada now") {
		t.Fatalf("%d, alive %v: %s", page.Code, alive(), said)
	}
	for name, with := range map[string]func(*http.Request){
		"another site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, "another origin": func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
	} {
		if got := signIn(t, h, url.Values{"code": {"a-code-of-mallory-s-own-making"}}, hers, with); got.Code != http.StatusForbidden {
			t.Errorf("%s sends the form: %d", name, got.Code)
		}
	}
	if got := signIn(t, h, url.Values{"code": {"a-code-of-mallory-s-own-making"}}, hers); got.Code != http.StatusSeeOther || !alive() {
		t.Errorf("agreed to: %d, and the other session is alive: %v", got.Code, alive())
	}
	if got := call(t, h, "GET", "/settings?token="+token, "", cookie(t, h)); got.Code != http.StatusSeeOther || got.Header().Get("Location") != "/settings" {
		t.Errorf("whom it would sign in is signed in already: %d to %q", got.Code, got.Header().Get("Location"))
	}
}

func TestSigningInAgainEndsTheSessionBefore(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := cookie(t, h)
	if got := signIn(t, h, url.Values{"token": {token}}, in); got.Code != http.StatusSeeOther {
		t.Fatalf("%d", got.Code)
	}
	if got := call(t, h, "GET", "/api/agents", "", in); got.Code != http.StatusUnauthorized || len(w.sessions) != 1 {
		t.Errorf("the session before: %d, of %d", got.Code, len(w.sessions))
	}
}

func TestWherePeopleComeOverTLSTheCookieAndTheBrowserStayThere(t *testing.T) {
	h := newWorld(t).surface(t, overHTTPS)
	got := signIn(t, h, url.Values{"token": {token}})
	c := got.Result().Cookies()
	if len(c) != 1 || c[0].Name != "__Host-aisteam_session" || !c[0].Secure || c[0].Path != "/" || c[0].Domain != "" || !c[0].HttpOnly {
		t.Fatalf("%+v", c)
	}
	if sts := got.Header().Get("Strict-Transport-Security"); sts != "max-age=31536000" {
		t.Errorf("HSTS %q", sts)
	}
	withName := func(name string) int {
		return call(t, h, "GET", "/api/agents", "", bare, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: name, Value: c[0].Value}) }).Code
	}
	if ok, plain := withName("__Host-aisteam_session"), withName("aisteam_session"); ok != http.StatusOK || plain != http.StatusUnauthorized {
		t.Errorf("%d, and by the name that another site could set %d", ok, plain)
	}
	local := newWorld(t).surface(t)
	if got := call(t, local, "GET", "/login", "", bare); got.Header().Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}

// TestAStreamEndsWithTheRoleThatItWasOpenedBy: who is demoted hears nothing more of what they may not see, and is not let in again.
func TestAStreamEndsWithTheRoleThatItWasOpenedBy(t *testing.T) {
	w := newWorld(t)
	c := w.start("Salaries")
	w.add(c, said("hello"))
	begun := time.Now()
	var later atomic.Int64
	w.now = func() time.Time { return begun.Add(time.Duration(later.Load())) }
	h := w.surface(t)
	server := w.serve(t)
	mia := w.join("Mia", assistant.RoleApprover)
	for i, path := range []string{"/api/conversations/" + string(c) + "/events", "/panel/conversations/" + string(c) + "/stream?after=0"} {
		w.demote(mia.ID, assistant.RoleApprover)
		in := w.as(t, mia)
		ctx, cancel := context.WithTimeout(t.Context(), patience) // of a stream that goes on
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		in(r)
		got, err := server.Client().Do(r)
		if err != nil || got.StatusCode != http.StatusOK {
			t.Fatalf("%v: %v", path, err)
		}
		lines := bufio.NewScanner(got.Body)
		lines.Scan()
		first := lines.Text()
		w.demote(mia.ID, assistant.RoleMember)
		later.Add(int64(30 * time.Second))
		for lines.Scan() { // to its end
		}
		if err := lines.Err(); err != nil || first == "" {
			t.Errorf("%d: %s began with %q and ended with %v", i, path, first, err)
		}
		got.Body.Close()
		if again := call(t, h, "GET", path, "", in); again.Code != http.StatusNotFound {
			t.Errorf("%s again: %d", path, again.Code)
		}
	}
}
