package site_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// shelf keeps pages in memory.
type shelf struct {
	pages  map[string]site.Page
	before func() // done right before a page is written, once
}

func (s *shelf) Find(_ context.Context, _ assistant.Project, slug, _ string) (site.Page, bool, error) {
	p, ok := s.pages[slug]
	return p, ok, nil
}

func (s *shelf) Write(_ context.Context, _ assistant.Project, p site.Page, over string) (site.Page, error) {
	if before := s.before; before != nil {
		s.before = nil
		before()
	}
	if old, found := s.pages[p.Slug]; found != (p.ID != "") || found && old.Hash() != over {
		return p, fmt.Errorf("write: %w", assistant.ErrMoved)
	}
	p.ID = p.Slug
	s.pages[p.Slug] = p
	return p, nil
}

func (s *shelf) Remove(_ context.Context, _ assistant.Project, p site.Page) error {
	delete(s.pages, p.Slug)
	return nil
}

func (s *shelf) Previous(context.Context, assistant.Project, site.Page) (site.Page, bool, error) {
	return site.Page{}, false, nil
}

func (s *shelf) Address(_ assistant.Project, slug string) string { return "https://x.example/" + slug }

// eye audits without looking.
type eye struct {
	mu     sync.Mutex
	looked []string
	sees   map[string]site.Audit // besides, by address
}

func (e *eye) Audit(_ context.Context, _ outward.Permit, _ assistant.Project, url string) (site.Audit, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.looked = append(e.looked, url)
	if a, ok := e.sees[url]; ok {
		return a, nil
	}
	return site.Audit{URL: url, Score: 72, Findings: []site.Finding{
		{Severity: site.SeverityCritical, Message: "No title.", Advice: "Add one."}, {Severity: site.SeverityWarning, Message: "Slow.", Advice: "Hurry."},
	}}, nil
}

type world struct {
	shelf    *shelf
	eye      *eye
	registry *tools.Registry
}

func newWorld(tb testing.TB, pages ...site.Page) *world {
	tb.Helper()
	w := &world{shelf: &shelf{pages: map[string]site.Page{}}, eye: &eye{}}
	for _, p := range pages {
		p.ID = p.Slug
		w.shelf.pages[p.Slug] = p
	}
	pack, err := packsite.Tools(packsite.Config{Pages: w.shelf, Auditor: w.eye})
	if err != nil {
		tb.Fatal(err)
	}
	if w.registry, err = tools.NewRegistry(pack...); err != nil {
		tb.Fatal(err)
	}
	return w
}

func (w *world) tool(tb testing.TB, name assistant.TaskType) tools.Tool {
	tb.Helper()
	tool, ok := w.registry.Get(string(name))
	if !ok {
		tb.Fatalf("there is no tool %s", name)
	}
	return tool
}

func call(arguments string) tools.Call {
	return tools.Call{
		Tenant: "tenant-1", Key: "task:1/0", Arguments: json.RawMessage(arguments),
		Project: assistant.Project{ID: "project-1", Name: "Aquaverter", Connections: []assistant.Connection{site.Folder()}, Language: "English"},
	}
}

func words(t *testing.T, err error) assistant.Problem {
	t.Helper()
	tr, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		t.Fatalf("error %v carries no words for people", err)
	}
	return tr.Problem
}

const content = "<!-- by hand --><h1 class='a'>Main &amp; first</h1>\n<p>Intro [code a=\"1\"]\n<p>more\n" +
	"<section id=\"offer\"><h2>Our <em>offer</em></h2><p>A</p><h3>Detail</h3><p>B<br>b</p></section>\n" +
	"<h2>Contact</h2><ul><li>One<li>Two</ul><h2>Twice</h2>x<h2>Twice</h2>y"

func TestABlockIsReplacedAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct{ block, text, html, from, to string }{
		"the main heading":      {"h1", "New & better", "", "Main &amp; first", "New &amp; better"},
		"the introduction":      {"intro", "Hi.", "", "\n<p>Intro [code a=\"1\"]\n<p>more\n", "\n<p>Hi.</p>\n"},
		"an element by its id":  {"#offer", "", "<p>All new</p>", `<h2>Our <em>offer</em></h2><p>A</p><h3>Detail</h3><p>B<br>b</p>`, "\n<p>All new</p>\n"},
		"under a heading":       {"our  OFFER", "A\n\nB\nC", "", `<p>A</p><h3>Detail</h3><p>B<br>b</p>`, "\n<p>A</p>\n<p>B<br>\nC</p>\n"},
		"under a lower heading": {"Detail", "D", "", `<p>B<br>b</p>`, "\n<p>D</p>\n"},
		"up to the next one":    {"Contact", "", "<p>Call</p>", `<ul><li>One<li>Two</ul>`, "\n<p>Call</p>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: content})
			raw, err := json.Marshal(packsite.UpdateContentBlock{Slug: "home", Block: c.block, Text: c.text, HTML: c.html})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.tool(t, "update_content_block").Run(t.Context(), call(string(raw))); err != nil {
				t.Fatalf("run: %v", err)
			}
			if d := cmp.Diff(strings.Replace(content, c.from, c.to, 1), w.shelf.pages["home"].HTML); d != "" {
				t.Errorf("page (-want +got):\n%s", d)
			}
		})
	}
}

func TestABlockThatIsNotCertainIsNotTouched(t *testing.T) {
	for arguments, says := range map[string]string{
		`{"slug":"home","block":"Prices","text":"x"}`:                    "no part called",
		`{"slug":"home","block":"Twice","text":"x"}`:                     "2 parts called",
		`{"slug":"home","block":"Contact"}`:                              "should say",
		`{"slug":"home","block":"Contact","text":"x","html":"<p>x</p>"}`: "given twice",
		`{"slug":"away","block":"Contact","text":"x"}`:                   "no page /away",
		`{"slug":"../home","block":"Contact","text":"x"}`:                "no page",
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: content})
		tool := w.tool(t, "update_content_block")
		_, err := tool.Run(t.Context(), call(arguments))
		if p := words(t, err); !strings.Contains(p.Message.String(), says) || p.Recovery.String() == "" || w.shelf.pages["home"].HTML != content {
			t.Errorf("%s: %+v, want %q", arguments, p, says)
		}
		if _, err := tool.Preview(t.Context(), call(arguments)); err == nil {
			t.Errorf("%s has a preview", arguments)
		}
	}
}

func TestAHeadingThatTheSiteMakesOfTheTitleIsTheTitle(t *testing.T) {
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: "<p>x</p>"})
	if _, err := w.tool(t, "update_content_block").Run(t.Context(), call(`{"slug":"home","block":"h1","text":"Welcome"}`)); err != nil {
		t.Fatal(err)
	}
	if p := w.shelf.pages["home"]; p.Title != "Welcome" || p.HTML != "<p>x</p>" {
		t.Errorf("page: %+v", p)
	}
}

func TestAPlannedPageShowsWhatItWillBeMadeOf(t *testing.T) {
	w := newWorld(t)
	p, err := w.tool(t, "create_page").Preview(t.Context(), call(
		`{"title":"Services","slug":"services","contentHtml":{"$from":"draft","field":"html"},"metaTitle":{"$from":"seo","field":"title"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []assistant.Field{
		{Name: "Title", Key: "title", New: "Services"},
		{Name: "Content", Key: "content", New: "(what the step “draft” will write)"},
		{Name: "Search title", Key: "meta_title", New: "(what the step “seo” will write)"},
		{Name: "Language", Key: "language", New: "en"},
	}
	if d := cmp.Diff(want, p.Fields); d != "" || p.State == "" || p.Target != "https://x.example/services" {
		t.Errorf("preview %+v (-want +got):\n%s", p, d)
	}
	run, err := w.tool(t, "create_page").Preview(t.Context(), call(`{"title":"Services","slug":"services","contentHtml":"<p>x</p>"}`))
	if err != nil || run.State != p.State {
		t.Errorf("the state depends on what is planned: %v", err)
	}
}

func TestAPageIsRefusedAtABadAddressOrOnAnotherKindOfSite(t *testing.T) {
	w := newWorld(t)
	for _, arguments := range []string{
		`{"title":"x","slug":"Über uns","contentHtml":"x"}`, `{"title":"x","slug":"../x","contentHtml":"x"}`,
		`{"title":"x","slug":"x","contentHtml":"x","cms":"wordpress"}`,
	} {
		if _, err := w.tool(t, "create_page").Run(t.Context(), call(arguments)); words(t, err).Recovery.String() == "" || len(w.shelf.pages) != 0 {
			t.Errorf("%s: %v", arguments, err)
		}
	}
}

func TestAnAuditLooksAtTheAddressThatIsMeant(t *testing.T) {
	w := newWorld(t, site.Page{Slug: "services", Title: "Services", URL: "https://x.example/services"})
	w.eye.sees = map[string]site.Audit{"https://x.example/services": {URL: "https://x.example/services", Status: 200, Title: "Services – x", Score: 72, Findings: []site.Finding{
		{Severity: site.SeverityCritical, Message: "No title.", Advice: "Add one."}, {Severity: site.SeverityWarning, Message: "Slow.", Advice: "Hurry."},
	}}}
	tool := w.tool(t, "run_audit")
	for _, arguments := range []string{`{"url":"https://y.example/"}`, `{"slug":"services"}`, `{}`} {
		r, err := tool.Run(t.Context(), call(arguments))
		if err != nil || r.Result.Fields.Text("score") != "72" || !strings.Contains(r.Result.Summary.String(), "1 critical, 1 warning, 0 notices") ||
			!strings.Contains(r.Result.Fields.Text("findings"), "- critical: No title. Add one.") {
			t.Errorf("%s: %+v, %v", arguments, r.Result, err)
		}
	}
	if d := cmp.Diff([]string{"https://y.example/", "https://x.example/services", "https://x.example/"}, w.eye.looked); d != "" {
		t.Errorf("looked (-want +got):\n%s", d)
	}
}
