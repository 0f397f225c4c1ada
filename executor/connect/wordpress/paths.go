package wordpress

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// maxAbove bounds how many pages are asked for above one; WordPress keeps pages from standing below themselves.
const maxAbove = 8

// paths says which page stands where.
type paths struct{ *api }

// Address is where the page will be seen on a site with pretty addresses. What a write returns says it for certain.
func (s paths) Address(p assistant.Project, slug string) string {
	home := strings.TrimRight(cmp.Or(site.AddressOf(p), "https://"+p.Domain), "/") + "/"
	if slug == "" {
		return home
	}
	return home + slug + "/"
}

// bySlug lists the pages that have one of the slugs.
func (s paths) bySlug(ctx context.Context, p assistant.Project, purpose, status string, slugs ...string) ([]wirePage, error) {
	var found []wirePage
	err := s.do(ctx, p, request{
		method: http.MethodGet, path: "/wp/v2/pages", doing: purpose,
		query: url.Values{"slug": {strings.Join(slugs, ",")}, "context": {"edit"}, "status": {status}},
	}, &found)
	return found, err
}

// pathOf is the page's path: the slugs of the pages above it, and its own.
func (s paths) pathOf(ctx context.Context, p assistant.Project, w wirePage, purpose string) (string, error) {
	path := w.Slug
	for range maxAbove {
		if w.Parent == 0 {
			return path, nil
		}
		var above wirePage
		err := s.do(ctx, p, request{
			method: http.MethodGet, path: "/wp/v2/pages/" + strconv.FormatInt(w.Parent, 10), query: url.Values{"context": {"edit"}}, doing: purpose,
		}, &above)
		if errors.Is(err, assistant.ErrNotFound) {
			return path, nil // it was deleted for good: the page stands at the top
		}
		if err != nil {
			return "", err
		}
		path, w = above.Slug+"/"+path, above
	}
	return path, nil
}

// placed is the page with its path.
func (s paths) placed(ctx context.Context, p assistant.Project, w wirePage, purpose string) (site.Page, error) {
	out := w.page()
	path, err := s.pathOf(ctx, p, w, purpose)
	out.Slug = path
	return out, err
}

// above is the ID of the page below which one of that path stands; 0 at the top.
func (s paths) above(ctx context.Context, p assistant.Project, path, purpose string) (int64, error) {
	up, _ := site.SplitPath(path)
	if up == "" {
		return 0, nil
	}
	here, _, err := s.found(ctx, p, up, purpose)
	if err != nil {
		return 0, err
	}
	if len(here) == 0 {
		return 0, trouble(assistant.SideInput, "wordpress: no page "+up,
			assistant.Say("There is no page /%s, below which /%s would stand.", up, path),
			assistant.Say("Please have /%s made first, choose another page above it, or have it at the top.", up), false)
	}
	return strconv.ParseInt(here[0].ID, 10, 64)
}

// found are the pages of the path, published or not, without what is staged. Besides, it tells the paths of those that have
// the same last part and stand elsewhere.
func (s paths) found(ctx context.Context, p assistant.Project, path, purpose string) (here, elsewhere []site.Page, err error) {
	_, slug := site.SplitPath(path)
	all, err := s.bySlug(ctx, p, purpose, anyStatus, slug)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range all {
		if w.Slug != slug || w.staged() {
			continue
		}
		page, err := s.placed(ctx, p, w, purpose)
		switch {
		case err != nil:
			return nil, nil, err
		case page.Slug == path:
			here = append(here, page)
		default:
			elsewhere = append(elsewhere, page)
		}
	}
	return here, elsewhere, nil
}
