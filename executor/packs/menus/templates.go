package menus

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks that look after a menu.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "menu", Title: "The menu leads where it should", When: "every day at 7",
			Prompt: "Check that every line of the site’s menu leads to a page that is there; only tell me when something changed",
			Says:   "The line “Jobs” leads to a page that was deleted yesterday.",
		},
	}
}
