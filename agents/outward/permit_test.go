package outward_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
)

func project() assistant.Project {
	return assistant.Project{Domain: "Aquaverter.com", Connections: []assistant.Connection{{Config: map[string]string{"url": "https://blog.example.net:8443/wp"}}}}
}

// permit is one under which somebody has written what is given.
func permit(said ...string) outward.Permit {
	return outward.New(outward.Config{
		Project: project(), House: []string{"http://localhost:8080/sites/"},
		More: func(context.Context) (assistant.Grounds, error) {
			return assistant.Grounds{Projects: []assistant.Project{{Domain: "other.example.org"}}, Said: said}, nil
		},
	})
}

func goes(t *testing.T, p outward.Permit, address string) (at, waits string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	to, err := p.Admit(t.Context(), u)
	if trouble, kept := errors.AsType[*assistant.Trouble](err); kept {
		return "", trouble.Problem.Outward
	}
	if err != nil {
		return "", ""
	}
	return to.String(), ""
}

func TestTheTenantsOwnHostsAreGoneToAndNoNameBelowThem(t *testing.T) {
	t.Parallel()
	for address, own := range map[string]bool{
		"https://aquaverter.com/": true, "http://aquaverter.com/any/path?with=a&query": true, "https://AQUAVERTER.com": true, "https://aquaverter.com.:443/": true,
		"https://blog.example.net:8443/elsewhere": true, "https://other.example.org/x": true, "http://localhost:8080/sites/aquaverter/": true,
		"https://www.aquaverter.com/": false, "https://secret.aquaverter.com/": false, "https://aquaverter.com.evil.example/": false, "https://aquaverter.com:8443/": false,
		"https://blog.example.net/": false, "http://localhost:8080/api/hooks/x": false, "http://localhost:8080/sites/../metrics": false, "https://evil.example/?aquaverter.com": false,
	} {
		at, waits := goes(t, permit(), address)
		if (at != "") != own || own == (waits != "") {
			t.Errorf("%s: goes to %q, waits for %q", address, at, waits)
		}
	}
}

func TestWhatWhoeverAsksWroteIsGoneToAsItIsWritten(t *testing.T) {
	t.Parallel()
	for words, cases := range map[string]map[string]bool{
		"is https://example.org/page?x=1 up?": {
			"https://example.org/page?x=1": true, "https://EXAMPLE.org/page?x=1": true, "https://example.org/page?x=1#part": true,
			"https://example.org/page?x=2": false, "https://example.org/page": false, "https://example.org/": false, "https://example.org/page?x=1&t=secret": false,
			"http://example.org/page?x=1": false, "https://secret.example.org/page?x=1": false, "https://example.org:444/page?x=1": false,
		},
		"please look at example.org, and (www.example.org/a_(b)).": {
			"https://example.org/": true, "http://example.org": true, "https://www.example.org/a_(b)": true, "https://example.org/a_(b)": false, "https://www.example.org/": false,
		},
		"see [it](http://example.org/ü) or <https://bücher.example/|there>": {
			"http://example.org/%C3%BC": true, "https://example.org/ü": true, "https://xn--bcher-kva.example/": true, "https://bücher.example": true, "https://buecher.example/": false,
		},
		"> look at https://quoted.example/\nwhat is that?": {"https://quoted.example/": false},
		"write to ann@mail.example":                        {"https://mail.example/": false},
		"":                                                 {"https://example.org/": false},
	} {
		for address, want := range cases {
			if at, waits := goes(t, permit(words), address); (at != "") != want || want == (waits != "") {
				t.Errorf("%q, %s: goes to %q, waits for %q", words, address, at, waits)
			}
		}
	}
}

func TestAYesLetsExactlyItsAddressOut(t *testing.T) {
	t.Parallel()
	_, asked := goes(t, permit(), "HTTPS://Evil.Example:443/Collect?t=1#x")
	if asked != "https://evil.example/Collect?t=1" {
		t.Fatalf("it asks for %q", asked)
	}
	yes := func() outward.Permit {
		return outward.New(outward.Config{Yes: func(a string) bool { return a == asked }})
	}
	for address, want := range map[string]bool{asked: true, "https://evil.example/Collect?t=2": false, "https://evil.example/": false, "https://a.evil.example/Collect?t=1": false} {
		if at, _ := goes(t, yes(), address); (at != "") != want {
			t.Errorf("%s: %q", address, at)
		}
	}
}

func TestWhatPeopleAreShownIsTheAddressAsItIsDialled(t *testing.T) {
	t.Parallel()
	for address, shown := range map[string]string{
		"https://аpple.com/": "https://xn--pple-43d.com/", "https://ex.example/a b": "https://ex.example/a%20b", "https://[2001:DB8::1]/x": "https://[2001:db8::1]/x",
	} {
		if _, waits := goes(t, permit(), address); waits != shown {
			t.Errorf("%s is shown as %q", address, waits)
		}
	}
	long := "https://evil.example/" + strings.Repeat("a", 2000)
	for _, never := range []string{"https://user:secret@aquaverter.com/", "https://secret@example.org/", long, "ftp://aquaverter.com/", "file:///etc/passwd", "https://a b.example/"} {
		u, err := url.Parse(never)
		if err != nil {
			continue
		}
		p := permit("https://user:secret@aquaverter.com/ https://secret@example.org/")
		if at, err := p.Admit(t.Context(), u); err == nil {
			t.Errorf("%s goes to %s", never, at)
		} else if trouble, ok := errors.AsType[*assistant.Trouble](err); ok && trouble.Problem.Outward != "" {
			t.Errorf("%s may be said yes to", never)
		}
	}
	if at, _ := goes(t, permit(long), long); at != long {
		t.Errorf("what somebody wrote is too long for them")
	}
}

func TestAPermitOfNobodyLetsNothingOut(t *testing.T) {
	t.Parallel()
	var none outward.Permit
	u, _ := url.Parse("https://aquaverter.com/")
	if at, err := none.Admit(t.Context(), u); err == nil || none.Names("aquaverter.com") || none.Led(u).Allows(t.Context(), u, u) {
		t.Errorf("%v", at)
	}
}

func TestAPageLeadsOnOnItsOwnHostOnceItWasReached(t *testing.T) {
	t.Parallel()
	page, next, away := &url.URL{Scheme: "https", Host: "example.org", Path: "/page"}, &url.URL{Scheme: "http", Host: "example.org", Path: "/next"}, &url.URL{Scheme: "https", Host: "evil.example", Path: "/"}
	p := permit("example.org/page")
	if p.Led(page).Allows(t.Context(), nil, next) || p.Allows(t.Context(), page, next) || p.Names("example.org") {
		t.Error("a page that was not reached leads on")
	}
	if _, err := p.Admit(t.Context(), page); err != nil {
		t.Fatal(err)
	}
	if !p.Led(page).Allows(t.Context(), nil, next) || !p.Allows(t.Context(), page, next) || !p.Names("example.org") || p.Names("evil.example") {
		t.Error("a page that was reached leads nowhere")
	}
	if p.Led(page).Allows(t.Context(), nil, away) || p.Allows(t.Context(), page, away) || p.Allows(t.Context(), nil, next) {
		t.Error("it leads away")
	}
	own := &url.URL{Scheme: "https", Host: "aquaverter.com", Path: "/go"}
	if _, err := p.Admit(t.Context(), own); err != nil || p.Allows(t.Context(), own, away) {
		t.Errorf("what our own host sends on to goes by itself: %v", err)
	}
}
