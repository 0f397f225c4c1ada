package webaudit_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
	"github.com/aisteam/aisteam/internal/processor"
)

const good = `<!doctype html><html lang="en"><head><title>Garden pools built to last in Ontario</title>
<meta name="Description" content="We plan and build garden pools that last, from the first drawing to the first swim.">
<meta name="viewport" content="width=device-width"><link rel="canonical" href="/good">
<script type="application/ld+json">{"@graph":[{"@type":"Organization"},{"@type":["WebPage","ItemPage"]}]}</script></head>
<body><h1>Pools</h1><h2>Why</h2><p><a href="/other#x">Other</a><img src="a.png" alt=""></p></body></html>`

const bad = `<html><head><title>Hi</title><meta name="robots" content="NOINDEX"><script type="application/ld+json">{oops</script></head>
<body><h1>A</h1><h1>B</h1><h4>C</h4><img src=a.png><img src=b.png alt="b">
<a href="/missing">1</a> <a href="/missing#again">2</a> <a href="/gethead">3</a> <a href="/breaks">4</a>
<a href="https://elsewhere.invalid/">5</a> <a href="mailto:a@b.c">6</a></body></html>`

func fixture(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	page := func(path, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, body)
		})
	}
	page("/good", good)
	page("/other", good)
	page("/private/bad", bad)
	page("/deep", good+strings.Repeat("<div>", 600))
	page("/large", good+strings.Repeat("x", 6<<20))
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: evil\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nAllow: /private/open\n")
	})
	mux.HandleFunc("/gethead", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
	mux.HandleFunc("/breaks", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/good", http.StatusFound) })
	mux.HandleFunc("/round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	})
	mux.HandleFunc("/inside", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	})
	mux.HandleFunc("/json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{}`)
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// ours is a project of who runs the service, with its site at the address.
func ours(address string) assistant.Project {
	return assistant.Project{Tenant: "us", Connections: []assistant.Connection{site.WordPress(address, "")}}
}

// patience is how long a look may take where nothing has to be slow: longer than the slowest machine takes.
const patience = 3 * time.Minute

func auditor() *webaudit.Auditor {
	return webaudit.New(webaudit.Config{Own: "us", Timeout: patience})
}

func TestAGoodPageScoresWell(t *testing.T) {
	base := fixture(t)
	a, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(base), base+"/away")
	if err != nil {
		t.Fatal(err)
	}
	a.Took = 0
	want := site.Audit{
		URL: base + "/good", Status: 200, Bytes: len(good), Title: "Garden pools built to last in Ontario",
		Description: "We plan and build garden pools that last, from the first drawing to the first swim.",
		Language:    "en", Canonical: base + "/good", Viewport: "width=device-width",
		Headings: []site.Heading{{Level: 1, Text: "Pools"}, {Level: 2, Text: "Why"}}, Images: 1, Links: 1, Checked: 1,
		Structured: []string{"Organization", "WebPage", "ItemPage"}, Score: 100,
	}
	if d := cmp.Diff(want, a); d != "" {
		t.Errorf("audit (-want +got):\n%s", d)
	}
}

func TestABadPageIsToldWhy(t *testing.T) {
	base := fixture(t)
	a, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(base), base+"/private/bad")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{base + "/missing", base + "/breaks"}; !slices.Equal(a.Broken, want) || a.Checked != 3 || a.Links != 5 {
		t.Errorf("broken %q of %d checked of %d, want %q", a.Broken, a.Checked, a.Links, want)
	}
	var got []string
	for _, f := range a.Findings {
		got = append(got, string(f.Severity)+" "+f.Check)
		if f.Message == "" || f.Advice == "" {
			t.Errorf("finding without words: %+v", f)
		}
	}
	want := []string{
		"notice title", "warning description", "warning language", "warning viewport", "notice canonical", "critical robots", "critical robots",
		"warning headings", "notice headings", "warning images", "critical links", "warning structured data",
	}
	if d := cmp.Diff(want, got); d != "" || a.Score != 0 {
		t.Errorf("score %d, findings (-want +got):\n%s", a.Score, d)
	}
}

func TestALargePageIsReadToItsBound(t *testing.T) {
	base := fixture(t)
	a, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(base), base+"/large")
	if err != nil {
		t.Fatal(err)
	}
	if a.Bytes != 5<<20 || a.Score == 100 || !strings.Contains(a.Findings[0].Message, "5 MiB") {
		t.Errorf("%d bytes, findings %+v", a.Bytes, a.Findings)
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	base := fixture(t)
	port := base[strings.LastIndex(base, ":"):]
	other := fixture(t)
	for _, address := range []string{
		other + "/good", // another port of loopback than the one that is allowed
		"http://localhost" + port + "/good", "http://[::1]" + port + "/", "http://0.0.0.0" + port + "/", "http://10.0.0.1/", "http://192.168.1.1/",
		"http://172.16.0.1/", "http://169.254.169.254/latest/meta-data/", "http://100.64.0.1/", "http://[fd00::1]/", "http://[fe80::1]/",
		"http://[::ffff:127.0.0.1]" + port + "/good", "http://2130706433" + port + "/good", base + "/inside",
	} {
		_, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(base), address)
		p := problem(t, address, err)
		if !strings.Contains(p.Message.String(), "private network") && !strings.Contains(p.Message.String(), "leads nowhere") {
			t.Errorf("%s: %+v (%v)", address, p, err)
		}
	}
}

func TestAProjectsOwnSiteMayBePrivateButNeverLinkLocal(t *testing.T) {
	base := fixture(t)
	a := webaudit.New(webaudit.Config{Own: "us", Timeout: patience})
	if _, err := a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "us"}, base+"/good"); err == nil {
		t.Error("loopback is looked at though nobody allows it")
	}
	if got, err := a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "us", Connections: []assistant.Connection{site.WordPress(base+"/blog", "")}}, base+"/good"); err != nil || got.Status != 200 {
		t.Errorf("the project's own site: %v", err)
	}
	_, err := a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "others", Connections: []assistant.Connection{site.WordPress(base+"/blog", "")}}, base+"/good")
	if p := problem(t, "another tenant's", err); !strings.Contains(p.Message.String(), "private network") {
		t.Errorf("another tenant's site: %+v", p)
	}
	_, err = a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "us", Domain: "169.254.169.254"}, "http://169.254.169.254/")
	if p := problem(t, "link-local", err); !strings.Contains(p.Message.String(), "private network") {
		t.Errorf("link-local: %+v", p)
	}
}

// TestOurOwnServerIsLookedAtWhereItKeepsPagesAlone: at its host and port, under /sites/, and for who runs it.
func TestOurOwnServerIsLookedAtWhereItKeepsPagesAlone(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sites/x/out" {
			http.Redirect(w, r, "/metrics", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, good)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	other := fixture(t)
	a := webaudit.New(webaudit.Config{Own: "us", Server: assistant.PublicAt(server.URL), Timeout: patience})
	for _, c := range []struct {
		tenant  assistant.TenantID
		address string
		lets    bool
	}{
		{"us", server.URL + "/sites/x/services", true},
		{"others", server.URL + "/sites/x/services", false},
		{"", server.URL + "/sites/x/services", false},
		{"us", server.URL + "/", false},
		{"us", server.URL + "/metrics", false},
		{"us", server.URL + "/sites/../metrics", false},
		{"us", server.URL + "/sites/%2e%2e/metrics", false},
		{"us", server.URL + "/sites", false},
		{"us", server.URL + "/sites/x/out", false},
		{"us", other + "/sites/x/services", false},
		{"us", strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + "/sites/x/services", false},
	} {
		_, err := a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: c.tenant}, c.address)
		if (err == nil) != c.lets {
			t.Errorf("%s at %s: %v", c.tenant, c.address, err)
		}
		if !c.lets && err != nil {
			if p := problem(t, c.address, err); !strings.Contains(p.Message.String(), "private network") {
				t.Errorf("%s: %+v", c.address, p)
			}
		}
	}
	for tenant, told := range map[assistant.TenantID]bool{"us": true, "others": false} { // a page that another replica calls so
		_, err := a.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: tenant}, other+"/sites/x/services")
		if p := problem(t, "another replica's", err); strings.Contains(p.Recovery.String(), "the same AISTEAM_PUBLIC_URL on every replica") != told {
			t.Errorf("%s is told: %+v", tenant, p)
		}
	}
	if _, err := a.Audit(t.Context(), outward.ByCode("a test"), ours(server.URL), server.URL+"/metrics"); err == nil {
		t.Error("a project whose site is our own server looks at all of it")
	}
	at := ""
	moving := webaudit.New(webaudit.Config{Own: "us", Server: func() assistant.Address { return assistant.Address{URL: at} }, Timeout: patience})
	for _, at = range []string{server.URL, other, server.URL, ""} {
		_, err := moving.Audit(t.Context(), outward.ByCode("a test"), assistant.Project{Tenant: "us"}, server.URL+"/sites/x/services")
		if (err == nil) != (at == server.URL) {
			t.Errorf("while it is reached at %q: %v", at, err)
		}
	}
}

// TestStructuredDataKeepsNobodyBusy: nested without end, or without measure, it is looked at as far as people write it.
func TestStructuredDataKeepsNobodyBusy(t *testing.T) {
	at, err := url.Parse("https://shop.example/")
	if err != nil {
		t.Fatal(err)
	}
	const deep = 9990
	for name, data := range map[string]string{
		"deep and wide":  strings.Repeat("[", deep) + strings.Repeat(`{"@type":"A"},`, 60_000) + "1" + strings.Repeat("]", deep),
		"far too long":   strings.Repeat("[", deep) + strings.Repeat(`{"@type":"A"},`, 360_000) + "1" + strings.Repeat("]", deep),
		"graphs without": strings.Repeat(`{"@graph":[`, 4000) + `{"@type":"A"}` + strings.Repeat("]}", 4000),
	} {
		took := processor.Time(t, func() {
			a, _, err := webaudit.Examine(at, http.Header{}, []byte(`<script type="application/ld+json">`+data+`</script>`), "")
			if err != nil || len(a.Structured) > 100 {
				t.Errorf("%s: %d kinds, %v", name, len(a.Structured), err)
			}
		})
		if took > 3*time.Second {
			t.Errorf("%s: it takes %s", name, took)
		}
	}
	const one = `{"@type":"A"}`
	nested := func(n int) string { return strings.Repeat("[", n) + one + strings.Repeat("]", n) }
	for name, c := range map[string]struct {
		data  string
		kinds int
	}{
		"as deep as people write": {nested(30), 1}, "deeper": {nested(40), 0},
		"after few others": {"[" + strings.Repeat("1,", 1000) + one + "]", 1}, "after very many others": {"[" + strings.Repeat("1,", 30_000) + one + "]", 0},
		"in a block without measure": {"[" + one + strings.Repeat(" ", 1<<20) + "]", 0},
	} {
		a, _, err := webaudit.Examine(at, http.Header{}, []byte(`<script type="application/ld+json">`+c.data+`</script>`), "")
		if err != nil || len(a.Structured) != c.kinds {
			t.Errorf("%s: %d kinds were found, not %d, %v", name, len(a.Structured), c.kinds, err)
		}
	}
}

func TestWhatIsNoPageIsSaidPlainly(t *testing.T) {
	base := fixture(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for address, says := range map[string]string{
		"file:///etc/passwd": "not the address of a web page", "javascript:alert(1)": "not the address", "//x": "not the address", "": "not the address",
		"http://user:pass@example.com/": "not the address", "gopher://x/": "not the address", base + "/file": "not the address",
		base + "/round": "on and on", base + "/json": "not a web page", base + "/deep": "nested so deeply", "http://no-such-host.invalid/": "leads nowhere",
	} {
		_, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(base), address)
		if p := problem(t, address, err); !strings.Contains(p.Message.String(), says) {
			t.Errorf("%q: %+v (%v), want %q", address, p, err, says)
		}
	}
	_, err := auditor().Audit(t.Context(), outward.ByCode("a test"), ours(closed.URL), closed.URL)
	if p := problem(t, "closed", err); !strings.Contains(p.Message.String(), "cannot be reached") {
		t.Errorf("closed: %+v", p)
	}
	quick := webaudit.New(webaudit.Config{Own: "us", Timeout: 100 * time.Millisecond})
	_, err = quick.Audit(t.Context(), outward.ByCode("a test"), ours(base), base+"/slow")
	if p := problem(t, "slow", err); !strings.Contains(p.Message.String(), "in time") {
		t.Errorf("slow: %+v", p)
	}
}

func problem(t *testing.T, address string, err error) assistant.Problem {
	t.Helper()
	tr, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		t.Fatalf("%s: error %v carries no words for people", address, err)
	}
	if tr.Problem.Recovery.String() == "" {
		t.Errorf("%s: %+v leaves people alone", address, tr.Problem)
	}
	return tr.Problem
}
