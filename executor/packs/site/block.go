package site

import (
	"context"
	"fmt"
	"html"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// blockWrite is update_content_block.
type blockWrite struct{ pages Pages }

const updating = "update the page"

// wanted is the page with the block replaced.
func (w blockWrite) wanted(old site.Page, a UpdateContentBlock) (site.Page, error) {
	switch {
	case a.Text == "" && a.HTML == "":
		return site.Page{}, input("It is not said what the part “"+a.Block+"” should say.", "Please tell me the new words.")
	case a.Text != "" && a.HTML != "":
		return site.Page{}, input("The new content is given twice, as words and as HTML.", "Please give only one of them.")
	}
	at, fit := locate(old.HTML, a.Block)
	next := old
	if fit == 0 && strings.EqualFold(strings.TrimSpace(a.Block), "h1") {
		next.Title = strings.Join(words(a.Text+a.HTML), " ") // the site shows the title as the main heading
		return next, nil
	}
	switch {
	case fit == 0:
		return site.Page{}, input("The page /"+a.Slug+" has no part called “"+a.Block+"”.", "Please name one of its parts: "+listed(old.HTML)+".")
	case fit > 1:
		return site.Page{}, input(fmt.Sprintf("The page /%s has %d parts called “%s”.", a.Slug, fit, a.Block),
			"Please give one of them an id on the site, or tell me to write the page anew.")
	}
	next.HTML = old.HTML[:at.from] + replacement(a, at) + old.HTML[at.to:]
	return next, nil
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

// replacement is the new content in the shape that fits its place.
func replacement(a UpdateContentBlock, at span) string {
	if at.words {
		if a.HTML != "" {
			return strings.TrimSpace(a.HTML)
		}
		return html.EscapeString(plain(a.Text))
	}
	if a.HTML != "" {
		return "\n" + strings.TrimSpace(a.HTML) + "\n"
	}
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ReplaceAll(a.Text, "\r\n", "\n"), "\n\n") {
		if text := strings.TrimSpace(part); text != "" {
			b.WriteString("\n<p>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n") + "</p>")
		}
	}
	return b.String() + "\n"
}

// standing finds the page, which must exist.
func (w blockWrite) standing(ctx context.Context, p assistant.Project, slug string) (site.Page, error) {
	page, found, err := find(ctx, w.pages, p, slug, updating)
	if err != nil || found {
		return page, err
	}
	return page, input("There is no page /"+slug+" on "+p.Name+"'s site.", "Please check the page's address, or ask me to create it.")
}

func (w blockWrite) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := planned[UpdateContentBlock](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	old, err := w.standing(ctx, c.Project, a.Slug)
	if err != nil {
		return assistant.Preview{}, err
	}
	next, err := w.wanted(old, a)
	if err != nil {
		return assistant.Preview{}, err
	}
	return assistant.Preview{
		Title: "Update “" + a.Block + "” on the page /" + a.Slug, Target: w.pages.Address(c.Project, a.Slug),
		Fields: difference(old, next), State: old.Hash(),
	}, nil
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
	next, err := w.wanted(old, a)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now, err := w.pages.Write(ctx, c.Project, next.WithMark(c.Key))
	if err != nil {
		return assistant.Receipt{}, err
	}
	return receipt(c.Project, now, undoState{ID: now.ID, Slug: now.Slug, Now: now.Hash(), Old: &old}, false)
}

func (w blockWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := arguments[UpdateContentBlock](c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	return recoverPage(ctx, w.pages, c, a.Slug, updating)
}
