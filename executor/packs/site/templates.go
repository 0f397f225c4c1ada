package site

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks that look after a website.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "audit", Title: "Weekly audit of the site", When: "every Monday at 9",
			Prompt: "Check the audit of the site, and tell me what has changed since the last time",
			Says:   "Two warnings are new since last week: the page “Services” has no description, and “Prices” takes 4 s.",
		},
		{
			Name: "homepage", Title: "The home page still says what it should", When: "every day at 8",
			Prompt: "Check whether the home page still says Services; only tell me when something changed",
			Says:   "The home page does not say “Services” any more. I can put it back: here is what I would write.",
		},
		{
			Name: "links", Title: "Broken links", When: "every Wednesday at 7",
			Prompt: "Check the site for links that lead nowhere; only tell me when something is new",
			Says:   "Three links lead nowhere: two on “References”, one in the footer.",
		},
		{
			Name: "stale", Title: "Pages that nobody has touched", When: "on the 1st of every month at 9",
			Prompt: "List the pages that have not been changed for half a year, the oldest first",
			Says:   "Five pages are older than half a year: “Team” (2 years), “Prices” (14 months) …",
		},
		{
			Name: "titles", Title: "Titles and descriptions", When: "every Friday at 10",
			Prompt: "Check which pages have no title or description for search engines; only tell me when something is new",
			Says:   "“Services” and “Jobs” have no description. Shall I write them? You see them first.",
		},
	}
}
