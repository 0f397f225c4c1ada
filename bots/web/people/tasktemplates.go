package people

import "slices"

// taskTemplate is a background task that is useful to many, ready to be made.
type taskTemplate struct {
	Name   string // what its address calls it
	Title  string
	Prompt string
	When   string
	Says   string // what it would say
}

// taskTemplates are made from what the team can do without anything else: look at the site, and at what is kept here.
func taskTemplates() []taskTemplate {
	return []taskTemplate{
		{
			"audit", "Weekly audit of the site", "Check the audit of the site, and tell me what has changed since the last time", "every Monday at 9",
			"Two warnings are new since last week: the page “Services” has no description, and “Prices” takes 4 s.",
		},
		{
			"homepage", "The home page still says what it should", "Check whether the home page still says Services; only tell me when something changed", "every day at 8",
			"The home page does not say “Services” any more. I can put it back: here is what I would write.",
		},
		{
			"links", "Broken links", "Check the site for links that lead nowhere; only tell me when something is new", "every Wednesday at 7",
			"Three links lead nowhere: two on “References”, one in the footer.",
		},
		{
			"stale", "Pages that nobody has touched", "List the pages that have not been changed for half a year, the oldest first", "on the 1st of every month at 9",
			"Five pages are older than half a year: “Team” (2 years), “Prices” (14 months) …",
		},
		{
			"tickets", "Open tickets", "List the open tickets, the newest first, and say which are new since the last time", "every weekday at 8:30",
			"Seven tickets are open, two of them new: “Contact form” and “Wrong phone number”.",
		},
		{
			"titles", "Titles and descriptions", "Check which pages have no title or description for search engines; only tell me when something is new", "every Friday at 10",
			"“Services” and “Jobs” have no description. Shall I write them? You see them first.",
		},
		{
			"content", "Ideas for the coming week", "Suggest three topics for posts that fit our site and are not on it yet", "every Friday at 14:00",
			"1. What a water filter costs in a year. 2. Five signs that it is time for a new one. 3. …",
		},
		{
			"digest", "A digest of the day", "Send me a digest of the day", "every weekday at 17:00",
			"Done: Create the page “Services”. Failed: Update “Prices”. Background tasks were due 4 times. It cost 120,000 tokens, $0.31. Waiting for a decision: 1 plan.",
		},
		{
			"menu", "The menu leads where it should", "Check that every line of the site’s menu leads to a page that is there; only tell me when something changed", "every day at 7",
			"The line “Jobs” leads to a page that was deleted yesterday.",
		},
		{
			"reminder", "A reminder", "Remind me: look at the figures of the month", "on the last day of every month at 15:00",
			"You wanted to be reminded: look at the figures of the month.",
		},
	}
}

// templateOf is the one of that name; the zero value where there is none.
func templateOf(name string) taskTemplate {
	all := taskTemplates()
	if i := slices.IndexFunc(all, func(t taskTemplate) bool { return t.Name == name }); i >= 0 {
		return all[i]
	}
	return taskTemplate{}
}
