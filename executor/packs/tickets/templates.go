package tickets

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks about tickets.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "tickets", Title: "Tickets", When: "every weekday at 8:30",
			Prompt: "List the tickets, the newest first; only tell me when something is new",
			Says:   "There are 7 tickets. The newest are “Contact form” and “Wrong phone number” …",
		},
	}
}
