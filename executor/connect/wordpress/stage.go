package wordpress

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// A change that waits for approval is a draft of its own, which WordPress shows only to people who may edit pages. Its slug is made
// of the call's key, so the same call finds it again after any failure. WordPress's autosaves of published pages do not help here:
// there is one per user, who may have work in it, and its preview link works only in one session, which is not the reader's.

const draftPrefix = "aisteam-draft-"

func draftSlug(mark string) string { return draftPrefix + mark }

// drafts puts pages up to be looked at.
type drafts struct{ paths }

// Stage keeps the page as a draft, and returns where people who are signed in to the site can look at it.
func (s drafts) Stage(ctx context.Context, p assistant.Project, page site.Page, key string) (string, error) {
	slug := draftSlug(site.MarkOf(key))
	drafts, err := s.stagedAs(ctx, p, site.MarkOf(key))
	if err != nil {
		return "", err
	}
	r := request{
		method: http.MethodPost, path: "/wp/v2/pages", query: url.Values{"context": {"edit"}}, doing: "put up a draft to look at",
		body: pageWrite{Title: page.Title, Slug: slug, Content: page.HTML, Status: "draft"},
	}
	if len(drafts) > 0 {
		r.path += "/" + drafts[0].id()
	}
	var now wirePage
	if err := s.do(ctx, p, r, &now); err != nil {
		return "", gone(err)
	}
	if now.ID == 0 || now.Status != "draft" {
		return "", strange(true, "the answer is not a draft")
	}
	link, err := url.Parse(now.Link)
	home, errHome := url.Parse(site.AddressOf(p))
	if err != nil || errHome != nil || link.Scheme != "https" && link.Scheme != "http" || !strings.EqualFold(link.Hostname(), home.Hostname()) {
		return "", nil //nolint:nilerr // it leads somewhere else, and nobody is sent there
	}
	q := link.Query()
	q.Set("preview", "true")
	link.RawQuery = q.Encode()
	return link.String(), nil
}

// Unstage moves the draft of the key to the trash, where a person who has continued working on it can still find it. If somebody
// has published it since, it is no draft any more and stays.
func (s drafts) Unstage(ctx context.Context, p assistant.Project, _ site.Page, key string) error {
	drafts, err := s.stagedAs(ctx, p, site.MarkOf(key))
	if err != nil {
		return err
	}
	for _, d := range drafts {
		r := request{method: http.MethodDelete, path: "/wp/v2/pages/" + d.id(), doing: "take the draft away"}
		err := s.do(ctx, p, r, nil)
		if err != nil && strings.Contains(err.Error(), "rest_trash_not_supported") { // the site keeps no trash
			r.query = url.Values{"force": {"true"}}
			err = s.do(ctx, p, r, nil)
		}
		if err != nil && !errors.Is(err, assistant.ErrNotFound) && !alreadyTrashed(err) {
			return err
		}
	}
	return nil
}

// stagedAs are what was staged under one of the marks, newest first; more than one only where two have staged at once.
func (s drafts) stagedAs(ctx context.Context, p assistant.Project, marks ...string) ([]wirePage, error) {
	var slugs []string
	for _, mark := range marks {
		slugs = append(slugs, draftSlug(mark))
	}
	all, err := s.bySlug(ctx, p, "look for the draft", "draft", slugs...)
	if err != nil {
		return nil, err
	}
	var out []wirePage
	for _, w := range all {
		if w.staged() && slices.Contains(slugs, w.Slug) {
			out = append(out, w)
		}
	}
	return out, nil
}

// staged tells whether the page is a draft of ours that waits for somebody to agree to it.
func (w wirePage) staged() bool { return w.Status == "draft" && strings.HasPrefix(w.Slug, draftPrefix) }
