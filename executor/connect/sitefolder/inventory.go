package sitefolder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// home is the slug of the page that stands at the front of a site, where it has one.
const home = "home"

// menuFile lists the lines of a site's menu: what each says, and the slug of the page that it leads to.
const menuFile = "menu.json"

type menuLine struct {
	Title string `json:"title"`
	Page  string `json:"page"`
}

// Pages lists the project's pages by their titles. What somebody has written by hand was changed when its file was.
func (f *Folder) Pages(_ context.Context, p assistant.Project, _ string) ([]site.Listing, error) {
	if mine, err := f.owned(p); err != nil || !mine {
		return nil, err
	}
	dir := filepath.Join(f.dir, p.Slug)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list the pages of site %s: %w", p.Slug, err)
	}
	var out []site.Listing
	for _, e := range entries {
		slug, isPage := strings.CutSuffix(e.Name(), ".html")
		if !isPage || !site.ValidSlug(slug) {
			continue
		}
		rec, err := load(filepath.Join(dir, e.Name()), slug)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		out = append(out, site.Listing{Title: rec.page.Title, Slug: slug, URL: f.Address(p, slug), Changed: changed(rec, e)})
	}
	slices.SortFunc(out, func(a, b site.Listing) int { return strings.Compare(a.Title, b.Title) })
	return out, nil
}

// changed is when a page was written, by us or by hand.
func changed(rec record, e fs.DirEntry) time.Time {
	at := rec.front.UpdatedAt
	if info, err := e.Info(); err == nil && info.ModTime().After(at) {
		at = info.ModTime()
	}
	return at.UTC()
}

// Menu lists the lines of the site's menu, in their order.
func (f *Folder) Menu(_ context.Context, p assistant.Project, _ string) ([]site.MenuLine, error) {
	if mine, err := f.owned(p); err != nil || !mine {
		return nil, err
	}
	lines, err := f.menu(p.Slug)
	if err != nil {
		return nil, err
	}
	var out []site.MenuLine
	for _, l := range lines {
		out = append(out, site.MenuLine{Title: l.Title, URL: f.Address(p, l.Page)})
	}
	return out, nil
}

// menu reads the menu of a site, none where it has none.
func (f *Folder) menu(project string) ([]menuLine, error) {
	raw, err := os.ReadFile(filepath.Join(f.dir, project, menuFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the menu of site %s: %w", project, err)
	}
	var lines []menuLine
	if err := json.Unmarshal(raw, &lines); err != nil {
		return nil, fmt.Errorf("read the menu of site %s: %w", project, err)
	}
	return slices.DeleteFunc(lines, func(l menuLine) bool { return !site.ValidSlug(l.Page) }), nil
}
