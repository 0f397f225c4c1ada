package webaudit_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
)

// TestARedirectGoesWhereItsPermitLetsIt: whether a site is up is told with where it sends visitors on to, an audit asks, and what the
// links of a page lead to elsewhere is looked at by nobody.
func TestARedirectGoesWhereItsPermitLetsIt(t *testing.T) {
	t.Parallel()
	var away []string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { away = append(away, r.URL.String()) }))
	t.Cleanup(other.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("/go", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/collect?t="+r.URL.Query().Get("t"), http.StatusFound)
	})
	mux.HandleFunc("/on", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/page", http.StatusFound) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<html><title>Ours</title><a href="/go?t=canary">1</a><a href="/missing">2</a></html>`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	at, _ := url.Parse(server.URL)
	p := assistant.Project{Tenant: "t", Domain: at.Host}
	permit := func() outward.Permit { return outward.New(outward.Config{Project: p}) }
	a := webaudit.New(webaudit.Config{Own: "t", Timeout: patience})

	seen, err := a.Reach(t.Context(), permit(), p, server.URL+"/go?t=canary")
	if err != nil || !seen.Up() || seen.Leads != other.URL+"/collect?t=canary" {
		t.Errorf("%+v %v", seen, err)
	}
	_, err = a.Audit(t.Context(), permit(), p, server.URL+"/go?t=canary")
	if trouble, ok := errors.AsType[*assistant.Trouble](err); !ok || trouble.Problem.Outward != other.URL+"/collect?t=canary" {
		t.Errorf("%v", err)
	}
	by := permit()
	audit, err := a.Audit(t.Context(), by, p, server.URL+"/on")
	if err != nil || by.Refused() != nil || audit.URL != server.URL+"/page" || !slices.Equal(audit.Broken, []string{server.URL + "/missing"}) {
		t.Errorf("%+v %v, kept %v", audit, err, by.Refused())
	}
	if _, err := a.Reach(t.Context(), outward.Permit{}, p, server.URL+"/page"); err == nil {
		t.Error("nobody's permit reaches a page")
	}
	if len(away) > 0 {
		t.Errorf("what came elsewhere: %q", away)
	}
}
