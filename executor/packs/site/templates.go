package site

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks that look after a website.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "audit", Title: "Weekly audit of the home page", When: "every Monday at 9",
			Prompt: "Audit the home page; only tell me when something changed",
			Says:   "The home page has 84 of 100, and had 92: it has no description any more, and a picture has no words for who cannot see it.",
		},
		{
			Name: "homepage", Title: "The home page still says what it should", When: "every day at 8",
			Prompt: "Check whether the home page still says “Services”; only tell me when something changed",
			Says:   "The home page does not say “Services”.",
		},
		{
			Name: "links", Title: "Broken links", When: "every Wednesday at 7",
			Prompt: "Check the site for links that lead nowhere; only tell me when something is new",
			Says:   "I looked at 12 pages: 2 things are wrong with their links. “References” links to /old-prices, which is not there …",
		},
		{
			Name: "stale", Title: "Pages that nobody has touched", When: "on the 1st of every month at 9",
			Prompt: "List the pages that have not been changed for half a year, the oldest first",
			Says:   "Five pages are older than half a year: “Team” (2 years), “Prices” (14 months) …",
		},
		{
			Name: "titles", Title: "Titles and descriptions", When: "every Friday at 10",
			Prompt: "Check which pages have no title or description for search engines; only tell me when something is new",
			Says:   "I looked at 12 pages: 2 have no title or description for search engines. “Services” has no description …",
		},
	}
}
