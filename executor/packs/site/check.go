package site

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// What all the pages of a site can be looked through for.
const (
	forLinks  = "links"
	forMenu   = "menu"
	forSearch = "search"
)

const (
	mostChecked = 60 // pages or lines of a menu that are looked at
	atOnce      = 3
)

// checkPages looks through all the pages of a site for one thing.
func checkPages(c Config) tools.Tool {
	return tools.Tool{
		Name: string(TaskCheckPages), Label: "Check all pages", Examples: lookedThrough(),
		Description: "Looks through all the pages of the project's website, as visitors see them, for one thing: links within the site that lead " +
			"nowhere, lines of the menu that do, or pages without a title or a description for search engines. Changes nothing. Its result has " +
			"the fields found, a line each, count and summary.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Needs: site.Capability,
		Arguments: tools.Arguments[CheckPages](), Result: tools.Fields[PagesChecked](),
		Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
			a, err := arguments[CheckPages](call)
			if err != nil {
				return assistant.Receipt{}, err
			}
			switch a.For {
			case forMenu:
				return c.checkMenu(ctx, call)
			case forLinks, forSearch:
				return c.checkAll(ctx, call, a.For)
			}
			return assistant.Receipt{}, assistant.BadInput(assistant.Say("I cannot look through pages for “%s”.", clean.Short(a.For)), assistant.Say("Please say links, menu or search."))
		},
	}
}

// checkMenu visits what the lines of the menu lead to, on the project's own hosts. Where others lead is said, and not looked at.
func (c Config) checkMenu(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
	p := call.Project
	lines, err := c.Inventory.Menu(ctx, p, "look at the menu")
	if err != nil {
		return assistant.Receipt{}, err
	}
	if len(lines) == 0 {
		return checked(assistant.Say("The site has no menu that I can read"), nil), nil
	}
	if c.Visitor == nil {
		return assistant.Receipt{}, assistant.BadInput(assistant.Say("I have no way to visit pages here."), assistant.Say("Please ask whoever runs me."))
	}
	more := lines[min(len(lines), mostChecked):]
	lines = lines[:len(lines)-len(more)]
	bad, away := make([]string, len(lines)), make([]string, len(lines))
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, l := range lines {
		g.Go(func() error {
			if at, err := url.Parse(l.URL); err == nil && !call.Out.Own(ctx, at) {
				away[i] = fmt.Sprintf("The line “%s” leads to another site, %s, where I have not looked.", clean.Short(l.Title), shown.Address(l.URL))
				return nil
			}
			status, err := c.Visitor.Visit(ctx, call.Out, p, l.URL)
			if err != nil {
				bad[i] = fmt.Sprintf("The line “%s” leads to %s, which I could not reach.", clean.Short(l.Title), shown.Address(l.URL))
			} else if status >= http.StatusBadRequest {
				bad[i] = fmt.Sprintf("The line “%s” leads to %s, which answers with the error %d.", clean.Short(l.Title), shown.Address(l.URL), status)
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return assistant.Receipt{}, fmt.Errorf("visit what the menu leads to: %w", err)
	}
	said, elsewhere := nonempty(bad), nonempty(away)
	there := len(lines) - len(elsewhere)
	summary := counted(there, assistant.Say("The 1 line of the menu leads to a page that is there"), assistant.Say("All %d lines of the menu lead to pages that are there", there))
	if len(said) > 0 {
		summary = counted(len(said), assistant.Say("1 line of the menu of %d leads nowhere", len(lines)), assistant.Say("%d lines of the menu of %d lead nowhere", len(said), len(lines)))
	}
	return checked(cut(summary, len(more)), append(said, elsewhere...)), nil
}

// checkAll looks at every page as an audit does.
func (c Config) checkAll(ctx context.Context, call tools.Call, what string) (assistant.Receipt, error) {
	p := call.Project
	pages, err := c.Inventory.Pages(ctx, p, "look through the pages")
	if err != nil {
		return assistant.Receipt{}, err
	}
	if len(pages) == 0 {
		return checked(assistant.Say("The site has no pages yet"), nil), nil
	}
	more := pages[min(len(pages), mostChecked):]
	pages = pages[:len(pages)-len(more)]
	bad := make([][]string, len(pages))
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, page := range pages {
		g.Go(func() error {
			seen, err := c.Auditor.Audit(ctx, call.Out, p, page.URL)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				bad[i] = []string{fmt.Sprintf("“%s” at %s could not be looked at.", clean.Short(page.Title), shown.Address(page.URL))}
			case what == forLinks:
				bad[i] = deadLinks(page, seen)
			default:
				bad[i] = unsaid(page, seen)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return assistant.Receipt{}, fmt.Errorf("look through the pages: %w", err)
	}
	said := slices.Concat(bad...)
	looked := counted(len(pages), assistant.Say("I looked at 1 page"), assistant.Say("I looked at %d pages", len(pages)))
	return checked(cut(assistant.Say("%s: %s", looked, verdict(what, len(said))), len(more)), said), nil
}

// verdict says how much was found.
func verdict(what string, n int) assistant.Sentence {
	switch {
	case what == forLinks && n == 0:
		return assistant.Say("no link that I tried leads nowhere")
	case what == forLinks:
		return counted(n, assistant.Say("1 thing is wrong with their links"), assistant.Say("%d things are wrong with their links", n))
	case n == 0:
		return assistant.Say("each has a title and a description for search engines")
	}
	return counted(n, assistant.Say("1 has no title or description for search engines"), assistant.Say("%d have no title or description for search engines", n))
}

// cut is what was found, where not all was looked at with that.
func cut(found assistant.Sentence, more int) assistant.Sentence {
	if more == 0 {
		return found
	}
	return assistant.Say("%s. %s", found, counted(more, assistant.Say("I left out 1 more"), assistant.Say("I left out %d more", more)))
}

// deadLinks are the links of a page that lead nowhere.
func deadLinks(page site.Listing, seen site.Audit) []string {
	if seen.Status >= http.StatusBadRequest {
		return []string{fmt.Sprintf("“%s” itself answers with the error %d.", clean.Short(page.Title), seen.Status)}
	}
	var out []string
	for _, link := range seen.Broken {
		out = append(out, fmt.Sprintf("“%s” links to %s, which is not there.", clean.Short(page.Title), shown.Address(link)))
	}
	return out
}

// unsaid is what search engines are not told of a page.
func unsaid(page site.Listing, seen site.Audit) []string {
	missing := nonempty([]string{map[bool]string{true: "title"}[seen.Title == ""], map[bool]string{true: "description"}[seen.Description == ""]})
	if len(missing) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("“%s” has no %s.", clean.Short(page.Title), strings.Join(missing, " and no "))}
}

func nonempty(lines []string) []string {
	return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
}

// checked is what came of looking through pages.
func checked(summary assistant.Sentence, found []string) assistant.Receipt {
	text := strings.Join(found, "\n")
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Read: text, Fields: assistant.ValuesOf(PagesChecked{
		Found: text, Count: strconv.Itoa(len(found)), Summary: summary.String(),
	})}}
}
