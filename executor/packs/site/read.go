package site

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// readPage shows an agent what a page says, so that it can tell whether anything is to be changed there before it proposes that.
func readPage(c Config) tools.Tool {
	return tools.Tool{
		Name: string(TaskReadPage), Label: "Read a page", Examples: readPages(),
		Description: "Reads what a page of the project's website says now; without an address, its front page. Changes nothing. " +
			"Its result has the fields url, slug, title, headings and text.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Needs: site.Capability,
		Arguments: tools.Arguments[ReadPage](), Result: tools.Fields[PageRead](), Subject: aboutPage, Regular: RegularAddress,
		Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
			a, err := arguments[ReadPage](call)
			if err != nil {
				return assistant.Receipt{}, err
			}
			if a.Slug == "" {
				if a.Slug, err = front(ctx, c, call.Project); err != nil {
					return assistant.Receipt{}, err
				}
			}
			if !site.ValidPath(a.Slug) {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("“%s” is not the address of a page.", a.Slug), assistant.Say("Please give the page's address within the site."))
			}
			page, err := writer{pages: c.Pages, ground: c.Ground}.present(ctx, call.Project, a.Slug, "read the page", assistant.Say("Please check the page's address."))
			if err != nil {
				return assistant.Receipt{}, err
			}
			said := shown.Outline(clean.New().HTML(page.HTML))
			return assistant.Receipt{Result: assistant.Result{Summary: assistant.Say("Read the page /%s", page.Slug), Read: said, Fields: assistant.ValuesOf(PageRead{
				URL: page.URL, Slug: page.Slug, Title: page.Title, Headings: listed(page.HTML), Text: said,
			})}}, nil
		},
	}
}

// front is the page that stands at the front of the site.
func front(ctx context.Context, c Config, p assistant.Project) (slug string, err error) {
	if c.Inventory == nil {
		return "", assistant.BadInput(assistant.Say("It is not said which page is meant."), assistant.Say("Please give the page's address within the site."))
	}
	all, err := c.Inventory.Pages(ctx, p, "look for the front page")
	if err != nil {
		return "", err
	}
	for _, one := range all {
		if sameAddress(one.URL, c.Pages.Address(p, "")) {
			return one.Slug, nil
		}
	}
	return "", assistant.BadInput(assistant.Say("No page of the site stands at its front, so that I cannot read one there."), assistant.Say("Please give the address of the page that you mean."))
}
