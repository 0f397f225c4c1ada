package site

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// listPages says which pages there are.
func listPages(c Config) tools.Tool {
	return tools.Tool{
		Name: string(TaskListPages), Label: "List the pages", Examples: listedPages(),
		Description: "Lists the pages of the project's website that visitors see, with their titles, addresses and when each was last changed; " +
			"also only those that nobody has changed for some months. Changes nothing.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Needs: site.Capability,
		Arguments: tools.Arguments[ListPages](), Result: tools.Fields[PagesListed](),
		Run: func(ctx context.Context, call tools.Call) (assistant.Receipt, error) {
			a, err := arguments[ListPages](call)
			if err != nil {
				return assistant.Receipt{}, err
			}
			if a.OlderThanMonths < 0 {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("No page can be changed in a month to come."), assistant.Say("Please say how many months have passed since."))
			}
			all, err := c.Inventory.Pages(ctx, call.Project, "list the pages")
			if err != nil {
				return assistant.Receipt{}, err
			}
			return listing(all, a.OlderThanMonths, c.Now()), nil
		},
	}
}

// listing tells of the pages that are old enough, oldest first.
func listing(all []site.Listing, months int, now time.Time) assistant.Receipt {
	old := slices.Clone(all)
	slices.SortStableFunc(old, func(a, b site.Listing) int { return a.Changed.Compare(b.Changed) })
	summary := counted(len(old), assistant.Say("There is 1 page"), assistant.Say("There are %d pages", len(old)))
	if months > 0 {
		since := now.AddDate(0, -months, 0)
		old = slices.DeleteFunc(old, func(p site.Listing) bool { return p.Changed.IsZero() || !p.Changed.Before(since) })
		ago := counted(months, assistant.Say("a month"), assistant.Say("%d months", months))
		summary = counted(len(old), assistant.Say("1 page of %d has not been changed for %s", len(all), ago), assistant.Say("%d pages of %d have not been changed for %s", len(old), len(all), ago))
	}
	found := make([]PageListed, 0, len(old))
	for _, p := range old {
		one := PageListed{Title: p.Title, Slug: p.Slug, URL: p.URL}
		if !p.Changed.IsZero() {
			one.Changed = p.Changed.UTC().Format("2 January 2006")
		}
		found = append(found, one)
	}
	fields := assistant.ValuesOf(PagesListed{Pages: found, Summary: summary.String()})
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Read: fields.Text("pages"), Fields: fields}}
}

// counted is what is said of one, or of several.
func counted(n int, one, several assistant.Sentence) assistant.Sentence {
	if n == 1 {
		return one
	}
	return several
}
