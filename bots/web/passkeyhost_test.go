package web_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestAPasskeySaysOfWhichAddressItIs: it signs in at that name alone, so that one of another name says so. What cannot be read says nothing.
func TestAPasskeySaysOfWhichAddressItIs(t *testing.T) {
	w := newWorld(t)
	keys := newKeyring(w)
	h := w.surface(t, func(c *web.Config) {
		c.Passkeys, c.Public, c.Reached = keys, assistant.PublicAt("https://panel.example:8443"), assistant.PublicAt("https://panel.example:8443")
	})
	for name, public := range map[string]string{
		"here":      `{"attestation":{"clientDataJSON":"` + base64.StdEncoding.EncodeToString([]byte(`{"origin":"https://panel.example"}`)) + `"}}`,
		"elsewhere": `{"attestation":{"clientDataJSON":"` + base64.StdEncoding.EncodeToString([]byte(`{"origin":"https://old.example"}`)) + `"}}`,
		"unread":    `{}`, "odd": `[]`,
	} {
		if _, err := keys.SavePasskey(t.Context(), w.tenant.ID, assistant.Passkey{Person: w.owner.ID, Name: name, Public: []byte(public)}); err != nil {
			t.Fatal(err)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "https://panel.example:8443/sessions", nil)
	for _, c := range signIn(t, h, map[string][]string{"token": {token}}, bare).Result().Cookies() {
		r.AddCookie(c)
	}
	got := httptest.NewRecorder()
	h.ServeHTTP(got, r)
	lines := map[string]string{}
	for _, line := range strings.Split(got.Body.String(), `<li id="passkey-`)[1:] {
		_, name, _ := strings.Cut(line, "<strong>")
		name, _, _ = strings.Cut(name, "</strong>")
		lines[name], _, _ = strings.Cut(line, "<form")
	}
	for name, c := range map[string]struct {
		at   string
		warn bool
	}{"here": {"signs in at panel.example ·", false}, "elsewhere": {"signs in at old.example ·", true}, "unread": {"", false}, "odd": {"", false}} {
		line, there := lines[name]
		if !there || !strings.Contains(line, c.at) || c.at == "" && strings.Contains(line, "signs in at") || strings.Contains(line, "not for this address") != c.warn {
			t.Errorf("%s: %d %q", name, got.Code, line)
		}
	}
}
