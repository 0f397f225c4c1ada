package wordpress

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// wireListed is a page as the API tells it in a list, in the context view.
type wireListed struct {
	ID       int64  `json:"id"`
	Slug     string `json:"slug"`
	Link     string `json:"link"`
	Title    text   `json:"title"`
	Modified string `json:"modified_gmt"` // 2026-12-01T09:00:00, without a zone
}

// Pages lists the published pages, the one first that was changed longest ago; a hundred at most.
func (s *Pages) Pages(ctx context.Context, p assistant.Project, purpose string) ([]site.Listing, error) {
	var all []wireListed
	err := s.do(ctx, p, request{method: http.MethodGet, path: "/wp/v2/pages", doing: purpose, query: url.Values{
		"per_page": {strconv.Itoa(maxEntries)}, "status": {published}, "orderby": {"modified"}, "order": {"asc"}, "_fields": {"id,slug,link,title,modified_gmt"},
	}}, &all)
	if err != nil {
		return nil, err
	}
	var out []site.Listing
	for _, one := range all {
		if one.ID == 0 || one.Link == "" {
			return nil, strange(false, "the answer is not a list of pages")
		}
		l := site.Listing{Title: one.Title.Rendered, Slug: one.Slug, URL: one.Link}
		if at, err := time.Parse("2006-01-02T15:04:05", one.Modified); err == nil {
			l.Changed = at
		}
		out = append(out, l)
	}
	return out, nil
}

// Menu lists the lines of the site's classic menus. Sites whose theme keeps its menu as blocks have none of this kind.
func (s *Pages) Menu(ctx context.Context, p assistant.Project, purpose string) ([]site.MenuLine, error) {
	var menus []wireMenu
	edit := url.Values{"context": {"edit"}, "per_page": {strconv.Itoa(maxEntries)}}
	if err := s.do(ctx, p, request{method: http.MethodGet, path: "/wp/v2/menus", query: edit, doing: purpose}, &menus); err != nil {
		return nil, err
	}
	var out []site.MenuLine
	for _, m := range menus {
		var lines []wireLink
		query := url.Values{"context": {"edit"}, "per_page": {strconv.Itoa(maxEntries)}, "menus": {numbered(m.ID)}, "status": {published}, "orderby": {"menu_order"}, "order": {"asc"}}
		if err := s.do(ctx, p, request{method: http.MethodGet, path: "/wp/v2/menu-items", query: query, doing: purpose}, &lines); err != nil {
			return nil, err
		}
		for _, l := range lines {
			title := l.Title.Raw
			if title == "" {
				title = l.Title.Rendered // it has the title of what it leads to
			}
			out = append(out, site.MenuLine{Title: title, URL: l.URL})
		}
	}
	return out, nil
}
