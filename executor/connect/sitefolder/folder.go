// Package sitefolder keeps the pages of projects without a CMS: a file per page under a directory, and the serving of
// them to browsers.
//
// A page is one file, written whole and renamed into place, so that a reader or a crash never sees half of one. It holds
// the version before as well, and the mark of the write that made it: after a lost answer both tell what happened.
//
//	<dir>/<project slug>/.owner        which project the address belongs to
//	<dir>/<project slug>/<slug>.html   front matter in a comment, then the content
package sitefolder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/microcosm-cc/bluemonday"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Config says where pages are kept and how people reach them.
type Config struct {
	Dir       string // made when it is missing
	PublicURL string // scheme and host, without a path
	Now       func() time.Time
}

// Folder keeps pages in files and serves them under /sites/. One process writes to a directory at a time.
type Folder struct {
	dir    string
	base   string
	now    func() time.Time
	policy *bluemonday.Policy
	look   *look

	mu sync.Mutex // one write at a time
}

// New returns the pages kept under the directory.
func New(c Config) (*Folder, error) {
	if err := os.MkdirAll(c.Dir, 0o750); err != nil {
		return nil, fmt.Errorf("make folder for sites: %w", err)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	look, err := newLook()
	if err != nil {
		return nil, err
	}
	return &Folder{
		dir: c.Dir, base: strings.TrimRight(c.PublicURL, "/"), now: c.Now,
		policy: contentPolicy(), look: look,
	}, nil
}

// contentPolicy is what a page's content may be: text, structure, images and links; nothing that runs.
func contentPolicy() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.AllowElements("main", "header", "footer", "nav", "small", "mark", "time")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^[a-zA-Z0-9 _-]+$`)).Globally()
	p.RequireNoFollowOnLinks(false)
	return p
}

// Address is where people see the page.
func (f *Folder) Address(p assistant.Project, slug string) string {
	return f.base + "/sites/" + p.Slug + "/" + slug
}

// Find returns the project's page of that slug, if there is one.
func (f *Folder) Find(_ context.Context, p assistant.Project, slug, _ string) (site.Page, bool, error) {
	rec, found, err := f.read(p, slug)
	return rec.page, found, err
}

// Previous returns the version before the one that stands, if it is known.
func (f *Folder) Previous(_ context.Context, p assistant.Project, page site.Page) (site.Page, bool, error) {
	rec, found, err := f.read(p, page.Slug)
	if err != nil || !found || rec.front.Previous == nil {
		return site.Page{}, false, err
	}
	return *rec.front.Previous, true, nil
}

// Write creates the page, or replaces the one of its slug, and returns it as it is kept: cleaned of everything that runs.
func (f *Folder) Write(_ context.Context, p assistant.Project, page site.Page) (site.Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path, err := f.own(p, page.Slug)
	if err != nil {
		return site.Page{}, err
	}
	old, found, err := f.read(p, page.Slug)
	if err != nil {
		return site.Page{}, err
	}
	front := frontMatter{
		Title: page.Title, MetaTitle: page.MetaTitle, MetaDescription: page.MetaDescription,
		Language: page.Language, Marks: page.Marks, UpdatedAt: f.now().UTC(),
	}
	if found {
		front.Previous = &old.page
	}
	raw, err := encode(front, f.policy.Sanitize(page.HTML))
	if err != nil {
		return site.Page{}, err
	}
	if err := writeWhole(path, raw); err != nil {
		return site.Page{}, fmt.Errorf("write page %s: %w", page.Slug, err)
	}
	rec, _, err := f.read(p, page.Slug)
	return rec.page, err
}

// Remove takes the page away. One that is gone already is no error.
func (f *Folder) Remove(_ context.Context, p assistant.Project, page site.Page) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	path, err := f.path(p.Slug, page.Slug)
	if err != nil {
		return err
	}
	if mine, err := f.owned(p); err != nil || !mine {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove page %s: %w", page.Slug, err)
	}
	return nil
}

func (f *Folder) read(p assistant.Project, slug string) (record, bool, error) {
	path, err := f.path(p.Slug, slug)
	if err != nil {
		return record{}, false, err
	}
	if mine, err := f.owned(p); err != nil || !mine {
		return record{}, false, err
	}
	rec, err := load(path, slug)
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, false, nil
	}
	if err != nil {
		return record{}, false, err
	}
	rec.page.URL = f.Address(p, slug)
	if rec.front.Previous != nil {
		rec.front.Previous.URL = rec.page.URL
	}
	return rec, true, nil
}

// path refuses everything that is not a plain slug, so that nothing outside the directory can be named.
func (f *Folder) path(project, slug string) (string, error) {
	if !site.ValidSlug(project) || !site.ValidSlug(slug) {
		return "", &assistant.Trouble{Problem: assistant.Problem{
			Side:     assistant.SideInput,
			Message:  "That cannot be the address of a page.",
			Recovery: "Please use lower case letters and digits, with single hyphens between words, such as our-services.",
		}, Err: fmt.Errorf("invalid slug %q or project slug %q", slug, project)}
	}
	return filepath.Join(f.dir, project, slug+".html"), nil
}

// owned tells whether the folder of the project's slug belongs to the project. Slugs are unique within a tenant only: the
// first project to write keeps the address, and no other one ever reads or writes there.
func (f *Folder) owned(p assistant.Project) (bool, error) {
	raw, err := os.ReadFile(filepath.Join(f.dir, p.Slug, ownerFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read owner of site %s: %w", p.Slug, err)
	}
	return string(raw) == ownerOf(p), nil
}

// own returns the page's path after making sure that the folder is the project's.
func (f *Folder) own(p assistant.Project, slug string) (string, error) {
	path, err := f.path(p.Slug, slug)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", fmt.Errorf("make folder of site %s: %w", p.Slug, err)
	}
	mine, err := f.owned(p)
	if err != nil || mine {
		return path, err
	}
	owner := filepath.Join(dir, ownerFile)
	if _, err := os.Stat(owner); err == nil {
		return "", &assistant.Trouble{Problem: assistant.Problem{
			Side:     assistant.SideContext,
			Message:  "Another project already keeps its pages at the address /sites/" + p.Slug + "/.",
			Recovery: "Please give this project a different short name in the project settings, then we can try again.",
		}}
	}
	if err := writeWhole(owner, []byte(ownerOf(p))); err != nil {
		return "", fmt.Errorf("write owner of site %s: %w", p.Slug, err)
	}
	return path, nil
}

const ownerFile = ".owner"

func ownerOf(p assistant.Project) string { return string(p.Tenant) + "/" + string(p.ID) + "\n" }
