package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

//go:embed firstsite
var firstSite embed.FS

// openFirstSite gives the project of the first start pages to try things on. It looks at every start, so that a first start that was
// killed has them at the second; whoever has put anything into the folder, or has moved the project to another site, keeps what is there.
func (s *server) openFirstSite(ctx context.Context) error {
	all, err := s.db.Projects(ctx, s.tenant.ID)
	if err != nil {
		return fmt.Errorf("look for the first project: %w", err)
	}
	files, err := fs.Sub(firstSite, "firstsite")
	if err != nil {
		return fmt.Errorf("open the pages of the first site: %w", err)
	}
	for _, p := range all {
		if !first(p) {
			continue
		}
		planted, err := s.sites.Plant(p, files)
		if err != nil {
			return misconfigured("AISTEAM_DATA: the pages of the first site cannot be written (%v): give the folder to the user that the service runs as", reasonOf(err))
		}
		if planted {
			s.log.InfoContext(ctx, "wrote the pages of the first site", slog.String("tenant", string(s.tenant.ID)))
		}
	}
	return nil
}

// first tells whether a project is the one that the first start makes, as it was made.
func first(p assistant.Project) bool {
	return p.Slug == firstSlug && p.Domain == firstDomain && site.KindOf(p) == site.KindFolder
}
