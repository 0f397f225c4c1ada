package tickets

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks about tickets.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "tickets", Title: "Open tickets", When: "every weekday at 8:30",
			Prompt: "List the open tickets, the newest first, and say which are new since the last time",
			Says:   "Seven tickets are open, two of them new: “Contact form” and “Wrong phone number”.",
		},
	}
}
