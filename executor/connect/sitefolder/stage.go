package sitefolder

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// A page that waits for somebody to agree to it stands at an address that nobody can guess, /sites/<project>/preview/<token>.
// The token is made of the call's key with a secret of the folder, so that a crash loses nothing: the same call finds its
// preview again. No listing and no search engine sees it.
//
//	<dir>/.previews/secret             made at the first preview
//	<dir>/.previews/<token>.html       the page, with its project

const (
	previews    = ".previews"
	previewTime = 7 * 24 * time.Hour
)

// Stage implements the keeping of a page for who decides about it.
func (f *Folder) Stage(_ context.Context, p assistant.Project, page site.Page, key string) (string, error) {
	unlock, err := f.alone()
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := f.path(p.Slug, page.Slug); err != nil {
		return "", err
	}
	if err := f.free(p); err != nil {
		return "", err
	}
	sweep(f.dir, f.now())
	token, err := f.token(p, key)
	if err != nil {
		return "", err
	}
	raw, err := encode(frontMatter{
		Title: page.Title, MetaTitle: page.MetaTitle, MetaDescription: page.MetaDescription, Language: page.Language,
		UpdatedAt: f.now().UTC(), Project: p.Slug,
	}, page.HTML)
	if err != nil {
		return "", err
	}
	if err := writeWhole(f.previewPath(token), raw); err != nil {
		return "", fmt.Errorf("write preview of page %s: %w", page.Slug, err)
	}
	return f.public.Now().URL + "/sites/" + p.Slug + "/preview/" + token, nil
}

// Unstage takes the preview of the key away. One that is gone already is no error.
func (f *Folder) Unstage(_ context.Context, p assistant.Project, page site.Page, key string) error {
	unlock, err := f.alone()
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Stat(filepath.Join(f.dir, previews)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	token, err := f.token(p, key)
	if err != nil {
		return err
	}
	if err := os.Remove(f.previewPath(token)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove preview of page %s: %w", page.Slug, err)
	}
	return nil
}

func (f *Folder) previewPath(token string) string {
	return filepath.Join(f.dir, previews, token+".html")
}

// token is the last part of the address of the preview that the key has made for the project.
func (f *Folder) token(p assistant.Project, key string) (string, error) {
	path := filepath.Join(f.dir, previews, "secret")
	secret, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret = make([]byte, sha256.Size)
		if _, err = io.ReadFull(f.random, secret); err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o700)
		}
		if err == nil {
			err = writeWhole(path, secret)
		}
	}
	if err != nil {
		return "", fmt.Errorf("secret of the previews: %w", err)
	}
	mac := hmac.New(sha256.New, secret)
	_, _ = fmt.Fprintf(mac, "%q %q %q", p.Tenant, p.ID, key)
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:20])), nil
}

// sweep takes away previews that nobody will look at any more.
func sweep(dir string, now time.Time) {
	entries, err := os.ReadDir(filepath.Join(dir, previews))
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".html") && now.Sub(info.ModTime()) > previewTime {
			_ = os.Remove(filepath.Join(dir, previews, e.Name())) // it is not shown any more in any case
		}
	}
}

var previewToken = regexp.MustCompile(`^[a-z2-7]{32}$`)

// servePreview shows a page that is not published, and says so.
func (f *Folder) servePreview(w http.ResponseWriter, r *http.Request, project, token string) {
	if !previewToken.MatchString(token) {
		http.NotFound(w, r)
		return
	}
	rec, err := load(f.previewPath(token), "preview")
	if errors.Is(err, fs.ErrNotExist) || err == nil && (rec.front.Project != project || f.now().Sub(rec.front.UpdatedAt) > previewTime) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "this page cannot be shown", http.StatusInternalServerError)
		return
	}
	d := drawing{
		Site: nameOf(project), HeadTitle: rec.page.Title, Language: rec.page.Language, IsPreview: true,
		Content: template.HTML(f.policy.HTML(rec.page.HTML)), // cleaned here
	}
	if !strings.Contains(strings.ToLower(rec.page.HTML), "<h1") {
		d.Heading = rec.page.Title
	}
	if d.Language == "" {
		d.Language = "en"
	}
	d.Style = template.CSS(pageStyle) // ours, embedded
	var out bytes.Buffer
	if err := f.style.page.Execute(&out, d); err != nil {
		http.Error(w, "this page cannot be shown", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	for name, value := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "sandbox; " + f.style.policy, "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow, noarchive", // its address is its key
	} {
		h.Set(name, value)
	}
	if r.Method == http.MethodGet {
		_, _ = w.Write(out.Bytes()) // a reader that has gone away is no failure of ours
	}
}
