// Package sitefolder keeps the pages of projects without a CMS: a file per page under a directory, and the serving of
// them to browsers.
//
// A page is one file, written whole and renamed into place, so that a reader or a crash never sees half of one. It holds
// the version before as well, and the mark of the write that made it: after a lost answer both tell what happened.
//
//	<dir>/<project slug>/.owner        which project the address belongs to
//	<dir>/<project slug>/<slug>.html   front matter in a comment, then the content; home.html stands at the front
//	<dir>/<project slug>/menu.json     the lines of its menu, where it has one
//	<dir>/<project slug>/<name>.svg    pictures that its pages show, also .png, .jpg and .webp
//	<dir>/.lock                        held while something is written
//
// Content is kept as it is given, since the pack cleans what is new; it is cleaned once more whenever it is served, so that
// nothing that somebody has put into a file by hand runs.
package sitefolder

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
)

// Config says where pages are kept and how people reach them.
type Config struct {
	Dir    string           // made when it is missing
	Public assistant.Public // nil: addresses begin with their path
	Now    func() time.Time
	Random io.Reader // for the addresses of previews; the system's when nil
}

// Folder keeps pages in files and serves them under /sites/. Several processes may share a directory: one writes at a time.
type Folder struct {
	random io.Reader
	dir    string
	public assistant.Public
	now    func() time.Time
	policy *clean.Policy
	style  *style
	drawn  *drawn

	mu   sync.Mutex // one write at a time
	lock *flock.Flock
}

// New returns the pages kept under the directory.
func New(c Config) (*Folder, error) {
	if err := os.MkdirAll(c.Dir, 0o750); err != nil {
		return nil, fmt.Errorf("make folder for sites: %w", err)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	style, err := newStyle()
	if err != nil {
		return nil, err
	}
	sweep(c.Dir, c.Now())
	return &Folder{
		random: c.Random, lock: flock.New(filepath.Join(c.Dir, ".lock")),
		dir: c.Dir, public: c.Public, now: c.Now,
		policy: clean.New(), style: style, drawn: newDrawn(c.Now),
	}, nil
}

// alone keeps every other writer out, also those of other processes, until unlock.
func (f *Folder) alone() (unlock func(), err error) {
	f.mu.Lock()
	if err := f.lock.Lock(); err != nil {
		f.mu.Unlock()
		return nil, fmt.Errorf("lock the folder of sites: %w", err)
	}
	return func() {
		_ = f.lock.Unlock() // the process's end does the same
		f.mu.Unlock()
	}, nil
}

// Address is where people see the page.
func (f *Folder) Address(p assistant.Project, slug string) string {
	if slug == home {
		slug = ""
	}
	return f.public.Now().URL + "/sites/" + p.Slug + "/" + slug
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

// Write creates the page if its slug is free, or replaces the page whose hash is over. It returns the page as stored.
func (f *Folder) Write(_ context.Context, p assistant.Project, page site.Page, over string) (site.Page, error) {
	unlock, err := f.alone()
	if err != nil {
		return site.Page{}, err
	}
	defer unlock()
	path, err := f.own(p, page.Slug)
	if err != nil {
		return site.Page{}, err
	}
	old, found, err := f.read(p, page.Slug)
	if err != nil {
		return site.Page{}, err
	}
	if found != (page.ID != "") || found && old.page.Hash() != over {
		return site.Page{}, fmt.Errorf("write page %s: %w", page.Slug, assistant.ErrMoved)
	}
	front := frontMatter{
		Title: page.Title, MetaTitle: page.MetaTitle, MetaDescription: page.MetaDescription,
		Language: page.Language, Marks: page.Marks, UpdatedAt: f.now().UTC(),
	}
	if found {
		front.Previous = &old.page
	}
	raw, err := encode(front, page.HTML)
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
	unlock, err := f.alone()
	if err != nil {
		return err
	}
	defer unlock()
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
	if strings.Contains(slug, "/") && site.ValidPath(slug) {
		return "", &assistant.Trouble{Problem: assistant.Problem{
			Side:     assistant.SideInput,
			Message:  assistant.Say("The pages of this project stand side by side, and none below another, so there is no /%s.", slug),
			Recovery: assistant.Say("Please choose an address without a slash, such as %s.", strings.ReplaceAll(slug, "/", "-")),
		}, Err: fmt.Errorf("path %q in a folder", slug)}
	}
	if !site.ValidSlug(project) || !site.ValidSlug(slug) {
		return "", &assistant.Trouble{Problem: assistant.Problem{
			Side:     assistant.SideInput,
			Message:  assistant.Say("That cannot be the address of a page."),
			Recovery: assistant.Say("Please use lower case letters and digits, with single hyphens between words, such as our-services."),
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
	if err := f.free(p); err != nil {
		return "", err
	}
	if err := writeWhole(filepath.Join(dir, ownerFile), []byte(ownerOf(p))); err != nil {
		return "", fmt.Errorf("write owner of site %s: %w", p.Slug, err)
	}
	return path, nil
}

// free is in the way where the address of the project's slug belongs to another project.
func (f *Folder) free(p assistant.Project) error {
	if mine, err := f.owned(p); err != nil || mine {
		return err
	}
	if _, err := os.Stat(filepath.Join(f.dir, p.Slug, ownerFile)); err != nil {
		return nil //nolint:nilerr // nobody has written there
	}
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("Another project already keeps its pages at the address /sites/%s/.", p.Slug),
		Recovery: assistant.Say("Please give this project a different short name in the project settings, then we can try again."),
	}}
}

const ownerFile = ".owner"

func ownerOf(p assistant.Project) string { return string(p.Tenant) + "/" + string(p.ID) + "\n" }
