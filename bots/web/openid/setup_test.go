package openid_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/internal/fakeissuer"
)

// TestAnIssuerIsTriedBeforeItIsKept: what it answers is told, and what is wrong with it, in words by which it is put right.
func TestAnIssuerIsTriedBeforeItIsKept(t *testing.T) {
	t.Parallel()
	issuer := fakeissuer.New(t, anna())
	issuer.Register(back)
	serves := func(h http.HandlerFunc) string {
		s := httptest.NewServer(h)
		t.Cleanup(s.Close)
		t.Cleanup(s.CloseClientConnections)
		return s.URL
	}
	says := func(code int, body string) string {
		return serves(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		})
	}
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(tls.Close)
	silent := serves(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	elsewhere := serves(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, issuer.URL+r.URL.Path, http.StatusFound)
	})
	endless := serves(func(w http.ResponseWriter, r *http.Request) { // but for its length an issuer
		_, _ = fmt.Fprintf(w, `{"issuer":"http://%s","authorization_endpoint":"%[2]s","token_endpoint":"%[2]s","of":"%[3]s"}`, r.Host, issuer.URL, strings.Repeat("a", 2<<20))
	})
	const none = "does not answer like an OpenID Connect issuer."
	for _, c := range []struct{ at, client, secret, says string }{
		{issuer.URL, "", "", issuer.URL + " is an OpenID Connect issuer and accepts the client. People sign in at " + strings.TrimPrefix(issuer.URL, "http://")},
		{issuer.URL + "/.well-known/openid-configuration", "", "", "and accepts the client."},
		{issuer.URL, "another", "", "does not accept the client ID and secret."},
		{issuer.URL, "", "another", "does not accept the client ID and secret."},
		{issuer.URL + "/", "", "", "The issuer at this address calls itself " + issuer.URL + "."},
		{says(http.StatusOK, "<html>hello</html>"), "", "", none},
		{says(http.StatusOK, "{}"), "", "", none},
		{says(http.StatusNotFound, "<b>"+strings.Repeat("no ", 5000)), "", "", none},
		{elsewhere, "", "", none},
		{endless, "", "", none},
		{silent, "", "", "did not answer in time."},
		{"http://127.0.0.1:1", "", "", "Nothing answers at 127.0.0.1:1."},
		{strings.Replace(issuer.URL, "http:", "https:", 1), "", "", "does not use TLS on this port."},
		{tls.URL, "", "", "is not trusted."},
		{"http://nowhere.invalid", "", "", "There is no address for the name nowhere.invalid."},
	} {
		set := settings(c.at)
		if c.client != "" {
			set.Given[openid.FieldClient] = c.client
		}
		if c.secret != "" {
			set.Secrets[openid.FieldSecret] = assistant.Secret(c.secret)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		if c.at == silent {
			cancel()
			ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		}
		found, err := setup().Try(ctx, set)
		cancel()
		said, told := errors.AsType[*assistant.Trouble](err)
		text := found.String()
		if told {
			text = said.Problem.Whole().String()
		}
		if !strings.Contains(text, c.says) || err != nil && (!told || said.Problem.Recovery.IsZero() || strings.Contains(err.Error()+text, "<b>") || len(text) > 1000) {
			t.Errorf("%s says %q, %v", c.at, text, err)
		}
	}
	if v := issuer.Violations(); len(v) > 0 {
		t.Errorf("%q", v)
	}
}

// refusing is a road that leads to no address.
type refusing struct{}

// RoundTrip implements [http.RoundTripper].
func (refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("dial %s: %w", r.URL.Host, openid.ErrAddress)
}

func TestAnAddressThatNobodyGoesToIsNamed(t *testing.T) {
	t.Parallel()
	s := setup()
	s.Transport = refusing{}
	_, err := s.Try(t.Context(), settings("http://169.254.169.254"))
	if said, told := errors.AsType[*assistant.Trouble](err); !told || said.Problem.Message.String() != "169.254.169.254 leads to an address that I do not connect to." {
		t.Errorf("%v", err)
	}
}

// TestAnIssuerThatNamesNoAddressesIsNone, also where what it names is no address that a browser may be sent to.
func TestAnIssuerThatNamesNoAddressesIsNone(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"authorization_endpoint", "token_endpoint"} {
		for _, address := range []any{nil, "", "javascript:alert(1)", "/authorize"} {
			o := newOffice(t, anna())
			o.issuer.Play(fakeissuer.Script{Describes: func(said map[string]any) { said[what] = address }})
			if to, err := o.Begin(t.Context(), browser, openid.About{}); err == nil {
				t.Errorf("%s %v sends to %s", what, address, to)
			}
		}
	}
}

func TestWhatCannotBeAnIssuerIsSaidBeforeItIsTried(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, value, field string }{
		{openid.FieldIssuer, "", openid.FieldIssuer},
		{openid.FieldIssuer, "login.example.com", openid.FieldIssuer},
		{openid.FieldIssuer, "ftp://login.example.com", openid.FieldIssuer},
		{openid.FieldIssuer, "https://anna:secret@login.example.com", openid.FieldIssuer},
		{openid.FieldIssuer, "https://login.example.com?a=b", openid.FieldIssuer},
		{openid.FieldIssuer, "https://login.example.com#a", openid.FieldIssuer},
		{openid.FieldClient, "", openid.FieldClient},
		{openid.FieldDomains, "everybody", openid.FieldDomains},
		{openid.FieldDomains, "example.com; example.org", openid.FieldDomains},
		{openid.FieldDomains, "exämple.com", openid.FieldDomains},
		{openid.FieldDomains, "anna@example.com", openid.FieldDomains},
		{openid.FieldHours, "0", openid.FieldHours},
		{openid.FieldHours, "721", openid.FieldHours},
		{openid.FieldHours, "a day", openid.FieldHours},
		{openid.FieldHours, "", ""},
		{openid.FieldHours, "720", ""},
		{openid.FieldDomains, "@example.com, example.org", ""},
		{openid.FieldIssuer, "https://login.example.com/realms/office", ""},
		{openid.FieldIssuer, "http://login.lan:8080", ""},
	} {
		err := setup().Fits(settings("https://login.example.com", c.key, c.value))
		if misfit, ok := errors.AsType[*assistant.FieldError](err); (c.field != "") != ok || ok && misfit.Key != c.field {
			t.Errorf("%s %q: %v", c.key, c.value, err)
		}
	}
	fields := map[string]bool{}
	for _, f := range setup().Form().Fields {
		fields[f.Key] = f.Kind == assistant.FieldSecret
		if f.Label.IsZero() {
			t.Errorf("%s has no label", f.Key)
		}
	}
	if len(fields) != 9 || !fields[openid.FieldSecret] {
		t.Errorf("%v", fields)
	}
}
