package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// pageWrite is create_page.
type pageWrite struct{ writer }

const creating = "create the new page"

// wanted is the page as it shall be, made from the one that stands where there is one. What the arguments leave out stays.
func (w pageWrite) wanted(ctx context.Context, p assistant.Project, a CreatePage, old site.Page, found bool) (edit, error) {
	switch {
	case !site.ValidPath(a.Slug):
		return edit{}, assistant.BadInput(assistant.Say("“%s” cannot be the address of a page.", a.Slug),
			assistant.Say("Please use lower case letters and digits, with single hyphens between words, such as our-services, or company/our-services below another page."))
	case a.CMS != "" && assistant.ConnectionKind(a.CMS) != site.KindOf(p):
		return edit{}, assistant.BadInput(assistant.Say("The step is meant for a %s site, but %s is kept in a different way.", a.CMS, p.Name),
			assistant.Say("Please check that this is the right project."))
	}
	if err := leftAlone(old, a.Slug); err != nil {
		return edit{}, err
	}
	cleaned := w.policy.HTML(a.ContentHTML)
	e := edit{old: old, found: found, next: old, raw: a.ContentHTML, cleaned: cleaned, fragment: cleaned}
	switch {
	case blocks.Parse(old.HTML).HasBlocks():
		e.fragment = writtenText(e.fragment) // a page in blocks stays one
	case found || !keepsBlocks(p):
		e.fragment = blocks.Parse(e.fragment).Bare()
	}
	next := &e.next
	next.Slug, next.Title, next.HTML = a.Slug, clean.Line(a.Title), e.fragment
	if a.MetaTitle != "" || a.MetaDescription != "" {
		keeps, err := w.keepsMeta(ctx, p, old, found)
		if err != nil {
			return e, err
		}
		e.metaLost = !keeps
		if keeps {
			next.MetaTitle, next.MetaDescription = cmp.Or(a.MetaTitle, next.MetaTitle), cmp.Or(a.MetaDescription, next.MetaDescription)
		}
	}
	if !keepsLanguage(p) {
		return e, nil
	}
	if a.Language != "" {
		next.Language = languageTag(a.Language)
	}
	if next.Language == "" {
		next.Language = languageTag(p.Language)
	}
	return e, nil
}

// keepsBlocks tells whether the project's site has an editor that keeps pages in blocks.
func keepsBlocks(p assistant.Project) bool { return site.KindOf(p) == site.KindWordPress }

// keepsLanguage tells whether pages of the project's site have a language each. WordPress leaves that to plugins.
func keepsLanguage(p assistant.Project) bool { return site.KindOf(p) != site.KindWordPress }

// keepsMeta tells whether the page has a title and a description for search engines that can be set. WordPress leaves them to
// plugins.
func (w pageWrite) keepsMeta(ctx context.Context, p assistant.Project, old site.Page, found bool) (bool, error) {
	switch {
	case site.KindOf(p) != site.KindWordPress:
		return true, nil
	case found:
		return old.KeepsMeta, nil
	case w.meta == nil:
		return false, nil
	}
	return w.meta.KeepsMeta(ctx, p, creating)
}

// edit looks at the page that stands and makes the change of it.
func (w pageWrite) edit(ctx context.Context, c tools.Call, a CreatePage) (edit, error) {
	old, found, err := find(ctx, w.pages, c.Project, a.Slug, creating)
	if err != nil {
		return edit{}, err
	}
	return w.made(ctx, c, a, old, found)
}

// made is the page as it shall be, where nothing is in its way.
func (w pageWrite) made(ctx context.Context, c tools.Call, a CreatePage, old site.Page, found bool) (edit, error) {
	e, err := w.wanted(ctx, c.Project, a, old, found)
	if err != nil {
		return edit{}, err
	}
	e.notes, err = w.inTheWay(ctx, c, a, old, found)
	return e, err
}

func (w pageWrite) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, open, err := planned[CreatePage](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	e, err := w.edit(ctx, c, a)
	if err != nil {
		return assistant.Preview{}, err
	}
	out := assistant.Preview{
		Title: assistant.Say("Create the page /%s", a.Slug), Target: w.pages.Address(c.Project, a.Slug), Entity: entity(a.Slug),
		Fields: difference(e.old, e.next), State: state(c.Project, a.Slug, e.old, e.found), Warnings: e.warnings(),
	}
	if e.found {
		out.Title, out.Target = assistant.Say("Replace the page /%s", a.Slug), cmp.Or(e.old.URL, out.Target)
		out.Warnings = append([]assistant.Sentence{assistant.Say("There is a page at this address already: all of its content is replaced.")}, out.Warnings...)
	}
	out.Warnings = append(e.notes, out.Warnings...)
	if !open {
		out.Wanted, out.Whole, out.Drawing = e.next.Hash(), shown.Outline(e.next.HTML), e.drawing(w.policy)
	}
	return out, nil
}

// stage puts the page up as it shall be; whether anything is in its way was asked before, and is again when it is made.
func (w pageWrite) stage(ctx context.Context, c tools.Call) (string, error) {
	a, err := arguments[CreatePage](c)
	if err != nil {
		return "", err
	}
	old, found, err := find(ctx, w.pages, c.Project, a.Slug, creating)
	if err != nil {
		return "", err
	}
	e, err := w.wanted(ctx, c.Project, a, old, found)
	if err != nil {
		return "", err
	}
	return w.writer.stage(ctx, c, e)
}

func (w pageWrite) unstage(ctx context.Context, c tools.Call) error {
	a, _, err := planned[CreatePage](c)
	if err != nil {
		return err
	}
	return w.writer.unstage(ctx, c, a.Slug)
}

func find(ctx context.Context, pages Pages, p assistant.Project, slug, purpose string) (site.Page, bool, error) {
	if !site.ValidPath(slug) {
		return site.Page{}, false, nil // there cannot be one; creating it is refused
	}
	return pages.Find(ctx, p, slug, purpose)
}

func (w pageWrite) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := arguments[CreatePage](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	old, found, err := find(ctx, w.pages, c.Project, a.Slug, creating)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if found && old.Marked(c.Key) {
		return foundReceipt(ctx, w.pages, c, old)
	}
	if err := unmoved(c, a.Slug, old, found); err != nil {
		return assistant.Receipt{}, err
	}
	e, err := w.made(ctx, c, a, old, found)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now, err := w.write(ctx, c, e)
	if err != nil {
		return assistant.Receipt{}, err
	}
	u := undoState{ID: now.ID, Slug: now.Slug, Now: now.Hash(), Created: !found, Replaced: found}
	if found {
		u.Old = &old
	}
	return receipt(now, u, e.metaLost)
}

func (w pageWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := arguments[CreatePage](c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	return recoverPage(ctx, w.pages, c, a.Slug, creating)
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
	return receipt(page, u, false)
}

// receipt tells what was done and keeps what undoing it needs.
func receipt(now site.Page, u undoState, metaLost bool) (assistant.Receipt, error) {
	summary := assistant.Say("Updated the page “%s” at %s", now.Title, now.URL)
	switch {
	case u.Created:
		summary = assistant.Say("Created the page “%s” at %s", now.Title, now.URL)
	case u.Replaced:
		summary = assistant.Say("Replaced the page “%s” at %s", now.Title, now.URL)
	}
	if metaLost {
		summary = assistant.Say("%s. Its search title and description are not set: this site keeps them in a plugin", summary)
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
		Fields: assistant.ValuesOf(PageWritten{URL: now.URL, Slug: now.Slug, ID: now.ID, Title: now.Title}),
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
