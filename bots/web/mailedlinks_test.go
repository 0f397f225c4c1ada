package web_test

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/fakemail"
)

func (w *world) MailSignInCode(_ context.Context, _ assistant.TenantID, address, code string) (assistant.Person, string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for to, person := range w.addresses {
		if strings.EqualFold(to, address) {
			w.codes[code] = person
			p, err := w.person(person)
			return p, to, cmp.Or(w.away, err)
		}
	}
	return assistant.Person{}, "", cmp.Or(w.away, assistant.ErrNotFound)
}

// mailing is a panel that sends links to sign in, and where they come to.
func mailing(t *testing.T, w *world, change ...func(*web.Config)) (http.Handler, *fakemail.Server) {
	t.Helper()
	server, err := fakemail.Start("", "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	by, err := mail.ReadServer("smtp://"+server.Addr, "AISTEAM <aisteam@example.com>", nil)
	if err != nil {
		t.Fatal(err)
	}
	w.codes = map[string]assistant.PersonID{}
	s, err := web.New(w.config(t, append(change, func(c *web.Config) {
		c.MailedCodes, c.Mailer = w, mail.New(mail.Config{Server: by, Panel: assistant.PublicAt("https://panel.example"), Log: slog.New(slog.DiscardHandler)})
	})...))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s.Handler(), server
}

func askLink(t *testing.T, h http.Handler, address string, with ...func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	return call(t, h, "POST", "/login/link", url.Values{"address": {address}, "to": {"/settings"}}.Encode(), append([]func(*http.Request){bare, asForm}, with...)...)
}

// TestWhoHasConfirmedAnAddressSignsInByALinkOfTheirMail: the link is opened without being used up, signs in by its button, once, and leads to
// where they wanted to go. What a request says of the panel's address goes into no mail.
func TestWhoHasConfirmedAnAddressSignsInByALinkOfTheirMail(t *testing.T) {
	w := newWorld(t)
	ada := w.join("Ada", assistant.RoleMember)
	w.addresses = map[string]assistant.PersonID{"Ada@example.com": ada.ID}
	h, server := mailing(t, w)
	if page := call(t, h, "GET", "/settings", "", bare).Body.String(); !strings.Contains(page, `action="/login/link"`) || !strings.Contains(page, `name="to" value="/settings"`) {
		t.Fatalf("the login has no form: %s", page)
	}
	got := askLink(t, h, " ada@example.com ", func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Accept-Language", "de") })
	if got.Code != http.StatusOK || len(got.Result().Cookies()) > 0 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	eventually(t, "a mail came", func() bool { sent, _ := server.Taken(); return len(sent) == 1 })
	sent, wrong := server.Taken()
	link := regexp.MustCompile(`https://panel\.example(/settings\?code=\S+)`).FindStringSubmatch(sent[0].Text)
	if wrong != nil || sent[0].To != "Ada@example.com" || sent[0].Subject != "Ihr Link zum Anmelden" || link == nil || strings.Contains(sent[0].Text+sent[0].HTML, "evil.example") {
		t.Fatalf("%v %v", sent, wrong)
	}
	for range 2 { // mail programs open links before people do
		page := call(t, h, "GET", link[1], "", bare)
		if page.Code != http.StatusOK || len(page.Result().Cookies()) > 0 || !strings.Contains(page.Body.String(), "Sign in as Ada") {
			t.Fatalf("opened: %d %s", page.Code, page.Body)
		}
	}
	at, err := url.Parse(link[1])
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"code": {at.Query().Get("code")}, "to": {"/settings"}}
	in := signIn(t, h, form)
	if c := in.Result().Cookies(); in.Code != http.StatusSeeOther || in.Header().Get("Location") != "/settings" || len(c) != 1 {
		t.Errorf("%d to %q", in.Code, in.Header().Get("Location"))
	}
	if again := signIn(t, h, form); again.Code != http.StatusUnauthorized || len(again.Result().Cookies()) > 0 {
		t.Errorf("again: %d", again.Code)
	}
}

// TestNobodyLearnsWhoseAnAddressIs: whoever asks for a link is answered the same, byte for byte, though nothing could be looked up.
func TestNobodyLearnsWhoseAnAddressIs(t *testing.T) {
	w := newWorld(t)
	w.addresses = map[string]assistant.PersonID{"ada@example.com": w.join("Ada", assistant.RoleMember).ID}
	h, server := mailing(t, w)
	page := func(address string) string {
		t.Helper()
		got := askLink(t, h, address)
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "If this address is somebody’s here") {
			t.Errorf("%s: %d %s", address, got.Code, got.Body)
		}
		return strings.ReplaceAll(got.Body.String(), address, "")
	}
	if known, unknown := page("ada@example.com"), page("eve@example.com"); known != unknown {
		t.Errorf("they differ:\n%s\n%s", known, unknown)
	}
	eventually(t, "a mail came", func() bool { sent, _ := server.Taken(); return len(sent) == 1 })
	server.Faults(func(string) fakemail.Fault { return fakemail.Fault{Code: 550} })
	page("ada@example.com")
	if sent, _ := server.Taken(); len(sent) != 1 {
		t.Errorf("%v", sent)
	}
	if got := askLink(t, h, "nobody"); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "That is no e-mail address.") || !strings.Contains(got.Body.String(), `value="nobody"`) {
		t.Errorf("no address: %d %s", got.Code, got.Body)
	}
}

// TestLinksAreNotAskedForWithoutEnd, nor by another site, nor where no mail is sent.
func TestLinksAreNotAskedForWithoutEnd(t *testing.T) {
	w := newWorld(t)
	h, server := mailing(t, w)
	if got := askLink(t, h, "ada@example.com", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got.Code != http.StatusForbidden {
		t.Errorf("another site asks: %d", got.Code)
	}
	var codes []int
	for range 6 {
		codes = append(codes, askLink(t, h, w.ids.New()+"@example.com").Code)
	}
	if codes[4] != http.StatusOK || codes[5] != http.StatusTooManyRequests {
		t.Errorf("%v", codes)
	}
	if got := askLink(t, h, "ada@example.com", func(r *http.Request) { r.RemoteAddr = "198.51.100.7:1" }); got.Code != http.StatusOK {
		t.Errorf("from elsewhere: %d", got.Code)
	}
	if sent, _ := server.Taken(); len(sent) > 0 {
		t.Errorf("%v", sent)
	}
	plain := newWorld(t).surface(t)
	if page := call(t, plain, "GET", "/login", "", bare).Body.String(); strings.Contains(page, "/login/link") {
		t.Error("without mail there is a form")
	}
	if got := askLink(t, plain, "ada@example.com"); got.Code != http.StatusNotFound {
		t.Errorf("without mail: %d", got.Code)
	}
}
