package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// moving is a public address that changes while the panel is served.
type moving struct{ at assistant.Address }

func (m *moving) now() assistant.Address { return m.at }

// over is where people come by TLS, as an admin has set it at some time.
func over(host string, since time.Time) assistant.Address {
	return assistant.Address{URL: "https://" + host, Since: since}
}

// TestThePanelGoesByThePublicAddressAsItIs: each who reads it, with a change between two requests, in both directions.
func TestThePanelGoesByThePublicAddressAsItIs(t *testing.T) {
	w := newWorld(t)
	m, told := &moving{}, tell(w, " See [one](https://one.example/y) and [two](https://two.example/y).")
	h := w.surface(t, func(c *web.Config) { c.Public, c.Reached, c.Passkeys = m.now, m.now, newKeyring(w) })
	in := w.as(t, w.owner)
	answers := func(headers ...string) func() string {
		return func() string {
			got := call(t, h, "POST", "/login/passkey/begin", "", bare, func(r *http.Request) {
				for i := 0; i < len(headers); i += 2 {
					r.Header.Set(headers[i], headers[i+1])
				}
			})
			return got.Body.String()
		}
	}
	for name, reads := range map[string]func() string{
		"the link of an invitation": func() string {
			_, _, page := fill(t, h, in, "/people/invitations", "name", "Anna", "role", "approver")
			return page
		},
		"the link to sign in elsewhere": func() string { _, _, page := fill(t, h, in, "/sessions/elsewhere"); return page },
		"what a passkey is asked for":   answers(),
		"whose forms are its own": func() string {
			for _, host := range []string{"one.example", "two.example"} {
				if !strings.Contains(answers("Origin", "https://"+host, "Sec-Fetch-Site", "cross-site")(), "Another site") {
					return host
				}
			}
			return ""
		},
		"what models may link to": func() string {
			for _, host := range []string{"one.example", "two.example"} {
				if strings.Contains(call(t, h, "GET", "/c/"+string(told.conversation), "", in).Body.String(), `href="https://`+host+`/y"`) {
					return host
				}
			}
			return ""
		},
	} {
		for _, host := range []string{"one.example", "two.example", "one.example"} {
			m.at = over(host, w.now())
			other := map[string]string{"one.example": "two.example", "two.example": "one.example"}[host]
			if got := reads(); !strings.Contains(got, host) || strings.Contains(got, other) {
				t.Errorf("%s at %s: %.300s", name, host, got)
			}
		}
		m.at = assistant.Address{}
		if got := reads(); strings.Contains(got, "one.example") || strings.Contains(got, "two.example") {
			t.Errorf("%s, where none is set: %.300s", name, got)
		}
	}
}

// TestSettingThatPeopleComeOverTLSSignsNobodyOut: who was signed in before stays so, with the cookie that they have. Whoever signs in after it has
// one that no other site can set, and a cookie with the name of before opens nothing that began later.
func TestSettingThatPeopleComeOverTLSSignsNobodyOut(t *testing.T) {
	w := newWorld(t)
	m, at := &moving{}, time.Now()
	w.now = func() time.Time { return at }
	h := w.surface(t, func(c *web.Config) { c.Public = m.now })
	before := cookie(t, h)
	lives := func(in func(*http.Request)) bool {
		return call(t, h, "GET", "/api/agents", "", in).Code == http.StatusOK
	}
	at = at.Add(time.Minute)
	m.at = over("one.example", at)
	at = at.Add(time.Minute)
	if !lives(before) {
		t.Error("who was signed in is signed out")
	}
	in := signIn(t, h, url.Values{"token": {token}}).Result().Cookies()
	if len(in) != 1 || in[0].Name != "__Host-aisteam_session" || !in[0].Secure {
		t.Fatalf("%+v", in)
	}
	named := func(name string) func(*http.Request) {
		return func(r *http.Request) { bare(r); r.AddCookie(&http.Cookie{Name: name, Value: in[0].Value}) }
	}
	if !lives(named("__Host-aisteam_session")) || lives(named("aisteam_session")) {
		t.Error("the session of after is opened by the name of before, or not by its own")
	}
	if sts := call(t, h, "GET", "/login", "", bare).Header().Get("Strict-Transport-Security"); sts == "" {
		t.Error("browsers are not told to stay with TLS")
	}
	m.at = assistant.Address{}
	if !lives(named("__Host-aisteam_session")) || !lives(before) {
		t.Error("taking the address away signs somebody out")
	}
	both := func(r *http.Request) { before(r); named("__Host-aisteam_session")(r) }
	again := signIn(t, h, url.Values{"token": {token}}, both).Result().Cookies()
	if len(again) != 2 || again[0].Name != "__Host-aisteam_session" || again[0].MaxAge >= 0 || again[1].Name != "aisteam_session" || again[1].MaxAge <= 0 {
		t.Errorf("who signs in anew has the session of before as well: %+v", again)
	}
	out := call(t, h, "POST", "/logout", "", both).Result().Cookies()
	if len(out) != 2 || out[0].MaxAge >= 0 || out[1].MaxAge >= 0 {
		t.Errorf("who signs out keeps a cookie: %+v", out)
	}
	given := w.surface(t, func(c *web.Config) { c.Public = assistant.PublicAt("https://one.example") }) // by the environment, since ever
	if call(t, given, "GET", "/api/agents", "", before).Code != http.StatusUnauthorized {
		t.Error("a cookie that any site could set opens a session")
	}
}
