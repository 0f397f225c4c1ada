package sitefolder

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the template and its style
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

//go:embed page.html.tmpl
var pageTemplate string

//go:embed page.css
var pageStyle string

// style is how pages are drawn.
type style struct {
	page   *template.Template
	policy string // Content-Security-Policy: this style and images, nothing else, and an origin of its own
}

func newStyle() (*style, error) {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, fmt.Errorf("parse page template: %w", err)
	}
	sum := sha256.Sum256([]byte(pageStyle))
	return &style{page: t, policy: "default-src 'none'; img-src 'self' https: data:; style-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"}, nil
}

// drawing is what the template is given.
type drawing struct {
	Site        string
	HeadTitle   string
	Heading     string // when the content has none of its own
	Description string
	Canonical   string
	Language    string
	Style       template.CSS
	Content     template.HTML
	IsPreview   bool
	IsListing   bool
	Listing     []site.Page
	Menu        []menuLine
}

// ServeHTTP serves /sites/{project}/, /sites/{project}/{slug} and /sites/{project}/preview/{token}.
func (f *Folder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	rest, ok := strings.CutPrefix(r.URL.Path, "/sites/")
	if !ok {
		http.NotFound(w, r)
		return
	}
	project, slug, listing := strings.Cut(rest, "/")
	token, preview := strings.CutPrefix(slug, "preview/")
	switch {
	case !site.ValidSlug(project):
		http.NotFound(w, r)
	case !listing:
		http.Redirect(w, r, "/sites/"+project+"/", http.StatusMovedPermanently)
	case preview:
		f.servePreview(w, r, project, token)
	case slug == "":
		f.serveFront(w, r, project)
	case picture(slug) != "":
		f.servePicture(w, r, project, slug)
	case !site.ValidSlug(slug):
		http.NotFound(w, r)
	default:
		f.servePage(w, r, project, slug)
	}
}

// serveFront shows the page that stands at the front of the site, where there is one, and else the list of its pages.
func (f *Folder) serveFront(w http.ResponseWriter, r *http.Request, project string) {
	if _, err := os.Stat(filepath.Join(f.dir, project, home+".html")); err == nil {
		f.servePage(w, r, project, home)
		return
	}
	f.serveListing(w, r, project)
}

func (f *Folder) servePage(w http.ResponseWriter, r *http.Request, project, slug string) {
	path, stamp := filepath.Join(f.dir, project, slug+".html"), ""
	if info, err := os.Stat(path); err == nil {
		stamp = f.stampOf(f.withMenu(project, info)...)
	}
	if page, ok := f.drawn.get(path, stamp); ok {
		f.send(w, r, page)
		return
	}
	rec, err := load(path, slug)
	if errors.Is(err, fs.ErrNotExist) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "this page cannot be shown", http.StatusInternalServerError)
		return
	}
	d := drawing{
		Site: nameOf(project), HeadTitle: rec.page.MetaTitle, Description: rec.page.MetaDescription,
		Canonical: f.Address(assistant.Project{Slug: project}, slug), Language: rec.page.Language,
		Content: template.HTML(f.policy.HTML(rec.page.HTML)), // cleaned here, also of edits by hand
	}
	if d.HeadTitle == "" {
		d.HeadTitle = rec.page.Title
	}
	if !strings.Contains(strings.ToLower(rec.page.HTML), "<h1") {
		d.Heading = rec.page.Title
	}
	if d.Menu, err = f.menu(project); err != nil {
		http.Error(w, "this page cannot be shown", http.StatusInternalServerError)
		return
	}
	f.draw(w, r, d, path, stamp)
}

// stampOf is the stamp of what is drawn from files, at the address that it says of itself.
func (f *Folder) stampOf(files ...fs.FileInfo) string {
	stamp := f.drawn.stampOf(files...)
	if stamp == "" {
		return ""
	}
	return f.public.Now().URL + "\n" + stamp
}

// withMenu are the files that a page is drawn from.
func (f *Folder) withMenu(project string, page fs.FileInfo) []fs.FileInfo {
	if menu, err := os.Stat(filepath.Join(f.dir, project, menuFile)); err == nil {
		return []fs.FileInfo{page, menu}
	}
	return []fs.FileInfo{page}
}

// picture is what kind of picture a file is by its name, "" for none that is served.
func picture(name string) string {
	ext := filepath.Ext(name)
	if !site.ValidSlug(strings.TrimSuffix(name, ext)) {
		return ""
	}
	return map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}[ext]
}

// servePicture sends a picture of the site. One that is opened by itself runs nothing and loads nothing, whatever is drawn in it.
func (f *Folder) servePicture(w http.ResponseWriter, r *http.Request, project, name string) {
	h := w.Header()
	h.Set("Content-Type", picture(name))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	file, err := os.Open(filepath.Join(f.dir, project, name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, name, info.ModTime(), file)
}

func (f *Folder) serveListing(w http.ResponseWriter, r *http.Request, project string) {
	dir := filepath.Join(f.dir, project)
	entries, err := os.ReadDir(dir)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".html") {
			files = append(files, info)
		}
	}
	stamp := f.stampOf(files...)
	if page, ok := f.drawn.get(dir, stamp); ok {
		f.send(w, r, page)
		return
	}
	var pages []site.Page
	for _, e := range entries {
		slug, ok := strings.CutSuffix(e.Name(), ".html")
		if !ok || !site.ValidSlug(slug) {
			continue
		}
		if rec, err := load(filepath.Join(f.dir, project, e.Name()), slug); err == nil {
			pages = append(pages, rec.page)
		}
	}
	slices.SortFunc(pages, func(a, b site.Page) int { return strings.Compare(a.Title, b.Title) })
	f.draw(w, r, drawing{
		Site: nameOf(project), HeadTitle: nameOf(project), Heading: "Pages", IsListing: true, Listing: pages,
		Canonical: f.public.Now().URL + "/sites/" + project + "/",
	}, dir, stamp)
}

// draw answers with a page, and keeps it under its name for as long as its files have that stamp.
func (f *Folder) draw(w http.ResponseWriter, r *http.Request, d drawing, name, stamp string) {
	if d.Language == "" {
		d.Language = "en"
	}
	d.Style = template.CSS(pageStyle) // ours, embedded
	var out bytes.Buffer
	if err := f.style.page.Execute(&out, d); err != nil {
		http.Error(w, "this page cannot be shown", http.StatusInternalServerError)
		return
	}
	page := drawnPage{stamp: stamp, body: out.String(), tag: `"` + site.HashOf(out.String()) + `"`}
	f.drawn.keep(name, page)
	f.send(w, r, page)
}

func (f *Folder) send(w http.ResponseWriter, r *http.Request, page drawnPage) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", f.style.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", page.tag)
	if r.Header.Get("If-None-Match") == page.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method == http.MethodGet {
		_, _ = io.WriteString(w, page.body) // a reader that has gone away is no failure of ours
	}
}

// nameOf makes a project's slug readable.
func nameOf(project string) string {
	words := strings.Split(project, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
