package wordpress

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// ground finds what is at addresses besides pages.
type ground struct{ paths }

// Taken says what stands where the new page would: a page in the trash, a draft that has no address yet, a post, a file's
// page, a redirect. Pages of that path are what [Pages.Find] finds. What we have made and taken back ourselves is nobody's.
func (s ground) Taken(ctx context.Context, p assistant.Project, page site.Page) ([]site.Taken, error) {
	const doing = "look whether the address is free"
	above, err := s.above(ctx, p, page.Slug, doing)
	if err != nil {
		return nil, err
	}
	_, slug := site.SplitPath(page.Slug)
	out, err := s.takenByPages(ctx, p, page, above, slug, doing)
	if err != nil {
		return nil, err
	}
	more, err := s.takenByOthers(ctx, p, page, above, slug, doing)
	if err != nil {
		return nil, err
	}
	out = append(out, more...)
	here, elsewhere, err := s.found(ctx, p, page.Slug, doing)
	if err != nil {
		return nil, err
	}
	for _, e := range elsewhere {
		out = append(out, site.Taken{By: site.TakenElsewhere, Path: e.Slug, Title: e.Title, URL: e.URL})
	}
	if len(here)+len(out) > 0 {
		return out, nil
	}
	answer, ok, err := s.answering(ctx, p, page.Slug, slug)
	if ok {
		out = append(out, answer)
	}
	return out, err
}

// takenByPages finds the path in the trash, and among drafts, which have no slug until they are published.
func (s ground) takenByPages(ctx context.Context, p assistant.Project, page site.Page, above int64, slug, doing string) ([]site.Taken, error) {
	thrown, err := s.bySlug(ctx, p, doing, "trash", slug+"__trashed")
	if err != nil {
		return nil, err
	}
	var out []site.Taken
	for _, w := range thrown {
		if w.Parent == above && len(w.page().Marks) == 0 {
			out = append(out, site.Taken{By: site.TakenByTrash, Path: page.Slug, Title: w.Title.Raw})
		}
	}
	var begun []wirePage
	err = s.do(ctx, p, request{
		method: http.MethodGet, path: "/wp/v2/pages", doing: doing,
		query: url.Values{"search": {page.Title}, "context": {"edit"}, "status": {"draft,pending,future"}, "per_page": {"50"}},
	}, &begun)
	for _, w := range begun {
		if w.Slug == "" && w.Generated == slug && w.Parent == above && !w.staged() {
			out = append(out, site.Taken{By: site.TakenByDraft, Path: page.Slug, Title: w.Title.Raw, URL: w.Link})
		}
	}
	return out, err
}

// takenByOthers finds posts whose address is the page's, and files at whose slug WordPress makes no page.
func (s ground) takenByOthers(ctx context.Context, p assistant.Project, page site.Page, above int64, slug, doing string) ([]site.Taken, error) {
	var out []site.Taken
	for _, kind := range []struct {
		route, status string
		by            site.TakenBy
	}{{"/wp/v2/posts", anyStatus, site.TakenByPost}, {"/wp/v2/media", "inherit,private", site.TakenByMedia}} {
		var all []wirePage
		err := s.do(ctx, p, request{
			method: http.MethodGet, path: kind.route, doing: doing, query: url.Values{"slug": {slug}, "context": {"edit"}, "status": {kind.status}},
		}, &all)
		if errors.Is(err, assistant.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, w := range all {
			if kind.by == site.TakenByPost && within(site.AddressOf(p), w.Link) == page.Slug || kind.by == site.TakenByMedia && w.Post == above {
				out = append(out, site.Taken{By: kind.by, Path: page.Slug, Title: w.Title.Raw, URL: w.Link})
			}
		}
	}
	return out, nil
}

// within is an address's path within the site, "" where it is none of the site's or has no path of its own.
func within(home, address string) string {
	h, errHome := url.Parse(home)
	u, err := url.Parse(address)
	if err != nil || errHome != nil || !strings.EqualFold(h.Hostname(), u.Hostname()) {
		return ""
	}
	path, ok := strings.CutPrefix(u.Path, strings.TrimRight(h.Path, "/")+"/")
	if !ok {
		return ""
	}
	return strings.Trim(path, "/")
}

// answering opens the address as a visitor would, where addresses say which page is meant. WordPress guesses what is meant by
// an address that nothing stands at; that is no redirect of anybody's.
func (s ground) answering(ctx context.Context, p assistant.Project, path, slug string) (site.Taken, bool, error) {
	b, err := s.baseOf(ctx, s.to(p), site.AddressOf(p))
	if err != nil || b.url.Query().Has("rest_route") {
		return site.Taken{}, false, err
	}
	address := s.Address(p, path)
	status, to, by, err := s.visit(ctx, p, address)
	switch {
	case err != nil:
		return site.Taken{}, false, err
	case status >= 300 && status < 400:
		target := within(site.AddressOf(p), to)
		_, last := site.SplitPath(target)
		if target == path || by == "WordPress" && strings.HasPrefix(last, slug) {
			return site.Taken{}, false, nil
		}
		return site.Taken{By: site.TakenByRedirect, Path: path, URL: to}, true, nil
	case status == http.StatusOK:
		other, _, _, err := s.visit(ctx, p, strings.TrimSuffix(address, "/")+"-"+site.HashOf(path)+"/")
		return site.Taken{By: site.TakenByOther, Path: path, URL: address}, err == nil && other != http.StatusOK, err
	}
	return site.Taken{}, false, nil
}

// visit opens an address of the site without signing in, and does not follow where it leads.
func (s ground) visit(ctx context.Context, p assistant.Project, address string) (status int, to, by string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return 0, "", "", notConfigured()
	}
	once := *s.to(p)
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := once.Do(r)
	if err != nil {
		return 0, "", "", unreachable(err, false)
	}
	defer answer.Body.Close()
	if l, err := answer.Location(); err == nil {
		to = l.String()
	}
	return answer.StatusCode, to, answer.Header.Get("X-Redirect-By"), nil
}
