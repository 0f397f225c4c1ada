package connect_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// one is a store of one secret.
type one struct{ secret assistant.Secret }

func (o *one) Secret(context.Context, assistant.TenantID, assistant.ProjectID, assistant.ConnectionKind) (assistant.Secret, error) {
	return o.secret, nil
}

// tickets and audits are not used here.
type nothing struct{}

func (nothing) Audit(context.Context, outward.Permit, assistant.Project, string) (site.Audit, error) {
	return site.Audit{}, errors.ErrUnsupported
}

// world is a project on a kind of site, with the tools that work on it.
type world struct {
	project  assistant.Project
	sites    *connect.Sites
	registry *tools.Registry
	secret   *one
	peek     func(t *testing.T, link string) (int, string) // opens a link as a user who may edit pages
	drafts   func(t *testing.T) int                        // how many drafts the site has
}

func onFolder(t *testing.T) world {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir(), Public: assistant.PublicAt(server.URL)})
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("/sites/", folder)
	w := newWorld(t, folder, &one{}, assistant.Project{Connections: []assistant.Connection{site.Folder()}})
	w.peek, w.drafts = seen, func(*testing.T) int { return 0 }
	return w
}

func onWordPress(t *testing.T) world {
	t.Helper()
	s := wordpresskit.ForTest(t)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	secret := &one{assistant.Secret(s.Password)}
	w := newWorld(t, folder, secret, assistant.Project{Connections: []assistant.Connection{site.WordPress(s.URL, s.User)}})
	editor := signedIn(t, s)
	w.peek = func(t *testing.T, link string) (int, string) {
		t.Helper()
		return fetched(t, editor, link)
	}
	w.drafts = func(t *testing.T) int { t.Helper(); return draftsOf(t, s) }
	return w
}

func newWorld(t *testing.T, folder *sitefolder.Folder, secret *one, p assistant.Project) world {
	t.Helper()
	p.ID, p.Tenant, p.Name, p.Slug = "project-1", "tenant-1", "Aquaverter", "aquaverter"
	w := world{project: p, secret: secret, sites: connect.NewSites(folder, wordpress.New(wordpress.Config{Secrets: secret, Own: "tenant-1"}).Pages)}
	pack, err := packsite.Tools(packsite.Config{Pages: w.sites, Ground: w.sites, Staging: w.sites, Meta: w.sites, Auditor: nothing{}})
	if err != nil {
		t.Fatal(err)
	}
	if w.registry, err = tools.NewRegistry(pack...); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w world) tool(t *testing.T, name assistant.TaskType) tools.Tool {
	t.Helper()
	tool, ok := w.registry.Get(string(name))
	if !ok {
		t.Fatalf("there is no tool %s", name)
	}
	return tool
}

func (w world) call(t *testing.T, key string, arguments any) tools.Call {
	t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return tools.Call{Tenant: "tenant-1", Project: w.project, Key: key, Arguments: raw}
}

func seen(t *testing.T, address string) (status int, body string) {
	t.Helper()
	return fetched(t, http.DefaultClient, address)
}

func fetched(t *testing.T, as *http.Client, address string) (status int, body string) {
	t.Helper()
	r, err := as.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(raw)
}

func trouble(t *testing.T, err error) assistant.Problem {
	t.Helper()
	tr, ok := errors.AsType[*assistant.Trouble](err)
	if !ok {
		t.Fatalf("error %v carries no words for people", err)
	}
	return tr.Problem
}

func services(html string) packsite.CreatePage {
	return packsite.CreatePage{Title: "Our Services", Slug: "our-services", ContentHTML: html}
}

const content = `<p>Welcome, <strong>friends</strong>.</p>
<h2>Pools</h2>
<p>We build "pools" [gallery ids="1,2"].</p>
<h2>Ponds</h2>
<p>We dig ponds.</p>`

// TestSites shows what holds for every kind of site.
func TestSites(t *testing.T) {
	t.Parallel()
	for kind, start := range map[string]func(*testing.T) world{"folder": onFolder, "wordpress": onWordPress} {
		t.Run(kind, func(t *testing.T) {
			w := start(t)
			t.Run("a created page is there, and undo removes it", func(t *testing.T) { testCreate(t, w) })
			t.Run("an update shows its difference, and undo restores the page", func(t *testing.T) { testUpdate(t, w) })
			t.Run("a block is replaced and nothing else, and undo restores it", func(t *testing.T) { testBlock(t, w) })
			t.Run("undo leaves alone what somebody has changed since", func(t *testing.T) { testChangedSince(t, w) })
			t.Run("a write whose answer was lost is recognised", func(t *testing.T) { testRecover(t, w) })
			t.Run("a new page is staged, seen by nobody else, and published as it was staged", func(t *testing.T) { testStageNew(t, w) })
			t.Run("a change is staged beside the page, which stays as it is until it is published", func(t *testing.T) { testStageChange(t, w) })
			t.Run("what was staged is taken away, and never what was published", func(t *testing.T) { testUnstage(t, w) })
			t.Run("what has moved since it was approved is not written", func(t *testing.T) { testMoved(t, w) })
			t.Run("nothing that runs is published, and what stands stays as it is", func(t *testing.T) { testClean(t, w) })
		})
	}
}

func testCreate(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	c := w.call(t, "task:create/0", services(content))
	before, err := create.Preview(t.Context(), c)
	if err != nil {
		t.Fatalf("preview: %v", err)
	}
	if before.Title.String() != "Create the page /our-services" || before.State == "" || len(before.Fields) < 2 || before.Fields[0].New != "Our Services" {
		t.Errorf("preview: %+v", before)
	}
	r, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	status, body := seen(t, r.Result.Fields.Text("url"))
	if status != http.StatusOK || !strings.Contains(body, "We dig ponds.") || !strings.Contains(body, "Our Services") {
		t.Errorf("the page at %s: status %d\n%.2000s", r.Result.Fields.Text("url"), status, body)
	}
	after, err := create.Preview(t.Context(), c)
	if err != nil || after.State == before.State {
		t.Errorf("the state has not moved: %v", err)
	}
	for range 2 {
		if err := create.Undo(t.Context(), c, r); err != nil {
			t.Fatalf("undo: %v", err)
		}
	}
	if status, _ := seen(t, r.Result.Fields.Text("url")); status != http.StatusNotFound {
		t.Errorf("after undo: status %d, want 404", status)
	}
	if again, err := create.Preview(t.Context(), c); err != nil || again.State != before.State {
		t.Errorf("after undo the state is not the old one: %v", err)
	}
}

func testUpdate(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	first, err := create.Run(t.Context(), w.call(t, "task:first/0", services(content)))
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	old, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil {
		t.Fatal(err)
	}
	_, err = create.Preview(t.Context(), w.call(t, "task:second/0", services("<p>All new.</p>")))
	if p := trouble(t, err); !strings.Contains(p.Message.String(), "There is a page at /our-services already: “Our Services”") || !strings.Contains(p.Recovery.String(), "another address") {
		t.Errorf("a page that is there is no question: %+v", p)
	}
	next := services("<p>All new.</p>")
	next.Replace = true
	next.Title = "What we do"
	c := w.call(t, "task:second/0", next)
	p, err := create.Preview(t.Context(), c)
	if err != nil {
		t.Fatalf("preview: %v", err)
	}
	if p.Title.String() != "Replace the page /our-services" || p.Fields[0].Old != "Our Services" || p.Fields[0].New != "What we do" ||
		!strings.Contains(p.Fields[1].Old, "Welcome") || p.Fields[1].New != "All new." {
		t.Errorf("preview: %+v", p)
	}
	r, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("update: %v", err)
	}
	if _, body := seen(t, r.Result.Fields.Text("url")); !strings.Contains(body, "All new.") || r.Result.Fields.Text("id") != first.Result.Fields.Text("id") {
		t.Errorf("the page was not updated in place: %+v", r.Result)
	}
	for range 2 {
		if err := create.Undo(t.Context(), c, r); err != nil {
			t.Fatalf("undo: %v", err)
		}
	}
	if now, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look"); err != nil || now.Hash() != old.Hash() {
		t.Errorf("undo did not restore: %v\n%+v\n%+v", err, now, old)
	}
	if err := create.Undo(t.Context(), c, first); err != nil {
		t.Errorf("undo of the first write: %v", err)
	}
}

func testBlock(t *testing.T, w world) {
	create, update := w.tool(t, "create_page"), w.tool(t, "update_content_block")
	made, err := create.Run(t.Context(), w.call(t, "task:third/0", services(content)))
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	old, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil {
		t.Fatal(err)
	}
	c := w.call(t, "task:block/0", packsite.UpdateContentBlock{Slug: "our-services", Block: "Ponds", Text: "We dig & fill ponds."})
	r, err := update.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("update: %v", err)
	}
	now, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	want := strings.Replace(old.HTML, "<p>We dig ponds.</p>", "<p>We dig &amp; fill ponds.</p>", 1)
	if err != nil || strings.TrimSpace(now.HTML) != strings.TrimSpace(want) {
		t.Errorf("the page reads %q, want %q (%v)", now.HTML, want, err)
	}
	if err := update.Undo(t.Context(), c, r); err != nil {
		t.Fatalf("undo: %v", err)
	}
	if now, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look"); err != nil || now.Hash() != old.Hash() {
		t.Errorf("undo did not restore: %v\n%+v\n%+v", err, now, old)
	}
	_, err = update.Run(t.Context(), w.call(t, "task:block/1", packsite.UpdateContentBlock{Slug: "our-services", Block: "Lakes", Text: "x"}))
	if p := trouble(t, err); !strings.Contains(p.Recovery.String(), "Pools") {
		t.Errorf("problem %+v does not name the parts there are", p)
	}
	_, err = update.Run(t.Context(), w.call(t, "task:block/2", packsite.UpdateContentBlock{Slug: "no-such", Block: "h1", Text: "x"}))
	if p := trouble(t, err); !strings.Contains(p.Message.String(), "no page /no-such") {
		t.Errorf("problem: %+v", p)
	}
	if err := create.Undo(t.Context(), c, made); err != nil {
		t.Errorf("undo of the page: %v", err)
	}
}

func testChangedSince(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	c := w.call(t, "task:fourth/0", services(content))
	r, err := create.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	page, _, err := w.sites.Find(t.Context(), w.project, "our-services", "look")
	if err != nil {
		t.Fatal(err)
	}
	over := page.Hash()
	page.HTML += "<p>By hand.</p>"
	if _, err := w.sites.Write(t.Context(), w.project, page, over); err != nil {
		t.Fatal(err)
	}
	if p := trouble(t, create.Undo(t.Context(), c, r)); !strings.Contains(p.Message.String(), "changed since") {
		t.Errorf("problem: %+v", p)
	}
	if status, body := seen(t, r.Result.Fields.Text("url")); status != http.StatusOK || !strings.Contains(body, "By hand.") {
		t.Errorf("the page was touched: status %d", status)
	}
	if err := w.sites.Remove(t.Context(), w.project, page); err != nil {
		t.Fatal(err)
	}
}

func testRecover(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	c := w.call(t, "task:fifth/0", services(content))
	if _, found, err := create.Recover(t.Context(), c); found || err != nil {
		t.Errorf("found %v before anything was done (%v)", found, err)
	}
	if _, err := create.Run(t.Context(), c); err != nil {
		t.Fatalf("create: %v", err)
	}
	r, found, err := create.Recover(t.Context(), c)
	if err != nil || !found {
		t.Fatalf("recover: %v, found %v", err, found)
	}
	if _, err := create.Run(t.Context(), c); err != nil {
		t.Errorf("done again under its own key: %v", err)
	}
	if _, found, err := create.Recover(t.Context(), w.call(t, "task:other/0", services(content))); found || err != nil {
		t.Errorf("another call takes the page for its own: %v, %v", found, err)
	}
	if r.Result.Fields.Text("url") == "" || !r.Result.Undo {
		t.Errorf("receipt: %+v", r.Result)
	}
	if err := create.Undo(t.Context(), c, r); err != nil {
		t.Fatalf("undo of what was recognised: %v", err)
	}
	if status, _ := seen(t, r.Result.Fields.Text("url")); status != http.StatusNotFound {
		t.Errorf("after undo: status %d, want 404", status)
	}
}

func testWrongPassword(t *testing.T, w world) {
	create := w.tool(t, "create_page")
	w.secret.secret = "wrong-wrong-wrong"
	_, err := create.Run(t.Context(), w.call(t, "task:x/0", services(content)))
	p := trouble(t, err)
	const want = "I tried to create the new page but the site returned a permission error. " +
		"This usually means the credentials are missing or incorrect. Here is what we can do next. " +
		"I can help you verify or update the credentials in the project settings then we can try again."
	if got := p.Whole().String(); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if len(p.Steps) != 2 || p.Steps[0].String() != "checking WordPress credentials" || !strings.Contains(p.Steps[1].String(), "access denied") {
		t.Errorf("steps: %q", p.Steps)
	}
	if errors.Is(err, assistant.ErrUncertain) || strings.Contains(err.Error(), "wrong-wrong") {
		t.Errorf("error: %v", err)
	}
}

func TestAProjectWithoutASiteIsToldSo(t *testing.T) {
	w := onFolder(t)
	w.project.Connections = nil
	_, err := w.tool(t, "create_page").Run(t.Context(), w.call(t, "task:x/0", services(content)))
	if p := trouble(t, err); p.Side != assistant.SideContext || p.Recovery.String() == "" {
		t.Errorf("problem: %+v", p)
	}
}
