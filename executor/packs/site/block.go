package site

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// blockWrite is update_content_block.
type blockWrite struct{ writer }

const updating = "update the page"

// wanted is the page with the block replaced. Only the new content is cleaned; all else stays byte for byte.
func (w blockWrite) wanted(old site.Page, a UpdateContentBlock) (edit, error) {
	switch {
	case a.Text == "" && a.HTML == "":
		return edit{}, assistant.BadInput(assistant.Say("It is not said what the part “%s” should say.", a.Block), assistant.Say("Please tell me the new words."))
	case a.Text != "" && a.HTML != "":
		return edit{}, assistant.BadInput(assistant.Say("The new content is given twice, as words and as HTML."), assistant.Say("Please give only one of them."))
	}
	if err := leftAlone(old, a.Slug); err != nil {
		return edit{}, err
	}
	cleaned := w.policy.HTML(a.HTML)
	e := edit{old: old, found: true, next: old, raw: a.HTML, cleaned: cleaned, fragment: cleaned}
	if d := blocks.Parse(old.HTML); (d.HasBlocks() || !d.Whole()) && !titleMeant(d, a.Block) {
		var err error
		e.next.HTML, e.fragment, err = changed(d, a, e.fragment)
		return e, err
	}
	e.fragment = blocks.Parse(e.fragment).Bare() // a page without blocks stays one
	at, fit := locate(old.HTML, a.Block)
	if fit == 0 && strings.EqualFold(strings.TrimSpace(a.Block), "h1") {
		e.next.Title = clean.Line(a.Text + strings.Join(shown.Words(e.fragment), " ")) // the site shows the title as the main heading
		return e, nil
	}
	switch {
	case fit == 0:
		return edit{}, assistant.BadInput(assistant.Say("The page /%s has no part called “%s”.", a.Slug, a.Block), assistant.Say("Please name one of its parts: %s.", listed(old.HTML)))
	case fit > 1:
		return edit{}, assistant.BadInput(assistant.Say("The page /%s has %d parts called “%s”.", a.Slug, fit, a.Block),
			assistant.Say("Please give one of them an id on the site, or tell me to write the page anew."))
	}
	e.fragment = replacement(a.Text, e.fragment, at)
	e.next.HTML = old.HTML[:at.from] + e.fragment + old.HTML[at.to:]
	return e, nil
}

// titleMeant tells whether the page has no main heading of its own, so that its title is the one that is meant.
func titleMeant(d blocks.Document, block string) bool {
	return d.Whole() && strings.EqualFold(strings.TrimSpace(block), "h1") && len(meant(d, blockParts(d), block)) == 0
}

// leftAlone refuses to change what a page builder keeps.
func leftAlone(old site.Page, slug string) error {
	if old.Builder == "" {
		return nil
	}
	return assistant.BadInput(assistant.Say("The page /%s is built with %s, which writes over what anybody else puts into it, so I leave it alone.", slug, old.Builder),
		assistant.Say("Please change it there. I can write the words for you."))
}

func listed(content string) string {
	parts := partsOf(content)
	if len(parts) == 0 {
		return "intro"
	}
	if len(parts) > 12 {
		parts = parts[:12]
	}
	return "intro, " + strings.Join(parts, ", ")
}

// replacement is the new content, text or cleaned HTML, in the shape that fits its place.
func replacement(text, fragment string, at span) string {
	switch {
	case at.words && fragment != "":
		return strings.TrimSpace(fragment)
	case at.words:
		return clean.Text(plain(text))
	case text == "":
		return "\n" + strings.TrimSpace(fragment) + "\n"
	}
	return "\n" + clean.Paragraphs(text) + "\n"
}

// standing finds the page, which must exist.
func (w blockWrite) standing(ctx context.Context, p assistant.Project, slug string) (site.Page, error) {
	return w.present(ctx, p, slug, updating, assistant.Say("Please check the page's address, or ask me to create it."))
}

// present finds the page, which must exist. Where one of that name stands below another page, people are asked for that one.
func (w writer) present(ctx context.Context, p assistant.Project, slug, purpose string, recovery assistant.Sentence) (site.Page, error) {
	page, found, err := find(ctx, w.pages, p, slug, purpose)
	if err != nil || found {
		return page, err
	}
	said := assistant.Say("There is no page /%s on %s's site.", slug, p.Name)
	if w.ground == nil || !site.ValidPath(slug) {
		return page, assistant.BadInput(said, recovery)
	}
	near, err := w.ground.Taken(ctx, p, site.Page{Slug: slug, Title: slug})
	if _, words := errors.AsType[*assistant.Trouble](err); err != nil && !words {
		return page, err
	}
	for _, t := range near {
		if t.By == site.TakenElsewhere {
			return page, assistant.BadInput(assistant.Say("%s There is /%s (“%s”).", said, t.Path, clean.Short(t.Title)), assistant.Say("Is that the one? Please give its whole address, %s.", t.Path))
		}
	}
	return page, assistant.BadInput(said, recovery)
}

func (w blockWrite) edit(ctx context.Context, c tools.Call, a UpdateContentBlock) (edit, error) {
	old, err := w.standing(ctx, c.Project, a.Slug)
	if err != nil {
		return edit{}, err
	}
	return w.wanted(old, a)
}

func (w blockWrite) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, open, err := planned[UpdateContentBlock](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	e, err := w.edit(ctx, c, a)
	if err != nil {
		return assistant.Preview{}, err
	}
	out := assistant.Preview{
		Title: assistant.Say("Update “%s” on the page /%s", a.Block, a.Slug), Target: cmp.Or(e.old.URL, w.pages.Address(c.Project, a.Slug)), Entity: entity(a.Slug),
		Fields: difference(e.old, e.next), State: e.old.Hash(), Warnings: e.warnings(),
	}
	if !open {
		out.Wanted, out.Whole, out.Drawing = e.next.Hash(), shown.Outline(e.fragment), e.drawing(w.policy)
	}
	if !open && out.Whole == "" {
		out.Whole = plain(a.Text) // a title
	}
	return out, nil
}

func (w blockWrite) stage(ctx context.Context, c tools.Call) (string, error) {
	a, err := arguments[UpdateContentBlock](c)
	if err != nil {
		return "", err
	}
	e, err := w.edit(ctx, c, a)
	if err != nil {
		return "", err
	}
	return w.writer.stage(ctx, c, e)
}

func (w blockWrite) unstage(ctx context.Context, c tools.Call) error {
	a, _, err := planned[UpdateContentBlock](c)
	if err != nil {
		return err
	}
	return w.writer.unstage(ctx, c, a.Slug)
}

func (w blockWrite) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := arguments[UpdateContentBlock](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	old, err := w.standing(ctx, c.Project, a.Slug)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if old.Marked(c.Key) {
		return foundReceipt(ctx, w.pages, c, old)
	}
	if err := unmoved(c, a.Slug, old, true); err != nil {
		return assistant.Receipt{}, err
	}
	e, err := w.wanted(old, a)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now, err := w.write(ctx, c, e)
	if err != nil {
		return assistant.Receipt{}, err
	}
	return receipt(now, undoState{ID: now.ID, Slug: now.Slug, Now: now.Hash(), Old: &old}, false)
}

func (w blockWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := arguments[UpdateContentBlock](c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	return recoverPage(ctx, w.pages, c, a.Slug, updating)
}
