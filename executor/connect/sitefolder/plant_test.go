package sitefolder_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
)

// garden is a small site: two pages, a menu, a picture.
func garden() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"home.html":    file("<!--aisteam\n{\"title\":\"Home\",\"updatedAt\":\"2026-01-02T03:04:05Z\"}\n-->\n<h1>Welcome</h1><p><img src=\"/sites/aquaverter/pond.svg\" alt=\"A pond\"></p>\n"),
		"ponds.html":   file("<!--aisteam\n{\"title\":\"Ponds\",\"updatedAt\":\"2025-01-02T03:04:05Z\"}\n-->\n<p>Deep ones.</p>\n"),
		"menu.json":    file(`[{"title":"Home","page":"home"},{"title":"Our ponds","page":"ponds"},{"title":"Gone","page":"gone"},{"title":"Out","page":"../../secret"}]`),
		"pond.svg":     file(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"notes.secret": file("not for visitors"),
	}
}

func planted(t *testing.T) (*sitefolder.Folder, string) {
	t.Helper()
	dir := t.TempDir()
	f, err := sitefolder.New(sitefolder.Config{Dir: dir, Public: assistant.PublicAt("https://team.example")})
	if err != nil {
		t.Fatal(err)
	}
	if done, err := f.Plant(aquaverter, garden()); err != nil || !done {
		t.Fatal(done, err)
	}
	return f, dir
}

func TestASiteIsWrittenOnlyWhereTheFolderIsEmpty(t *testing.T) {
	f, dir := planted(t)
	home, _, err := f.Find(t.Context(), aquaverter, "home", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(t.Context(), aquaverter, home); err != nil {
		t.Fatal(err)
	}
	if done, err := f.Plant(aquaverter, garden()); done || err != nil {
		t.Errorf("a folder with pages was written to: %v %v", done, err)
	}
	if err := os.Remove(filepath.Join(dir, "aquaverter", "ponds.html")); err != nil {
		t.Fatal(err)
	}
	if done, err := f.Plant(aquaverter, garden()); done || err != nil {
		t.Errorf("pages that were removed came back: %v %v", done, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "aquaverter")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "aquaverter"), 0o750); err != nil {
		t.Fatal(err)
	}
	if done, err := f.Plant(aquaverter, garden()); !done || err != nil {
		t.Errorf("an empty folder was left empty: %v %v", done, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v is left over, %v", left, err)
	}
}

// A write that fails leaves nothing behind, so that the next start writes all of it.
func TestASiteIsWrittenAsAWholeOrNotAtAll(t *testing.T) {
	f, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	broken := garden()
	broken["ponds.html"] = &fstest.MapFile{Data: []byte("no front matter")}
	if done, err := f.Plant(aquaverter, broken); done || err == nil {
		t.Fatal(done, err)
	}
	if done, err := f.Plant(aquaverter, garden()); !done || err != nil {
		t.Errorf("%v %v", done, err)
	}
}

func TestAFolderListsItsPagesWithWhenTheyWereChanged(t *testing.T) {
	f, dir := planted(t)
	hand := time.Date(2026, 3, 3, 3, 3, 3, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(dir, "aquaverter", "ponds.html"), hand, hand); err != nil {
		t.Fatal(err)
	}
	got, err := f.Pages(t.Context(), aquaverter, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]site.Listing{
		{Title: "Home", Slug: "home", URL: "https://team.example/sites/aquaverter/", Changed: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{Title: "Ponds", Slug: "ponds", URL: "https://team.example/sites/aquaverter/ponds", Changed: hand},
	}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	stranger := aquaverter
	stranger.ID = "another"
	if got, err := f.Pages(t.Context(), stranger, ""); len(got) > 0 || err != nil {
		t.Errorf("another project is told of %v, %v", got, err)
	}
	if got, err := f.Menu(t.Context(), stranger, ""); len(got) > 0 || err != nil {
		t.Errorf("another project is told of %v, %v", got, err)
	}
	menu, err := f.Menu(t.Context(), aquaverter, "")
	if err != nil || len(menu) != 3 || menu[1] != (site.MenuLine{Title: "Our ponds", URL: "https://team.example/sites/aquaverter/ponds"}) {
		t.Errorf("the menu is %+v, %v", menu, err)
	}
}

func TestTheHomePageStandsAtTheFrontWithTheMenu(t *testing.T) {
	f, _ := planted(t)
	for _, path := range []string{"/sites/aquaverter/", "/sites/aquaverter/home"} {
		r, body := get(t, f, path)
		for _, want := range []string{"<h1>Welcome</h1>", `<link rel="canonical" href="https://team.example/sites/aquaverter/">`, `<a href="./">Home</a>`, `<a href="ponds">Our ponds</a>`, `src="/sites/aquaverter/pond.svg"`} {
			if r.Code != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("%s answers %d without %s:\n%s", path, r.Code, want, body)
			}
		}
		if strings.Contains(body, "secret") {
			t.Errorf("%s leads out of the site", path)
		}
	}
}

func TestAPictureOfASiteRunsNothing(t *testing.T) {
	f, _ := planted(t)
	r, _ := get(t, f, "/sites/aquaverter/pond.svg")
	policy := r.Header().Get("Content-Security-Policy")
	if r.Code != http.StatusOK || r.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox") {
		t.Errorf("%d %v", r.Code, r.Header())
	}
	for _, path := range []string{"/sites/aquaverter/none.svg", "/sites/aquaverter/notes.secret", "/sites/aquaverter/menu.json", "/sites/aquaverter/.owner", "/sites/aquaverter/..svg"} {
		if r, body := get(t, f, path); r.Code != http.StatusNotFound {
			t.Errorf("%s answers %d %q", path, r.Code, body)
		}
	}
}
