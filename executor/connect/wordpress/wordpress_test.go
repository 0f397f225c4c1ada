package wordpress_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
)

const password = "abcd efgh ijkl mnop"

type one struct {
	secret assistant.Secret
	err    error
}

func (o one) Secret(context.Context, assistant.TenantID, assistant.ProjectID, assistant.ConnectionKind) (assistant.Secret, error) {
	return o.secret, o.err
}

// fake is a site that answers as it is told. It is strict: a request it does not expect fails the test.
type fake struct {
	t      *testing.T
	prefix string // of the site's path
	link   string // the Link header, "" for none
	answer func(w http.ResponseWriter, r *http.Request)
	asked  []string
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		if f.link != "" {
			w.Header().Set("Link", f.link)
		}
		return
	}
	if user, pass, ok := r.BasicAuth(); !strings.HasSuffix(r.URL.Path, "/wp-json/") && (!ok || user != "admin" || pass != password) {
		f.t.Errorf("%s %s: credentials %q %q", r.Method, r.URL, user, pass)
	}
	if r.Method == http.MethodPost && r.Header.Get("Content-Type") != "application/json" {
		f.t.Errorf("content type %q", r.Header.Get("Content-Type"))
	}
	f.asked = append(f.asked, r.Method+" "+r.URL.Path+" "+r.URL.Query().Get("rest_route"))
	f.answer(w, r)
}

func serve(t *testing.T, f *fake) assistant.Project {
	t.Helper()
	f.t = t
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.link = strings.ReplaceAll(f.link, "SITE", server.URL)
	return assistant.Project{ID: "project-1", Tenant: "tenant-1", Connections: []assistant.Connection{site.WordPress(server.URL+f.prefix, "admin")}}
}

// patience is how long a request may take where nothing has to be slow: longer than the slowest machine takes.
const patience = 3 * time.Minute

func sites() *wordpress.Sites { return within(patience) }

func within(d time.Duration) *wordpress.Sites {
	return wordpress.New(wordpress.Config{Secrets: one{secret: password}, Own: "tenant-1", Timeout: d})
}

func says(status int, body string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// readable answers reads with nothing found, and everything else with answer.
func readable(answer func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet:
			fmt.Fprint(w, "[]")
		case http.MethodOptions:
			fmt.Fprint(w, "{}")
		default:
			answer(w, r)
		}
	}
}

func problem(t *testing.T, err error) assistant.Problem {
	t.Helper()
	tr, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		t.Fatalf("error %v carries no words for people", err)
	}
	if strings.Contains(err.Error(), "abcd") || strings.Contains(fmt.Sprintf("%+v", tr.Problem), "abcd") {
		t.Errorf("the credential shows in %v", err)
	}
	if tr.Problem.Message.String() == "" || tr.Problem.Recovery.String() == "" {
		t.Errorf("problem %+v leaves people alone", tr.Problem)
	}
	return tr.Problem
}

var page = site.Page{Slug: "services", Title: "Services", HTML: "<p>Hello</p>"}

func TestEveryRefusalIsSaidPlainly(t *testing.T) {
	for name, c := range map[string]struct {
		answer    func(http.ResponseWriter, *http.Request)
		says      string
		side      assistant.Side
		uncertain bool // for a write
	}{
		"401":            {says(401, `{"code":"incorrect_password","message":"Wrong abcd efgh ijkl mnop","data":{"status":401}}`), "permission error", assistant.SideContext, false},
		"403":            {says(403, `{"code":"rest_cannot_create","message":"Sorry","data":{"status":403}}`), "permission error", assistant.SideContext, false},
		"403 of a guard": {says(403, `<html>Blocked</html>`), "a security plugin, or a firewall", assistant.SideContext, false},
		"a status nobody but editors may ask for": {
			says(400, `{"code":"rest_invalid_param","message":"x","data":{"status":400,"params":{},"details":{"status":{"code":"rest_forbidden_status"}}}}`),
			"permission error", assistant.SideContext, false,
		},
		"no API": {says(404, `{"code":"rest_no_route","message":"No route","data":{"status":404}}`), "does not lead to the WordPress API", assistant.SideContext, false},
		"400":    {says(400, `{"code":"rest_invalid_param","message":"Invalid title abcdefghijklmnop","data":{"status":400,"details":[]}}`), "Invalid title", assistant.SideExecution, false},
		"429":    {says(429, `slow down`), "slow down", assistant.SideExecution, false},
		"500":    {says(500, `<h1>critical error</h1>`), "code 500", assistant.SideExecution, true},
		"503":    {says(503, `{"code":"maintenance","message":"x"}`), "code 503", assistant.SideExecution, true},
		"a page": {says(200, `<!doctype html><title>Welcome</title>`), "does not speak like WordPress", assistant.SideExecution, true},
		"silence": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client has gone
			<-r.Context().Done()
		}, "did not answer in time", assistant.SideExecution, true},
		"half an answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"id":1`)
		}, "broke off", assistant.SideExecution, true},
		"far too much": {func(w http.ResponseWriter, _ *http.Request) {
			line := strings.Repeat("x", 1<<20)
			for range 9 {
				fmt.Fprint(w, line)
			}
		}, "more than 8 MB at once", assistant.SideExecution, true},
		"another host": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://localhost:1/", http.StatusTemporaryRedirect)
		}, "another address", assistant.SideContext, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wait := patience
			if name == "silence" {
				wait = 2 * time.Second // what is read before a write is answered at once
			}
			p := serve(t, &fake{answer: c.answer})
			_, _, err := within(wait).Pages.Find(t.Context(), p, "services", "create the new page")
			if got := problem(t, err); !strings.Contains(strings.ToLower(got.Message.String()), strings.ToLower(c.says)) || got.Side != c.side || errors.Is(err, assistant.ErrUncertain) {
				t.Errorf("reading: %+v, uncertain %v", got, errors.Is(err, assistant.ErrUncertain))
			}
			p = serve(t, &fake{answer: readable(c.answer)})
			_, err = within(wait).Pages.Write(t.Context(), p, page, "")
			if got := problem(t, err); !strings.Contains(strings.ToLower(got.Message.String()), strings.ToLower(c.says)) || errors.Is(err, assistant.ErrUncertain) != c.uncertain {
				t.Errorf("writing: %+v, uncertain %v, want %v", got, errors.Is(err, assistant.ErrUncertain), c.uncertain)
			}
		})
	}
}

func TestASiteThatCannotBeReached(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for address, says := range map[string]string{
		closed.URL:                    "cannot be reached",
		"http://no-such-host.invalid": "leads nowhere",
		"":                            "does not say where",
		"ftp://example.test":          "does not say where",
	} {
		_, err := sites().Pages.Write(t.Context(), assistant.Project{Tenant: "tenant-1", Connections: []assistant.Connection{site.WordPress(address, "admin")}}, page, "")
		if got := problem(t, err); !strings.Contains(got.Message.String(), says) || errors.Is(err, assistant.ErrUncertain) {
			t.Errorf("%q: %+v (%v), want %q", address, got, err, says)
		}
	}
}

func TestWithoutACredentialNothingIsSent(t *testing.T) {
	f := &fake{answer: says(200, "[]")}
	p := serve(t, f)
	s := wordpress.New(wordpress.Config{Secrets: one{err: fmt.Errorf("credential: %w", assistant.ErrNotFound)}, Own: "tenant-1"})
	_, _, err := s.Pages.Find(t.Context(), p, "services", "create the new page")
	if got := problem(t, err); !strings.Contains(got.Message.String(), "credentials are missing") || len(f.asked) != 0 {
		t.Errorf("problem %+v, asked %q", got, f.asked)
	}
}

func TestTheAPIIsFoundWhereTheSiteSays(t *testing.T) {
	for name, c := range map[string]struct {
		prefix, link, want string
	}{
		"pretty addresses":         {"", `<SITE/wp-json/>; rel="https://api.w.org/"`, "GET /wp-json/wp/v2/pages "},
		"plain addresses":          {"", `<SITE/index.php?rest_route=/>; rel="https://api.w.org/"`, "GET /index.php /wp/v2/pages"},
		"a subdirectory":           {"/blog", `<SITE/blog/wp-json/>; rel="https://api.w.org/"`, "GET /blog/wp-json/wp/v2/pages "},
		"among other links":        {"", `<SITE/style.css>; rel=preload, <SITE/api/>; rel="https://api.w.org/"`, "GET /api/wp/v2/pages "},
		"it does not say":          {"", "", "GET / /wp/v2/pages"},
		"silent in a folder":       {"/blog/", "", "GET /blog/ /wp/v2/pages"},
		"it points somewhere else": {"", `<http://evil.example/wp-json/>; rel="https://api.w.org/"`, "GET / /wp/v2/pages"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{prefix: c.prefix, link: c.link, answer: says(200, "[]")}
			p := serve(t, f)
			if _, found, err := sites().Pages.Find(t.Context(), p, "services", "look"); found || err != nil {
				t.Fatalf("found %v, %v", found, err)
			}
			if len(f.asked) != 1 || f.asked[0] != c.want {
				t.Errorf("asked %q, want %q", f.asked, c.want)
			}
		})
	}
}

func TestAnUpdateLeavesThePagesStatusAlone(t *testing.T) {
	var sent map[string]any
	f := &fake{answer: func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
				t.Error(err)
			}
		}
		fmt.Fprint(w, `{"id":7,"slug":"services","link":"http://x/services/","title":{"raw":"Services"},"content":{"raw":"<p>Hello</p>\n<!-- aisteam:ab12 cd34 -->"}}`)
	}}
	p := serve(t, f)
	old := page
	old.ID, old.Marks = "7", []string{"ab12", "cd34"}
	got, err := sites().Pages.Write(t.Context(), p, old, old.Hash())
	if err != nil {
		t.Fatal(err)
	}
	if _, has := sent["status"]; has || sent["content"] != "<p>Hello</p>\n<!-- aisteam:ab12 cd34 -->" {
		t.Errorf("sent %v", sent)
	}
	if got.HTML != "<p>Hello</p>" || len(got.Marks) != 2 || got.ID != "7" || got.URL != "http://x/services/" {
		t.Errorf("page: %+v", got)
	}
}

// TestOthersSitesAreOnTheOpenInternet: a person who installs the app in their own workspace cannot point it at what only the
// service's machine reaches, neither by address nor by name.
func TestOthersSitesAreOnTheOpenInternet(t *testing.T) {
	f := &fake{answer: says(http.StatusOK, "[]")}
	p := serve(t, f)
	p.Tenant = "tenant-2"
	local, err := url.Parse(site.AddressOf(p))
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{site.AddressOf(p), "http://localhost:" + local.Port(), "http://[::1]:" + local.Port(), "http://169.254.169.254", "http://10.0.0.1"} {
		p.Connections = []assistant.Connection{site.WordPress(address, "admin")}
		_, _, err := sites().Pages.Find(t.Context(), p, "services", "to look for the page")
		if got := problem(t, err); !strings.Contains(got.Message.String(), "not on the open internet") {
			t.Errorf("%s: %+v", address, got)
		}
	}
	if len(f.asked) > 0 {
		t.Errorf("asked: %v", f.asked)
	}
}

// TestACredentialNeverGoesOverPlainHTTP: but to a private host of who runs the service.
func TestACredentialNeverGoesOverPlainHTTP(t *testing.T) {
	for _, c := range []struct {
		tenant  assistant.TenantID
		address string
		lets    bool
	}{
		{"tenant-1", "http://shop.example", false},
		{"tenant-1", "https://shop.example", true},
		{"tenant-1", "http://127.0.0.1:1", true},
		{"tenant-1", "http://93.184.216.34", false},
		{"tenant-2", "https://shop.example", true},
		{"tenant-2", "http://shop.example", false},
		{"tenant-2", "http://10.0.0.9", false},
	} {
		err := wordpress.MayCarry(sites(), c.tenant, c.address)
		if (err == nil) != c.lets {
			t.Errorf("%s to %s: %v", c.tenant, c.address, err)
		}
		if err != nil && !c.lets {
			if got := problem(t, err); !strings.Contains(got.Message.String(), "http://") || !strings.Contains(got.Recovery.String(), "https://") {
				t.Errorf("%s to %s: %+v", c.tenant, c.address, got)
			}
		}
	}
}

// TestNobodysSiteIsLinkLocal: addresses where clouds hand secrets to machines are no WordPress, whoever asks.
func TestNobodysSiteIsLinkLocal(t *testing.T) {
	for _, address := range []string{"http://169.254.169.254", "http://[fe80::1]", "http://[::ffff:169.254.169.254]", "http://100.100.100.200", "http://168.63.129.16", "https://169.254.1.1"} {
		_, _, err := sites().Pages.Find(t.Context(), assistant.Project{ID: "p", Tenant: "tenant-1", Connections: []assistant.Connection{site.WordPress(address, "admin")}}, "services", "to look for the page")
		if got := problem(t, err); !strings.Contains(got.Message.String(), "not on the open internet") {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

// TestWhatIsStagedIsNoPage: also for who asks for its very slug.
func TestWhatIsStagedIsNoPage(t *testing.T) {
	for status, want := range map[string]bool{"draft": false, "publish": true} {
		p := serve(t, &fake{answer: says(200, `[{"id":7,"slug":"aisteam-draft-0a","status":"`+status+`","title":{"raw":"x"},"content":{"raw":"x"}}]`)})
		if _, found, err := sites().Pages.Find(t.Context(), p, "aisteam-draft-0a", "look"); found != want || err != nil {
			t.Errorf("%s: found %v, %v", status, found, err)
		}
	}
}

// TestNobodyIsSentElsewhereToLookAtADraft: a site that names another address for it has none.
func TestNobodyIsSentElsewhereToLookAtADraft(t *testing.T) {
	for link, sent := range map[string]bool{"SITE/?page_id=7": true, "https://evil.example/?page_id=7": false, "javascript:alert(1)": false, "": false} {
		f := &fake{}
		p := serve(t, f)
		f.answer = readable(says(201, `{"id":7,"slug":"x","status":"draft","link":"`+strings.ReplaceAll(link, "SITE", site.AddressOf(p))+`","title":{"raw":"x"},"content":{"raw":"x"}}`))
		got, err := sites().Pages.Stage(t.Context(), p, page, "k")
		if err != nil || (got != "") != sent || sent && got != site.AddressOf(p)+"/?page_id=7&preview=true" {
			t.Errorf("%q: people are sent to %q, %v", link, got, err)
		}
	}
}

// TestWhatIsNoLongerThereIsNotWrittenOver: what stands is read right before it is written, and nothing else is asked then.
func TestWhatIsNoLongerThereIsNotWrittenOver(t *testing.T) {
	const theirs = `{"id":7,"slug":"services","status":"publish","title":{"raw":"Theirs"},"content":{"raw":"x"}}`
	for name, c := range map[string]struct{ id, stands string }{
		"a page that was changed": {"7", theirs}, "a page that is to be made": {"", "[" + theirs + "]"},
	} {
		f := &fake{answer: func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				t.Errorf("%s: %s %s", name, r.Method, r.URL)
			}
			fmt.Fprint(w, c.stands)
		}}
		p := serve(t, f)
		mine := page
		mine.ID = c.id
		if _, err := sites().Pages.Write(t.Context(), p, mine, page.Hash()); !errors.Is(err, assistant.ErrMoved) || errors.Is(err, assistant.ErrUncertain) || len(f.asked) != 1 {
			t.Errorf("%s: %v, asked %q", name, err, f.asked)
		}
	}
}
