// Package connect chooses the way to a project's pages: a folder of ours, or the WordPress site they are kept on. The
// ways themselves stand beside it.
package connect

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Keeper keeps pages in one way.
type Keeper interface {
	// Find returns the project's page with that slug, if there is one. The purpose becomes part of a refusal that people read.
	Find(ctx context.Context, p assistant.Project, slug, purpose string) (site.Page, bool, error)
	// Write creates a page without an ID, where none has its slug, or replaces the one of the ID, where that still hashes to
	// over. Anything else is [assistant.ErrMoved].
	Write(ctx context.Context, p assistant.Project, page site.Page, over string) (site.Page, error)
	// Remove takes the page away.
	Remove(ctx context.Context, p assistant.Project, page site.Page) error
	// Previous returns the version before the one that stands, if that is known.
	Previous(ctx context.Context, p assistant.Project, page site.Page) (site.Page, bool, error)
	// Address is where people see a page of that slug.
	Address(p assistant.Project, slug string) string
}

// Stager keeps pages where who decides can look at them before visitors can.
type Stager interface {
	// Stage keeps the page under the key, and returns where it can be looked at, "" for nowhere.
	Stage(ctx context.Context, p assistant.Project, page site.Page, key string) (link string, err error)
	// Unstage takes away what the key has staged for the page, unless it was published since.
	Unstage(ctx context.Context, p assistant.Project, page site.Page, key string) error
}

// Ground is where more than pages can be at an address.
type Ground interface {
	// Taken says what stands where a new page would, beside pages.
	Taken(ctx context.Context, p assistant.Project, page site.Page) ([]site.Taken, error)
}

// Inventory lists what there is of a project's site.
type Inventory interface {
	// Pages lists the pages that visitors see, with when they were changed.
	Pages(ctx context.Context, p assistant.Project, purpose string) ([]site.Listing, error)
	// Menu lists the lines of its menus.
	Menu(ctx context.Context, p assistant.Project, purpose string) ([]site.MenuLine, error)
}

// Way is all that is done with a project's pages.
type Way interface {
	Keeper
	Stager
	Inventory
}

// Sites keeps the pages of projects wherever each project says. It is what the site pack works on.
type Sites struct {
	folder    Way
	wordpress Way
}

// NewSites returns the ways to pages.
func NewSites(folder, wordpress Way) *Sites { return &Sites{folder, wordpress} }

func (s *Sites) keeper(p assistant.Project) (Way, error) {
	kind := site.KindOf(p)
	switch kind {
	case site.KindFolder:
		return s.folder, nil
	case site.KindWordPress:
		return s.wordpress, nil
	}
	return nil, &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideContext, Message: assistant.Say("The project does not say what keeps its pages."),
		Recovery: assistant.Say("Please choose a folder of pages or a WordPress site in the project settings, then we can try again."),
	}, Err: fmt.Errorf("project %s: its site is of the kind %q", p.ID, kind)}
}

// Find implements [Keeper].
func (s *Sites) Find(ctx context.Context, p assistant.Project, slug, purpose string) (site.Page, bool, error) {
	k, err := s.keeper(p)
	if err != nil {
		return site.Page{}, false, err
	}
	return k.Find(ctx, p, slug, purpose)
}

// Write implements [Keeper].
func (s *Sites) Write(ctx context.Context, p assistant.Project, page site.Page, over string) (site.Page, error) {
	k, err := s.keeper(p)
	if err != nil {
		return site.Page{}, err
	}
	return k.Write(ctx, p, page, over)
}

// Stage implements [Stager].
func (s *Sites) Stage(ctx context.Context, p assistant.Project, page site.Page, key string) (string, error) {
	k, err := s.keeper(p)
	if err != nil {
		return "", err
	}
	return k.Stage(ctx, p, page, key)
}

// Unstage implements [Stager].
func (s *Sites) Unstage(ctx context.Context, p assistant.Project, page site.Page, key string) error {
	k, err := s.keeper(p)
	if err != nil {
		return err
	}
	return k.Unstage(ctx, p, page, key)
}

// Remove implements [Keeper].
func (s *Sites) Remove(ctx context.Context, p assistant.Project, page site.Page) error {
	k, err := s.keeper(p)
	if err != nil {
		return err
	}
	return k.Remove(ctx, p, page)
}

// Previous implements [Keeper].
func (s *Sites) Previous(ctx context.Context, p assistant.Project, page site.Page) (site.Page, bool, error) {
	k, err := s.keeper(p)
	if err != nil {
		return site.Page{}, false, err
	}
	return k.Previous(ctx, p, page)
}

// Pages implements [Inventory].
func (s *Sites) Pages(ctx context.Context, p assistant.Project, purpose string) ([]site.Listing, error) {
	k, err := s.keeper(p)
	if err != nil {
		return nil, err
	}
	return k.Pages(ctx, p, purpose)
}

// Menu implements [Inventory].
func (s *Sites) Menu(ctx context.Context, p assistant.Project, purpose string) ([]site.MenuLine, error) {
	k, err := s.keeper(p)
	if err != nil {
		return nil, err
	}
	return k.Menu(ctx, p, purpose)
}

// Taken implements [Ground].
func (s *Sites) Taken(ctx context.Context, p assistant.Project, page site.Page) ([]site.Taken, error) {
	k, err := s.keeper(p)
	if err != nil {
		return nil, err
	}
	if g, ok := k.(Ground); ok {
		return g.Taken(ctx, p, page)
	}
	return nil, nil
}

// KeepsMeta tells whether new pages have a title and a description for search engines that can be set.
func (s *Sites) KeepsMeta(ctx context.Context, p assistant.Project, purpose string) (bool, error) {
	k, err := s.keeper(p)
	if err != nil {
		return false, err
	}
	if m, ok := k.(interface {
		KeepsMeta(ctx context.Context, p assistant.Project, purpose string) (bool, error)
	}); ok {
		return m.KeepsMeta(ctx, p, purpose)
	}
	return true, nil
}

// Address implements [Keeper]. A project that does not say what keeps its pages has the address of a folder's.
func (s *Sites) Address(p assistant.Project, slug string) string {
	if k, err := s.keeper(p); err == nil {
		return k.Address(p, slug)
	}
	return s.folder.Address(p, slug)
}
