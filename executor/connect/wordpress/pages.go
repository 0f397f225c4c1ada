package wordpress

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// wirePage is a page as the API tells it, in the context edit.
type wirePage struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Status  string `json:"status"`
	Link    string `json:"link"`
	Title   text   `json:"title"`
	Content text   `json:"content"`

	Template  string `json:"template"`
	Parent    int64  `json:"parent"`         // of a page: the one above it
	Post      int64  `json:"post"`           // of a file: what it was put on
	Generated string `json:"generated_slug"` // that a draft without a slug will have

	Links map[string]json.RawMessage `json:"_links"` // what may be done with it, among others
	Meta  meta                       `json:"meta"`
}

type text struct {
	Raw      string `json:"raw"`
	Rendered string `json:"rendered"`
}

// pageWrite is what is sent.
type pageWrite struct {
	Title   string `json:"title"`
	Slug    string `json:"slug,omitempty"`
	Parent  *int64 `json:"parent,omitempty"`
	Content string `json:"content"`
	Status  string `json:"status,omitempty"` // left out, as the two above it: as it is

	Meta map[string]any `json:"meta,omitempty"`
}

func (w wirePage) id() string { return strconv.FormatInt(w.ID, 10) }

// markComment takes no more off a page than was put there.
var markComment = regexp.MustCompile(`\n?<!-- aisteam:([0-9a-f ]+) -->`)

const published = "publish"

func (w wirePage) page() site.Page {
	p := site.Page{
		ID: w.id(), Slug: w.Slug, Title: w.Title.Raw, HTML: w.Content.Raw, URL: w.Link,
		Builder: builtWith(w.Content.Raw, w.Content.Rendered, w.Template),
	}
	if w.Status != published {
		p.Status = w.Status
	}
	if all := markComment.FindAllStringSubmatch(p.HTML, -1); all != nil {
		p.Marks = strings.Fields(all[len(all)-1][1])
		p.HTML = markComment.ReplaceAllString(p.HTML, "") // somebody may have gone on behind it
	}
	if w.Meta.keepsMarks() && w.Meta.text(marksKey) != "" {
		p.Marks = strings.Fields(w.Meta.text(marksKey))
	}
	if title, words, ok := w.Meta.search(); ok {
		p.KeepsMeta, p.MetaTitle, p.MetaDescription = true, w.Meta.text(title), w.Meta.text(words)
	}
	return p
}

// marked is the page's content as it is kept. Marks stand at its end where the site has no other place for them.
func (m meta) marked(p site.Page) string {
	if len(p.Marks) == 0 || m.keepsMarks() {
		return p.HTML
	}
	return p.HTML + "\n<!-- aisteam:" + strings.Join(p.Marks, " ") + " -->"
}

// anyStatus covers everything but the trash and auto-drafts.
const anyStatus = "publish,future,draft,pending,private"

// Pages are the pages of sites.
type Pages struct {
	paths
	drafts
	ground
}

// Find returns the project's page of that path, published or not, if there is one. What is staged is none.
func (s *Pages) Find(ctx context.Context, p assistant.Project, path, purpose string) (site.Page, bool, error) {
	here, _, err := s.found(ctx, p, path, purpose)
	if err != nil || len(here) == 0 {
		return site.Page{}, false, err
	}
	return here[0], true, nil
}

// Write creates the page, published, or replaces the page with its ID, whose status stays. It checks the current state right
// before: the API has no conditional write, so another person's change within that one round trip is overwritten, and WordPress
// keeps it as a revision.
func (s *Pages) Write(ctx context.Context, p assistant.Project, page site.Page, over string) (site.Page, error) {
	r := request{
		method: http.MethodPost, path: "/wp/v2/pages", doing: "create the new page", query: url.Values{"context": {"edit"}},
	}
	staged := ""
	var err error
	if page.ID == "" {
		r.body, staged, err = s.vacant(ctx, p, page)
	} else {
		r.path, r.doing = r.path+"/"+url.PathEscape(page.ID), "update the page"
		r.body, err = s.unmoved(ctx, p, page, over)
	}
	if err != nil {
		return site.Page{}, err
	}
	var now wirePage
	if staged == "" {
		err = s.do(ctx, p, r, &now)
	} else {
		publish := r
		publish.path += "/" + staged
		if err = s.do(ctx, p, publish, &now); errors.Is(err, assistant.ErrNotFound) { // somebody has thrown the draft away
			err = s.do(ctx, p, r, &now)
		}
	}
	if err != nil {
		return site.Page{}, gone(err)
	}
	if now.ID == 0 || page.ID != "" && now.id() != page.ID {
		return site.Page{}, strange(true, "the answer is not the page")
	}
	out := now.page()
	above, _ := site.SplitPath(page.Slug)
	out.Slug = strings.TrimPrefix(above+"/"+now.Slug, "/")
	return out, nil
}

// vacant tells whether the page's path is free, what makes the page, and which draft was staged for the very write.
func (s *Pages) vacant(ctx context.Context, p assistant.Project, page site.Page) (body pageWrite, draft string, err error) {
	const doing = "create the new page"
	here, _, err := s.found(ctx, p, page.Slug, doing)
	if err != nil {
		return body, "", err
	}
	if len(here) > 0 {
		return body, "", fmt.Errorf("create page %s: %w", page.Slug, assistant.ErrMoved)
	}
	above, err := s.above(ctx, p, page.Slug, doing)
	if err != nil {
		return body, "", err
	}
	if len(page.Marks) > 0 {
		drafts, err := s.stagedAs(ctx, p, page.Marks...)
		if err != nil {
			return body, "", err
		}
		if len(drafts) > 0 {
			draft = drafts[0].id()
		}
	}
	m, err := s.metaOf(ctx, p, "/wp/v2/pages", doing)
	if err != nil {
		return body, "", err
	}
	_, slug := site.SplitPath(page.Slug)
	return pageWrite{
		Title: page.Title, Slug: slug, Parent: &above, Content: m.marked(page), Status: published,
		Meta: m.described(page.MetaTitle, page.MetaDescription, page.Marks),
	}, draft, nil
}

// unmoved tells whether the page is still the one that the write was made from, and what makes it the one that is wanted.
func (s *Pages) unmoved(ctx context.Context, p assistant.Project, page site.Page, over string) (body pageWrite, err error) {
	var now wirePage
	err = s.do(ctx, p, request{
		method: http.MethodGet, path: "/wp/v2/pages/" + url.PathEscape(page.ID), query: url.Values{"context": {"edit"}}, doing: "update the page",
	}, &now)
	if err != nil {
		return body, gone(err)
	}
	if now.id() != page.ID {
		return body, strange(false, "the answer is another page")
	}
	stands, err := s.placed(ctx, p, now, "update the page")
	if err != nil {
		return body, err
	}
	if stands.Hash() != over {
		return body, fmt.Errorf("update page %s: %w", page.Slug, assistant.ErrMoved)
	}
	if lost := now.wouldLose(page.HTML); lost != "" {
		return body, filteredOff("the page /"+page.Slug, lost)
	}
	return pageWrite{Title: page.Title, Content: now.Meta.marked(page), Meta: now.Meta.described(page.MetaTitle, page.MetaDescription, page.Marks)}, nil
}

// filteredOff says that WordPress would take something out that stands there.
func filteredOff(where, lost string) error {
	return trouble(assistant.SideContext, "wordpress: the account may not save unfiltered HTML",
		assistant.Say("%s holds %s, and WordPress would take that off it when my account saves it: its role may not save such content. I changed nothing.", strings.ToUpper(where[:1])+where[1:], lost),
		assistant.Say("An administrator of the site can give the account a role that may, or please change this by hand."), false, assistant.Say("checking what WordPress would do with it"))
}

// filtered matches what WordPress removes from content saved by a user without unfiltered_html.
var filtered = regexp.MustCompile(`(?i)<(script|style|iframe|form|input|select|svg|object|embed|link|meta|base|noscript|canvas|math|template)\b|<[^>]+\son[a-z]+\s*=`)

// wouldLose says what of the content WordPress would take out, "" where it takes all of it from the account.
func (w wirePage) wouldLose(content string) string {
	const right = "action-unfiltered-html"
	if w.Links == nil || w.Links["wp:"+right] != nil || w.Links["https://api.w.org/"+right] != nil {
		return ""
	}
	found := filtered.FindStringSubmatch(content)
	switch {
	case found == nil:
		return ""
	case found[1] == "":
		return "code on an element"
	}
	return "<" + strings.ToLower(found[1]) + ">"
}

// Remove moves the page to the trash, where a person can still find it. One below which others stand stays: their addresses
// are made of it.
func (s *Pages) Remove(ctx context.Context, p assistant.Project, page site.Page) error {
	var below []wirePage
	err := s.do(ctx, p, request{
		method: http.MethodGet, path: "/wp/v2/pages", doing: "remove the page",
		query: url.Values{"parent": {page.ID}, "context": {"edit"}, "status": {anyStatus}, "per_page": {"1"}},
	}, &below)
	if err != nil {
		return err
	}
	if len(below) > 0 {
		return trouble(assistant.SideInput, "wordpress: page "+page.ID+" has pages below it",
			assistant.Say("Pages stand below /%s now, such as “%s”. Their addresses would be lost with it, so I left it.", page.Slug, bounded(below[0].Title.Raw)),
			assistant.Say("Please move them on the site first, then ask me again."), false)
	}
	err = s.trash(ctx, p, page)
	if errors.Is(err, assistant.ErrNotFound) || alreadyTrashed(err) {
		return nil
	}
	return err
}

func (s *Pages) trash(ctx context.Context, p assistant.Project, page site.Page) error {
	return s.do(ctx, p, request{method: http.MethodDelete, path: "/wp/v2/pages/" + url.PathEscape(page.ID), doing: "remove the page"}, nil)
}

// Previous returns the newest revision that differs from the page as it stands.
func (s *Pages) Previous(ctx context.Context, p assistant.Project, page site.Page) (site.Page, bool, error) {
	var revisions []wirePage
	err := s.do(ctx, p, request{
		method: http.MethodGet, path: "/wp/v2/pages/" + url.PathEscape(page.ID) + "/revisions", doing: "look at the page's history",
		query: url.Values{"context": {"edit"}, "per_page": {"10"}},
	}, &revisions)
	if errors.Is(err, assistant.ErrNotFound) {
		return site.Page{}, false, nil
	}
	if err != nil {
		return site.Page{}, false, err
	}
	for _, r := range revisions {
		old := r.page()
		if strings.Contains(r.Slug, "-autosave-") || (old.HTML == page.HTML && old.Title == page.Title) {
			continue
		}
		old.ID, old.Slug, old.URL = page.ID, page.Slug, page.URL
		old.KeepsMeta, old.MetaTitle, old.MetaDescription = page.KeepsMeta, page.MetaTitle, page.MetaDescription // revisions have none
		return old, true, nil
	}
	return site.Page{}, false, nil
}

// gone says that a page that was to be replaced is no longer there.
func gone(err error) error {
	if !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	return trouble(assistant.SideExecution, err.Error(), assistant.Say("The page is no longer on the site."),
		assistant.Say("Please check whether someone has removed it, or ask me to create it again."), false, assistant.Say("WordPress API returned code 404 not found"))
}

func alreadyTrashed(err error) bool {
	return err != nil && strings.Contains(err.Error(), "rest_already_trashed")
}
