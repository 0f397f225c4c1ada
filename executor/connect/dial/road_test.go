package dial_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/dial"
)

// wire is everybody else's internet: it answers all, keeps what it was asked, and sends on where it is told to.
type wire struct {
	got   []string
	sends map[string]string
}

// RoundTrip implements [http.RoundTripper].
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.got = append(w.got, r.Method+" "+r.URL.String()+" "+r.Host)
	answer := httptest.NewRecorder()
	if to := w.sends[r.URL.String()]; to != "" {
		answer.Header().Set("Location", to)
		answer.WriteHeader(http.StatusFound)
	}
	res := answer.Result()
	res.Request = r
	return res, nil
}

func own() outward.Permit {
	return outward.New(outward.Config{Project: assistant.Project{Domain: "own.example"}})
}

func TestARequestLeavesUnderItsPermitAlone(t *testing.T) {
	t.Parallel()
	w := &wire{sends: map[string]string{
		"https://own.example/go?to=canary": "https://evil.example/collect?t=canary", "https://own.example/up": "http://own.example/down",
	}}
	road := dial.New(dial.Config{Through: w})
	ask := func(p outward.Permit, method, address, body string) error {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if body == "" {
			r, err = http.NewRequestWithContext(t.Context(), method, address, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		answer, err := road.Client(p, 0, nil).Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		return err
	}
	for address, kept := range map[string]string{
		"https://evil.example/canary": "https://evil.example/canary", "https://canary.own.example/": "https://canary.own.example/",
		"https://own.example/go?to=canary": "https://evil.example/collect?t=canary",
	} {
		trouble, ok := errors.AsType[*assistant.Trouble](ask(own(), http.MethodGet, address, ""))
		if !ok || trouble.Problem.Outward != kept {
			t.Errorf("%s: %v", address, trouble)
		}
	}
	if ask(outward.Permit{}, http.MethodGet, "https://own.example/", "") == nil {
		t.Error("nobody's permit lets something out")
	}
	yes := outward.New(outward.Config{Yes: func(a string) bool { return a == "https://evil.example/" }})
	if err := ask(yes, http.MethodPost, "https://evil.example/", "canary"); err == nil {
		t.Error("a yes to an address sends something there")
	}
	if err := errors.Join(ask(own(), http.MethodPost, "https://OWN.example", "words"), ask(own(), http.MethodGet, "https://own.example/up", ""), ask(yes, http.MethodGet, "https://eViL.example", "")); err != nil {
		t.Error(err)
	}
	want := `[GET https://own.example/go?to=canary own.example POST https://own.example/ own.example GET https://own.example/up own.example ` +
		`GET http://own.example/down own.example GET https://evil.example/ evil.example]`
	if got := fmt.Sprint(w.got); got != want {
		t.Errorf("what left:\n%s\nwant\n%s", got, want)
	}
}

// TestNoNameIsLookedUpBeforeItIsLetOut: looking up a name tells it to the name's servers.
func TestNoNameIsLookedUpBeforeItIsLetOut(t *testing.T) {
	t.Parallel()
	asked := 0
	names := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		asked++
		return nil, errors.New("nobody knows names here")
	}}
	road := dial.New(dial.Config{Resolver: names})
	look := func(p outward.Permit, address string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := road.Client(p, 0, nil).Do(r); err == nil {
			_ = answer.Body.Close()
			t.Errorf("%s answered", address)
		}
	}
	look(own(), "https://canary.evil.example/")
	if asked != 0 {
		t.Errorf("%d look-ups of a name that was kept", asked)
	}
	if look(own(), "https://own.example/"); asked == 0 {
		t.Error("names are not looked up by who is given for it")
	}
}
