package sitefolder_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
)

var aquaverter = assistant.Project{ID: "project-1", Tenant: "tenant-1", Name: "Aquaverter", Slug: "aquaverter", Connections: []assistant.Connection{site.Folder()}}

func folder(t *testing.T) (*sitefolder.Folder, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sites")
	f, err := sitefolder.New(sitefolder.Config{Dir: dir, Public: assistant.PublicAt("https://team.example/")})
	if err != nil {
		t.Fatal(err)
	}
	return f, dir
}

func services() site.Page {
	return site.Page{
		Slug: "services", Title: "Services", MetaTitle: "Services --> of Aquaverter", MetaDescription: `Pools & "ponds"`, Language: "en",
		HTML:  `<h1>Services</h1><p id="lead" onclick="steal()">We build <a href="javascript:alert(1)">pools</a>.</p><script>alert(2)</script>`,
		Marks: []string{"abc"},
	}
}

func write(t *testing.T, f *sitefolder.Folder, p assistant.Project, page site.Page) site.Page {
	t.Helper()
	old, found, err := f.Find(t.Context(), p, page.Slug, "look")
	if err != nil {
		t.Fatalf("find: %v", err)
	}
	over := ""
	if page.ID = ""; found {
		page.ID, over = old.ID, old.Hash()
	}
	got, err := f.Write(t.Context(), p, page, over)
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	return got
}

func get(t *testing.T, f *sitefolder.Folder, path string) (*httptest.ResponseRecorder, string) {
	t.Helper()
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return w, w.Body.String()
}

func TestAPageIsKeptAsItIsGivenAndFoundAgain(t *testing.T) {
	f, dir := folder(t)
	wrote := write(t, f, aquaverter, services())
	again, err := sitefolder.New(sitefolder.Config{Dir: dir, Public: assistant.PublicAt("https://team.example")})
	if err != nil {
		t.Fatal(err)
	}
	got, found, err := again.Find(t.Context(), aquaverter, "services", "look")
	if err != nil || !found {
		t.Fatalf("find: %v, found %v", err, found)
	}
	want := services()
	want.ID, want.URL = "services", "https://team.example/sites/aquaverter/services"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("page (-want +got):\n%s", d)
	}
	if wrote.Hash() != got.Hash() {
		t.Error("a page read again has another hash than the one written")
	}
	left, err := filepath.Glob(filepath.Join(dir, "aquaverter", ".new-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left over: %q, %v", left, err)
	}
}

func TestTheVersionBeforeIsKept(t *testing.T) {
	f, _ := folder(t)
	first := write(t, f, aquaverter, services())
	if _, known, err := f.Previous(t.Context(), aquaverter, first); known || err != nil {
		t.Errorf("a new page has a version before: %v, %v", known, err)
	}
	next := first
	next.HTML = "<p>New.</p>"
	write(t, f, aquaverter, next)
	old, known, err := f.Previous(t.Context(), aquaverter, next)
	if err != nil || !known {
		t.Fatalf("previous: %v, %v", known, err)
	}
	if d := cmp.Diff(first, old); d != "" {
		t.Errorf("version before (-want +got):\n%s", d)
	}
}

func TestARemovedPageIsGoneAndRemovingItAgainIsNoError(t *testing.T) {
	f, _ := folder(t)
	page := write(t, f, aquaverter, services())
	for range 2 {
		if err := f.Remove(t.Context(), aquaverter, page); err != nil {
			t.Fatalf("remove: %v", err)
		}
	}
	if r, _ := get(t, f, "/sites/aquaverter/services"); r.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.Code)
	}
}

func TestAnAddressBelongsToOneProject(t *testing.T) {
	f, _ := folder(t)
	write(t, f, aquaverter, services())
	other := aquaverter
	other.Tenant, other.ID = "tenant-2", "project-9"
	if _, found, err := f.Find(t.Context(), other, "services", "look"); found || err != nil {
		t.Errorf("another tenant finds the page: %v, %v", found, err)
	}
	if err := f.Remove(t.Context(), other, services()); err != nil {
		t.Errorf("remove: %v", err)
	}
	_, err := f.Write(t.Context(), other, services(), "")
	if trouble, ok := errors.AsType[*assistant.Trouble](err); !ok || trouble.Problem.Side != assistant.SideContext {
		t.Errorf("error %v, want a problem of the project's settings", err)
	}
	if _, found, err := f.Find(t.Context(), aquaverter, "services", "look"); !found || err != nil {
		t.Errorf("the page is gone: %v, %v", found, err)
	}
}

func TestNothingOutsideTheFolderCanBeNamed(t *testing.T) {
	f, dir := folder(t)
	if err := os.WriteFile(filepath.Join(dir, "..", "secret.html"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"", ".", "..", "../secret", "a/b", `a\b`, "-a", "a-", "a--b", "A", "ä", "a.b", strings.Repeat("a", 97)} {
		page := services()
		page.Slug = slug
		if _, err := f.Write(t.Context(), aquaverter, page, ""); err == nil {
			t.Errorf("slug %q is taken", slug)
		}
	}
	for _, path := range []string{
		"/sites/../secret", "/sites/aquaverter/../../secret", "/sites/aquaverter/%2e%2e%2fsecret", "/sites/aquaverter/.owner",
		"/sites//secret", "/sites/aquaverter/services/", "/sites/",
	} {
		if r, body := get(t, f, path); r.Code != http.StatusNotFound || strings.Contains(body, "secret\n") {
			t.Errorf("%s: status %d", path, r.Code)
		}
	}
}

func TestAVisitorSeesThePage(t *testing.T) {
	f, dir := folder(t)
	write(t, f, aquaverter, services())
	r, body := get(t, f, "/sites/aquaverter/services")
	for _, want := range []string{
		`<html lang="en">`, "<title>Services --&gt; of Aquaverter</title>", `content="Pools &amp; &#34;ponds&#34;"`, "<h1>Services</h1>",
		`name="viewport"`, `<link rel="canonical" href="https://team.example/sites/aquaverter/services">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s:\n%s", want, body)
		}
	}
	if strings.Contains(body, "<script") || strings.Contains(body, "javascript:") || strings.Count(body, "<h1>") != 1 {
		t.Errorf("the page has what it must not have:\n%s", body)
	}
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(body)
	sum := sha256.Sum256([]byte(style[1]))
	policy := r.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, base64.StdEncoding.EncodeToString(sum[:])) {
		t.Errorf("the policy does not admit the page's own style alone: %s", policy)
	}
	if !strings.HasSuffix(policy, "; sandbox") || r.Header().Get("X-Frame-Options") != "DENY" {
		t.Errorf("the page is on the panel's origin, or in another's frame: %v", r.Header())
	}
	if r.Header().Get("X-Content-Type-Options") != "nosniff" || r.Header().Get("Etag") == "" {
		t.Errorf("headers: %v", r.Header())
	}
	path := filepath.Join(dir, "aquaverter", "services.html")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(raw, "<script>by hand</script>"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, body := get(t, f, "/sites/aquaverter/services"); strings.Contains(body, "by hand") {
		t.Error("an edit by hand brings a script in")
	}
}

// TestAVisitCostsALookAtTheFile: a page is drawn when its file has changed, and not for each visitor.
func TestAVisitCostsALookAtTheFile(t *testing.T) {
	f, dir := folder(t)
	write(t, f, aquaverter, services())
	path := filepath.Join(dir, "aquaverter", "services.html")
	edit := func(from, to string, at time.Time) {
		t.Helper()
		raw, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, []byte(strings.ReplaceAll(string(raw), from, to)), 0o600)
		}
		if err == nil {
			err = os.Chtimes(path, at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	shows := func(word string) {
		t.Helper()
		for _, page := range []string{"/sites/aquaverter/services", "/sites/aquaverter/"} {
			if _, body := get(t, f, page); !strings.Contains(body, word) {
				t.Errorf("%s does not say %s", page, word)
			}
		}
	}
	young, old := time.Now().Add(time.Minute), time.Now().Add(-time.Hour)
	edit("Services", "Offerings", young)
	shows("Offerings")
	edit("Offerings", "Allotment", young) // so soon that the date may be the same
	shows("Allotment")
	edit("Allotment", "Something", old)
	shows("Something")
	edit("Something", "Unlooked4", old) // nobody writes so: it shows what is read
	shows("Something")
	edit("Unlooked4", "Different", old.Add(time.Millisecond))
	shows("Different")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if r, _ := get(t, f, "/sites/aquaverter/services"); r.Code != http.StatusNotFound {
		t.Errorf("a page that is gone: %d", r.Code)
	}
}

func TestThePagesAreListed(t *testing.T) {
	f, _ := folder(t)
	page := services()
	page.Slug, page.Title, page.HTML = "about-us", "About <us>", "<p>Hello.</p>"
	write(t, f, aquaverter, page)
	write(t, f, aquaverter, services())
	if r, _ := get(t, f, "/sites/aquaverter"); r.Code != http.StatusMovedPermanently || r.Header().Get("Location") != "/sites/aquaverter/" {
		t.Errorf("status %d to %q", r.Code, r.Header().Get("Location"))
	}
	_, body := get(t, f, "/sites/aquaverter/")
	about, services := strings.Index(body, `<a href="about-us">About &lt;us&gt;</a>`), strings.Index(body, `<a href="services">Services</a>`)
	if about < 0 || services < about {
		t.Errorf("the list is not in order:\n%s", body)
	}
	if _, body := get(t, f, "/sites/aquaverter/about-us"); !strings.Contains(body, "<h1>About &lt;us&gt;</h1>") {
		t.Errorf("a page without a main heading does not show its title:\n%s", body)
	}
	if r, _ := get(t, f, "/sites/nobody/"); r.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.Code)
	}
}

// TestAPageSaysTheAddressAtWhichItIsReachedNow: also one that was drawn before the address changed.
func TestAPageSaysTheAddressAtWhichItIsReachedNow(t *testing.T) {
	at := "https://one.example"
	f, err := sitefolder.New(sitefolder.Config{
		// Drawn pages are kept.
		Dir: t.TempDir(), Public: func() assistant.Address { return assistant.Address{URL: at} }, Now: func() time.Time { return time.Now().Add(time.Hour) },
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, f, aquaverter, services())
	for _, at = range []string{"https://one.example", "https://two.example", "https://one.example"} {
		for path, want := range map[string]string{"/sites/aquaverter/services": "/sites/aquaverter/services", "/sites/aquaverter/": "/sites/aquaverter/"} {
			if _, page := get(t, f, path); !strings.Contains(page, `<link rel="canonical" href="`+at+want+`">`) {
				t.Errorf("%s at %s does not say so", path, at)
			}
		}
	}
}
