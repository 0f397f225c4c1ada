package sitefolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Plant gives a project the files of a site: pages, a menu, pictures. It leaves alone what has anything at all in its folder, also
// what is left of pages that somebody has removed. All of the files are there at once, or none is.
func (f *Folder) Plant(p assistant.Project, files fs.FS) (planted bool, err error) {
	unlock, err := f.alone()
	if err != nil {
		return false, err
	}
	defer unlock()
	if _, err := f.path(p.Slug, home); err != nil {
		return false, err
	}
	dir := filepath.Join(f.dir, p.Slug)
	there, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("look into the folder of site %s: %w", p.Slug, err)
	}
	if len(there) > 0 {
		return false, nil
	}
	fresh, err := os.MkdirTemp(f.dir, ".new-")
	if err != nil {
		return false, fmt.Errorf("make the folder of site %s: %w", p.Slug, err)
	}
	defer func() { _ = os.RemoveAll(fresh) }() // where it was not put in place
	if err := copied(files, fresh); err != nil {
		return false, fmt.Errorf("write site %s: %w", p.Slug, err)
	}
	if err := writeWhole(filepath.Join(fresh, ownerFile), []byte(ownerOf(p))); err != nil {
		return false, fmt.Errorf("write owner of site %s: %w", p.Slug, err)
	}
	if err := inPlace(fresh, dir); err != nil {
		return false, fmt.Errorf("put site %s in place: %w", p.Slug, err)
	}
	return true, nil
}

// inPlace puts a folder where another one is that is empty, or none.
func inPlace(fresh, dir string) error {
	if err := os.Chmod(fresh, 0o750); err != nil { // as [Folder.own] makes it
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// copied writes every file of one folder into another. A page is as old as it says.
func copied(files fs.FS, dir string) error {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return fmt.Errorf("list files: %w", err)
	}
	for _, e := range entries {
		raw, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return fmt.Errorf("read %s: %w", e.Name(), err)
		}
		path := filepath.Join(dir, e.Name())
		if err := writeWhole(path, raw); err != nil {
			return err
		}
		slug, isPage := strings.CutSuffix(e.Name(), ".html")
		if !isPage {
			continue
		}
		rec, err := parse(raw, slug)
		if err != nil {
			return err
		}
		if err := os.Chtimes(path, rec.front.UpdatedAt, rec.front.UpdatedAt); err != nil {
			return fmt.Errorf("date %s: %w", e.Name(), err)
		}
	}
	return nil
}
