package content

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks about what to write.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "content", Title: "Ideas for the coming week", When: "every Friday at 14:00",
			Prompt: "Suggest three topics for posts that fit our site and are not on it yet",
			Thinks: true,
			Says:   "1. What a water filter costs in a year. 2. Five signs that it is time for a new one. 3. …",
		},
	}
}
