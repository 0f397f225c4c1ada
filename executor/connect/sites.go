// Package connect chooses the way to a project's pages: a folder of ours, or the WordPress site they are kept on.
package connect

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
)

// Sites keeps the pages of projects wherever each project says. It is what the site pack works on.
type Sites struct {
	folder    *sitefolder.Folder
	wordpress *wordpress.Sites
}

// NewSites returns the ways to pages.
func NewSites(folder *sitefolder.Folder, wordpress *wordpress.Sites) *Sites {
	return &Sites{folder, wordpress}
}

// Find returns the page of that slug, if the project has one.
func (s *Sites) Find(ctx context.Context, p assistant.Project, slug, purpose string) (site.Page, bool, error) {
	switch p.CMS {
	case assistant.CMSFolder:
		return s.folder.Find(ctx, p, slug, purpose)
	case assistant.CMSWordPress:
		return s.wordpress.Find(ctx, p, slug, purpose)
	}
	return site.Page{}, false, unknown(p)
}

// Write creates a page without an ID, or replaces the one of the ID.
func (s *Sites) Write(ctx context.Context, p assistant.Project, page site.Page) (site.Page, error) {
	switch p.CMS {
	case assistant.CMSFolder:
		return s.folder.Write(ctx, p, page)
	case assistant.CMSWordPress:
		return s.wordpress.Write(ctx, p, page)
	}
	return site.Page{}, unknown(p)
}

// Remove takes the page away.
func (s *Sites) Remove(ctx context.Context, p assistant.Project, page site.Page) error {
	switch p.CMS {
	case assistant.CMSFolder:
		return s.folder.Remove(ctx, p, page)
	case assistant.CMSWordPress:
		return s.wordpress.Remove(ctx, p, page)
	}
	return unknown(p)
}

// Previous returns the version before the one that stands, if that is known.
func (s *Sites) Previous(ctx context.Context, p assistant.Project, page site.Page) (site.Page, bool, error) {
	switch p.CMS {
	case assistant.CMSFolder:
		return s.folder.Previous(ctx, p, page)
	case assistant.CMSWordPress:
		return s.wordpress.Previous(ctx, p, page)
	}
	return site.Page{}, false, unknown(p)
}

// Address is where people see a page of that slug.
func (s *Sites) Address(p assistant.Project, slug string) string {
	if p.CMS == assistant.CMSWordPress {
		return s.wordpress.Address(p, slug)
	}
	return s.folder.Address(p, slug)
}

func unknown(p assistant.Project) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideContext, Message: "The project does not say what keeps its pages.",
		Recovery: "Please choose a folder of pages or a WordPress site in the project settings, then we can try again.",
	}, Err: fmt.Errorf("project %s: cms %q", p.ID, p.CMS)}
}
