package address_test

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/address"
)

func TestAnAddressIsANameAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{
		"https://team.example.com":            "https://team.example.com",
		" https://Team.Example.com/ ":         "https://team.example.com",
		"HTTPS://team.example.com":            "https://team.example.com",
		"https://team.example.com:443":        "https://team.example.com",
		"http://team.example.com:80/":         "http://team.example.com",
		"https://team.example.com:8443":       "https://team.example.com:8443",
		"http://team.example.com:443":         "http://team.example.com:443",
		"http://10.0.0.7:8080":                "http://10.0.0.7:8080",
		"https://[fd00::7]:8443":              "https://[fd00::7]:8443",
		"http://intranet":                     "http://intranet",
		"":                                    "",
		"team.example.com":                    "",
		"ftp://team.example.com":              "",
		"javascript://team.example.com":       "",
		"https://":                            "",
		"https://:8080":                       "",
		"https://team.example.com:":           "",
		"https://user:word@team.example":      "",
		"https://user@team.example":           "",
		"https://team.example.com/panel":      "",
		"https://team.example.com?x=1":        "",
		"https://team.example.com?":           "",
		"https://team.example.com#x":          "",
		"https://team\".example.com":          "",
		"https://team<b>.example.com":         "",
		"https://tëam.example.com":            "",
		"https://team.example.com\r\nX: y":    "",
		"https://" + strings.Repeat("a", 300): "",
	} {
		got, err := address.Read(text)
		wrong, told := errors.AsType[*assistant.FieldError](err)
		if got != want || (want == "") != told || told && (wrong.Key != address.Field || address.Setup{}.Fits(given(text)) == nil) {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"https://Team.example/": "https://team.example", "https://team.example/panel/": "https://team.example/panel", "": ""} {
		if got := address.Of(given(text)); got.URL != want {
			t.Errorf("what the environment gives as %q is %q", text, got.URL)
		}
	}
}

func given(text string) assistant.PartSettings {
	return assistant.PartSettings{Part: assistant.SetupAddress, Given: map[string]string{address.Field: text}}
}

func TestWhereABrowserHasComeByIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		host, header, value string
		tls                 bool
		want                string
	}{
		"a name":                     {"team.example.com:8080", "", "", false, "http://team.example.com:8080"},
		"behind TLS, as it says":     {"team.example.com", "X-Forwarded-Proto", "https", false, "https://team.example.com"},
		"behind TLS, as browsers do": {"team.example.com", "Sec-Fetch-Site", "none", false, "https://team.example.com"},
		"TLS":                        {"team.example.com", "", "", true, "https://team.example.com"},
		"this machine":               {"127.0.0.1:8080", "", "", false, ""},
		"this machine, by its name":  {"localhost:8080", "Sec-Fetch-Site", "none", false, ""},
		"this machine, newer":        {"[::1]:8080", "", "", false, ""},
		"a network":                  {"10.0.0.7:8080", "", "", false, "http://10.0.0.7:8080"},
		"nowhere":                    {"", "", "", false, ""},
		"no name":                    {`"><script>`, "", "", false, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/settings", nil)
		r.Host = c.host
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		if c.tls {
			r.TLS = &tls.ConnectionState{}
		}
		if got := address.Seen(r); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
