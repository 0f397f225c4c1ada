package site

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// pageWrite is create_page.
type pageWrite struct{ pages Pages }

// wanted is the page as it shall be, made from the one that stands where there is one. What the arguments leave out stays.
func (w pageWrite) wanted(p assistant.Project, a CreatePage, old site.Page) (site.Page, error) {
	switch {
	case !site.ValidSlug(a.Slug):
		return site.Page{}, input("“"+a.Slug+"” cannot be the address of a page.",
			"Please use lower case letters and digits, with single hyphens between words, such as our-services.")
	case a.CMS != "" && assistant.CMS(a.CMS) != p.CMS:
		return site.Page{}, input("The step is meant for a "+a.CMS+" site, but "+p.Name+" is kept in a different way.",
			"Please check that this is the right project.")
	}
	next := old
	next.Slug, next.Title, next.HTML = a.Slug, a.Title, a.ContentHTML
	if !keepsMeta(p) {
		return next, nil
	}
	if a.MetaTitle != "" {
		next.MetaTitle = a.MetaTitle
	}
	if a.MetaDescription != "" {
		next.MetaDescription = a.MetaDescription
	}
	if a.Language != "" {
		next.Language = languageTag(a.Language)
	}
	if next.Language == "" {
		next.Language = languageTag(p.Language)
	}
	return next, nil
}

// keepsMeta tells whether the project's site has a place of its own for search titles, descriptions and languages.
// WordPress leaves them to plugins.
func keepsMeta(p assistant.Project) bool { return p.CMS != assistant.CMSWordPress }

func (w pageWrite) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := planned[CreatePage](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	old, found, err := find(ctx, w.pages, c.Project, a.Slug, "create the new page")
	if err != nil {
		return assistant.Preview{}, err
	}
	next, err := w.wanted(c.Project, a, old)
	if err != nil {
		return assistant.Preview{}, err
	}
	out := assistant.Preview{
		Title: "Create the page /" + a.Slug, Target: w.pages.Address(c.Project, a.Slug),
		Fields: difference(old, next), State: site.HashOf("no page", string(c.Project.ID), a.Slug),
	}
	if found {
		out.Title, out.State = "Update the page /"+a.Slug, old.Hash()
	}
	return out, nil
}

func find(ctx context.Context, pages Pages, p assistant.Project, slug, purpose string) (site.Page, bool, error) {
	if !site.ValidSlug(slug) {
		return site.Page{}, false, nil // there cannot be one; creating it is refused
	}
	return pages.Find(ctx, p, slug, purpose)
}

func (w pageWrite) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := arguments[CreatePage](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	old, found, err := find(ctx, w.pages, c.Project, a.Slug, "create the new page")
	if err != nil {
		return assistant.Receipt{}, err
	}
	if found && old.Marked(c.Key) {
		return foundReceipt(ctx, w.pages, c, old)
	}
	next, err := w.wanted(c.Project, a, old)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now, err := w.pages.Write(ctx, c.Project, next.WithMark(c.Key))
	if err != nil {
		return assistant.Receipt{}, err
	}
	u := undoState{ID: now.ID, Slug: now.Slug, Now: now.Hash(), Created: !found}
	if found {
		u.Old = &old
	}
	return receipt(c.Project, now, u, a.MetaTitle != "" || a.MetaDescription != "")
}

func (w pageWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := arguments[CreatePage](c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	return recoverPage(ctx, w.pages, c, a.Slug, "create the new page")
}

// recoverPage looks for the mark of the call on the page of that slug.
func recoverPage(ctx context.Context, pages Pages, c tools.Call, slug, purpose string) (assistant.Receipt, bool, error) {
	page, found, err := find(ctx, pages, c.Project, slug, purpose)
	if err != nil || !found || !page.Marked(c.Key) {
		return assistant.Receipt{}, false, err
	}
	r, err := foundReceipt(ctx, pages, c, page)
	return r, err == nil, err
}

// foundReceipt is the receipt of a write that is known by its mark alone. Where it cannot be told what was there before, or
// somebody has gone on from it, the receipt says that it cannot be taken back.
func foundReceipt(ctx context.Context, pages Pages, c tools.Call, page site.Page) (assistant.Receipt, error) {
	old, known, err := pages.Previous(ctx, c.Project, page)
	if err != nil {
		return assistant.Receipt{}, err
	}
	u := undoState{ID: page.ID, Slug: page.Slug, Now: page.Hash()}
	switch {
	case known && old.Marked(c.Key):
	case page.MadeBy(c.Key):
		u.Created = true
	case known:
		u.Old = &old
	}
	return receipt(c.Project, page, u, false)
}

// receipt tells what was done and keeps what undoing it needs.
func receipt(p assistant.Project, now site.Page, u undoState, metaLost bool) (assistant.Receipt, error) {
	verb := "Updated"
	if u.Created {
		verb = "Created"
	}
	summary := fmt.Sprintf("%s the page “%s” at %s", verb, now.Title, now.URL)
	if metaLost && !keepsMeta(p) {
		summary += ". Its search title and description are not set: this site keeps them in a plugin"
	}
	var cmsID any = now.ID
	if n, err := strconv.ParseInt(now.ID, 10, 64); err == nil {
		cmsID = n
	}
	details, err := json.Marshal(map[string]any{"cmsId": cmsID, "url": now.URL})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write details: %w", err)
	}
	undo, err := u.encode()
	if err != nil {
		return assistant.Receipt{}, err
	}
	return assistant.Receipt{Undo: undo, Result: assistant.Result{
		Summary: summary, Details: details, Undo: undo != nil,
		Fields: map[string]string{"url": now.URL, "slug": now.Slug, "id": now.ID, "title": now.Title},
	}}, nil
}

// languageTag turns a language's usual name into its tag; what looks like a tag stays.
func languageTag(name string) string {
	switch l := strings.ToLower(strings.TrimSpace(name)); l {
	case "english":
		return "en"
	case "german", "deutsch":
		return "de"
	case "french", "français", "francais":
		return "fr"
	case "spanish", "español", "espanol":
		return "es"
	case "italian", "italiano":
		return "it"
	case "portuguese", "português":
		return "pt"
	case "dutch", "nederlands":
		return "nl"
	default:
		if len(l) >= 2 && len(l) <= 12 && (len(l) < 4 || l[2] == '-' || l[3] == '-') {
			return l
		}
		return ""
	}
}
