package tasks

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks that need nothing else.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "digest", Title: "A digest of the day", When: "every weekday at 17:00",
			Prompt: "Send me a digest of the day",
			Says:   "Done: Create the page “Services”. Failed: Update “Prices”. Automations were due 4 times. It cost 120,000 tokens, $0.31. Waiting for a decision: 1 plan.",
		},
		{
			Name: "reminder", Title: "A reminder", When: "on the last day of every month at 15:00",
			Prompt: "Remind me: look at the figures of the month",
			Says:   "You wanted to be reminded: look at the figures of the month.",
		},
	}
}
