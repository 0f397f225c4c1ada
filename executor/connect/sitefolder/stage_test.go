package sitefolder_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
)

// clock is a folder's time.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

func timed(t *testing.T) (f *sitefolder.Folder, dir string, c *clock) {
	t.Helper()
	c, dir = &clock{time.Now()}, filepath.Join(t.TempDir(), "sites")
	f, err := sitefolder.New(sitefolder.Config{Dir: dir, Public: assistant.PublicAt("https://team.example"), Now: c.time})
	if err != nil {
		t.Fatal(err)
	}
	return f, dir, c
}

func stage(t *testing.T, f *sitefolder.Folder, page site.Page, key string) string {
	t.Helper()
	link, err := f.Stage(t.Context(), aquaverter, page, key)
	if err != nil {
		t.Fatalf("stage: %v", err)
	}
	u, err := url.Parse(link)
	if err != nil || u.Host != "team.example" {
		t.Fatalf("link %q: %v", link, err)
	}
	return u.Path
}

func TestAPreviewIsSeenByWhoHasItsAddressAlone(t *testing.T) {
	f, dir, _ := timed(t)
	path := stage(t, f, services(), "task:1/0")
	if !regexp.MustCompile(`^/sites/aquaverter/preview/[a-z2-7]{32}$`).MatchString(path) {
		t.Errorf("address %q", path)
	}
	r, body := get(t, f, path)
	if r.Code != http.StatusOK || !strings.Contains(body, "Preview, not published") || !strings.Contains(body, `name="robots" content="noindex`) ||
		!strings.Contains(body, "We build") || strings.Contains(body, "steal()") || strings.Contains(body, "alert(") || strings.Contains(body, "canonical") {
		t.Errorf("status %d: %s", r.Code, body)
	}
	for header, want := range map[string]string{
		"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Content-Security-Policy": "sandbox",
	} {
		if !strings.Contains(r.Header().Get(header), want) {
			t.Errorf("%s: %q", header, r.Header().Get(header))
		}
	}
	if _, found, err := f.Find(t.Context(), aquaverter, "services", "look"); found || err != nil {
		t.Errorf("what is staged is taken for a page: %v", err)
	}
	write(t, f, aquaverter, site.Page{Slug: "about", Title: "About", HTML: "<p>x</p>"})
	if _, list := get(t, f, "/sites/aquaverter/"); strings.Contains(list, "services") || strings.Contains(list, "/preview") {
		t.Errorf("the list names it: %s", list)
	}
	for _, other := range []string{
		strings.Replace(path, "aquaverter", "another", 1), "/sites/aquaverter/preview/" + strings.Repeat("a", 32), "/sites/aquaverter/preview/", "/sites/aquaverter/preview/secret",
		"/sites/aquaverter/preview/../preview/x", "/sites/aquaverter/.previews/secret", "/sites/.previews/secret", path + "/", "/sites/aquaverter/services",
	} {
		if r, _ := get(t, f, other); r.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", other, r.Code)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, ".previews")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestAPreviewIsFoundAgainByItsKeyAndTakenAway(t *testing.T) {
	f, dir, _ := timed(t)
	path := stage(t, f, services(), "task:1/0")
	again, err := sitefolder.New(sitefolder.Config{Dir: dir, Public: assistant.PublicAt("https://team.example")}) // as after a crash
	if err != nil {
		t.Fatal(err)
	}
	next := services()
	next.HTML = "<p>Second thoughts.</p>"
	if got := stage(t, again, next, "task:1/0"); got != path {
		t.Errorf("staged again it stands at %q, before at %q", got, path)
	}
	if _, body := get(t, f, path); !strings.Contains(body, "Second thoughts.") || strings.Contains(body, "We build") {
		t.Errorf("it was not replaced: %s", body)
	}
	other := stage(t, f, services(), "task:2/0")
	stranger := aquaverter
	stranger.Tenant = "tenant-2"
	if err := f.Unstage(t.Context(), stranger, next, "task:1/0"); err != nil {
		t.Errorf("another tenant's: %v", err)
	}
	if r, _ := get(t, f, path); r.Code != http.StatusOK {
		t.Error("another tenant has taken it away")
	}
	for range 2 {
		if err := f.Unstage(t.Context(), aquaverter, next, "task:1/0"); err != nil {
			t.Fatalf("unstage: %v", err)
		}
	}
	if r, _ := get(t, f, path); r.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.Code)
	}
	if r, _ := get(t, f, other); r.Code != http.StatusOK {
		t.Errorf("another call's preview is gone: %d", r.Code)
	}
}

func TestAPreviewIsGoneAfterSevenDays(t *testing.T) {
	f, dir, c := timed(t)
	path := stage(t, f, services(), "task:1/0")
	c.now = c.now.Add(7*24*time.Hour + time.Minute)
	if r, _ := get(t, f, path); r.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.Code)
	}
	stage(t, f, services(), "task:2/0")
	if _, err := os.Stat(filepath.Join(dir, ".previews", filepath.Base(path)+".html")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is kept: %v", err)
	}
}

func TestNothingIsStagedAtTheAddressOfAnotherProject(t *testing.T) {
	f, _, _ := timed(t)
	write(t, f, aquaverter, services())
	other := aquaverter
	other.Tenant = "tenant-2"
	_, err := f.Stage(t.Context(), other, services(), "k")
	if trouble, ok := errors.AsType[*assistant.Trouble](err); !ok || trouble.Problem.Recovery.String() == "" {
		t.Errorf("error %v", err)
	}
}

// TestOfManyWhoWriteOverTheSamePageOneDoes: also where they are of several processes, each with the folder open.
func TestOfManyWhoWriteOverTheSamePageOneDoes(t *testing.T) {
	first, dir, _ := timed(t)
	page := write(t, first, aquaverter, services())
	var wait sync.WaitGroup
	var lock sync.Mutex
	wrote, moved := 0, 0
	for range 4 {
		f, err := sitefolder.New(sitefolder.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			wait.Go(func() {
				next := page
				next.Title = strings.Repeat("x", i+1)
				_, err := f.Write(t.Context(), aquaverter, next, page.Hash())
				lock.Lock()
				defer lock.Unlock()
				switch {
				case err == nil:
					wrote++
				case errors.Is(err, assistant.ErrMoved):
					moved++
				default:
					t.Errorf("write: %v", err)
				}
			})
		}
	}
	wait.Wait()
	if wrote != 1 || moved != 15 {
		t.Errorf("%d wrote, %d were told that it moved", wrote, moved)
	}
	if _, err := first.Write(t.Context(), aquaverter, services(), ""); !errors.Is(err, assistant.ErrMoved) {
		t.Errorf("a page is made where one stands: %v", err)
	}
}
