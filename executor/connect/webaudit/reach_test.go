package webaudit_test

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
)

func TestASiteIsSeenToBeUpOrDown(t *testing.T) {
	t.Parallel()
	at := fixture(t)
	u, _ := url.Parse(at)
	p := assistant.Project{Tenant: "t", Domain: u.Host}
	a := webaudit.New(webaudit.Config{Own: "t", Timeout: patience})
	for path, want := range map[string]string{
		"/good": "true 200 ", "/away": "true 200 ", "/missing": "false 404 ", "/breaks": "false 502 ",
		"/round": "false 0 it sends visitors on and on without end", "/slow": "false 0 it did not answer in time",
	} {
		looks := a
		if path == "/slow" {
			looks = webaudit.New(webaudit.Config{Own: "t", Timeout: 100 * time.Millisecond})
		}
		got, err := looks.Reach(t.Context(), outward.ByCode("a test"), p, at+path)
		if said := fmt.Sprintf("%v %d %s", got.Up(), got.Status, got.Problem); err != nil || said != want || !got.Until.IsZero() {
			t.Errorf("%s: %s %v", path, said, err)
		}
	}
	if got, err := a.Reach(t.Context(), outward.ByCode("a test"), p, "https://"+"nobody-at-all.invalid/"); err != nil || got.Problem != "no server of that name was found" {
		t.Errorf("%+v %v", got, err)
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	u, _ = url.Parse(gone.URL)
	if got, err := a.Reach(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "t", Domain: u.Host}, gone.URL); err != nil || got.Problem != "it does not answer" {
		t.Errorf("%+v %v", got, err)
	}
	for _, never := range []string{"http://169.254.169.254/", "ftp://aquaverter.com/", "http://127.0.0.1:1/", at + "/inside"} {
		_, err := a.Reach(t.Context(), outward.ByCode("a test"), p, never)
		if _, ok := errors.AsType[*assistant.Trouble](err); !ok {
			t.Errorf("%s: %v", never, err)
		}
	}
}

func TestACertificateIsSeenWithItsEnd(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, good) }))
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	u, _ := url.Parse(server.URL)
	p := assistant.Project{Tenant: "t", Domain: u.Host}
	look := func(c webaudit.Config, address string) string {
		t.Helper()
		c.Own = "t"
		got, err := webaudit.New(c).Reach(t.Context(), outward.ByCode("a test"), p, address)
		if err != nil || !got.Until.Equal(server.Certificate().NotAfter) {
			t.Errorf("%+v %v", got, err)
		}
		return fmt.Sprint(got.Up(), got.Problem)
	}
	if got := look(webaudit.Config{Roots: roots}, server.URL); got != "true" {
		t.Error(got)
	}
	if got := look(webaudit.Config{}, server.URL); got != "falseits certificate is from nobody whom browsers trust" {
		t.Error(got)
	}
	p.Domain = "localhost:" + u.Port()
	if got := look(webaudit.Config{Roots: roots}, "https://localhost:"+u.Port()); got != "falseits certificate is for another address" {
		t.Error(got)
	}
}
