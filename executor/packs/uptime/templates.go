package uptime

import "github.com/aisteam/aisteam/agents/tools"

// templates are background tasks that watch a site.
func templates() []tools.Template {
	return []tools.Template{
		{
			Name: "uptime", Title: "The site is up", When: "every 15 minutes",
			Prompt: "Check that our site is up; only tell me when something changed",
			Says:   "aquaverter.com is down: it did not answer in time. I tell you here when it is back.",
		},
		{
			Name: "ends", Title: "Certificate and domain", When: "every Monday at 8",
			Prompt: "Tell me until when our certificate and our domain hold; only tell me when something changed",
			Says:   "The certificate of aquaverter.com holds until 3 March: that is in 21 days. The domain is registered until 1 October 2027.",
		},
	}
}
